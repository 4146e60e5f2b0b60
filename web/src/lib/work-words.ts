import type { ApprovalState, Delivery, Reaction, VoiceKind, WorkClass, WorkEventKind, WorkStatus } from "@/gql/schema";

/** The console's words for work and what is said of it. Apart from words.ts, which the first screen loads. */

/** Kinds of work, in the order in which they are always listed. */
export const workClasses: Record<WorkClass, { name: string; says: string }> = {
  CODE: { name: "Code", says: "Writing and changing programs" },
  RESEARCH: { name: "Research", says: "Finding things out" },
  WRITING: { name: "Writing", says: "Texts" },
  ANALYSIS: { name: "Analysis", says: "Making sense of data" },
  OPERATIONS: { name: "Operations", says: "Running things" },
  SUPPORT: { name: "Support", says: "Helping people" },
  OTHER: { name: "Other", says: "Everything else, and work of no named kind" },
};

export const workStatuses: Record<WorkStatus, { name: string; says: string }> = {
  SENT: { name: "Sent", says: "With the assignee" },
  WAITING: { name: "Waiting", says: "Waits for a person to decide on a call of the assignee" },
  SUBMITTED: { name: "Submitted", says: "The assignee gave a result" },
  FAILED: { name: "Failed", says: "The assignee reported a failure" },
  MISSED: { name: "Missed", says: "Its deadline went by" },
  UNDELIVERED: { name: "Undelivered", says: "It never reached the assignee" },
};

/** Whether nothing more will happen to the work but verdicts. */
export function isOver(status: WorkStatus): boolean {
  return status !== "SENT" && status !== "WAITING";
}

export const workEvents: Record<WorkEventKind, string> = {
  SENT: "Handed over",
  DELIVERED: "Delivered",
  APPROVAL_REQUESTED: "Asked for an approval",
  APPROVAL_DECIDED: "Decided",
  RESULT_SUBMITTED: "Gave a result",
  FAILURE_REPORTED: "Reported a failure",
  DEADLINE_MISSED: "Deadline missed",
  DELIVERY_FAILED: "Delivery failed",
};

export const deliveries: Record<Delivery, { name: string; says: string }> = {
  PULL: { name: "The assignee asks for it", says: "Nothing is called; it waits until the assignee asks" },
  PUSH: {
    name: "Assay sends it",
    says: "To the assignee's A2A endpoint; three attempts that fail are a failed delivery",
  },
};

export const approvalStates: Record<ApprovalState, { name: string; says: string }> = {
  PENDING: { name: "Pending", says: "Nobody has decided" },
  GRANTED: { name: "Granted", says: "A person let the call be made: a success" },
  REJECTED: { name: "Rejected", says: "A person did not let the call be made: a failure" },
  LAPSED: { name: "Lapsed", says: "The work ended before anybody decided: no outcome" },
};

export const reactions: Record<Reaction, string> = {
  THUMBS_UP: "Good",
  THUMBS_DOWN: "Bad",
};

export const voiceKinds: Record<VoiceKind, string> = {
  PERSON: "Person",
  SYSTEM: "System",
  AGENT: "Agent",
};
