import { Page } from "@/parts/page/page";

export function Reset() {
  return <Page title="New password">{null}</Page>;
}
