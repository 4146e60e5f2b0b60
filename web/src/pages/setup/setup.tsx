import { Page } from "@/parts/page/page";

export function Setup() {
  return <Page title="Set up">{null}</Page>;
}
