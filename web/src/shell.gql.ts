/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from './gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type ShellQueryVariables = Exact<{ [key: string]: never; }>;


export type ShellQuery = { registry: { name: string, did: string, evalsEnabled: boolean, version: string }, viewer: { admin: boolean } };

export type LiveRunsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type LiveRunsSubscription = { liveRuns: { runs: Array<{ id: string, status: Types.RunStatus, suite: { name: string } }> } };


export const ShellDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Shell"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registry"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"evalsEnabled"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"admin"}}]}}]}}]} as unknown as DocumentNode<ShellQuery, ShellQueryVariables>;
export const LiveRunsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"LiveRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liveRuns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runs"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"suite"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LiveRunsSubscription, LiveRunsSubscriptionVariables>;