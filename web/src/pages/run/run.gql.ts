/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Input of `cancelRun`. */
export type CancelRunInput = {
  /** The run. */
  runId: string;
};

/** What kept a task from being answered. docs/api.md has the list with fault classes. */
export type ErrorCode =
  /** The agent answered with an A2A error, or rejected the task. */
  | 'A2A_ERROR'
  /** The answer is larger than 1 MiB. */
  | 'BODY_TOO_LARGE'
  /** The run was cancelled before this task. */
  | 'CANCELLED'
  /** Nothing listens there. */
  | 'CONNECTION_REFUSED'
  /** The connection broke before an answer began. */
  | 'CONNECTION_RESET'
  /** No connection within the time for one. */
  | 'CONNECT_TIMEOUT'
  /** The host name has no address. */
  | 'DNS_ERROR'
  /** A fault of this registry. */
  | 'INTERNAL'
  /** The agent has no endpoint that this task type can call. */
  | 'NO_ENDPOINT'
  /** An answer or a card that does not follow the protocol. */
  | 'PROTOCOL_ERROR'
  /** 429 until the time for retries was up. */
  | 'RATE_LIMITED'
  /** A redirect, which is not followed. */
  | 'REDIRECT'
  /** An address that must not be called. */
  | 'TARGET_BLOCKED'
  /** The time was up before the answer was complete. */
  | 'TIMEOUT'
  /** No trusted TLS connection. */
  | 'TLS_ERROR'
  /** The answer broke off. */
  | 'TRUNCATED';

/** Whose fault an error is. */
export type FaultClass =
  /** The agent's. */
  | 'AGENT'
  /** This registry's own. */
  | 'EXAMINER'
  /** The judging model's. */
  | 'JUDGE'
  /** Of the way between. */
  | 'NETWORK'
  /** The agent's, in speaking the protocol. */
  | 'PROTOCOL'
  /** The simulated user's. */
  | 'SIMULATOR';

/** Where one agent's part of a run stands. */
export type RunAgentStatus =
  /** Through. */
  | 'FINISHED'
  /** Under way. */
  | 'RUNNING'
  /** Not begun. */
  | 'WAITING';

/** What happened. */
export type RunEventKind =
  /** An agent is through. */
  | 'AGENT_FINISHED'
  /** An agent is being called. */
  | 'AGENT_STARTED'
  /** Someone asked the run to stop. */
  | 'CANCEL_REQUESTED'
  /** A result was stored. */
  | 'RESULT_RECORDED'
  /** The run ended; nothing comes after this. */
  | 'RUN_FINISHED'
  /** The run was made. */
  | 'RUN_QUEUED'
  /** The run was taken up. */
  | 'RUN_STARTED'
  /** Where the run stands as of `seq`. Sent first when `after` was not given; not an event of its own. */
  | 'SNAPSHOT';

/** Where a run stands. COMPLETED, FAILED and CANCELLED are final. */
export type RunStatus =
  /** Stopped on request; what was recorded stays. */
  | 'CANCELLED'
  /** Asked to stop; calls in flight are finishing. */
  | 'CANCELLING'
  /** Every task was tried on every agent. */
  | 'COMPLETED'
  /** The examiner itself failed: not one task could be measured. */
  | 'FAILED'
  /** Not taken up yet. */
  | 'QUEUED'
  /** Under way. */
  | 'RUNNING';

/** What started a run. */
export type RunTrigger =
  /** Someone, by `runSuite`. */
  | 'MANUAL'
  /** The suite's interval. */
  | 'SCHEDULE';

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

export type RunQueryVariables = Exact<{
  id: string;
}>;


export type RunQuery = { run: { trigger: Types.RunTrigger, trial: boolean, createdAt: string, id: string, status: Types.RunStatus, startedAt: string | null, finishedAt: string | null, lastSeq: number, suite: { id: string, key: string, name: string, deletedAt: string | null }, suiteVersion: { version: number, digest: string }, tasks: Array<{ id: string, name: string, input: string, scorer: Types.Scorer, expected: string, weight: number, position: number }>, skipped: Array<{ did: string, reason: string }>, progress: { agents: number, agentsFinished: number, total: number, recorded: number, passed: number, failed: number, errors: number, cancelled: number, examinerFaults: number } } | null };

