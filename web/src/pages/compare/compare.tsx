import { Page } from "@/parts/page/page";

export function Compare() {
  return <Page title="Compare">{null}</Page>;
}
