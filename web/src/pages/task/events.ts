import type { FullWorkFragment } from "./task.gql";
import { workEvents } from "@/lib/work-words";

export type TaskEvent = FullWorkFragment["events"][number];

/** What happened, in words that go before who did it. */
export function happened({ kind, approval }: Pick<TaskEvent, "kind" | "approval">): string {
  if (kind !== "APPROVAL_DECIDED") return workEvents[kind];
  if (approval?.state === "GRANTED") return "Granted the call";
  return approval?.state === "REJECTED" ? "Rejected the call" : workEvents[kind];
}

/** Whether the event is a step back: a failure of somebody's. */
export function wentWrong({ kind, approval }: Pick<TaskEvent, "kind" | "approval">): boolean {
  return (
    ["FAILURE_REPORTED", "DEADLINE_MISSED", "DELIVERY_FAILED"].includes(kind) ||
    (kind === "APPROVAL_DECIDED" && approval?.state === "REJECTED")
  );
}
