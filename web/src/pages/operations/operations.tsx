import { Page } from "@/parts/page/page";

export function Operations() {
  return <Page title="Operations">{null}</Page>;
}
