import type { ApprovalState, WorkStatus } from "@/gql/schema";
import { approvalStates, workStatuses } from "@/lib/work-words";
import { Chip, type Tone } from "../chip/chip";

type Look = { tone: Tone; shape: "full" | "open" | "half" | "cross" | "arc" };

const ofWork: Record<WorkStatus, Look> = {
  SENT: { tone: "info", shape: "arc" },
  WAITING: { tone: "warn", shape: "half" },
  SUBMITTED: { tone: "plain", shape: "full" },
  FAILED: { tone: "fail", shape: "cross" },
  MISSED: { tone: "fail", shape: "open" },
  UNDELIVERED: { tone: "fail", shape: "open" },
};

const ofApproval: Record<ApprovalState, Look> = {
  PENDING: { tone: "warn", shape: "half" },
  GRANTED: { tone: "pass", shape: "full" },
  REJECTED: { tone: "fail", shape: "cross" },
  LAPSED: { tone: "plain", shape: "open" },
};

/** Where work stands. */
export function WorkStatusChip({ value }: { value: WorkStatus }) {
  const { name, says } = workStatuses[value];
  return (
    <Chip {...ofWork[value]} title={says}>
      {name}
    </Chip>
  );
}

/** Where an approval stands. */
export function ApprovalStateChip({ value }: { value: ApprovalState }) {
  const { name, says } = approvalStates[value];
  return (
    <Chip {...ofApproval[value]} title={says}>
      {name}
    </Chip>
  );
}
