export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** Bytes as standard base64. Agent output is kept as bytes, since it need not be text. */
  Base64: { input: string; output: string; }
  /** An instant, RFC 3339 with milliseconds, in UTC. */
  DateTime: { input: string; output: string; }
  /** Any JSON value. As an input, a string that holds JSON text is read as that JSON. */
  JSON: { input: unknown; output: unknown; }
  /** An amount of money in integer minor units, as a string of digits. As an input, an integer is taken too. */
  MinorUnits: { input: string; output: string; }
};

/** Input of `addTask`. */
export type AddTaskInput = {
  /** Place among the tasks, from 0; default: last. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** The suite, by key or id. */
  suiteKey: Scalars['String']['input'];
  /** The task. */
  task: TaskInput;
};

/** What came of `addTask`. */
export type AddTaskPayload = {
  /** Its suite as it is now. */
  suite?: Maybe<Suite>;
  /** The task as it is now. */
  task?: Maybe<Task>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** A live agent, homed here or mirrored from another registry. */
export type Agent = Node & {
  /** Whether suites without a target list aim at it, and named targets are called. */
  active: Scalars['Boolean']['output'];
  /** How it is spoken to; null where it has no endpoint. */
  binding?: Maybe<Binding>;
  /** The card as it was published; null for a bare endpoint. */
  card?: Maybe<Scalars['JSON']['output']>;
  /** Why the last reading of the card failed; null when it went well. */
  cardProblem?: Maybe<Scalars['String']['output']>;
  /** When its card was last read; null: never. */
  cardRefreshedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where its card was read; null for an inline card or a bare endpoint. */
  cardUrl?: Maybe<Scalars['String']['output']>;
  /** Its decentralized identifier, in canonical spelling. */
  did: Scalars['String']['output'];
  /** Where it is called; null when its card names no interface that we speak (every task then scores 0, `no_endpoint`). */
  endpoint?: Maybe<Scalars['String']['output']>;
  /** SHA-256 (hex) over the canonical card and the protocol version; of a bare endpoint, over the endpoint. */
  fingerprint: Scalars['String']['output'];
  /** What changed about this agent, newest first. */
  history: Array<AgentEvent>;
  /** Set when the agent is homed at another registry: such mirrors are never evaluated here. */
  homeRegistry?: Maybe<Scalars['String']['output']>;
  /** Its id here. Its name in the world is `did`. */
  id: Scalars['ID']['output'];
  /** What it is called. */
  name: Scalars['String']['output'];
  /** Who answers for it; empty when not said. */
  owner: Scalars['String']['output'];
  /** A2A protocol version the chosen interface speaks; null for plain HTTP. */
  protocolVersion?: Maybe<Scalars['String']['output']>;
  /** When it was first registered here. */
  registeredAt: Scalars['DateTime']['output'];
  /** When it was removed; null: it was not. */
  removedAt?: Maybe<Scalars['DateTime']['output']>;
  /** This agent's public results, newest first. */
  results: ResultConnection;
  /** This agent's board entry, over all suites or one; null while it has no public results. */
  standing?: Maybe<LeaderboardEntry>;
  /** A test agent is evaluated, and stays off the board. */
  testAgent: Scalars['Boolean']['output'];
  /** When anything about it last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** A live agent, homed here or mirrored from another registry. */
export type AgentHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** A live agent, homed here or mirrored from another registry. */
export type AgentResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  passed?: InputMaybe<Scalars['Boolean']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
};


/** A live agent, homed here or mirrored from another registry. */
export type AgentStandingArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
};

/** A page of agents. */
export type AgentConnection = {
  /** The items with their cursors. */
  edges: Array<AgentEdge>;
  /** The items. */
  nodes: Array<Agent>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** An agent in a page. */
export type AgentEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Agent;
};

/** A dated change of an agent. */
export type AgentEvent = {
  /** When it changed. */
  at: Scalars['DateTime']['output'];
  /** What changed, in words. */
  detail: Scalars['String']['output'];
  /** Fingerprint after the change. */
  fingerprint: Scalars['String']['output'];
  /** What kind of change it was. */
  kind: AgentEventKind;
  /** Fingerprint before the change; null when it stayed the same. */
  previousFingerprint?: Maybe<Scalars['String']['output']>;
};

