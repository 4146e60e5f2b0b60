export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  Base64: { input: string; output: string; }
  DateTime: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
  MinorUnits: { input: string; output: string; }
};

export type AddTaskInput = {
  position?: InputMaybe<Scalars['Int']['input']>;
  suiteKey: Scalars['String']['input'];
  task: TaskInput;
};

export type AddTaskPayload = {
  suite?: Maybe<Suite>;
  task?: Maybe<Task>;
  userErrors: Array<UserError>;
};

export type Agent = Node & {
  active: Scalars['Boolean']['output'];
  binding?: Maybe<Binding>;
  card?: Maybe<Scalars['JSON']['output']>;
  cardProblem?: Maybe<Scalars['String']['output']>;
  cardRefreshedAt?: Maybe<Scalars['DateTime']['output']>;
  cardUrl?: Maybe<Scalars['String']['output']>;
  did: Scalars['String']['output'];
  endpoint?: Maybe<Scalars['String']['output']>;
  fingerprint: Scalars['String']['output'];
  history: Array<AgentEvent>;
  homeRegistry?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  owner: Scalars['String']['output'];
  protocolVersion?: Maybe<Scalars['String']['output']>;
  registeredAt: Scalars['DateTime']['output'];
  removedAt?: Maybe<Scalars['DateTime']['output']>;
  results: ResultConnection;
  standing?: Maybe<LeaderboardEntry>;
  testAgent: Scalars['Boolean']['output'];
  updatedAt: Scalars['DateTime']['output'];
};


export type AgentHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type AgentResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  passed?: InputMaybe<Scalars['Boolean']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type AgentStandingArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
};

