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
  Secret: { input: string; output: string; }
};

export type ApiKey = {
  agent?: Maybe<Agent>;
  createdAt: Scalars['DateTime']['output'];
  createdBy?: Maybe<User>;
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  prefix: Scalars['String']['output'];
  revokedAt?: Maybe<Scalars['DateTime']['output']>;
  role: Role;
  scopes: Array<Scope>;
  usedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type ApiKeyCredentialInput = {
  in?: InputMaybe<CredentialPlace>;
  name?: InputMaybe<Scalars['String']['input']>;
  value: Scalars['Secret']['input'];
};

export type AcceptInvitationInput = {
  email?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  password?: InputMaybe<Scalars['Secret']['input']>;
  token: Scalars['Secret']['input'];
};

export type AcceptInvitationPayload = {
  userErrors: Array<UserError>;
  viewer?: Maybe<Viewer>;
  workspace?: Maybe<Workspace>;
};

export type Activity = {
  errors: Scalars['Int']['output'];
  hours: Array<ActivityHour>;
  passed: Scalars['Int']['output'];
  results: Scalars['Int']['output'];
  runs: Scalars['Int']['output'];
  uncounted: Scalars['Int']['output'];
};

export type ActivityHour = {
  at: Scalars['DateTime']['output'];
  errors: Scalars['Int']['output'];
  meanScore?: Maybe<Scalars['Float']['output']>;
  results: Scalars['Int']['output'];
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
  credentials?: Maybe<AgentCredentials>;
  did: Scalars['String']['output'];
  earned?: Maybe<EarnedRecord>;
  endpoint?: Maybe<Scalars['String']['output']>;
  evaluated: Scalars['Boolean']['output'];
  fingerprint: Scalars['String']['output'];
  history: Array<AgentEvent>;
  historyCount: Scalars['Int']['output'];
  homeRegistry?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  mayChange: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  notEvaluated?: Maybe<Scalars['String']['output']>;
  optedOutAt?: Maybe<Scalars['DateTime']['output']>;
  owner: Scalars['String']['output'];
  proof: Proof;
  protocolVersion?: Maybe<Scalars['String']['output']>;
  recent?: Maybe<AgentRecent>;
  registeredAt: Scalars['DateTime']['output'];
  removedAt?: Maybe<Scalars['DateTime']['output']>;
  results: ResultConnection;
  securitySchemes: Array<SecurityScheme>;
  standing?: Maybe<LeaderboardEntry>;
  standings: LeaderboardConnection;
  testAgent: Scalars['Boolean']['output'];
  updatedAt: Scalars['DateTime']['output'];
  workspace?: Maybe<Workspace>;
};


export type AgentHistoryArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type AgentRecentArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
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


export type AgentStandingsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type AgentConnection = {
  edges: Array<AgentEdge>;
  nodes: Array<Agent>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type AgentCredentials = {
  description: Scalars['String']['output'];
  kind: CredentialKind;
  setAt: Scalars['DateTime']['output'];
  setBy?: Maybe<User>;
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
  seq: Scalars['Int']['output'];
};

export type AgentEventKind =
  | 'ACTIVATED'
  | 'CARD_CHANGED'
  | 'DEACTIVATED'
  | 'OPTED_IN'
  | 'OPTED_OUT'
  | 'PROVEN'
  | 'REGISTERED'
  | 'REMOVED'
  | 'UPDATED';

export type AgentRecent = {
  errors: Array<ErrorCount>;
  latency?: Maybe<Latency>;
  results: Scalars['Int']['output'];
  since: Scalars['DateTime']['output'];
};

export type AnswerChallengeInput = {
  challengeId: Scalars['ID']['input'];
  key?: InputMaybe<Scalars['String']['input']>;
  method?: ProofMethod;
  signature?: InputMaybe<Scalars['String']['input']>;
};

export type AnswerChallengePayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type Approval = Node & {
  askedAt: Scalars['DateTime']['output'];
  call?: Maybe<Scalars['String']['output']>;
  decidedAt?: Maybe<Scalars['DateTime']['output']>;
  decidedBy?: Maybe<User>;
  id: Scalars['ID']['output'];
  outcome?: Maybe<WorkOutcome>;
  state: ApprovalState;
  verdicts: Array<WorkVerdict>;
  work: Work;
};

export type ApprovalConnection = {
  edges: Array<ApprovalEdge>;
  nodes: Array<Approval>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type ApprovalEdge = {
  cursor: Scalars['String']['output'];
  node: Approval;
};

export type ApprovalState =
  | 'GRANTED'
  | 'LAPSED'
  | 'PENDING'
  | 'REJECTED';

export type AttestHandoffsInput = {
  attested: Scalars['Boolean']['input'];
  workspace?: Scalars['String']['input'];
};

export type AttestHandoffsPayload = {
  userErrors: Array<UserError>;
  workspace?: Maybe<Workspace>;
};

export type AuditConnection = {
  edges: Array<AuditEdge>;
  nodes: Array<AuditEntry>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type AuditEdge = {
  cursor: Scalars['String']['output'];
  node: AuditEntry;
};

export type AuditEntry = {
  action: Scalars['String']['output'];
  actor: Scalars['String']['output'];
  actorName: Scalars['String']['output'];
  address: Scalars['String']['output'];
  at: Scalars['DateTime']['output'];
  code?: Maybe<Scalars['String']['output']>;
  hash: Scalars['String']['output'];
  inputDigest: Scalars['String']['output'];
  keyId?: Maybe<Scalars['String']['output']>;
  outcome: AuditOutcome;
  previous: Scalars['String']['output'];
  requestId: Scalars['String']['output'];
  seq: Scalars['Int']['output'];
  target: Scalars['String']['output'];
  workspaceId?: Maybe<Scalars['String']['output']>;
};

export type AuditOutcome =
  | 'DONE'
  | 'FAILED'
  | 'INVALID'
  | 'REFUSED';

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

export type Challenge = {
  action: ChallengeAction;
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  line: Scalars['String']['output'];
  url?: Maybe<Scalars['String']['output']>;
};

export type ChallengeAction =
  | 'OPT_IN'
  | 'OPT_OUT'
  | 'PROVE';

export type ChangePasswordInput = {
  current?: InputMaybe<Scalars['Secret']['input']>;
  password: Scalars['Secret']['input'];
};

export type ChangePasswordPayload = {
  userErrors: Array<UserError>;
};

export type CheckAgentPayload = {
  agent?: Maybe<CheckedAgent>;
  userErrors: Array<UserError>;
};

export type CheckedAgent = {
  binding?: Maybe<Binding>;
  cardUrl?: Maybe<Scalars['String']['output']>;
  connectMs?: Maybe<Scalars['Int']['output']>;
  did: Scalars['String']['output'];
  endpoint?: Maybe<Scalars['String']['output']>;
  fingerprint: Scalars['String']['output'];
  name: Scalars['String']['output'];
  problem?: Maybe<Scalars['String']['output']>;
  protocolVersion?: Maybe<Scalars['String']['output']>;
  reachable: Scalars['Boolean']['output'];
  registered: Scalars['Boolean']['output'];
  securitySchemes: Array<SecurityScheme>;
};

export type Checkpoint = {
  at: Scalars['DateTime']['output'];
  root: Scalars['String']['output'];
  size: Scalars['Int']['output'];
  text: Scalars['String']['output'];
};

export type ClassScore = {
  agent: Agent;
  asOf: Scalars['DateTime']['output'];
  computedAt: Scalars['DateTime']['output'];
  current: Scalars['Boolean']['output'];
  explanation?: Maybe<ScoreExplanation>;
  halfWidth?: Maybe<Scalars['Float']['output']>;
  high?: Maybe<Scalars['Int']['output']>;
  history: Array<ClassScore>;
  low?: Maybe<Scalars['Int']['output']>;
  n?: Maybe<Scalars['Float']['output']>;
  poolRate?: Maybe<Scalars['Float']['output']>;
  receiptHash: Scalars['String']['output'];
  score?: Maybe<Scalars['Int']['output']>;
  stale: Scalars['Boolean']['output'];
  state: ScoreState;
  v?: Maybe<Scalars['Float']['output']>;
  workClass: WorkClass;
};


export type ClassScoreHistoryArgs = {
  first?: Scalars['Int']['input'];
};

export type ClearReceiptTextInput = {
  hash: Scalars['String']['input'];
};

export type ClearReceiptTextPayload = {
  cleared: Array<Scalars['String']['output']>;
  receipt?: Maybe<Receipt>;
  userErrors: Array<UserError>;
};

export type Comparison = {
  a: ComparisonSide;
  b: ComparisonSide;
  bothPassed: Scalars['Int']['output'];
  difference?: Maybe<Scalars['Float']['output']>;
  high?: Maybe<Scalars['Float']['output']>;
  lost: Scalars['Int']['output'];
  low?: Maybe<Scalars['Float']['output']>;
  neitherPassed: Scalars['Int']['output'];
  notes: Array<Scalars['String']['output']>;
  pairs: Scalars['Int']['output'];
  tasks: Array<PairedTask>;
  verdict: ComparisonVerdict;
  won: Scalars['Int']['output'];
};

export type ComparisonSide = {
  agent?: Maybe<Agent>;
  meanScore?: Maybe<Scalars['Float']['output']>;
  run?: Maybe<Run>;
  unpaired: Scalars['Int']['output'];
};

export type ComparisonVerdict =
  | 'A_BETTER'
  | 'B_BETTER'
  | 'NOT_SURE'
  | 'NO_PAIRS';

export type CountedOutcome = {
  aged: Scalars['Float']['output'];
  approval?: Maybe<Approval>;
  at: Scalars['DateTime']['output'];
  counted: Scalars['Float']['output'];
  receiptHash: Scalars['String']['output'];
  source: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
  verified: Scalars['Boolean']['output'];
  voice: Voice;
  weight: Scalars['Float']['output'];
  work?: Maybe<Work>;
};

export type CountedOutcomeConnection = {
  edges: Array<CountedOutcomeEdge>;
  nodes: Array<CountedOutcome>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type CountedOutcomeEdge = {
  cursor: Scalars['String']['output'];
  node: CountedOutcome;
};

export type CountedSource = {
  aged: Scalars['Float']['output'];
  agent?: Maybe<Agent>;
  cap: Scalars['Float']['output'];
  counted: Scalars['Float']['output'];
  outcomes: Scalars['Int']['output'];
  source: Scalars['String']['output'];
};

export type CreateKeyInput = {
  agent?: InputMaybe<Scalars['String']['input']>;
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  name: Scalars['String']['input'];
  role?: Role;
  scopes: Array<Scope>;
  workspace?: Scalars['String']['input'];
};

export type CreateKeyPayload = {
  key?: Maybe<ApiKey>;
  token?: Maybe<Scalars['String']['output']>;
  userErrors: Array<UserError>;
};

export type CreateWorkspaceInput = {
  key: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWorkspacePayload = {
  userErrors: Array<UserError>;
  workspace?: Maybe<Workspace>;
};

export type CredentialKind =
  | 'API_KEY'
  | 'BEARER'
  | 'OAUTH2';

export type CredentialPlace =
  | 'COOKIE'
  | 'HEADER'
  | 'QUERY';

export type DecideApprovalInput = {
  approvalId: Scalars['ID']['input'];
  comment?: InputMaybe<Scalars['String']['input']>;
  granted: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type DecideApprovalPayload = {
  approval?: Maybe<Approval>;
  userErrors: Array<UserError>;
};

export type DeleteSuiteInput = {
  key: Scalars['String']['input'];
};

export type DeleteSuitePayload = {
  suite?: Maybe<Suite>;
  userErrors: Array<UserError>;
};

export type Delivery =
  | 'PULL'
  | 'PUSH';

export type EarnedRecord = {
  classes: Array<ClassScore>;
  code?: Maybe<Scalars['String']['output']>;
  model: Scalars['String']['output'];
  paramsVersion: Scalars['Int']['output'];
  published: Scalars['Boolean']['output'];
  status: RecordStatus;
};

export type EndSessionsInput = {
  sessionId?: InputMaybe<Scalars['ID']['input']>;
};

export type EndSessionsPayload = {
  ended: Scalars['Int']['output'];
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

export type ErrorCount = {
  code: ErrorCode;
  count: Scalars['Int']['output'];
  fault?: Maybe<FaultClass>;
};

export type Evidence = {
  body: Scalars['Base64']['output'];
  bodyText: Scalars['String']['output'];
  exchanges: Array<Exchange>;
};

export type EvidenceStore = {
  bodies: Scalars['Int']['output'];
  oldestAt?: Maybe<Scalars['DateTime']['output']>;
  retentionDays?: Maybe<Scalars['Float']['output']>;
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

export type FailingAgent = {
  agent: Agent;
  availability: Scalars['Float']['output'];
  lastFailure?: Maybe<Result>;
  meanBefore?: Maybe<Scalars['Float']['output']>;
  meanScore: Scalars['Float']['output'];
  results: Scalars['Int']['output'];
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

export type Invitation = {
  acceptedAt?: Maybe<Scalars['DateTime']['output']>;
  createdAt: Scalars['DateTime']['output'];
  email?: Maybe<Scalars['String']['output']>;
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  invitedBy?: Maybe<User>;
  role: Role;
  state: InvitationState;
};

export type InvitationPreview = {
  email?: Maybe<Scalars['String']['output']>;
  expiresAt: Scalars['DateTime']['output'];
  role: Role;
  state: InvitationState;
  workspaceName: Scalars['String']['output'];
};

export type InvitationState =
  | 'ACCEPTED'
  | 'EXPIRED'
  | 'OPEN'
  | 'REVOKED';

export type InviteMemberInput = {
  email?: InputMaybe<Scalars['String']['input']>;
  role: Role;
  workspace?: Scalars['String']['input'];
};

export type InviteMemberPayload = {
  invitation?: Maybe<Invitation>;
  link?: Maybe<Scalars['String']['output']>;
  userErrors: Array<UserError>;
};

export type IssuePasswordResetInput = {
  userId: Scalars['ID']['input'];
};

export type IssuePasswordResetPayload = {
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  link?: Maybe<Scalars['String']['output']>;
  userErrors: Array<UserError>;
};

export type JobKind = {
  held: Scalars['Int']['output'];
  kind: Scalars['String']['output'];
  later: Scalars['Int']['output'];
  oldestAt?: Maybe<Scalars['DateTime']['output']>;
  waiting: Scalars['Int']['output'];
};

export type Latency = {
  buckets: Array<LatencyBucket>;
  calls: Scalars['Int']['output'];
  maxMs: Scalars['Int']['output'];
  p50Ms: Scalars['Int']['output'];
  p90Ms: Scalars['Int']['output'];
  p99Ms: Scalars['Int']['output'];
};

export type LatencyBucket = {
  calls: Scalars['Int']['output'];
  toMs: Scalars['Int']['output'];
};

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
  suite?: Maybe<Suite>;
  suiteRuns: Scalars['Int']['output'];
  trend: Array<TrendPoint>;
  uncounted: Scalars['Int']['output'];
  worstRank: Scalars['Int']['output'];
};


export type LeaderboardEntryTrendArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};

export type LeaderboardOrder =
  | 'AVAILABILITY'
  | 'CAPABILITY'
  | 'LATEST'
  | 'LOWER_BOUND'
  | 'MEAN';

export type LiveRuns = {
  runs: Array<Run>;
};

export type Log = {
  checkpoint?: Maybe<Checkpoint>;
  checkpoints: Array<Checkpoint>;
  consistency: Array<Scalars['String']['output']>;
  keys: Array<LogKey>;
  newest: Array<LoggedReceipt>;
  origin: Scalars['String']['output'];
  size: Scalars['Int']['output'];
  waiting: Scalars['Int']['output'];
};


export type LogCheckpointsArgs = {
  first?: Scalars['Int']['input'];
};


export type LogConsistencyArgs = {
  from: Scalars['Int']['input'];
  to: Scalars['Int']['input'];
};


export type LogNewestArgs = {
  first?: Scalars['Int']['input'];
};

export type LogEntry = {
  checkpoint: Checkpoint;
  index: Scalars['Int']['output'];
  proof: Array<Scalars['String']['output']>;
};

export type LogKey = {
  createdAt: Scalars['DateTime']['output'];
  key: Scalars['String']['output'];
  retiredAt?: Maybe<Scalars['DateTime']['output']>;
};

export type LoggedReceipt = {
  at: Scalars['DateTime']['output'];
  hash: Scalars['String']['output'];
  index: Scalars['Int']['output'];
  kind: ReceiptKind;
};

export type Member = {
  role: Role;
  since: Scalars['DateTime']['output'];
  user: User;
};

export type Mutation = {
  acceptInvitation: AcceptInvitationPayload;
  addTask: AddTaskPayload;
  answerChallenge: AnswerChallengePayload;
  attestHandoffs: AttestHandoffsPayload;
  cancelRun: CancelRunPayload;
  changePassword: ChangePasswordPayload;
  checkAgent: CheckAgentPayload;
  clearReceiptText: ClearReceiptTextPayload;
  createKey: CreateKeyPayload;
  createWorkspace: CreateWorkspacePayload;
  decideApproval: DecideApprovalPayload;
  deleteSuite: DeleteSuitePayload;
  endSessions: EndSessionsPayload;
  inviteMember: InviteMemberPayload;
  issuePasswordReset: IssuePasswordResetPayload;
  publishScores: PublishScoresPayload;
  putSuite: PutSuitePayload;
  recordVerdict: RecordVerdictPayload;
  refreshAgentCard: RefreshAgentCardPayload;
  registerAgent: RegisterAgentPayload;
  removeAgent: RemoveAgentPayload;
  removeAgentCredentials: RemoveAgentCredentialsPayload;
  removeMember: RemoveMemberPayload;
  removeTask: RemoveTaskPayload;
  renameWorkspace: RenameWorkspacePayload;
  requestApproval: RequestApprovalPayload;
  requestChallenge: RequestChallengePayload;
  resetPassword: ResetPasswordPayload;
  revokeInvitation: RevokeInvitationPayload;
  revokeKey: RevokeKeyPayload;
  rotateLogKey: RotateLogKeyPayload;
  runSuite: RunSuitePayload;
  sendTask: SendTaskPayload;
  setAgentCredentials: SetAgentCredentialsPayload;
  setPlatformAdmin: SetPlatformAdminPayload;
  setUp: SetUpPayload;
  signIn: SignInPayload;
  signOut: SignOutPayload;
  submitResult: SubmitResultPayload;
  updateAgent: UpdateAgentPayload;
  updateMember: UpdateMemberPayload;
  updateProfile: UpdateProfilePayload;
  updateTask: UpdateTaskPayload;
};


export type MutationAcceptInvitationArgs = {
  input: AcceptInvitationInput;
};


export type MutationAddTaskArgs = {
  input: AddTaskInput;
};


export type MutationAnswerChallengeArgs = {
  input: AnswerChallengeInput;
};


export type MutationAttestHandoffsArgs = {
  input: AttestHandoffsInput;
};


export type MutationCancelRunArgs = {
  input: CancelRunInput;
};


export type MutationChangePasswordArgs = {
  input: ChangePasswordInput;
};


export type MutationCheckAgentArgs = {
  input: RegisterAgentInput;
};


export type MutationClearReceiptTextArgs = {
  input: ClearReceiptTextInput;
};


export type MutationCreateKeyArgs = {
  input: CreateKeyInput;
};


export type MutationCreateWorkspaceArgs = {
  input: CreateWorkspaceInput;
};


export type MutationDecideApprovalArgs = {
  input: DecideApprovalInput;
};


export type MutationDeleteSuiteArgs = {
  input: DeleteSuiteInput;
};


export type MutationEndSessionsArgs = {
  input: EndSessionsInput;
};


export type MutationInviteMemberArgs = {
  input: InviteMemberInput;
};


export type MutationIssuePasswordResetArgs = {
  input: IssuePasswordResetInput;
};


export type MutationPublishScoresArgs = {
  input: PublishScoresInput;
};


export type MutationPutSuiteArgs = {
  input: PutSuiteInput;
};


export type MutationRecordVerdictArgs = {
  input: RecordVerdictInput;
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


export type MutationRemoveAgentCredentialsArgs = {
  input: RemoveAgentCredentialsInput;
};


export type MutationRemoveMemberArgs = {
  input: RemoveMemberInput;
};


export type MutationRemoveTaskArgs = {
  input: RemoveTaskInput;
};


export type MutationRenameWorkspaceArgs = {
  input: RenameWorkspaceInput;
};


export type MutationRequestApprovalArgs = {
  input: RequestApprovalInput;
};


export type MutationRequestChallengeArgs = {
  input: RequestChallengeInput;
};


export type MutationResetPasswordArgs = {
  input: ResetPasswordInput;
};


export type MutationRevokeInvitationArgs = {
  input: RevokeInvitationInput;
};


export type MutationRevokeKeyArgs = {
  input: RevokeKeyInput;
};


export type MutationRunSuiteArgs = {
  input: RunSuiteInput;
};


export type MutationSendTaskArgs = {
  input: SendTaskInput;
};


export type MutationSetAgentCredentialsArgs = {
  input: SetAgentCredentialsInput;
};


export type MutationSetPlatformAdminArgs = {
  input: SetPlatformAdminInput;
};


export type MutationSetUpArgs = {
  input: SetUpInput;
};


export type MutationSignInArgs = {
  input: SignInInput;
};


export type MutationSubmitResultArgs = {
  input: SubmitResultInput;
};


export type MutationUpdateAgentArgs = {
  input: UpdateAgentInput;
};


export type MutationUpdateMemberArgs = {
  input: UpdateMemberInput;
};


export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


export type MutationUpdateTaskArgs = {
  input: UpdateTaskInput;
};

export type Node = {
  id: Scalars['ID']['output'];
};

export type OAuth2CredentialInput = {
  clientId: Scalars['String']['input'];
  clientSecret: Scalars['Secret']['input'];
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
  tokenUrl?: InputMaybe<Scalars['String']['input']>;
};

export type Operations = {
  at: Scalars['DateTime']['output'];
  database: Scalars['String']['output'];
  databaseBytes?: Maybe<Scalars['Int']['output']>;
  evidence: EvidenceStore;
  goVersion: Scalars['String']['output'];
  jobs: Array<JobKind>;
  nodes: Array<ServingNode>;
  scheduler: Scheduler;
  schemaVersion: Scalars['Int']['output'];
  settings: Array<Setting>;
  slowAgents: Array<SlowAgent>;
  streams: Scalars['Int']['output'];
  subscriptions: Scalars['Int']['output'];
  version: Scalars['String']['output'];
};

export type Overview = {
  activeAgents: Scalars['Int']['output'];
  at: Scalars['DateTime']['output'];
  day: Activity;
  due: Array<Suite>;
  enabledSuites: Scalars['Int']['output'];
  failing: Array<FailingAgent>;
};

export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type PairedTask = {
  a: Result;
  agent?: Maybe<Agent>;
  b: Result;
  difference: Scalars['Float']['output'];
  suite: Suite;
  task: RunTask;
};

export type Permission =
  | 'CLEAR_TEXTS'
  | 'CREATE_KEYS'
  | 'EDIT_SUITES'
  | 'EXPORT_SCORES'
  | 'JUDGE_WORK'
  | 'MANAGE_AGENTS'
  | 'MANAGE_KEYS'
  | 'MANAGE_PEOPLE'
  | 'OPERATE'
  | 'READ_AUDIT'
  | 'READ_DRAFTS'
  | 'READ_PEOPLE'
  | 'READ_SCORES'
  | 'READ_WORK'
  | 'REGISTER_AGENTS'
  | 'RUN_SUITES'
  | 'SEND_TASKS';

export type Proof = {
  at?: Maybe<Scalars['DateTime']['output']>;
  method?: Maybe<ProofMethod>;
  origin?: Maybe<Scalars['String']['output']>;
  state: ProofState;
};

export type ProofMethod =
  | 'SIGNATURE'
  | 'WELL_KNOWN';

export type ProofState =
  | 'LAPSED'
  | 'PROVEN'
  | 'TRUSTED'
  | 'UNPROVEN';

export type PublishScoresInput = {
  agent: Scalars['String']['input'];
  published: Scalars['Boolean']['input'];
};

export type PublishScoresPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
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
  approvals?: Maybe<ApprovalConnection>;
  auditLog?: Maybe<AuditConnection>;
  compareAgents?: Maybe<Comparison>;
  compareRuns?: Maybe<Comparison>;
  invitation?: Maybe<InvitationPreview>;
  leaderboard?: Maybe<LeaderboardConnection>;
  log?: Maybe<Log>;
  node?: Maybe<Node>;
  nodes?: Maybe<Array<Maybe<Node>>>;
  operations?: Maybe<Operations>;
  overview?: Maybe<Overview>;
  platformAdmins?: Maybe<Array<User>>;
  readSuiteFile: SuiteFile;
  receipt?: Maybe<Receipt>;
  registry: Registry;
  results?: Maybe<ResultConnection>;
  run?: Maybe<Run>;
  runs?: Maybe<RunConnection>;
  score?: Maybe<ClassScore>;
  scoreSample: ScoreSample;
  suite?: Maybe<Suite>;
  suites?: Maybe<SuiteConnection>;
  viewer: Viewer;
  work?: Maybe<Work>;
  works?: Maybe<WorkConnection>;
  workspace?: Maybe<Workspace>;
  workspaces?: Maybe<Array<Workspace>>;
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
  workspace?: InputMaybe<Scalars['String']['input']>;
};


export type QueryApprovalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  state?: InputMaybe<ApprovalState>;
  workspace?: Scalars['String']['input'];
};


export type QueryAuditLogArgs = {
  action?: InputMaybe<Scalars['String']['input']>;
  actor?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  outcome?: InputMaybe<AuditOutcome>;
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  workspace?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompareAgentsArgs = {
  a: Scalars['String']['input'];
  b: Scalars['String']['input'];
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type QueryCompareRunsArgs = {
  a: Scalars['ID']['input'];
  b: Scalars['ID']['input'];
};


export type QueryInvitationArgs = {
  token: Scalars['Secret']['input'];
};


export type QueryLeaderboardArgs = {
  active?: InputMaybe<Scalars['Boolean']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  minRuns?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<LeaderboardOrder>;
  search?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryReadSuiteFileArgs = {
  text: Scalars['String']['input'];
};


export type QueryReceiptArgs = {
  hash: Scalars['String']['input'];
};


export type QueryResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agent?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  error?: InputMaybe<ErrorCode>;
  fault?: InputMaybe<FaultClass>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  passed?: InputMaybe<Scalars['Boolean']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  suite?: InputMaybe<Scalars['String']['input']>;
  task?: InputMaybe<Scalars['ID']['input']>;
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


export type QueryScoreArgs = {
  agent: Scalars['String']['input'];
  workClass: WorkClass;
};


export type QueryScoreSampleArgs = {
  input: ScoreSampleInput;
};


export type QuerySuiteArgs = {
  key: Scalars['String']['input'];
};


export type QuerySuitesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
};


export type QueryWorkArgs = {
  id: Scalars['ID']['input'];
};


export type QueryWorksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agent?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<Array<WorkStatus>>;
  workClass?: InputMaybe<WorkClass>;
  workspace?: Scalars['String']['input'];
};


export type QueryWorkspaceArgs = {
  key: Scalars['String']['input'];
};

export type Reaction =
  | 'THUMBS_DOWN'
  | 'THUMBS_UP';

export type Receipt = {
  agent?: Maybe<Agent>;
  at: Scalars['DateTime']['output'];
  entry?: Maybe<LogEntry>;
  hash: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  kind: ReceiptKind;
  run?: Maybe<Run>;
  sealed?: Maybe<Scalars['String']['output']>;
  texts?: Maybe<Array<ReceiptText>>;
  work?: Maybe<Work>;
};

export type ReceiptKind =
  | 'OUTCOME_RECORDED'
  | 'RUN_COMPLETED'
  | 'SCORE_COMPUTED'
  | 'SUITE_VERSION'
  | 'VERDICT_TAKEN_BACK';

export type ReceiptText = {
  hash: Scalars['String']['output'];
  name: Scalars['String']['output'];
  salt?: Maybe<Scalars['String']['output']>;
  text?: Maybe<Scalars['String']['output']>;
};

export type RecordStatus =
  | 'DEGRADED'
  | 'OK';

export type RecordVerdictInput = {
  comment?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  kind?: VerdictTarget;
  reaction?: InputMaybe<Reaction>;
  signature?: InputMaybe<VerdictSignatureInput>;
  targetId: Scalars['ID']['input'];
};

export type RecordVerdictPayload = {
  userErrors: Array<UserError>;
  verdict?: Maybe<WorkVerdict>;
  work?: Maybe<Work>;
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
  workspace?: InputMaybe<Scalars['String']['input']>;
};

export type RegisterAgentPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type Registry = {
  did: Scalars['String']['output'];
  evalsEnabled: Scalars['Boolean']['output'];
  identityProvider?: Maybe<Scalars['String']['output']>;
  keepsSecrets: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  oracleDid: Scalars['String']['output'];
  setupNeeded: Scalars['Boolean']['output'];
  version: Scalars['String']['output'];
};

export type RemoveAgentCredentialsInput = {
  did: Scalars['String']['input'];
};

export type RemoveAgentCredentialsPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type RemoveAgentInput = {
  did: Scalars['String']['input'];
};

export type RemoveAgentPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type RemoveMemberInput = {
  userId: Scalars['ID']['input'];
  workspace?: Scalars['String']['input'];
};

export type RemoveMemberPayload = {
  user?: Maybe<User>;
  userErrors: Array<UserError>;
};

export type RemoveTaskInput = {
  taskId: Scalars['ID']['input'];
};

export type RemoveTaskPayload = {
  suite?: Maybe<Suite>;
  userErrors: Array<UserError>;
};

export type RenameWorkspaceInput = {
  name: Scalars['String']['input'];
  workspace?: Scalars['String']['input'];
};

export type RenameWorkspacePayload = {
  userErrors: Array<UserError>;
  workspace?: Maybe<Workspace>;
};

export type RequestApprovalInput = {
  call: Scalars['String']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  workId: Scalars['ID']['input'];
};

export type RequestApprovalPayload = {
  approval?: Maybe<Approval>;
  userErrors: Array<UserError>;
};

export type RequestChallengeInput = {
  action?: ChallengeAction;
  did: Scalars['String']['input'];
};

export type RequestChallengePayload = {
  challenge?: Maybe<Challenge>;
  userErrors: Array<UserError>;
};

export type ResetPasswordInput = {
  password: Scalars['Secret']['input'];
  token: Scalars['Secret']['input'];
};

export type ResetPasswordPayload = {
  userErrors: Array<UserError>;
  viewer?: Maybe<Viewer>;
};

export type Result = Node & {
  agent: Agent;
  at: Scalars['DateTime']['output'];
  attempts: Scalars['Int']['output'];
  error?: Maybe<ErrorCode>;
  errorDetail?: Maybe<Scalars['String']['output']>;
  evidence?: Maybe<Evidence>;
  evidenceCleared: Scalars['Boolean']['output'];
  evidenceHash?: Maybe<Scalars['String']['output']>;
  fault?: Maybe<FaultClass>;
  fingerprint: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  latencyMs?: Maybe<Scalars['Int']['output']>;
  next?: Maybe<Result>;
  passed?: Maybe<Scalars['Boolean']['output']>;
  previous?: Maybe<Result>;
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

export type RevokeInvitationInput = {
  invitationId: Scalars['ID']['input'];
};

export type RevokeInvitationPayload = {
  invitation?: Maybe<Invitation>;
  userErrors: Array<UserError>;
};

export type RevokeKeyInput = {
  keyId: Scalars['ID']['input'];
};

export type RevokeKeyPayload = {
  key?: Maybe<ApiKey>;
  userErrors: Array<UserError>;
};

export type Role =
  | 'ADMIN'
  | 'MEMBER'
  | 'OWNER'
  | 'VIEWER';

export type RotateLogKeyPayload = {
  log?: Maybe<Log>;
  userErrors: Array<UserError>;
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

export type Scheduler = {
  enabled: Scalars['Boolean']['output'];
  intervalMs: Scalars['Int']['output'];
  nextDueAt?: Maybe<Scalars['DateTime']['output']>;
  node?: Maybe<Scalars['String']['output']>;
  overdue: Scalars['Int']['output'];
};

export type Scope =
  | 'ADMIN'
  | 'AGENT'
  | 'READ'
  | 'RUN';

export type ScoreExplanation = {
  failures: Scalars['Float']['output'];
  outcomes: CountedOutcomeConnection;
  prior: Scalars['Float']['output'];
  sources: Array<CountedSource>;
  successes: Scalars['Float']['output'];
  totalCap: Scalars['Float']['output'];
  unverified: Scalars['Float']['output'];
};


export type ScoreExplanationOutcomesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type ScoreSample = {
  passed?: Maybe<Scalars['Boolean']['output']>;
  score?: Maybe<Scalars['Float']['output']>;
  userErrors: Array<UserError>;
  verdict?: Maybe<Verdict>;
};

export type ScoreSampleInput = {
  body?: Scalars['String']['input'];
  expected?: Scalars['String']['input'];
  latencyMs?: Scalars['Int']['input'];
  scorer: Scorer;
  status?: InputMaybe<Scalars['Int']['input']>;
};

export type ScoreState =
  | 'ESTABLISHED'
  | 'NEW'
  | 'PROVISIONAL';

export type Scorer =
  | 'CONTAINS'
  | 'EXACT'
  | 'LATENCY_UNDER_MS'
  | 'REGEX'
  | 'STATUS_OK';

export type SecurityScheme = {
  description: Scalars['String']['output'];
  name: Scalars['String']['output'];
  supported: Scalars['Boolean']['output'];
  type: Scalars['String']['output'];
};

export type SendTaskInput = {
  brief?: InputMaybe<Scalars['String']['input']>;
  deadline?: InputMaybe<Scalars['DateTime']['input']>;
  delivery?: Delivery;
  from?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  title: Scalars['String']['input'];
  to: Scalars['String']['input'];
  workClass?: InputMaybe<Scalars['String']['input']>;
};

export type SendTaskPayload = {
  userErrors: Array<UserError>;
  work?: Maybe<Work>;
};

export type ServingNode = {
  calls: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  parts: Scalars['Int']['output'];
  seenAt: Scalars['DateTime']['output'];
  startedAt: Scalars['DateTime']['output'];
  stoppedAt?: Maybe<Scalars['DateTime']['output']>;
  streams: Scalars['Int']['output'];
  up: Scalars['Boolean']['output'];
  version: Scalars['String']['output'];
};

export type Session = {
  address: Scalars['String']['output'];
  createdAt: Scalars['DateTime']['output'];
  current: Scalars['Boolean']['output'];
  expiresAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  seenAt: Scalars['DateTime']['output'];
  userAgent: Scalars['String']['output'];
};

export type SetAgentCredentialsInput = {
  apiKey?: InputMaybe<ApiKeyCredentialInput>;
  bearer?: InputMaybe<Scalars['Secret']['input']>;
  did: Scalars['String']['input'];
  oauth2?: InputMaybe<OAuth2CredentialInput>;
};

export type SetAgentCredentialsPayload = {
  agent?: Maybe<Agent>;
  userErrors: Array<UserError>;
};

export type SetPlatformAdminInput = {
  platformAdmin: Scalars['Boolean']['input'];
  userId: Scalars['ID']['input'];
};

export type SetPlatformAdminPayload = {
  user?: Maybe<User>;
  userErrors: Array<UserError>;
};

export type SetUpInput = {
  adminKey: Scalars['Secret']['input'];
  email: Scalars['String']['input'];
  name: Scalars['String']['input'];
  password: Scalars['Secret']['input'];
};

export type SetUpPayload = {
  userErrors: Array<UserError>;
  viewer?: Maybe<Viewer>;
};

export type Setting = {
  about: Scalars['String']['output'];
  initial: Scalars['Boolean']['output'];
  name: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type SignInInput = {
  email: Scalars['String']['input'];
  password: Scalars['Secret']['input'];
};

export type SignInPayload = {
  userErrors: Array<UserError>;
  viewer?: Maybe<Viewer>;
};

export type SignOutPayload = {
  userErrors: Array<UserError>;
};

export type SkippedTarget = {
  did: Scalars['String']['output'];
  reason: Scalars['String']['output'];
};

export type SlowAgent = {
  agent: Agent;
  meanMs: Scalars['Int']['output'];
  p95Ms: Scalars['Int']['output'];
  results: Scalars['Int']['output'];
};

export type SubmitResultInput = {
  failed?: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  result?: Scalars['String']['input'];
  workId: Scalars['ID']['input'];
};

export type SubmitResultPayload = {
  userErrors: Array<UserError>;
  work?: Maybe<Work>;
};

export type Subscription = {
  leaderboardChanged: LeaderboardChange;
  liveRuns: LiveRuns;
  runEvents: RunEvent;
  scoreChanged: ClassScore;
  workChanged: Work;
};


export type SubscriptionLeaderboardChangedArgs = {
  suite?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionRunEventsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  runId: Scalars['ID']['input'];
};


export type SubscriptionScoreChangedArgs = {
  agent: Scalars['String']['input'];
};


export type SubscriptionWorkChangedArgs = {
  workspace?: Scalars['String']['input'];
};

export type Suite = Node & {
  createdAt: Scalars['DateTime']['output'];
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  description: Scalars['String']['output'];
  digest: Scalars['String']['output'];
  enabled: Scalars['Boolean']['output'];
  file: Scalars['String']['output'];
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
  trend: Array<TrendPoint>;
  trialCount: Scalars['Int']['output'];
  updatedAt: Scalars['DateTime']['output'];
  version: Scalars['Int']['output'];
  versionCount: Scalars['Int']['output'];
  versions: Array<SuiteVersion>;
};


export type SuiteTrendArgs = {
  days?: InputMaybe<Scalars['Int']['input']>;
};


export type SuiteVersionsArgs = {
  after?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};

export type SuiteConnection = {
  edges: Array<SuiteEdge>;
  nodes: Array<Suite>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type SuiteDraft = {
  description: Scalars['String']['output'];
  enabled: Scalars['Boolean']['output'];
  intervalMinutes?: Maybe<Scalars['Int']['output']>;
  key: Scalars['String']['output'];
  name: Scalars['String']['output'];
  reputationSignal: Scalars['Boolean']['output'];
  rewardAmount: Scalars['MinorUnits']['output'];
  targetDids?: Maybe<Array<Scalars['String']['output']>>;
  taskType: TaskType;
  tasks: Array<TaskDraft>;
};

export type SuiteEdge = {
  cursor: Scalars['String']['output'];
  node: Suite;
};

export type SuiteFile = {
  problems: Array<SuiteFileProblem>;
  suites: Array<SuiteDraft>;
};

export type SuiteFileProblem = {
  column: Scalars['Int']['output'];
  line: Scalars['Int']['output'];
  message: Scalars['String']['output'];
};

export type SuiteVersion = {
  changes: Array<Scalars['String']['output']>;
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

export type TaskDraft = {
  expected: Scalars['String']['output'];
  input: Scalars['String']['output'];
  name: Scalars['String']['output'];
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

export type TrendPoint = {
  at: Scalars['DateTime']['output'];
  availability: Scalars['Float']['output'];
  hours: Scalars['Int']['output'];
  meanScore: Scalars['Float']['output'];
  results: Scalars['Int']['output'];
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

export type UpdateMemberInput = {
  role: Role;
  userId: Scalars['ID']['input'];
  workspace?: Scalars['String']['input'];
};

export type UpdateMemberPayload = {
  member?: Maybe<Member>;
  userErrors: Array<UserError>;
};

export type UpdateProfileInput = {
  name: Scalars['String']['input'];
};

export type UpdateProfilePayload = {
  user?: Maybe<User>;
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

export type User = {
  createdAt: Scalars['DateTime']['output'];
  email: Scalars['String']['output'];
  hasPassword: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  platformAdmin: Scalars['Boolean']['output'];
  seenAt?: Maybe<Scalars['DateTime']['output']>;
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

export type VerdictSignature = {
  key: Scalars['String']['output'];
  signed: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type VerdictSignatureInput = {
  key?: InputMaybe<Scalars['String']['input']>;
  value: Scalars['String']['input'];
};

export type VerdictTarget =
  | 'APPROVAL'
  | 'TASK';

export type Viewer = {
  admin: Scalars['Boolean']['output'];
  key?: Maybe<ApiKey>;
  permissions: Array<Permission>;
  sessions?: Maybe<Array<Session>>;
  user?: Maybe<User>;
};

export type Voice = {
  agent?: Maybe<Agent>;
  kind: VoiceKind;
  user?: Maybe<User>;
};

export type VoiceKind =
  | 'AGENT'
  | 'PERSON'
  | 'SYSTEM';

export type Work = Node & {
  approvals: Array<Approval>;
  brief?: Maybe<Scalars['String']['output']>;
  cleared: Scalars['Boolean']['output'];
  deadline?: Maybe<Scalars['DateTime']['output']>;
  delivery: Delivery;
  endedAt?: Maybe<Scalars['DateTime']['output']>;
  events: Array<WorkEvent>;
  from: Agent;
  id: Scalars['ID']['output'];
  outcome?: Maybe<WorkOutcome>;
  result?: Maybe<Scalars['String']['output']>;
  sentAt: Scalars['DateTime']['output'];
  status: WorkStatus;
  title: Scalars['String']['output'];
  to: Agent;
  verdicts: Array<WorkVerdict>;
  workClass: WorkClass;
  workspace: Scalars['String']['output'];
};

export type WorkClass =
  | 'ANALYSIS'
  | 'CODE'
  | 'OPERATIONS'
  | 'OTHER'
  | 'RESEARCH'
  | 'SUPPORT'
  | 'WRITING';

export type WorkConnection = {
  edges: Array<WorkEdge>;
  nodes: Array<Work>;
  pageInfo: PageInfo;
  totalCount: Scalars['Int']['output'];
};

export type WorkEdge = {
  cursor: Scalars['String']['output'];
  node: Work;
};

export type WorkEvent = {
  approval?: Maybe<Approval>;
  at: Scalars['DateTime']['output'];
  by: Voice;
  detail: Scalars['String']['output'];
  kind: WorkEventKind;
  seq: Scalars['Int']['output'];
};

export type WorkEventKind =
  | 'APPROVAL_DECIDED'
  | 'APPROVAL_REQUESTED'
  | 'DEADLINE_MISSED'
  | 'DELIVERED'
  | 'DELIVERY_FAILED'
  | 'FAILURE_REPORTED'
  | 'RESULT_SUBMITTED'
  | 'SENT';

export type WorkOutcome = {
  at: Scalars['DateTime']['output'];
  success: Scalars['Boolean']['output'];
  verdict: WorkVerdict;
  verified: Scalars['Boolean']['output'];
  weight: Scalars['Float']['output'];
};

export type WorkStatus =
  | 'FAILED'
  | 'MISSED'
  | 'SENT'
  | 'SUBMITTED'
  | 'UNDELIVERED'
  | 'WAITING';

export type WorkVerdict = {
  at: Scalars['DateTime']['output'];
  comment?: Maybe<Scalars['String']['output']>;
  decides: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  reaction?: Maybe<Reaction>;
  receiptHash: Scalars['String']['output'];
  signature?: Maybe<VerdictSignature>;
  standing: Scalars['String']['output'];
  stands: Scalars['Boolean']['output'];
  voice: Voice;
};

export type Workspace = {
  attestedHandoffs: Scalars['Boolean']['output'];
  createdAt: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  invitations?: Maybe<Array<Invitation>>;
  key: Scalars['String']['output'];
  keys?: Maybe<Array<ApiKey>>;
  members?: Maybe<Array<Member>>;
  name: Scalars['String']['output'];
  permissions: Array<Permission>;
  role?: Maybe<Role>;
};