/** What kind of change it was. */
export type AgentEventKind =
  /** It is a target again. */
  | 'ACTIVATED'
  /** The fingerprint changed: another card or another protocol version. */
  | 'CARD_CHANGED'
  /** It is no target any more. */
  | 'DEACTIVATED'
  /** The agent was registered. */
  | 'REGISTERED'
  /** It was taken off targets and board. */
  | 'REMOVED'
  /** Name, owner, endpoint or test mark changed. */
  | 'UPDATED';

/** Which way an agent is spoken to. */
export type Binding =
  /** Plain HTTP: only http_probe suites reach it. */
  | 'HTTP'
  /** A2A over HTTP+JSON (REST). */
  | 'HTTP_JSON'
  /** A2A over JSON-RPC. */
  | 'JSONRPC';

/** A part of a body, in bytes. */
export type ByteRange = {
  /** First byte after. */
  end: Scalars['Int']['output'];
  /** First byte. */
  start: Scalars['Int']['output'];
};

/** Input of `cancelRun`. */
export type CancelRunInput = {
  /** The run. */
  runId: Scalars['ID']['input'];
};

/** What came of `cancelRun`. */
export type CancelRunPayload = {
  /** The run as it is now. */
  run?: Maybe<Run>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** Input of `deleteSuite`. */
export type DeleteSuiteInput = {
  /** The suite, by key or id. */
  key: Scalars['String']['input'];
};

/** What came of `deleteSuite`. */
export type DeleteSuitePayload = {
  /** The suite, deleted. */
  suite?: Maybe<Suite>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
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

/** What was sent and received, byte for byte. */
export type Evidence = {
  /** The bytes the scorer saw: of HTTP the decoded body, of A2A the text of the reply. */
  body: Scalars['Base64']['output'];
  /** The same as text: invalid UTF-8 replaced, nothing else changed. */
  bodyText: Scalars['String']['output'];
  /** Requests and responses, in order. */
  exchanges: Array<Exchange>;
};

/** One HTTP request and its response. */
export type Exchange = {
  /** Of the request. */
  method: Scalars['String']['output'];
  /** As it was sent. */
  requestBody: Scalars['Base64']['output'];
  /** The same as text: invalid UTF-8 replaced, nothing else changed. */
  requestBodyText: Scalars['String']['output'];
  /** As they were sent. */
  requestHeaders: Array<Header>;
  /** The body with its content encoding undone. */
  responseBody: Scalars['Base64']['output'];
  /** The same as text: invalid UTF-8 replaced, nothing else changed. */
  responseBodyText: Scalars['String']['output'];
  /** As they came. */
  responseHeaders: Array<Header>;
  /** Null when no response came. */
  status?: Maybe<Scalars['Int']['output']>;
  /** Of the request. */
  url: Scalars['String']['output'];
};

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

/** One header line. */
export type Header = {
  /** Its name. */
  name: Scalars['String']['output'];
  /** Its value. */
  value: Scalars['String']['output'];
};

/** Where the true mean lies with 95 % confidence, within [0, 1]. */
export type Interval = {
  /** Its upper end. */
  high: Scalars['Float']['output'];
  /** Its lower end. */
  low: Scalars['Float']['output'];
  /** How it was computed. */
  method: IntervalMethod;
};

/** How an interval was computed. */
export type IntervalMethod =
  /** Student's t interval of the mean. */
  | 'STUDENT_T'
  /** Wilson's score interval, where every score is 0 or 1. */
  | 'WILSON';

/** News that the board is another one now; read it again. */
export type LeaderboardChange = {
  /** When it changed. */
  at: Scalars['DateTime']['output'];
  /** The suites whose results changed, by key. */
  suites: Array<Scalars['String']['output']>;
};

/** A page of entries. */
export type LeaderboardConnection = {
  /** The items with their cursors. */
  edges: Array<LeaderboardEdge>;
  /** The items. */
  nodes: Array<LeaderboardEntry>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** An entry in a page. */
export type LeaderboardEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: LeaderboardEntry;
};

/** One agent's standing. A test agent, a mirror or a removed agent has none. */
export type LeaderboardEntry = {
  /** Whose standing it is. */
  agent: Agent;
  /** Answered ÷ attempted. */
  availability: Scalars['Float']['output'];
  /** 1 + the number of agents that are surely better: whose interval lies wholly above this one's. */
  bestRank: Scalars['Int']['output'];
  /** Mean score of the answered ones; null when none was answered. */
  capability?: Maybe<Scalars['Float']['output']>;
  /** 95 % interval of the mean: Wilson where every score is 0 or 1, else Student's t. */
  interval: Interval;
  /** When the newest of these results was recorded. */
  lastAt: Scalars['DateTime']['output'];
  /** Mean score over all counted results. */
  meanScore: Scalars['Float']['output'];
  /** Place in the order asked for, from 1. */
  rank: Scalars['Int']['output'];
  /** Number of recorded results behind the mean. */
  runs: Scalars['Int']['output'];
  /** Fewer than 30 results or fewer than 3 suite runs. */
  smallSample: Scalars['Boolean']['output'];
  /** Number of distinct suite runs behind it. */
  suiteRuns: Scalars['Int']['output'];
  /** Rows outside the mean: cancelled, or the examiner's fault. */
  uncounted: Scalars['Int']['output'];
  /** The number of agents that are not surely worse, itself included. */
  worstRank: Scalars['Int']['output'];
};

/** By what the board is sorted. */
export type LeaderboardOrder =
  /** Low end of the interval, descending; then as above. Ranks small samples by what is sure. */
  | 'LOWER_BOUND'
  /** Mean, descending; then the number of results, descending; then DID. */
  | 'MEAN';

/** The runs under way at one instant. */
export type LiveRuns = {
  /** Those the caller may see, newest first. */
  runs: Array<Run>;
};

export type Mutation = {
  /** Add a task to a suite. Admin. */
  addTask: AddTaskPayload;
  /** Stop a run: calls in flight finish and are kept, the rest is recorded as cancelled. Admin. */
  cancelRun: CancelRunPayload;
  /** Delete a suite: its tasks go, the record of its runs stays readable. Admin. */
  deleteSuite: DeleteSuitePayload;
  /** Create a suite, or change the fields given of the one with this key. `tasks`, when given, replaces them all. Admin. */
  putSuite: PutSuitePayload;
  /** Fetch the agent's card again; a changed fingerprint becomes an event of its history. Admin. */
  refreshAgentCard: RefreshAgentCardPayload;
  /** Register an agent by one of: the URL of its card, an inline card, a `did:web` alone, a bare HTTP endpoint. Admin. */
  registerAgent: RegisterAgentPayload;
  /** Take an agent off targets and board. Its record stays. Admin. */
  removeAgent: RemoveAgentPayload;
  /** Take a task off its suite. Admin. */
  removeTask: RemoveTaskPayload;
  /** Run a suite now. On a draft it is a trial: recorded, outside the public record. Admin; a conflict while the gate is down. */
  runSuite: RunSuitePayload;
  /** Change an agent's name, owner, endpoint, activity or test mark. Admin. */
  updateAgent: UpdateAgentPayload;
  /** Change the fields given; `position` moves the task. Admin. */
  updateTask: UpdateTaskPayload;
};


export type MutationAddTaskArgs = {
  input: AddTaskInput;
};


export type MutationCancelRunArgs = {
  input: CancelRunInput;
};


export type MutationDeleteSuiteArgs = {
  input: DeleteSuiteInput;
};


export type MutationPutSuiteArgs = {
  input: PutSuiteInput;
};


export type MutationRefreshAgentCardArgs = {
  input: RefreshAgentCardInput;
};


export type MutationRegisterAgentArgs = {
  input: RegisterAgentInput;
};


export type MutationRemoveAgentArgs = {
  input: RemoveAgentInput;
};


export type MutationRemoveTaskArgs = {
  input: RemoveTaskInput;
};


export type MutationRunSuiteArgs = {
  input: RunSuiteInput;
};


export type MutationUpdateAgentArgs = {
  input: UpdateAgentInput;
};


export type MutationUpdateTaskArgs = {
  input: UpdateTaskInput;
};

/** Anything with an opaque id that `node` can find again. */
export type Node = {
  /** The one id of this thing, the same string at every door. */
  id: Scalars['ID']['output'];
};

/** Where a page stands in its connection. Cursors are bound to the order and the filter they were made under. */
export type PageInfo = {
  /** Cursor of its last item; null when it is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there is more after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there is more before it. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of its first item; null when it is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A field left out stays as it is (in a new suite: its default). Null clears intervalMinutes and targetDids. */
export type PutSuiteInput = {
  /** What is measured, in words. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Check and compare only: nothing is stored. */
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it is published. Default: no. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Minutes between scheduled runs, from 1; null: only by hand. */
  intervalMinutes?: InputMaybe<Scalars['Int']['input']>;
  /** Lower-case letters, digits, `-`, `_` and `.`, 1–64 characters. */
  key: Scalars['String']['input'];
  /** Default: the key. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Whether a run's score enters the trust graph. */
  reputationSignal?: InputMaybe<Scalars['Boolean']['input']>;
  /** What a run can pay an agent; 0: nothing. */
  rewardAmount?: InputMaybe<Scalars['MinorUnits']['input']>;
  /** The agents aimed at; null: all active agents homed here. */
  targetDids?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Default: HTTP_PROBE. */
  taskType?: InputMaybe<TaskType>;
  /** All tasks, in order; they replace those there are. */
  tasks?: InputMaybe<Array<TaskInput>>;
};

/** What came of `putSuite`. */
export type PutSuitePayload = {
  /** What changed, one entry a field or task, such as `task home: weight 1 → 2`; empty when nothing did. */
  changes: Array<Scalars['String']['output']>;
  /** Whether there was no suite of this key before. */
  created: Scalars['Boolean']['output'];
  /** The suite as it is now; as it would be under `dryRun`. */
  suite?: Maybe<Suite>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

export type Query = {
  /** The agent with this DID, also when it was removed; null when there is none. */
  agent?: Maybe<Agent>;
  /** Registered agents by DID. Removed agents are left out unless asked for. */
  agents: AgentConnection;
  /** Agents by the mean of every recorded result, over all suites or one. An unknown suite gives an empty list. */
  leaderboard: LeaderboardConnection;
  /** The thing with this id; null when there is none or the caller may not see it. */
  node?: Maybe<Node>;
  /** The things with these ids (at most 100), in order, null where there is none. */
  nodes: Array<Maybe<Node>>;
  /** This registry: its name, its DID, whether evals run here. */
  registry: Registry;
  /** Public task results, newest first. An unknown agent or suite gives an empty list. */
  results: ResultConnection;
  /** The run with this id; null when there is none or it is a trial and the caller is no admin. */
  run?: Maybe<Run>;
  /** Runs, newest first. Trials are shown to admins only. */
  runs: RunConnection;
  /** The suite with this key; null when there is none or it is a draft and the caller is no admin. */
  suite?: Maybe<Suite>;
  /** The catalog, by key: the enabled suites; for an admin, drafts too. */
  suites: SuiteConnection;
  /** Whether the caller has proven to be the platform admin, and what that allows. */
  viewer: Viewer;
};


export type QueryAgentArgs = {
  did: Scalars['String']['input'];
};


export type QueryAgentsArgs = {
  active?: InputMaybe<Scalars['Boolean']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  includeRemoved?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryLeaderboardArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<LeaderboardOrder>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agent?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  passed?: InputMaybe<Scalars['Boolean']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type QueryRunArgs = {
  id: Scalars['ID']['input'];
};


export type QueryRunsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<Array<RunStatus>>;
  suite?: InputMaybe<Scalars['String']['input']>;
  trial?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QuerySuiteArgs = {
  key: Scalars['String']['input'];
};


export type QuerySuitesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Input of `refreshAgentCard`. */
export type RefreshAgentCardInput = {
  /** The agent. */
  did: Scalars['String']['input'];
};

/** What came of `refreshAgentCard`. */
export type RefreshAgentCardPayload = {
  /** The agent as its card has it now. */
  agent?: Maybe<Agent>;
  /** Whether the fingerprint is another one than before. */
  changed: Scalars['Boolean']['output'];
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** One source at most: `cardUrl`, `card` or `endpoint`. None of them: `did` must be a did:web, which is resolved. */
export type RegisterAgentInput = {
  /** The card itself, as an object or as JSON text. */
  card?: InputMaybe<Scalars['JSON']['input']>;
  /** Where its A2A card is published. */
  cardUrl?: InputMaybe<Scalars['String']['input']>;
  /** Without it, a card URL or an endpoint gives `did:web:<host>`. */
  did?: InputMaybe<Scalars['String']['input']>;
  /** An HTTP(S) address called as it stands. Registering it calls nothing. */
  endpoint?: InputMaybe<Scalars['String']['input']>;
  /** Registry at which the agent is homed, when not here. */
  homeRegistry?: InputMaybe<Scalars['String']['input']>;
  /** Default: the card's name, else the host. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Who answers for it. */
  owner?: InputMaybe<Scalars['String']['input']>;
  /** Evaluate it, and keep it off the board. */
  testAgent?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What came of `registerAgent`. */
export type RegisterAgentPayload = {
  /** The agent as it is registered; null when it is not. */
  agent?: Maybe<Agent>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** This registry. */
export type Registry = {
  /** The registry's own DID, under which it would be found as an agent. */
  did: Scalars['String']['output'];
  /** Whether the runner is on (`EVALS_ENABLED`). While it is off, the record's reads are empty and runs are refused. */
  evalsEnabled: Scalars['Boolean']['output'];
  /** What its operator calls it. */
  name: Scalars['String']['output'];
  /** DID of the oracle under which measurements would enter the trust graph. */
  oracleDid: Scalars['String']['output'];
  /** Of the software. */
  version: Scalars['String']['output'];
};

/** Input of `removeAgent`. */
export type RemoveAgentInput = {
  /** The agent. */
  did: Scalars['String']['input'];
};

/** What came of `removeAgent`. */
export type RemoveAgentPayload = {
  /** The agent, removed. */
  agent?: Maybe<Agent>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** Input of `removeTask`. */
export type RemoveTaskInput = {
  /** The task. */
  taskId: Scalars['ID']['input'];
};

/** What came of `removeTask`. */
export type RemoveTaskPayload = {
  /** The suite as it is now. */
  suite?: Maybe<Suite>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** One task fired at one agent once, and what came of it. */
export type Result = Node & {
  /** The agent as it is now; `fingerprint` says what was called. */
  agent: Agent;
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** How many times the agent was called for this row. */
  attempts: Scalars['Int']['output'];
  /** What kept the task from being answered; null: an answer came, whatever its status. */
  error?: Maybe<ErrorCode>;
  /** What exactly went wrong, in words; may quote the agent. */
  errorDetail?: Maybe<Scalars['String']['output']>;
  /** The bytes that were sent and received; null when nothing was called or they were cleared. */
  evidence?: Maybe<Evidence>;
  /** SHA-256 (hex) of the stored evidence; null when nothing was called. */
  evidenceHash?: Maybe<Scalars['String']['output']>;
  /** Whose fault the error is; null without one, and when cancelled. */
  fault?: Maybe<FaultClass>;
  /** The agent's fingerprint when it was called. */
  fingerprint: Scalars['String']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** Milliseconds from the start of the call to the last byte that counts; null when nothing was called. */
  latencyMs?: Maybe<Scalars['Int']['output']>;
  /** Null where the score is null. */
  passed?: Maybe<Scalars['Boolean']['output']>;
  /** The run it belongs to. */
  run: Run;
  /** In [0, 1]; null when cancelled or the examiner's fault: such rows stay outside every mean. */
  score?: Maybe<Scalars['Float']['output']>;
  /** `seq` of this row among its run's events. */
  seq: Scalars['Int']['output'];
  /** The suite as it is now; `suiteDigest` says what was run. */
  suite: Suite;
  /** Digest of the suite version that was run. */
  suiteDigest: Scalars['String']['output'];
  /** The task as it was run. */
  task: RunTask;
  /** When the phases of the call ended; null when nothing was called. */
  timings?: Maybe<Timings>;
  /** The rule applied again to the stored evidence, in words. */
  verdict: Verdict;
};

/** A page of results. */
export type ResultConnection = {
  /** The items with their cursors. */
  edges: Array<ResultEdge>;
  /** The items. */
  nodes: Array<Result>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** A result in a page. */
export type ResultEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Result;
};

/** One firing of one version of a suite at its targets. */
export type Run = Node & {
  /** The agents evaluated, in order: the rows of the matrix. */
  agents: RunAgentConnection;
  /** When it was queued. */
  createdAt: Scalars['DateTime']['output'];
  /** When it ended; null: not yet. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  id: Scalars['ID']['output'];
  /** `seq` of the newest event. */
  lastSeq: Scalars['Int']['output'];
  /** How far it is. */
  progress: RunProgress;
  /** This run's results, oldest first. */
  results: ResultConnection;
  /** Targets that were named and not evaluated, with the reason. */
  skipped: Array<SkippedTarget>;
  /** When it was taken up; null: not yet. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where it stands. */
  status: RunStatus;
  /** The suite as it is now; `suiteVersion` says what is run. */
  suite: Suite;
  /** What the run measures, whatever becomes of the suite. */
  suiteVersion: SuiteVersion;
  /** The version's tasks, in order: the columns of the matrix. */
  tasks: Array<RunTask>;
  /** A run of a draft: outside results, board, trust and pay. */
  trial: Scalars['Boolean']['output'];
  /** What started it. */
  trigger: RunTrigger;
};


/** One firing of one version of a suite at its targets. */
export type RunAgentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** One firing of one version of a suite at its targets. */
export type RunResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** One agent's part of a run. */
export type RunAgent = Node & {
  /** The agent as it is now. */
  agent: Agent;
  /** The agent's fingerprint at the time of the run; null while waiting. */
  fingerprint?: Maybe<Scalars['String']['output']>;
  /** When its part ended; null: not yet. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its id. */
  id: Scalars['ID']['output'];
  /** Its results that passed. */
  passed: Scalars['Int']['output'];
  /** Its results that are stored. */
  recorded: Scalars['Int']['output'];
  /** The results stored so far, one cell a task, in task order. */
  results: Array<Result>;
  /** When its part began; null: not yet. */
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where its part stands. */
  status: RunAgentStatus;
  /** Weight-averaged mean of the task scores; null until finished, or when no task could be scored. */
  suiteScore?: Maybe<Scalars['Float']['output']>;
};

/** A page of agents' parts. */
export type RunAgentConnection = {
  /** The items with their cursors. */
  edges: Array<RunAgentEdge>;
  /** The items. */
  nodes: Array<RunAgent>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** An agent's part in a page. */
export type RunAgentEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: RunAgent;
};

/** Where one agent's part of a run stands. */
export type RunAgentStatus =
  /** Through. */
  | 'FINISHED'
  /** Under way. */
  | 'RUNNING'
  /** Not begun. */
  | 'WAITING';

/** A page of runs. */
export type RunConnection = {
  /** The items with their cursors. */
  edges: Array<RunEdge>;
  /** The items. */
  nodes: Array<Run>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** A run in a page. */
export type RunEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Run;
};

/** Something that happened in a run. Which of the nullable fields is set follows from `kind`. */
export type RunEvent = {
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** What happened. */
  kind: RunEventKind;
  /** RESULT_RECORDED */
  result?: Maybe<Result>;
  /** The run as it stands when the event is sent: may be ahead of `seq`, never behind. */
  run: Run;
  /** AGENT_STARTED, AGENT_FINISHED */
  runAgent?: Maybe<RunAgent>;
  /** The run. */
  runId: Scalars['ID']['output'];
  /** Counts up by one from 1, without a gap. A snapshot carries the seq it includes. */
  seq: Scalars['Int']['output'];
};

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

/** How far a run is. Results counted here are stored. */
export type RunProgress = {
  /** Agents to be evaluated. */
  agents: Scalars['Int']['output'];
  /** Agents that are through. */
  agentsFinished: Scalars['Int']['output'];
  /** Tasks that were not tried because the run was cancelled. */
  cancelled: Scalars['Int']['output'];
  /** Scored 0 because of an error. */
  errors: Scalars['Int']['output'];
  /** Rows that are the examiner's own fault: no score, outside every mean. */
  examinerFaults: Scalars['Int']['output'];
  /** Scored and not passed, errors included. */
  failed: Scalars['Int']['output'];
  /** Results that passed. */
  passed: Scalars['Int']['output'];
  /** Results that are stored. */
  recorded: Scalars['Int']['output'];
  /** agents × tasks */
  total: Scalars['Int']['output'];
};

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

/** Input of `runSuite`. */
export type RunSuiteInput = {
  /** The same key again gives the same run. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The suite, by key or id. */
  key: Scalars['String']['input'];
};

/** What came of `runSuite`. */
export type RunSuitePayload = {
  /** The run, queued. */
  run?: Maybe<Run>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** A task as the run's suite version holds it. */
export type RunTask = {
  /** What the rule expects. */
  expected: Scalars['String']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** The path or the message that is sent. */
  input: Scalars['String']['output'];
  /** Its name. */
  name: Scalars['String']['output'];
  /** Place among the tasks, from 0. */
  position: Scalars['Int']['output'];
  /** The rule. */
  scorer: Scorer;
  /** Share in the suite score, above 0. */
  weight: Scalars['Float']['output'];
};

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

/** A target that was named and not evaluated. */
export type SkippedTarget = {
  /** Whom the suite names. */
  did: Scalars['String']['output'];
  /** unknown, inactive, removed or mirror */
  reason: Scalars['String']['output'];
};

export type Subscription = {
  /** Sent when results changed the board (of one suite, when given), at most twice a second. */
  leaderboardChanged: LeaderboardChange;
  /** The runs that are queued or under way, sent at once and whenever one starts, moves on or ends. */
  liveRuns: LiveRuns;
  /**
   * A run's events. Without `after`: a snapshot first, then every later event. With `after: n`: events n+1, n+2, … without a gap or a
   * double (`after: 0` replays the whole run). Completes after the event that ends the run.
   */
  runEvents: RunEvent;
};


export type SubscriptionLeaderboardChangedArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionRunEventsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  runId: Scalars['ID']['input'];
};

/** A named battery of tasks aimed at a set of agents. */
export type Suite = Node & {
  /** When it was made. */
  createdAt: Scalars['DateTime']['output'];
  /** When it was deleted; null: it was not. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What is measured, in words. */
  description: Scalars['String']['output'];
  /** SHA-256 (hex) of the canonical definition: what the present version measures. */
  digest: Scalars['String']['output'];
  /** Published: in the catalog and on the schedule. */
  enabled: Scalars['Boolean']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** Minutes between scheduled runs; null means only by hand. */
  intervalMinutes?: Maybe<Scalars['Int']['output']>;
  /** Its name for programs, unique among suites. */
  key: Scalars['String']['output'];
  /** The newest run that is no trial. */
  lastRun?: Maybe<Run>;
  /** Its name for people. */
  name: Scalars['String']['output'];
  /** When the schedule runs it next; null: only by hand, or a draft. */
  nextRunAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether a run can pay a reward. */
  pays: Scalars['Boolean']['output'];
  /** Whether a run's score enters the trust graph. */
  reputationSignal: Scalars['Boolean']['output'];
  /** What a run can pay an agent; 0: nothing. */
  rewardAmount: Scalars['MinorUnits']['output'];
  /** How many runs were recorded, trials apart. */
  runCount: Scalars['Int']['output'];
  /** The agents aimed at; null means all active agents homed here. */
  targetDids?: Maybe<Array<Scalars['String']['output']>>;
  /** How many tasks it has. */
  taskCount: Scalars['Int']['output'];
  /** How its tasks are delivered. */
  taskType: TaskType;
  /** Tasks in order. */
  tasks: Array<Task>;
  /** How many trials of drafts were recorded beside them. */
  trialCount: Scalars['Int']['output'];
  /** When it last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The present version's number, from 1. */
  version: Scalars['Int']['output'];
  /** Past and present versions, newest first. */
  versions: Array<SuiteVersion>;
};


/** A named battery of tasks aimed at a set of agents. */
export type SuiteVersionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of suites. */
export type SuiteConnection = {
  /** The items with their cursors. */
  edges: Array<SuiteEdge>;
  /** The items. */
  nodes: Array<Suite>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many items all pages have; counted only when asked for. */
  totalCount: Scalars['Int']['output'];
};

/** A suite in a page. */
export type SuiteEdge = {
  /** Stands at this item: give it as `after` or `before`. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Suite;
};

/** What a suite measured from one change to the next. */
export type SuiteVersion = {
  /** When it came to be. */
  createdAt: Scalars['DateTime']['output'];
  /** The canonical definition whose SHA-256 is the digest. */
  definition: Scalars['JSON']['output'];
  /** SHA-256 (hex) of `definition`. */
  digest: Scalars['String']['output'];
  /** Its number, from 1. */
  version: Scalars['Int']['output'];
};

/** One scored step. */
export type Task = {
  /** What the rule expects. */
  expected: Scalars['String']['output'];
  /** Its id. */
  id: Scalars['ID']['output'];
  /** The path or the message that is sent. */
  input: Scalars['String']['output'];
  /** Its name, unique in the suite. */
  name: Scalars['String']['output'];
  /** Share of its public results that passed; null while there are none. */
  passRate?: Maybe<Scalars['Float']['output']>;
  /** Place among the tasks, from 0. */
  position: Scalars['Int']['output'];
  /** How many public results it has so far. */
  resultCount: Scalars['Int']['output'];
  /** The rule. */
  scorer: Scorer;
  /** Share in the suite score, above 0. */
  weight: Scalars['Float']['output'];
};

/** A task to be added. */
export type TaskInput = {
  /** What the rule expects; refused when the rule cannot read it. */
  expected?: Scalars['String']['input'];
  /** The path or the message to be sent. */
  input?: Scalars['String']['input'];
  /** Its name, unique in the suite. */
  name: Scalars['String']['input'];
  /** The rule. */
  scorer: Scorer;
  /** Share in the suite score, above 0. */
  weight?: Scalars['Float']['input'];
};

/** How tasks are delivered. */
export type TaskType =
  /** Send a message, the way a client agent would. */
  | 'A2A_MESSAGE'
  /** GET a path on the agent's endpoint. */
  | 'HTTP_PROBE';

/** Milliseconds from the start of the call to the end of each phase's work. Null: the phase did not happen. */
export type Timings = {
  /** The connection stood. */
  connectMs?: Maybe<Scalars['Float']['output']>;
  /** The host name was resolved. */
  dnsMs?: Maybe<Scalars['Float']['output']>;
  /** The first byte of the answer came. */
  firstByteMs?: Maybe<Scalars['Float']['output']>;
  /** The TLS handshake was done. */
  tlsMs?: Maybe<Scalars['Float']['output']>;
  /** The last byte that counts came. */
  totalMs: Scalars['Float']['output'];
};

/** Only the fields given change. */
export type UpdateAgentInput = {
  /** Whether it is a target. */
  active?: InputMaybe<Scalars['Boolean']['input']>;
  /** The agent, which this does not change. */
  did: Scalars['String']['input'];
  /** Where it is called. Of an agent with a card, the card says it. */
  endpoint?: InputMaybe<Scalars['String']['input']>;
  /** What it is called. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Who answers for it. */
  owner?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is evaluated and kept off the board. */
  testAgent?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What came of `updateAgent`. */
export type UpdateAgentPayload = {
  /** The agent as it is now. */
  agent?: Maybe<Agent>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** Only the fields given change. */
export type UpdateTaskInput = {
  /** What the rule expects. */
  expected?: InputMaybe<Scalars['String']['input']>;
  /** The path or the message to be sent. */
  input?: InputMaybe<Scalars['String']['input']>;
  /** Its name, unique in the suite. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Place among the tasks, from 0. */
  position?: InputMaybe<Scalars['Int']['input']>;
  /** The rule. */
  scorer?: InputMaybe<Scorer>;
  /** The task. */
  taskId: Scalars['ID']['input'];
  /** Share in the suite score, above 0. */
  weight?: InputMaybe<Scalars['Float']['input']>;
};

/** What came of `updateTask`. */
export type UpdateTaskPayload = {
  /** Its suite as it is now. */
  suite?: Maybe<Suite>;
  /** The task as it is now. */
  task?: Maybe<Task>;
  /** Why nothing was done; empty when it was. */
  userErrors: Array<UserError>;
};

/** What was wrong with an input, for a program (`code`), for a person (`message`), and where (`field`). */
export type UserError = {
  /** Why, for a program. */
  code: UserErrorCode;
  /** Path of the input field that must change, such as `tasks.0.expected`; null when no single field is at fault. */
  field?: Maybe<Scalars['String']['output']>;
  /** Why, and what would be right. */
  message: Scalars['String']['output'];
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

/** Why a result passed or not. */
export type Verdict = {
  /** Byte ranges of the scored body that decided, in order. Empty when none did. */
  matches: Array<ByteRange>;
  /** One sentence, such as `The body contains the expected text at byte 12.` */
  reason: Scalars['String']['output'];
};

/** The caller. */
export type Viewer = {
  /** True when the platform-admin credential was presented. */
  admin: Scalars['Boolean']['output'];
};
