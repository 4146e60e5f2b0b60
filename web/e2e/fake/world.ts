import type { AgentEventKind, Binding, ErrorCode, FaultClass, RunStatus, Scorer, TaskType } from "../../src/gql/schema";
import { happenings } from "./log";
import { nasty } from "./nasty";
import { hex, random } from "./random";

/**
 * The worlds that the fake serves. Everything follows from seeds and indices, so that ten thousand agents cost nothing until they
 * are asked for, and a screenshot is the same each time but for the age of things.
 */
export type Scenario = "data" | "empty" | "nasty" | "big" | "off" | "fresh";

export interface AgentRecord {
  index: number;
  id: string;
  did: string;
  name: string;
  owner: string;
  endpoint: string | null;
  binding: Binding | null;
  protocolVersion: string | null;
  cardUrl: string | null;
  card: unknown;
  fingerprint: string;
  active: boolean;
  homeRegistry: string | null;
  testAgent: boolean;
  registeredAt: string;
  updatedAt: string;
  cardRefreshedAt: string | null;
  cardProblem: string | null;
  removedAt: string | null;
  history: {
    at: string;
    kind: AgentEventKind;
    detail: string;
    fingerprint: string;
    previousFingerprint: string | null;
  }[];
  /** How likely it passes, and how likely it answers. */
  skill: number;
  up: number;
}

export interface TaskRecord {
  id: string;
  name: string;
  input: string;
  scorer: Scorer;
  expected: string;
  weight: number;
  position: number;
}

