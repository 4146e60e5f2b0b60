import type { Mutation } from "@/gql/schema";

/** What the log also has, though it is no mutation. */
type Other = "oidcSignIn" | "crossSiteRequest" | "leftOut";

/** Every mutation and the other actions, by what they are about: what the log can be narrowed to. */
export const actions = {
  "Suites and runs": ["putSuite", "deleteSuite", "addTask", "updateTask", "removeTask", "runSuite", "cancelRun"],
  Agents: [
    "registerAgent",
    "checkAgent",
    "updateAgent",
    "removeAgent",
    "refreshAgentCard",
    "requestChallenge",
    "answerChallenge",
    "setAgentCredentials",
    "removeAgentCredentials",
  ],
  "Signing in": [
    "setUp",
    "signIn",
    "oidcSignIn",
    "signOut",
    "changePassword",
    "resetPassword",
    "endSessions",
    "updateProfile",
  ],
  "People and keys": [
    "createWorkspace",
    "renameWorkspace",
    "inviteMember",
    "revokeInvitation",
    "acceptInvitation",
    "updateMember",
    "removeMember",
    "issuePasswordReset",
    "setPlatformAdmin",
    "createKey",
    "revokeKey",
  ],
  "Work and scores": [
    "sendTask",
    "submitResult",
    "requestApproval",
    "decideApproval",
    "recordVerdict",
    "attestHandoffs",
    "publishScores",
    "clearReceiptText",
    "rotateLogKey",
  ],
  "The log itself": ["crossSiteRequest", "leftOut"],
} as const satisfies Record<string, readonly (keyof Mutation | Other)[]>;

type Listed = (typeof actions)[keyof typeof actions][number];

/** Does not compile while one is missing above. */
export const complete: Exclude<keyof Mutation | Other, Listed | "__typename"> extends never ? true : never = true;
