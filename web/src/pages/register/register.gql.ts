/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../gql/schema';

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Which way an agent is spoken to. */
export type Binding =
  /** Plain HTTP: only http_probe suites reach it. */
  | 'HTTP'
  /** A2A over HTTP+JSON (REST). */
  | 'HTTP_JSON'
  /** A2A over JSON-RPC. */
  | 'JSONRPC';

/** One source at most: `cardUrl`, `card` or `endpoint`. None of them: `did` must be a did:web, which is resolved. */
export type RegisterAgentInput = {
  /** The card itself, as an object or as JSON text. */
  card?: unknown;
  /** Where its A2A card is published. */
  cardUrl?: string | null | undefined;
  /** Without it, a card URL or an endpoint gives `did:web:<host>`. */
  did?: string | null | undefined;
  /** An HTTP(S) address called as it stands. Registering it calls nothing. */
  endpoint?: string | null | undefined;
  /** Registry at which the agent is homed, when not here. */
  homeRegistry?: string | null | undefined;
  /** Default: the card's name, else the host. */
  name?: string | null | undefined;
  /** Who answers for it. */
  owner?: string | null | undefined;
  /** Evaluate it, and keep it off the board. */
  testAgent?: boolean | null | undefined;
};

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

export type RegisterAgentMutationVariables = Exact<{
  input: Types.RegisterAgentInput;
}>;


export type RegisterAgentMutation = { registerAgent: { agent: { id: string, did: string, name: string, owner: string, cardUrl: string | null, fingerprint: string, protocolVersion: string | null, endpoint: string | null, binding: Types.Binding | null, active: boolean, homeRegistry: string | null, testAgent: boolean, registeredAt: string, updatedAt: string, cardRefreshedAt: string | null, cardProblem: string | null, removedAt: string | null } | null, userErrors: Array<{ code: Types.UserErrorCode, message: string, field: string | null }> } };


export const RegisterAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RegisterAgentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"AgentFacts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Trouble"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"AgentFacts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Agent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"did"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"owner"}},{"kind":"Field","name":{"kind":"Name","value":"cardUrl"}},{"kind":"Field","name":{"kind":"Name","value":"fingerprint"}},{"kind":"Field","name":{"kind":"Name","value":"protocolVersion"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"}},{"kind":"Field","name":{"kind":"Name","value":"binding"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"homeRegistry"}},{"kind":"Field","name":{"kind":"Name","value":"testAgent"}},{"kind":"Field","name":{"kind":"Name","value":"registeredAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"cardRefreshedAt"}},{"kind":"Field","name":{"kind":"Name","value":"cardProblem"}},{"kind":"Field","name":{"kind":"Name","value":"removedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Trouble"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"field"}}]}}]} as unknown as DocumentNode<RegisterAgentMutation, RegisterAgentMutationVariables>;