export interface SuiteRecord {
  id: string;
  key: string;
  name: string;
  description: string;
  taskType: TaskType;
  intervalMinutes: number | null;
  rewardAmount: string;
  reputationSignal: boolean;
  targetDids: string[] | null;
  enabled: boolean;
  version: number;
  digest: string;
  tasks: TaskRecord[];
  versions: { version: number; digest: string; createdAt: string; definition: unknown }[];
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

export interface RunRecord {
  id: string;
  suite: SuiteRecord;
  version: number;
  tasks: TaskRecord[];
  agents: AgentRecord[];
  status: RunStatus;
  trial: boolean;
  trigger: "SCHEDULE" | "MANUAL";
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  skipped: { did: string; reason: string }[];
  /** How many cells are recorded, in the order of the matrix. */
  recorded: number;
  /** Cells recorded after this one are cancelled. */
  cancelledAfter: number;
  lastSeq: number;
}

export interface World {
  scenario: Scenario;
  agents: AgentRecord[];
  suites: SuiteRecord[];
  runs: RunRecord[];
}

const minute = 60_000;
/** Ages are counted from the start of the fake. */
export const begun = Date.now();
export const ago = (ms: number) => new Date(begun - ms).toISOString();

const names = [
  "Meridian",
  "Courier",
  "Atlas Search",
  "Quill",
  "Tollgate",
  "Lantern",
  "Harbor Pilot",
  "Sextant",
  "Ledgerline",
  "Foundry",
  "Parallax",
  "Almanac",
  "Switchyard",
  "Halyard",
];

export function createWorld(scenario: Scenario): World {
  if (scenario === "empty" || scenario === "off" || scenario === "fresh")
    return { scenario, agents: [], suites: [], runs: [] };
  const size = { data: names.length, nasty: nasty.length, big: 10_000 }[scenario];
  const agents = Array.from({ length: size }, (_, i) => agent(scenario, i));
  const suites = scenario === "big" ? [...baseSuites(), wideSuite()] : baseSuites();
  if (scenario === "nasty") suites.push(nastySuite());
  return { scenario, agents, suites, runs: runsOf(scenario, suites, agents) };
}

function agent(scenario: Scenario, index: number): AgentRecord {
  const next = random(`${scenario}/agent/${index}`);
  const plain =
    names[index % names.length]! + (index >= names.length ? ` ${Math.floor(index / names.length) + 1}` : "");
  const name = scenario === "nasty" ? nasty[index]! : plain;
  const host = `${plain.toLowerCase().replaceAll(" ", "-")}.example`;
  const fingerprint = hex(`${scenario}/fingerprint/${index}`);
  const kind = index % 7;
  const binding: Binding | null = kind === 3 ? "HTTP" : kind === 5 ? "HTTP_JSON" : "JSONRPC";
  const odd = scenario === "data" ? index : -1;
  const changed = index % 4 === 1;
  const previous = hex(`${scenario}/fingerprint/${index}/before`);
  return {
    index,
    id: `ag_${scenario}_${index}`,
    did: index === 4 ? "did:web:127.0.0.1%3A8443:agents:tollgate" : `did:web:${host}`,
    name,
    owner:
      scenario === "nasty"
        ? nasty[(index + 7) % nasty.length]!
        : ["Northwind Labs", "Acme Corp", "", "Open Agents e.V."][index % 4]!,
    endpoint: odd === 12 ? null : `https://${host}${binding === "HTTP" ? "/api" : "/a2a/v1"}`,
    binding: odd === 12 ? null : binding,
    protocolVersion: binding === "HTTP" || odd === 12 ? null : index % 3 === 0 ? "0.3.0" : "1.0",
    cardUrl: binding === "HTTP" ? null : `https://${host}/.well-known/agent-card.json`,
    card: binding === "HTTP" ? null : card(name, host),
    fingerprint,
    active: odd !== 11,
    homeRegistry: odd === 10 ? "https://registry.elsewhere.example" : null,
    testAgent: odd === 13,
    registeredAt: ago((40 * 24 * 60 + index * 97) * minute),
    updatedAt: ago((2 * 24 * 60 + index) * minute),
    cardRefreshedAt: binding === "HTTP" ? null : ago((3 + index * 5) * minute),
    cardProblem:
      odd === 9 ? "GET https://foundry.example/.well-known/agent-card.json answered 404 <b>Not Found</b>" : null,
    removedAt: null,
    history: [
      ...(changed
        ? [
            {
              at: ago(5 * 24 * 60 * minute),
              kind: "CARD_CHANGED" as const,
              detail: "The card changed: version 1.3 → 1.4, skill `summarise` added.",
              fingerprint,
              previousFingerprint: previous,
            },
          ]
        : []),
      {
        at: ago((40 * 24 * 60 + index * 97) * minute),
        kind: "REGISTERED" as const,
        detail: "Registered by the URL of its card.",
        fingerprint: changed ? previous : fingerprint,
        previousFingerprint: null,
      },
    ],
    skill: Math.min(0.99, 0.45 + 0.6 * next()),
    up: 0.9 + 0.1 * next(),
  };
}

const card = (name: string, host: string) => ({
  name,
  description: "Answers questions and looks things up.",
  version: "1.4",
  supportedInterfaces: [{ url: `https://${host}/a2a/v1`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  skills: [{ id: "answer", name: "Answer", description: "Short factual answers.", tags: ["qa"] }],
});

type TaskSeed = [name: string, input: string, scorer: Scorer, expected: string, weight: number];

function suite(
  key: string,
  name: string,
  description: string,
  more: Partial<SuiteRecord>,
  tasks: TaskSeed[],
  version = 1,
): SuiteRecord {
  const versions = Array.from({ length: version }, (_, i) => ({
    version: version - i,
    digest: hex(`${key}/v${version - i}`),
    createdAt: ago((6 + i * 9) * 24 * 60 * minute),
    definition: { key },
  }));
  return {
    id: `su_${key}`,
    key,
    name,
    description,
    taskType: "HTTP_PROBE",
    intervalMinutes: null,
    rewardAmount: "0",
    reputationSignal: false,
    targetDids: null,
    enabled: true,
    version,
    digest: versions[0]!.digest,
    versions,
    tasks: tasks.map(([taskName, input, scorer, expected, weight], position) => ({
      id: `ta_${key}_${position}`,
      name: taskName,
      input,
      scorer,
      expected,
      weight,
      position,
    })),
    createdAt: ago(90 * 24 * 60 * minute),
    updatedAt: ago(6 * 24 * 60 * minute),
    deletedAt: null,
    ...more,
  };
}

function baseSuites(): SuiteRecord[] {
  return [
    suite(
      "a2a-basics",
      "A2A basics",
      "Whether an agent takes a plain message and answers it the way the protocol says.",
      { taskType: "A2A_MESSAGE", intervalMinutes: 60 },
      [
        [
          "Greets back",
          "Hello! Please answer with a greeting.",
          "REGEX",
          "(?i)\\b(hello|hi|hey|good (morning|day))\\b",
          1,
        ],
        ["Adds two numbers", "What is 17 + 25? Answer with the number only.", "EXACT", "42", 2],
        ["Echoes a code word", "Repeat this word and nothing else: heliotrope", "CONTAINS", "heliotrope", 1],
        ["Answers in time", "Are you there?", "LATENCY_UNDER_MS", "2500", 1],
        [
          "Returns JSON",
          'Answer with the JSON object {"ok": true} and nothing else.',
          "REGEX",
          '^\\s*\\{\\s*"ok"\\s*:\\s*true\\s*\\}\\s*$',
          2,
        ],
      ],
      3,
    ),
    suite(
      "http-basics",
      "HTTP basics",
      "Reachable, healthy and quick over plain HTTP.",
      { intervalMinutes: 5, rewardAmount: "250", reputationSignal: true },
      [
        ["Home answers", "/", "STATUS_OK", "", 1],
        ["Health says ok", "/health", "CONTAINS", "ok", 2],
        ["Version is semantic", "/version", "REGEX", "^v?\\d+\\.\\d+\\.\\d+", 1],
        ["Within 300 ms", "/health", "LATENCY_UNDER_MS", "300", 1],
      ],
      2,
    ),
    suite(
      "instruction-following",
      "Instruction following",
      "Small instructions with one checkable outcome each, from the easy to the easily overlooked.",
      { taskType: "A2A_MESSAGE", intervalMinutes: 1440 },
      Array.from({ length: 14 }, (_, i): TaskSeed => [
        [
          "Upper case",
          "Three bullet points",
          "No commas",
          "Ends with a period",
          "Exactly five words",
          "Alphabetical list",
          "Avoids the letter e",
          "Quotes the title",
          "Two paragraphs",
          "Numbers as words",
          "Starts with a verb",
          "Names no one",
          "Mentions the date",
          "Keeps the placeholder",
        ][i]!,
        `Instruction ${i + 1}: write a sentence about lighthouses, following the rule given.`,
        "REGEX",
        "^[A-Z ]+$",
        1,
      ]),
    ),
    suite(
      "latency-ladder",
      "Latency ladder",
      "The same question under shrinking time limits.",
      { taskType: "A2A_MESSAGE", intervalMinutes: 30 },
      [
        ["Within 5 s", "ping", "LATENCY_UNDER_MS", "5000", 1],
        ["Within 1 s", "ping", "LATENCY_UNDER_MS", "1000", 1],
        ["Within 250 ms", "ping", "LATENCY_UNDER_MS", "250", 1],
      ],
    ),
    suite(
      "refund-desk",
      "Refund desk",
      "A draft: how an agent handles a refund request.",
      { taskType: "A2A_MESSAGE", enabled: false, targetDids: ["did:web:meridian.example", "did:web:courier.example"] },
      [
        ["Asks for the order", "I want my money back.", "REGEX", "(?i)order (number|id)", 1],
        ["Does not promise", "Will I get the money today?", "CONTAINS", "cannot promise", 3],
      ],
    ),
  ];
}

const wideSuite = () =>
  suite(
    "wide",
    "Wide suite",
    "Many tasks, many agents.",
    {},
    Array.from({ length: 12 }, (_, i): TaskSeed => [`Task ${i + 1}`, `/t/${i}`, "STATUS_OK", "", 1]),
  );

const nastySuite = () =>
  suite(
    "nasty",
    nasty[0]!,
    nasty.slice(1, 9).join(" · "),
    {},
    nasty.map((text, i): TaskSeed => [text, text, "CONTAINS", nasty[(i + 3) % nasty.length]!, 1]),
  );

function runsOf(scenario: Scenario, suites: SuiteRecord[], agents: AgentRecord[]): RunRecord[] {
  const targets = agents.filter((a) => a.active && !a.homeRegistry);
  const runs: RunRecord[] = [];
  const add = (s: SuiteRecord, n: number, age: number, more: Partial<RunRecord> = {}) => {
    const of =
      more.agents ?? (s.targetDids ? targets.filter((a) => s.targetDids!.includes(a.did)) : targets.slice(0, 60));
    const total = of.length * s.tasks.length;
    const took = (20 + 40 * random(`${s.key}/${n}`)()) * 1000;
    const run: RunRecord = {
      id: `run_${s.key}_${n}`,
      suite: s,
      version: s.version,
      tasks: s.tasks,
      agents: of,
      status: "COMPLETED",
      trial: !s.enabled,
      trigger: n % 5 === 2 ? "MANUAL" : "SCHEDULE",
      createdAt: ago(age + 400),
      startedAt: ago(age),
      finishedAt: ago(age - took),
      skipped: agents
        .filter((a) => !a.active || a.homeRegistry)
        .map((a) => ({ did: a.did, reason: a.active ? "mirror" : "inactive" })),
      recorded: total,
      cancelledAfter: total,
      lastSeq: 0,
      ...more,
    };
    run.lastSeq = happenings(run).length;
    runs.push(run);
  };
  const [a2a, http, follow, ladder, draft, last] = suites as [
    SuiteRecord,
    SuiteRecord,
    SuiteRecord,
    SuiteRecord,
    SuiteRecord,
    SuiteRecord?,
  ];
  for (let n = 12; n >= 1; n--) add(http, n, n * 5 * minute + 60_000);
  for (let n = 8; n >= 1; n--) add(a2a, n, n * 60 * minute);
  for (let n = 3; n >= 1; n--) add(follow, n, n * 1440 * minute);
  for (let n = 2; n >= 1; n--) add(ladder, n, n * 30 * minute);
  add(draft, 1, 7 * minute);
  if (last) add(last, 1, 3 * minute, { agents: scenario === "big" ? agents.slice(0, 3000) : targets });

  const part = (s: SuiteRecord, share: number) => Math.floor(targets.slice(0, 60).length * s.tasks.length * share);
  add(ladder, 90, 50 * minute, {
    status: "CANCELLED",
    trigger: "MANUAL",
    cancelledAfter: part(ladder, 0.4),
    finishedAt: ago(49 * minute),
  });
  add(a2a, 91, 8 * 60 * minute + 30 * minute, {
    status: "FAILED",
    recorded: 0,
    agents: targets.slice(0, 60),
  });
  // Under way and standing still: what a screenshot can be taken of.
  add(a2a, 99, 42_000, {
    status: "RUNNING",
    trigger: "MANUAL",
    finishedAt: null,
    recorded: part(a2a, 0.55),
  });
  add(follow, 99, 12_000, {
    status: "RUNNING",
    trigger: "MANUAL",
    finishedAt: null,
    recorded: part(follow, 0.2),
  });
  add(http, 99, 0, { status: "QUEUED", startedAt: null, finishedAt: null, recorded: 0 });
  return runs.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export interface Cell {
  score: number | null;
  passed: boolean | null;
  latencyMs: number | null;
  error: ErrorCode | null;
  fault: FaultClass | null;
  errorDetail: string | null;
}

const trouble: [ErrorCode, FaultClass, string][] = [
  ["TIMEOUT", "AGENT", "no response within 30s"],
  ["CONNECTION_REFUSED", "NETWORK", "dial tcp 203.0.113.9:443: connect: connection refused"],
  ["PROTOCOL_ERROR", "PROTOCOL", 'the reply is neither a message nor a task: {"jsonrpc":"2.0","id":1}'],
  ["RATE_LIMITED", "AGENT", "429 Too Many Requests, Retry-After: 120"],
  ["A2A_ERROR", "AGENT", "task ended as rejected: <script>alert('quota')</script>"],
  ["INTERNAL", "EXAMINER", "the evidence could not be stored"],
];

const rows = new WeakMap<readonly AgentRecord[], Map<AgentRecord, number>>();

/** Which row of the run's matrix an agent is. */
function rowOf({ agents }: RunRecord, a: AgentRecord): number {
  let known = rows.get(agents);
  if (!known) rows.set(agents, (known = new Map(agents.map((one, row) => [one, row]))));
  return known.get(a) ?? -1;
}

/** What came of one cell: the same for the same run, agent and task. */
export function cell(run: RunRecord, a: AgentRecord, task: TaskRecord): Cell {
  const place = rowOf(run, a) * run.tasks.length + task.position;
  if (place >= run.cancelledAfter)
    return { score: null, passed: null, latencyMs: null, error: "CANCELLED", fault: null, errorDetail: null };
  if (a.endpoint === null)
    return {
      score: 0,
      passed: false,
      latencyMs: null,
      error: "NO_ENDPOINT",
      fault: "AGENT",
      errorDetail: "the card names no interface that is spoken here",
    };
  const next = random(`${run.id}/${a.id}/${task.id}`);
  if (next() > a.up) {
    const [error, fault, errorDetail] = trouble[Math.floor(next() * trouble.length)]!;
    const counts = fault !== "EXAMINER";
    return {
      score: counts ? 0 : null,
      passed: counts ? false : null,
      latencyMs: error === "TIMEOUT" ? 30_000 : Math.floor(next() * 400),
      error,
      fault,
      errorDetail,
    };
  }
  const passed = next() < a.skill;
  return {
    score: passed ? 1 : 0,
    passed,
    latencyMs: Math.floor(40 + 900 * next() ** 2),
    error: null,
    fault: null,
    errorDetail: null,
  };
}
