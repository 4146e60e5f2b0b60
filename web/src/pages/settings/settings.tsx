import { Page } from "@/parts/page/page";

export function Settings() {
  return <Page title="Settings">{null}</Page>;
}