export type AgentConnection = {
  edges: Array<AgentEdge>;
  nodes: Array<Agent>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type AgentEdge = {
  cursor: Scalars['String']['output'];
  node: Agent;
};

export type AgentEvent = {
  at: Scalars['DateTime']['output'];
  detail: Scalars['String']['output'];
  fingerprint: Scalars['String']['output'];
  kind: AgentEventKind;
  previousFingerprint?: Maybe<Scalars['String']['output']>;
};

export type AgentEventKind =
  | 'ACTIVATED'
  | 'CARD_CHANGED'
  | 'DEACTIVATED'
  | 'REGISTERED'
  | 'REMOVED'
  | 'UPDATED';

export type Binding =
  | 'HTTP'
  | 'HTTP_JSON'
  | 'JSONRPC';

export type ByteRange = {
  end: Scalars['Int']['output'];
  start: Scalars['Int']['output'];
};

export type CancelRunInput = {
  runId: Scalars['ID']['input'];
};

export type CancelRunPayload = {
  run?: Maybe<Run>;
  userErrors: Array<UserError>;
};

export type DeleteSuiteInput = {
  key: Scalars['String']['input'];
};

export type DeleteSuitePayload = {
  suite?: Maybe<Suite>;
  userErrors: Array<UserError>;
};

export type ErrorCode =
  | 'A2A_ERROR'
  | 'BODY_TOO_LARGE'
  | 'CANCELLED'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_RESET'
  | 'CONNECT_TIMEOUT'
  | 'DNS_ERROR'
  | 'INTERNAL'
  | 'NO_ENDPOINT'
  | 'PROTOCOL_ERROR'
  | 'RATE_LIMITED'
  | 'REDIRECT'
  | 'TARGET_BLOCKED'
  | 'TIMEOUT'
  | 'TLS_ERROR'
  | 'TRUNCATED';

export type Evidence = {
  body: Scalars['Base64']['output'];
  bodyText: Scalars['String']['output'];
  exchanges: Array<Exchange>;
};

export type Exchange = {
  method: Scalars['String']['output'];
  requestBody: Scalars['Base64']['output'];
  requestBodyText: Scalars['String']['output'];
  requestHeaders: Array<Header>;
  responseBody: Scalars['Base64']['output'];
  responseBodyText: Scalars['String']['output'];
  responseHeaders: Array<Header>;
  status?: Maybe<Scalars['Int']['output']>;
  url: Scalars['String']['output'];
};

export type FaultClass =
  | 'AGENT'
  | 'EXAMINER'
  | 'JUDGE'
  | 'NETWORK'
  | 'PROTOCOL'
  | 'SIMULATOR';

export type Header = {
  name: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type Interval = {
  high: Scalars['Float']['output'];
  low: Scalars['Float']['output'];
  method: IntervalMethod;
};

export type IntervalMethod =
  | 'STUDENT_T'
  | 'WILSON';

export type LeaderboardChange = {
  at: Scalars['DateTime']['output'];
  suites: Array<Scalars['String']['output']>;
};

export type LeaderboardConnection = {
  edges: Array<LeaderboardEdge>;
  nodes: Array<LeaderboardEntry>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type LeaderboardEdge = {
  cursor: Scalars['String']['output'];
  node: LeaderboardEntry;
};

export type LeaderboardEntry = {
  agent: Agent;
  availability: Scalars['Float']['output'];
  bestRank: Scalars['Int']['output'];
  capability?: Maybe<Scalars['Float']['output']>;
  interval: Interval;
  lastAt: Scalars['DateTime']['output'];
  meanScore: Scalars['Float']['output'];
  rank: Scalars['Int']['output'];
  runs: Scalars['Int']['output'];
  smallSample: Scalars['Boolean']['output'];
  suiteRuns: Scalars['Int']['output'];
  uncounted: Scalars['Int']['output'];
  worstRank: Scalars['Int']['output'];
};

export type LeaderboardOrder =
  | 'LOWER_BOUND'
  | 'MEAN';

export type LiveRuns = {
  runs: Array<Run>;
};

export type Mutation = {
  addTask: AddTaskPayload;
  cancelRun: CancelRunPayload;
  deleteSuite: DeleteSuitePayload;
  putSuite: PutSuitePayload;
  refreshAgentCard: RefreshAgentCardPayload;
  registerAgent: RegisterAgentPayload;
  removeAgent: RemoveAgentPayload;
  removeTask: RemoveTaskPayload;
  runSuite: RunSuitePayload;
  updateAgent: UpdateAgentPayload;
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

export type Node = {
  id: Scalars['ID']['output'];
};

export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type PutSuiteInput = {
  description?: InputMaybe<Scalars['String']['input']>;
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  intervalMinutes?: InputMaybe<Scalars['Int']['input']>;
  key: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  reputationSignal?: InputMaybe<Scalars['Boolean']['input']>;
  rewardAmount?: InputMaybe<Scalars['MinorUnits']['input']>;
  targetDids?: InputMaybe<Array<Scalars['String']['input']>>;
  taskType?: InputMaybe<TaskType>;
  tasks?: InputMaybe<Array<TaskInput>>;
};

export type PutSuitePayload = {
  changes: Array<Scalars['String']['output']>;
  created: Scalars['Boolean']['output'];
  suite?: Maybe<Suite>;
  userErrors: Array<UserError>;
  warnings: Array<Scalars['String']['output']>;
};

export type Query = {
  agent?: Maybe<Agent>;
  agents?: Maybe<AgentConnection>;
  leaderboard?: Maybe<LeaderboardConnection>;
  node?: Maybe<Node>;
  nodes?: Maybe<Array<Maybe<Node>>>;
  registry: Registry;
  results?: Maybe<ResultConnection>;
  run?: Maybe<Run>;
  runs?: Maybe<RunConnection>;
  suite?: Maybe<Suite>;
  suites?: Maybe<SuiteConnection>;
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

export type RefreshAgentCardInput = {
  did: Scalars['String']['input'];
};

export type RefreshAgentCardPayload = {
  agent?: Maybe<Agent>;
  changed: Scalars['Boolean']['output'];
  userErrors: Array<UserError>;
};

export type RegisterAgentInput = {
  card?: InputMaybe<Scalars['JSON']['input']>;
  cardUrl?: InputMaybe<Scalars['String']['input']>;
  did?: InputMaybe<Scalars['String']['input']>;
  endpoint?: InputMaybe<Scalars['String']['input']>;
  homeRegistry?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  owner?: InputMaybe<Scalars['String']['input']>;
  testAgent?: InputMaybe<Scalars['Boolean']['input']>;
};

export type RegisterAgentPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type Registry = {
  did: Scalars['String']['output'];
  evalsEnabled: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  oracleDid: Scalars['String']['output'];
  version: Scalars['String']['output'];
};

export type RemoveAgentInput = {
  did: Scalars['String']['input'];
};

export type RemoveAgentPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type RemoveTaskInput = {
  taskId: Scalars['ID']['input'];
};

export type RemoveTaskPayload = {
  suite?: Maybe<Suite>;
  userErrors: Array<UserError>;
};

export type Result = Node & {
  agent: Agent;
  at: Scalars['DateTime']['output'];
  attempts: Scalars['Int']['output'];
  error?: Maybe<ErrorCode>;
  errorDetail?: Maybe<Scalars['String']['output']>;
  evidence?: Maybe<Evidence>;
  evidenceHash?: Maybe<Scalars['String']['output']>;
  fault?: Maybe<FaultClass>;
  fingerprint: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  latencyMs?: Maybe<Scalars['Int']['output']>;
  passed?: Maybe<Scalars['Boolean']['output']>;
  run: Run;
  score?: Maybe<Scalars['Float']['output']>;
  seq: Scalars['Int']['output'];
  suite: Suite;
  suiteDigest: Scalars['String']['output'];
  task: RunTask;
  timings?: Maybe<Timings>;
  verdict: Verdict;
};

export type ResultConnection = {
  edges: Array<ResultEdge>;
  nodes: Array<Result>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type ResultEdge = {
  cursor: Scalars['String']['output'];
  node: Result;
};

export type Run = Node & {
  agents: RunAgentConnection;
  createdAt: Scalars['DateTime']['output'];
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  lastSeq: Scalars['Int']['output'];
  progress: RunProgress;
  results: ResultConnection;
  skipped: Array<SkippedTarget>;
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  status: RunStatus;
  suite: Suite;
  suiteVersion: SuiteVersion;
  tasks: Array<RunTask>;
  trial: Scalars['Boolean']['output'];
  trigger: RunTrigger;
};


export type RunAgentsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type RunResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type RunAgent = Node & {
  agent: Agent;
  fingerprint?: Maybe<Scalars['String']['output']>;
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  passed: Scalars['Int']['output'];
  recorded: Scalars['Int']['output'];
  results: Array<Result>;
  startedAt?: Maybe<Scalars['DateTime']['output']>;
  status: RunAgentStatus;
  suiteScore?: Maybe<Scalars['Float']['output']>;
};

export type RunAgentConnection = {
  edges: Array<RunAgentEdge>;
  nodes: Array<RunAgent>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type RunAgentEdge = {
  cursor: Scalars['String']['output'];
  node: RunAgent;
};

export type RunAgentStatus =
  | 'FINISHED'
  | 'RUNNING'
  | 'WAITING';

export type RunConnection = {
  edges: Array<RunEdge>;
  nodes: Array<Run>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type RunEdge = {
  cursor: Scalars['String']['output'];
  node: Run;
};

export type RunEvent = {
  at: Scalars['DateTime']['output'];
  kind: RunEventKind;
  result?: Maybe<Result>;
  run: Run;
  runAgent?: Maybe<RunAgent>;
  runId: Scalars['ID']['output'];
  seq: Scalars['Int']['output'];
};

export type RunEventKind =
  | 'AGENT_FINISHED'
  | 'AGENT_STARTED'
  | 'CANCEL_REQUESTED'
  | 'RESULT_RECORDED'
  | 'RUN_FINISHED'
  | 'RUN_QUEUED'
  | 'RUN_STARTED'
  | 'SNAPSHOT';

export type RunProgress = {
  agents: Scalars['Int']['output'];
  agentsFinished: Scalars['Int']['output'];
  cancelled: Scalars['Int']['output'];
  errors: Scalars['Int']['output'];
  examinerFaults: Scalars['Int']['output'];
  failed: Scalars['Int']['output'];
  passed: Scalars['Int']['output'];
  recorded: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
};

export type RunStatus =
  | 'CANCELLED'
  | 'CANCELLING'
  | 'COMPLETED'
  | 'FAILED'
  | 'QUEUED'
  | 'RUNNING';

export type RunSuiteInput = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  key: Scalars['String']['input'];
};

export type RunSuitePayload = {
  run?: Maybe<Run>;
  userErrors: Array<UserError>;
};

export type RunTask = {
  expected: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  input: Scalars['String']['output'];
  name: Scalars['String']['output'];
  position: Scalars['Int']['output'];
  scorer: Scorer;
  weight: Scalars['Float']['output'];
};

export type RunTrigger =
  | 'MANUAL'
  | 'SCHEDULE';

export type Scorer =
  | 'CONTAINS'
  | 'EXACT'
  | 'LATENCY_UNDER_MS'
  | 'REGEX'
  | 'STATUS_OK';

export type SkippedTarget = {
  did: Scalars['String']['output'];
  reason: Scalars['String']['output'];
};

export type Subscription = {
  leaderboardChanged: LeaderboardChange;
  liveRuns: LiveRuns;
  runEvents: RunEvent;
};


export type SubscriptionLeaderboardChangedArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionRunEventsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  runId: Scalars['ID']['input'];
};

export type Suite = Node & {
  createdAt: Scalars['DateTime']['output'];
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  description: Scalars['String']['output'];
  digest: Scalars['String']['output'];
  enabled: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  intervalMinutes?: Maybe<Scalars['Int']['output']>;
  key: Scalars['String']['output'];
  lastRun?: Maybe<Run>;
  name: Scalars['String']['output'];
  nextRunAt?: Maybe<Scalars['DateTime']['output']>;
  pays: Scalars['Boolean']['output'];
  reputationSignal: Scalars['Boolean']['output'];
  rewardAmount: Scalars['MinorUnits']['output'];
  runCount: Scalars['Int']['output'];
  targetDids?: Maybe<Array<Scalars['String']['output']>>;
  taskCount: Scalars['Int']['output'];
  taskType: TaskType;
  tasks: Array<Task>;
  trialCount: Scalars['Int']['output'];
  updatedAt: Scalars['DateTime']['output'];
  version: Scalars['Int']['output'];
  versions: Array<SuiteVersion>;
};


export type SuiteVersionsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

export type SuiteConnection = {
  edges: Array<SuiteEdge>;
  nodes: Array<Suite>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type SuiteEdge = {
  cursor: Scalars['String']['output'];
  node: Suite;
};

export type SuiteVersion = {
  createdAt: Scalars['DateTime']['output'];
  definition: Scalars['JSON']['output'];
  digest: Scalars['String']['output'];
  version: Scalars['Int']['output'];
};

export type Task = {
  expected: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  input: Scalars['String']['output'];
  name: Scalars['String']['output'];
  passRate?: Maybe<Scalars['Float']['output']>;
  position: Scalars['Int']['output'];
  resultCount: Scalars['Int']['output'];
  scorer: Scorer;
  weight: Scalars['Float']['output'];
};

export type TaskInput = {
  expected?: Scalars['String']['input'];
  input?: Scalars['String']['input'];
  name: Scalars['String']['input'];
  scorer: Scorer;
  weight?: Scalars['Float']['input'];
};

export type TaskType =
  | 'A2A_MESSAGE'
  | 'HTTP_PROBE';

export type Timings = {
  connectMs?: Maybe<Scalars['Float']['output']>;
  dnsMs?: Maybe<Scalars['Float']['output']>;
  firstByteMs?: Maybe<Scalars['Float']['output']>;
  tlsMs?: Maybe<Scalars['Float']['output']>;
  totalMs: Scalars['Float']['output'];
};

export type UpdateAgentInput = {
  active?: InputMaybe<Scalars['Boolean']['input']>;
  cardUrl?: InputMaybe<Scalars['String']['input']>;
  did: Scalars['String']['input'];
  endpoint?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  owner?: InputMaybe<Scalars['String']['input']>;
  testAgent?: InputMaybe<Scalars['Boolean']['input']>;
};

export type UpdateAgentPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type UpdateTaskInput = {
  expected?: InputMaybe<Scalars['String']['input']>;
  input?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  position?: InputMaybe<Scalars['Int']['input']>;
  scorer?: InputMaybe<Scorer>;
  taskId: Scalars['ID']['input'];
  weight?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateTaskPayload = {
  suite?: Maybe<Suite>;
  task?: Maybe<Task>;
  userErrors: Array<UserError>;
};

export type UserError = {
  code: UserErrorCode;
  field?: Maybe<Scalars['String']['output']>;
  message: Scalars['String']['output'];
};

export type UserErrorCode =
  | 'CONFLICT'
  | 'INVALID'
  | 'NOT_FOUND'
  | 'UNREACHABLE';

export type Verdict = {
  matches: Array<ByteRange>;
  reason: Scalars['String']['output'];
};

export type Viewer = {
  admin: Scalars['Boolean']['output'];
};
