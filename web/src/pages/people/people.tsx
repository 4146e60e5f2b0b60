import { Page } from "@/parts/page/page";

export function People() {
  return <Page title="People">{null}</Page>;
}
