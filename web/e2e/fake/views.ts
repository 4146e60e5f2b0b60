import type { ErrorCode, FaultClass } from "../../src/gql/schema";
import { agentExtras } from "./agents";
import { board, type Standing } from "./board";
import { fileOf, trendOf, versionsOf } from "./suites";
import { nasty } from "./nasty";
import { hex, random } from "./random";
import {
  type AgentRecord,
  type Cell,
  cell,
  type RunRecord,
  type SuiteRecord,
  type TaskRecord,
  type World,
} from "./world";

/**
 * Records as the objects of the SDL. Fields that take arguments or cost something are functions; graphql-js calls them. The SDL is
 * the judge: an answer that does not fit it is an error of the fake.
 */
export interface PageArgs {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** A page by position. The real server's cursors are keysets; to a client both are opaque. */
export function page<T, V>(items: readonly T[], args: PageArgs, view: (item: T, place: number) => V) {
  const place = (cursor: string) => Number(Buffer.from(cursor, "base64url").toString());
  const cursor = (i: number) => Buffer.from(String(i)).toString("base64url");
  const size = args.last ?? args.first ?? 25;
  const end = args.before ? place(args.before) : items.length;
  const start = args.last ? Math.max(end - size, 0) : args.after ? place(args.after) + 1 : 0;
  const shown = items.slice(start, Math.min(start + size, end));
  const nodes = shown.map((item, i) => view(item, start + i));
  return {
    nodes,
    edges: nodes.map((node, i) => ({ cursor: cursor(start + i), node })),
    totalCount: items.length,
    pageInfo: {
      hasNextPage: start + shown.length < items.length,
      hasPreviousPage: start > 0,
      startCursor: shown.length ? cursor(start) : null,
      endCursor: shown.length ? cursor(start + shown.length - 1) : null,
    },
  };
}

export function agentView(world: World, a: AgentRecord): object {
  return {
    __typename: "Agent",
    ...a,
    ...agentExtras(world, a),
    historyCount: a.history.length,
    history: ({ first, after }: { first: number; after?: number | null }) =>
      a.history
        .map((e, i) => ({ ...e, seq: a.history.length - i }))
        .filter((e) => after == null || e.seq < after)
        .slice(0, first),
    standings: (args: PageArgs) => {
      const found = [...world.suites]
        .sort((x, y) => x.key.localeCompare(y.key))
        .flatMap((s) => {
          const standing = board(world, s.key, null, "MEAN").find((one) => one.agent === a);
          return standing ? [{ suite: s, standing }] : [];
        });
      return page(found, args, (f) => ({ ...standingView(world, f.standing), suite: () => suiteView(world, f.suite) }));
    },
    standing: ({ suite }: { suite?: string }) => {
      const found = board(world, suite ?? null, null, "MEAN").find((s) => s.agent === a);
      return found ? standingView(world, found) : null;
    },
    results: ({ suite, passed, ...args }: PageArgs & { suite?: string; passed?: boolean }) =>
      page(resultsOf(world, { agent: a.did, suite, passed }), args, (r) => resultView(world, r)),
  };
}

export function standingView(world: World, s: Standing): object {
  return {
    rank: s.rank,
    bestRank: s.best,
    worstRank: s.worst,
    agent: () => agentView(world, s.agent),
    suite: null,
    meanScore: s.mean,
    interval: { low: s.low, high: s.high, method: "WILSON" },
    runs: s.n,
    suiteRuns: s.suiteRuns,
    lastAt: s.lastAt,
    availability: s.availability,
    capability: s.capability,
    smallSample: s.n < 30 || s.suiteRuns < 3,
    uncounted: s.uncounted,
    trend: ({ days }: { days: number }) => trendOf(`agent/${s.agent.id}`, s.mean, s.availability, days, s.n),
  };
}

export function suiteView(world: World, s: SuiteRecord): object {
  const runs = () => world.runs.filter((r) => r.suite.key === s.key);
  return {
    __typename: "Suite",
    ...s,
    pays: s.rewardAmount !== "0",
    tasks: s.tasks.map((t) => {
      const next = random(`${s.key}/${t.name}/rate`);
      const count = runs().filter((r) => !r.trial && r.status === "COMPLETED").length * 11;
      return {
        ...t,
        resultCount: s.enabled ? count : 0,
        passRate: s.enabled && count > 0 ? Math.min(1, 0.25 + 0.8 * next()) : null,
      };
    }),
    taskCount: s.tasks.length,
    versionCount: s.versions.length,
    versions: ({ first, after }: { first: number; after?: number | null }) =>
      versionsOf(s)
        .filter((v) => after == null || v.version < after)
        .slice(0, first),
    file: () => fileOf(s),
    trend: ({ days }: { days: number }) =>
      s.enabled && runs().some((r) => r.status === "COMPLETED") ? trendOf(`suite/${s.key}`, 0.72, 0.95, days, 660) : [],
    nextRunAt:
      s.enabled && s.intervalMinutes ? new Date(Date.now() + (s.intervalMinutes * 60_000) / 3).toISOString() : null,
    lastRun: () => {
      const last = runs().find((r) => !r.trial);
      return last ? runView(world, last) : null;
    },
    runCount: runs().filter((r) => !r.trial).length,
    trialCount: runs().filter((r) => r.trial).length,
  };
}

export function runView(world: World, r: RunRecord): object {
  const width = r.tasks.length;
  return {
    __typename: "Run",
    ...r,
    suite: () => suiteView(world, r.suite),
    suiteVersion: () => versionsOf(r.suite).find((v) => v.version === r.version) ?? versionsOf(r.suite)[0],
    progress: () => progress(r),
    tasks: r.tasks,
    agents: (args: PageArgs) => page(r.agents, args, (a) => runAgentView(world, r, a)),
    results: (args: PageArgs) =>
      page(
        Array.from({ length: r.recorded }, (_, i) => i),
        args,
        (i) => resultView(world, { run: r, agent: r.agents[Math.floor(i / width)]!, task: r.tasks[i % width]! }),
      ),
  };
}

export function progress(r: RunRecord) {
  const p = { passed: 0, failed: 0, errors: 0, cancelled: 0, examinerFaults: 0 };
  for (let i = 0; i < r.recorded; i++) {
    const c = cell(r, r.agents[Math.floor(i / r.tasks.length)]!, r.tasks[i % r.tasks.length]!);
    if (c.error === "CANCELLED") p.cancelled++;
    else if (c.fault === "EXAMINER") p.examinerFaults++;
    else if (c.passed) p.passed++;
    else {
      p.failed++;
      if (c.error) p.errors++;
    }
  }
  return {
    ...p,
    agents: r.agents.length,
    agentsFinished: Math.floor(r.recorded / r.tasks.length),
    total: r.agents.length * r.tasks.length,
    recorded: r.recorded,
  };
}

export function runAgentView(world: World, r: RunRecord, a: AgentRecord): object {
  const width = r.tasks.length;
  const row = r.agents.indexOf(a);
  const recorded = Math.min(Math.max(r.recorded - row * width, 0), width);
  const done = recorded === width;
  const cells = r.tasks.slice(0, recorded).map((t) => ({ t, c: cell(r, a, t) }));
  const scored = cells.filter(({ c }) => c.score !== null);
  const weight = scored.reduce((sum, { t }) => sum + t.weight, 0);
  // As many agents at once as a real runner would have.
  const begun = r.status !== "QUEUED" && row * width < r.recorded + 3 * width;
  return {
    __typename: "RunAgent",
    id: `ra_${r.id}_${row}`,
    agent: () => agentView(world, a),
    status: done ? "FINISHED" : begun ? "RUNNING" : "WAITING",
    fingerprint: begun ? a.fingerprint : null,
    suiteScore: done && weight > 0 ? scored.reduce((sum, { t, c }) => sum + t.weight * c.score!, 0) / weight : null,
    passed: cells.filter(({ c }) => c.passed).length,
    recorded,
    startedAt: begun ? r.startedAt : null,
    finishedAt: done ? r.startedAt : null,
    results: cells.map(({ t }) => resultView(world, { run: r, agent: a, task: t })),
  };
}

export interface ResultRecord {
  run: RunRecord;
  agent: AgentRecord;
  task: TaskRecord;
}

export function resultView(world: World, { run, agent, task }: ResultRecord): object {
  const c = cell(run, agent, task);
  const row = run.agents.indexOf(agent);
  const place = row * run.tasks.length + task.position;
  const called = c.error !== "CANCELLED" && c.error !== "NO_ENDPOINT";
  const answered = called && (c.error === null || c.error === "RATE_LIMITED");
  const body = answered ? bodyOf(world, agent, task, c) : "";
  const find = c.passed && c.error === null ? matchOf(task, body) : null;
  const total = c.latencyMs ?? 0;
  return {
    __typename: "Result",
    id: `re_${run.id}_${row}_${task.position}`,
    run: () => runView(world, run),
    suite: () => suiteView(world, run.suite),
    suiteDigest: run.suite.versions.find((v) => v.version === run.version)?.digest ?? run.suite.digest,
    agent: () => agentView(world, agent),
    task,
    ...c,
    previous: () => neighbour(world, run, place - 1),
    next: () => neighbour(world, run, place + 1),
    attempts: called ? (c.error === "RATE_LIMITED" ? 3 : 1) : 0,
    fingerprint: agent.history.at(-1)!.fingerprint,
    at: recordedAt(run, place),
    seq: place + 3,
    timings: called
      ? {
          dnsMs: total * 0.04,
          connectMs: total * 0.13,
          tlsMs: total * 0.31,
          firstByteMs: answered ? total * 0.9 : null,
          totalMs: total,
        }
      : null,
    evidenceHash: called ? hex(`evidence/${run.id}/${row}/${task.id}`) : null,
    evidenceCleared: called && cleared(run),
    evidence: () => (called && !cleared(run) ? evidence(run, agent, task, body, answered, c) : null),
    verdict: { reason: reasonOf(task, c, find), matches: find ? [find] : [] },
  };
}

function neighbour(world: World, run: RunRecord, place: number): object | null {
  if (place < 0 || place >= run.recorded) return null;
  const width = run.tasks.length;
  return resultView(world, { run, agent: run.agents[Math.floor(place / width)]!, task: run.tasks[place % width]! });
}

/** One run is so old that what its agents answered is no longer kept. */
const cleared = (run: RunRecord) => run.id === "run_a2a-basics_8";

function bodyOf(world: World, agent: AgentRecord, task: TaskRecord, c: Cell): string {
  if (world.scenario === "nasty") {
    const text = nasty[(agent.index + task.position) % nasty.length]!;
    return `${text}\n${c.passed ? task.expected : ""}\u0000 tail \u202e reversed ${text}`;
  }
  if (task.scorer === "STATUS_OK")
    return `{"service":"${agent.name}","status":"up","uptime_s":${90_000 + agent.index}}`;
  if (task.scorer === "LATENCY_UNDER_MS") return "pong";
  if (!c.passed) return `I am ${agent.name}. I would rather not answer that in the form you asked for.`;
  if (task.scorer === "REGEX") {
    if (task.name === "Returns JSON") return '{"ok": true}';
    if (task.name === "Greets back") return "Certainly. Hello to you too, and good morning!";
    return task.name === "Version is semantic" ? "v2.14.3 (build 8812)" : "THE LIGHTHOUSE KEEPS ITS WATCH";
  }
  return task.scorer === "EXACT"
    ? ` ${task.expected}\n`
    : `Sure: ${task.expected}. Is there anything else I can do for you?`;
}

function matchOf(task: TaskRecord, body: string): { start: number; end: number } | null {
  const bytes = Buffer.from(body);
  const range = (needle: string) => {
    const start = bytes.indexOf(needle);
    return needle !== "" && start >= 0 ? { start, end: start + Buffer.byteLength(needle) } : null;
  };
  if (task.scorer === "REGEX") return range(/Hello|v?\d+\.\d+\.\d+|\{"ok": true\}|^[A-Z ]+$/m.exec(body)?.[0] ?? "");
  return task.scorer === "CONTAINS" || task.scorer === "EXACT" ? range(task.expected) : null;
}

function reasonOf(task: TaskRecord, c: Cell, match: { start: number } | null): string {
  if (c.error === "CANCELLED") return "The run was cancelled before the agent was called.";
  if (c.error) return "No answer came that could be scored.";
  switch (task.scorer) {
    case "STATUS_OK":
      return c.passed ? "The status is 200." : "The status is 503, not 2xx.";
    case "LATENCY_UNDER_MS":
      return `The answer took ${c.latencyMs} ms; the limit is ${task.expected} ms.`;
    case "REGEX":
      return c.passed
        ? `The pattern matches at byte ${match?.start ?? 0}.`
        : "The pattern matches nowhere in the body.";
    case "EXACT":
      return c.passed ? "The body equals the expected text." : "The body differs from the expected text at byte 0.";
    default:
      return c.passed
        ? `The body contains the expected text at byte ${match?.start ?? 0}.`
        : "The body does not contain the expected text.";
  }
}

function evidence(run: RunRecord, agent: AgentRecord, task: TaskRecord, body: string, answered: boolean, c: Cell) {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const a2a = run.suite.taskType === "A2A_MESSAGE";
  const request = a2a
    ? JSON.stringify({
        jsonrpc: "2.0",
        id: "1",
        method: "SendMessage",
        params: { message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: task.input }] } },
      })
    : "";
  const response = !answered
    ? ""
    : a2a
      ? JSON.stringify({
          jsonrpc: "2.0",
          id: "1",
          result: { message: { messageId: "m2", role: "ROLE_AGENT", parts: [{ text: body }] } },
        })
      : body;
  return {
    body: base64(body),
    bodyText: body,
    exchanges: [
      {
        method: a2a ? "POST" : "GET",
        url: `${agent.endpoint}${a2a ? "" : task.input}`,
        requestHeaders: [
          { name: "User-Agent", value: "Assay/0.1 (+https://registry.example; evals@registry.example)" },
          { name: "Accept", value: "application/json" },
          ...(agent.index === 1 ? [{ name: "Authorization", value: "Bearer [secret]" }] : []),
          ...(a2a
            ? [
                { name: "Content-Type", value: "application/json" },
                { name: "A2A-Version", value: "1.0" },
              ]
            : []),
        ],
        requestBody: base64(request),
        requestBodyText: request,
        status: !answered
          ? null
          : c.error === "RATE_LIMITED"
            ? 429
            : c.passed || task.scorer !== "STATUS_OK"
              ? 200
              : 503,
        responseHeaders: answered
          ? [
              { name: "Content-Type", value: a2a ? "application/json" : "text/plain; charset=utf-8" },
              { name: "Date", value: "Mon, 30 Nov 2026 14:03:22 GMT" },
              { name: "X-Served-By", value: "<b>edge-7</b>" },
            ]
          : [],
        responseBody: base64(response),
        responseBodyText: response,
      },
    ],
  };
}

