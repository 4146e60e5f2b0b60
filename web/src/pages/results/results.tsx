import { Page } from "@/parts/page/page";

export function Results() {
  return <Page title="Results">{null}</Page>;
}