export type RunAgentsQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type RunAgentsQuery = { run: { id: string, agents: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, status: Types.RunAgentStatus, suiteScore: number | null, passed: number, recorded: number, results: Array<{ id: string, score: number | null, passed: boolean | null, error: Types.ErrorCode | null, fault: Types.FaultClass | null, latencyMs: number | null, task: { id: string } }>, agent: { id: string, did: string, name: string } }> } } | null };

export type RunStateFragment = { id: string, status: Types.RunStatus, startedAt: string | null, finishedAt: string | null, lastSeq: number, progress: { agents: number, agentsFinished: number, total: number, recorded: number, passed: number, failed: number, errors: number, cancelled: number, examinerFaults: number } };

export type RowFragment = { id: string, status: Types.RunAgentStatus, suiteScore: number | null, passed: number, recorded: number, agent: { id: string, did: string, name: string } };

export type CellFragment = { id: string, score: number | null, passed: boolean | null, error: Types.ErrorCode | null, fault: Types.FaultClass | null, latencyMs: number | null, task: { id: string } };

export type RunEventsSubscriptionVariables = Exact<{
  runId: string;
  after?: number | null | undefined;
}>;


export type RunEventsSubscription = { runEvents: { seq: number, at: string, kind: Types.RunEventKind, result: { id: string, score: number | null, passed: boolean | null, error: Types.ErrorCode | null, fault: Types.FaultClass | null, latencyMs: number | null, agent: { did: string }, task: { id: string } } | null, runAgent: { id: string, status: Types.RunAgentStatus, suiteScore: number | null, passed: number, recorded: number, agent: { id: string, did: string, name: string } } | null, run: { id: string, status: Types.RunStatus, startedAt: string | null, finishedAt: string | null, lastSeq: number, progress: { agents: number, agentsFinished: number, total: number, recorded: number, passed: number, failed: number, errors: number, cancelled: number, examinerFaults: number } } } };

export type CancelRunMutationVariables = Exact<{
  input: Types.CancelRunInput;
}>;


export type CancelRunMutation = { cancelRun: { run: { id: string, status: Types.RunStatus, startedAt: string | null, finishedAt: string | null, lastSeq: number, progress: { agents: number, agentsFinished: number, total: number, recorded: number, passed: number, failed: number, errors: number, cancelled: number, examinerFaults: number } } | null, userErrors: Array<{ code: Types.UserErrorCode, message: string, field: string | null }> } };

export const RunStateFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeq"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"}},{"kind":"Field","name":{"kind":"Name","value":"agentsFinished"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"errors"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"examinerFaults"}}]}}]} as unknown as DocumentNode<RunStateFragment, unknown>;
export const RowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suiteScore"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}}]}}]} as unknown as DocumentNode<RowFragment, unknown>;
export const CellFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Result"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}}]}}]} as unknown as DocumentNode<CellFragment, unknown>;
export const RunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Run"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}},{"kind":"Field","name":{"kind":"Name","value":"trigger"}},{"kind":"Field","name":{"kind":"Name","value":"trial"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"suite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"suiteVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"digest"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tasks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"scorer"}},{"kind":"Field","name":{"kind":"Name","value":"expected"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"position"}}]}},{"kind":"Field","name":{"kind":"Name","value":"skipped"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"}},{"kind":"Field","name":{"kind":"Name","value":"agentsFinished"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"errors"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"examinerFaults"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeq"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}}]} as unknown as DocumentNode<RunQuery, RunQueryVariables>;
export const RunAgentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunAgents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Page"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cell"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Page"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suiteScore"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Result"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}}]}}]} as unknown as DocumentNode<RunAgentsQuery, RunAgentsQueryVariables>;
export const RunEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Cell"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"did"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"runAgent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Row"}}]}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"}},{"kind":"Field","name":{"kind":"Name","value":"agentsFinished"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"errors"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"examinerFaults"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Cell"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Result"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Row"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suiteScore"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeq"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}}]} as unknown as DocumentNode<RunEventsSubscription, RunEventsSubscriptionVariables>;
export const CancelRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelRunInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelRun"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RunState"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Trouble"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Progress"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RunProgress"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agents"}},{"kind":"Field","name":{"kind":"Name","value":"agentsFinished"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"recorded"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"errors"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}},{"kind":"Field","name":{"kind":"Name","value":"examinerFaults"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RunState"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Run"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeq"}},{"kind":"Field","name":{"kind":"Name","value":"progress"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Progress"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Trouble"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]} as unknown as DocumentNode<CancelRunMutation, CancelRunMutationVariables>;