import { Page } from "@/parts/page/page";

export function Overview() {
  return <Page title="Overview">{null}</Page>;
}
