/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type ResultQueryVariables = Exact<{
  id: string;
}>;


export type ResultQuery = { node:
    | { __typename: 'Agent' }
    | { __typename: 'Result', id: string, seq: number, suiteDigest: string, score: number | null, passed: boolean | null, latencyMs: number | null, error: Types.ErrorCode | null, errorDetail: string | null, fault: Types.FaultClass | null, attempts: number, fingerprint: string, at: string, evidenceHash: string | null, run: { id: string, trial: boolean, status: Types.RunStatus, suiteVersion: { version: number } }, suite: { id: string, key: string, name: string, deletedAt: string | null }, agent: { id: string, did: string, name: string, fingerprint: string }, task: { id: string, name: string, input: string, scorer: Types.Scorer, expected: string, weight: number, position: number }, timings: { dnsMs: number | null, connectMs: number | null, tlsMs: number | null, firstByteMs: number | null, totalMs: number } | null, verdict: { reason: string, matches: Array<{ start: number, end: number }> }, evidence: { body: string, exchanges: Array<{ method: string, url: string, requestBody: string, status: number | null, responseBody: string, requestHeaders: Array<{ name: string, value: string }>, responseHeaders: Array<{ name: string, value: string }> }> } | null }
    | { __typename: 'Run' }
    | { __typename: 'RunAgent' }
    | { __typename: 'Suite' }
   | null };

export type RunOrderQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type RunOrderQuery = { run: { id: string, agents: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, agent: { did: string }, results: Array<{ id: string }> }> } } | null };


export const ResultDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Result"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Result"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"seq"}},{"kind":"Field","name":{"kind":"Name","value":"suiteDigest"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"passed"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"errorDetail"}},{"kind":"Field","name":{"kind":"Name","value":"fault"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"evidenceHash"}},{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"trial"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suiteVersion"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"suite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"deletedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}}]}},{"kind":"Field","name":{"kind":"Name","value":"task"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"scorer"}},{"kind":"Field","name":{"kind":"Name","value":"expected"}},{"kind":"Field","name":{"kind":"Name","value":"weight"}},{"kind":"Field","name":{"kind":"Name","value":"position"}}]}},{"kind":"Field","name":{"kind":"Name","value":"timings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dnsMs"}},{"kind":"Field","name":{"kind":"Name","value":"connectMs"}},{"kind":"Field","name":{"kind":"Name","value":"tlsMs"}},{"kind":"Field","name":{"kind":"Name","value":"firstByteMs"}},{"kind":"Field","name":{"kind":"Name","value":"totalMs"}}]}},{"kind":"Field","name":{"kind":"Name","value":"verdict"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"matches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"end"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"evidence"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"exchanges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"requestHeaders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"requestBody"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"responseHeaders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"responseBody"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<ResultQuery, ResultQueryVariables>;
export const RunOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Page"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"did"}}]}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Page"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<RunOrderQuery, RunOrderQueryVariables>;