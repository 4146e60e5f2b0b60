import { Page } from "@/parts/page/page";

export function Audit() {
  return <Page title="Audit log">{null}</Page>;
}
