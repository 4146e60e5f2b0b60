import type {
  AuditOutcome,
  ErrorCode,
  FaultClass,
  InvitationState,
  Permission,
  Role,
  RunStatus,
  Scope,
  Scorer,
  TaskType,
} from "@/gql/schema";

/** The console's words for the closed lists of the API. Sentence case; the same ones as docs/glossary.md. */

export const taskTypes: Record<TaskType, { name: string; says: string }> = {
  HTTP_PROBE: { name: "HTTP probe", says: "GET a path on the agent's endpoint" },
  A2A_MESSAGE: { name: "A2A message", says: "Send a message, the way a client agent would" },
};

export const scorers: Record<Scorer, { name: string; expects: string | null }> = {
  STATUS_OK: { name: "Status is 2xx", expects: null },
  EXACT: { name: "Body equals", expects: "Expected text" },
  CONTAINS: { name: "Body contains", expects: "Expected text" },
  REGEX: { name: "Body matches", expects: "RE2 pattern" },
  LATENCY_UNDER_MS: { name: "Answers within", expects: "Milliseconds" },
};

/** A rule in words, in the two parts that are set apart on the screen: what is asked for, and the expected text verbatim. */
export function rule(scorer: Scorer, expected: string): { words: string; expected: string | null } {
  switch (scorer) {
    case "STATUS_OK":
      return { words: "Status is 2xx", expected: null };
    case "LATENCY_UNDER_MS":
      return { words: `Answers within ${expected} ms`, expected: null };
    default:
      return { words: scorers[scorer].name, expected };
  }
}

export const runStatuses: Record<RunStatus, string> = {
  QUEUED: "Queued",
  RUNNING: "Running",
  CANCELLING: "Cancelling",
  COMPLETED: "Completed",
  FAILED: "Failed",
  CANCELLED: "Cancelled",
};

/** Whether nothing more will happen in the run. */
export function isFinal(status: RunStatus): boolean {
  return status === "COMPLETED" || status === "FAILED" || status === "CANCELLED";
}

export const faults: Record<FaultClass, { name: string; says: string }> = {
  AGENT: { name: "Agent", says: "The agent's fault" },
  PROTOCOL: { name: "Protocol", says: "A fault of protocol: the two sides did not understand each other" },
  NETWORK: { name: "Network", says: "The network's fault, on the way to the agent" },
  EXAMINER: { name: "Examiner", says: "The examiner's own fault: outside every mean" },
  SIMULATOR: { name: "Simulator", says: "The simulated user's fault" },
  JUDGE: { name: "Judge", says: "The judge model's fault" },
};

export const errorCodes: Record<ErrorCode, string> = {
  TIMEOUT: "timed out",
  CONNECT_TIMEOUT: "connecting timed out",
  CONNECTION_REFUSED: "connection refused",
  CONNECTION_RESET: "connection reset",
  DNS_ERROR: "name not resolved",
  TLS_ERROR: "TLS failed",
  TRUNCATED: "response cut off",
  BODY_TOO_LARGE: "body too large",
  REDIRECT: "redirected",
  TARGET_BLOCKED: "address not allowed",
  RATE_LIMITED: "rate limited",
  PROTOCOL_ERROR: "reply not understood",
  A2A_ERROR: "A2A error",
  NO_ENDPOINT: "no endpoint",
  CANCELLED: "cancelled",
  INTERNAL: "examiner's own error",
};

/** What a result is, for a person and told apart without colour. `EXAMINER` and `CANCELLED` have no score. */
export type Outcome = "PASS" | "FAIL" | "ERROR" | "EXAMINER" | "CANCELLED";

export const outcomes: Record<Outcome, string> = {
  PASS: "Passed",
  FAIL: "Failed",
  ERROR: "Error",
  EXAMINER: "Examiner's fault",
  CANCELLED: "Cancelled",
};

export function outcome(result: {
  passed?: boolean | null;
  error?: ErrorCode | null;
  fault?: FaultClass | null;
}): Outcome {
  if (result.error === "CANCELLED") return "CANCELLED";
  if (result.fault === "EXAMINER") return "EXAMINER";
  if (result.error != null) return "ERROR";
  return result.passed ? "PASS" : "FAIL";
}

/** What somebody is in a workspace, the least first. Each may do all that the ones before it may. */
export const roles: Record<Role, { name: string; says: string }> = {
  VIEWER: { name: "Viewer", says: "Reads: people, agents, drafts and trials" },
  MEMBER: { name: "Member", says: "Works: runs suites, registers agents, makes keys" },
  ADMIN: { name: "Admin", says: "Edits suites, manages people, keys and agents, reads the audit log" },
  OWNER: { name: "Owner", says: "Manages admins and owners, too" },
};

/** What a permission is for ("To see …"), and the least role that has it. */
export const permissions: Record<Permission, { to: string; role: Role }> = {
  READ_DRAFTS: { to: "see drafts and trials", role: "VIEWER" },
  READ_PEOPLE: { to: "see people", role: "VIEWER" },
  RUN_SUITES: { to: "run suites", role: "MEMBER" },
  REGISTER_AGENTS: { to: "register agents", role: "MEMBER" },
  CREATE_KEYS: { to: "make keys", role: "MEMBER" },
  EDIT_SUITES: { to: "edit suites", role: "ADMIN" },
  MANAGE_AGENTS: { to: "change every agent", role: "ADMIN" },
  MANAGE_PEOPLE: { to: "manage people", role: "ADMIN" },
  MANAGE_KEYS: { to: "manage everybody's keys", role: "ADMIN" },
  READ_AUDIT: { to: "read the audit log", role: "ADMIN" },
  OPERATE: { to: "see how the registry is running", role: "ADMIN" },
  READ_WORK: { to: "see work and approvals", role: "VIEWER" },
  READ_SCORES: { to: "see scores", role: "VIEWER" },
  SEND_TASKS: { to: "send tasks", role: "MEMBER" },
  JUDGE_WORK: { to: "give verdicts and decide on approvals", role: "MEMBER" },
  EXPORT_SCORES: { to: "export scores", role: "ADMIN" },
  CLEAR_TEXTS: { to: "clear texts of receipts", role: "OWNER" },
};

/** What of its role a key is held to. */
export const scopes: Record<Scope, { name: string; says: string }> = {
  READ: { name: "Read", says: "What its role may read beyond the public record" },
  RUN: { name: "Run", says: "Start and cancel runs" },
  AGENT: { name: "Agent", says: "Register and change agents, and send tasks for them" },
  ADMIN: { name: "Admin", says: "Suites, people, keys, audit log, operations" },
};

export const invitationStates: Record<InvitationState, string> = {
  OPEN: "Open",
  ACCEPTED: "Accepted",
  REVOKED: "Revoked",
  EXPIRED: "Expired",
};

export const auditOutcomes: Record<AuditOutcome, { name: string; says: string }> = {
  DONE: { name: "Done", says: "It was carried out" },
  REFUSED: { name: "Refused", says: "The caller may not do it" },
  INVALID: { name: "Invalid", says: "The input or the state of things did not allow it" },
  FAILED: { name: "Failed", says: "A fault of this registry" },
};
