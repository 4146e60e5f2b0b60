import type { Mutation } from "@/gql/schema";

/** Every mutation, by what it is about: what the log can be narrowed to. */
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
  "Signing in": ["setUp", "signIn", "signOut", "changePassword", "resetPassword", "endSessions", "updateProfile"],
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
} as const satisfies Record<string, readonly (keyof Mutation)[]>;

type Listed = (typeof actions)[keyof typeof actions][number];

/** Does not compile while a mutation is missing above. */
export const complete: Exclude<keyof Mutation, Listed | "__typename"> extends never ? true : never = true;
