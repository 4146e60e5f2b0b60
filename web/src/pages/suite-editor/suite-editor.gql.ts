/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A field left out stays as it is (in a new suite: its default). Null clears intervalMinutes and targetDids. */
export type PutSuiteInput = {
  /** What is measured, in words. */
  description?: string | null | undefined;
  /** Check and compare only: nothing is stored. */
  dryRun?: boolean | null | undefined;
  /** Whether it is published. Default: no. */
  enabled?: boolean | null | undefined;
  /** Minutes between scheduled runs, from 1; null: only by hand. */
  intervalMinutes?: number | null | undefined;
  /** Lower-case letters, digits, `-`, `_` and `.`, 1–64 characters. */
  key: string;
  /** Default: the key. */
  name?: string | null | undefined;
  /** Whether a run's score enters the trust graph. */
  reputationSignal?: boolean | null | undefined;
  /** What a run can pay an agent; 0: nothing. */
  rewardAmount?: string | null | undefined;
  /** The agents aimed at; null: all active agents homed here. */
  targetDids?: Array<string> | null | undefined;
  /** Default: HTTP_PROBE. */
  taskType?: TaskType | null | undefined;
  /** All tasks, in order; they replace those there are. */
  tasks?: Array<TaskInput> | null | undefined;
};

/** The rule that turns an observation into a score of 0 or 1. */
export type Scorer =
  /** The body contains the expected text. */
  | 'CONTAINS'
  /** The body equals the expected text, white space trimmed on both sides. */
  | 'EXACT'
  /** The response came at or under the expected number of milliseconds. */
  | 'LATENCY_UNDER_MS'
  /** The expected RE2 pattern matches somewhere in the body. */
  | 'REGEX'
  /** The status is 2xx. */
  | 'STATUS_OK';

/** A task to be added. */
export type TaskInput = {
  /** What the rule expects; refused when the rule cannot read it. */
  expected?: string;
  /** The path or the message to be sent. */
  input?: string;
  /** Its name, unique in the suite. */
  name: string;
  /** The rule. */
  scorer: Scorer;
  /** Share in the suite score, above 0. */
  weight?: number;
};

/** How tasks are delivered. */
export type TaskType =
  /** Send a message, the way a client agent would. */
  | 'A2A_MESSAGE'
  /** GET a path on the agent's endpoint. */
  | 'HTTP_PROBE';

/** Why a mutation was not carried out. */
export type UserErrorCode =
  /** It does not fit the present state: the gate is down, a name is taken, an idempotency key was used for other content. */
  | 'CONFLICT'
  /** A value is not acceptable; `field` names it. */
  | 'INVALID'
  /** What was named does not exist. */
  | 'NOT_FOUND'
  /** The agent's side could not be read: its card or DID document is missing, redirected or malformed. */
  | 'UNREACHABLE';

export type SuiteDraftQueryVariables = Exact<{
  key: string;
}>;


export type SuiteDraftQuery = { suite: { id: string, key: string, name: string, description: string, taskType: Types.TaskType, intervalMinutes: number | null, pays: boolean, rewardAmount: string, reputationSignal: boolean, targetDids: Array<string> | null, enabled: boolean, version: number, digest: string, deletedAt: string | null, tasks: Array<{ id: string, name: string, input: string, scorer: Types.Scorer, expected: string, weight: number, position: number, resultCount: number, passRate: number | null }> } | null };

export type CheckSuiteMutationVariables = Exact<{
  input: Types.PutSuiteInput;
}>;


export type CheckSuiteMutation = { putSuite: { changes: Array<string>, userErrors: Array<{ code: Types.UserErrorCode, message: string, field: string | null }> } };


export const SuiteDraftDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SuiteDraft"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"suite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SuiteFacts"}},{"kind":"Field","name":{"kind":"Name","value":"tasks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskRow"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SuiteFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Suite"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"taskType"}},{"kind":"Field","name":{"kind":"Name","value":"intervalMinutes"}},{"kind":"Field","name":{"kind":"Name","value":"pays"}},{"kind":"Field","name":{"kind":"Name","value":"rewardAmount"}},{"kind":"Field","name":{"kind":"Name","value":"reputationSignal"}},{"kind":"Field","name":{"kind":"Name","value":"targetDids"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Task"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"scorer"}},{"kind":"Field","name":{"kind":"Name","value":"expected"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"position"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}},{"kind":"Field","name":{"kind":"Name","value":"passRate"}}]}}]} as unknown as DocumentNode<SuiteDraftQuery, SuiteDraftQueryVariables>;
export const CheckSuiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckSuite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PutSuiteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"putSuite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changes"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Trouble"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Trouble"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]} as unknown as DocumentNode<CheckSuiteMutation, CheckSuiteMutationVariables>;