import { Page } from "@/parts/page/page";

export function Invitation() {
  return <Page title="Invitation">{null}</Page>;
}
