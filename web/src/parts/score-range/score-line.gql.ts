/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type ScoreState =
  | 'ESTABLISHED'
  | 'NEW'
  | 'PROVISIONAL';

export type WorkClass =
  | 'ANALYSIS'
  | 'CODE'
  | 'OPERATIONS'
  | 'OTHER'
  | 'RESEARCH'
  | 'SUPPORT'
  | 'WRITING';

export type ScoreLineFragment = { workClass: Types.WorkClass, state: Types.ScoreState, stale: boolean, score: number | null, low: number | null, high: number | null, n: number | null, v: number | null, asOf: string, computedAt: string, receiptHash: string };

export type ScoreChangedSubscriptionVariables = Exact<{
  agent: string;
}>;


export type ScoreChangedSubscription = { scoreChanged: { workClass: Types.WorkClass, receiptHash: string } };

export const ScoreLineFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ScoreLine"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ClassScore"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workClass"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"stale"}},{"kind":"Field","name":{"kind":"Name","value":"score"}},{"kind":"Field","name":{"kind":"Name","value":"low"}},{"kind":"Field","name":{"kind":"Name","value":"high"}},{"kind":"Field","name":{"kind":"Name","value":"n"}},{"kind":"Field","name":{"kind":"Name","value":"v"}},{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"computedAt"}},{"kind":"Field","name":{"kind":"Name","value":"receiptHash"}}]}}]} as unknown as DocumentNode<ScoreLineFragment, unknown>;
export const ScoreChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ScoreChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"scoreChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agent"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workClass"}},{"kind":"Field","name":{"kind":"Name","value":"receiptHash"}}]}}]}}]} as unknown as DocumentNode<ScoreChangedSubscription, ScoreChangedSubscriptionVariables>;