export interface ResultFilter {
  agent?: string | null;
  suite?: string | null;
  passed?: boolean | null;
  task?: string | null;
  error?: ErrorCode | null;
  fault?: FaultClass | null;
  since?: string | null;
}

/** When a cell of a run was recorded. */
export const recordedAt = (run: RunRecord, place: number) =>
  new Date(Date.parse(run.startedAt ?? run.createdAt) + place * 120).toISOString();

/** Public results, newest first. */
export function resultsOf(world: World, filter: ResultFilter): ResultRecord[] {
  const out: ResultRecord[] = [];
  for (const run of world.runs) {
    if (run.trial || (filter.suite && run.suite.key !== filter.suite)) continue;
    for (let i = run.recorded - 1; i >= 0; i--) {
      const agent = run.agents[Math.floor(i / run.tasks.length)]!;
      if (filter.agent && agent.did !== filter.agent) continue;
      const task = run.tasks[i % run.tasks.length]!;
      if (filter.task && task.id !== filter.task) continue;
      if (filter.since && recordedAt(run, i) < filter.since) continue;
      if (filter.passed != null || filter.error || filter.fault) {
        const c = cell(run, agent, task);
        if (filter.passed != null && c.passed !== filter.passed) continue;
        if (filter.error && c.error !== filter.error) continue;
        if (filter.fault && c.fault !== filter.fault) continue;
      }
      out.push({ run, agent, task });
    }
  }
  return out;
}
