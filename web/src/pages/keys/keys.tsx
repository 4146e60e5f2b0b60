import { Page } from "@/parts/page/page";

export function Keys() {
  return <Page title="Keys">{null}</Page>;
}
