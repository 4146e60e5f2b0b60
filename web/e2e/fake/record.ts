import type { LeaderboardOrder } from "../../src/gql/schema";
import { may } from "./access";
import { board } from "./board";
import type { Context } from "./resolvers";
import { random } from "./random";
import {
  agentView,
  page,
  type PageArgs,
  type ResultFilter,
  type ResultRecord,
  resultsOf,
  resultView,
  runView,
  standingView,
  suiteView,
} from "./views";
import { cell, type RunRecord, type World } from "./world";

/** The public record: what is going on, the board, results, and comparisons. */
export const record = {
  overview: (_: unknown, { world }: Context) => overview(world),

  leaderboard: (
    args: PageArgs & {
      suite?: string;
      orderBy: LeaderboardOrder;
      since?: string;
      search?: string;
      minRuns?: number;
      active?: boolean;
    },
    { world }: Context,
  ) => {
    const part = args.search?.toLowerCase();
    const rows = board(world, args.suite ?? null, args.since ?? null, args.orderBy).filter(
      (s) =>
        s.n >= (args.minRuns ?? 0) &&
        (args.active == null || s.agent.active === args.active) &&
        (!part || `${s.agent.name}\n${s.agent.did}\n${s.agent.owner}`.toLowerCase().includes(part)),
    );
    return page(rows, args, (s) => standingView(world, s));
  },

  results: (args: PageArgs & ResultFilter, { world }: Context) =>
    page(resultsOf(world, args), args, (r) => resultView(world, r)),

  compareRuns: ({ a, b }: { a: string; b: string }, { world, access, caller }: Context) => {
    const staff = may(access, caller, "READ_DRAFTS");
    const [left, right] = [a, b].map((id) => world.runs.find((r) => r.id === id && (staff || !r.trial)));
    if (!left || !right) return null;
    return compare(world, resultsIn(left), resultsIn(right), { a: { run: left }, b: { run: right } });
  },

  compareAgents: ({ a, b, suite }: { a: string; b: string; suite?: string }, { world }: Context) => {
    const [left, right] = [a, b].map((did) => world.agents.find((agent) => agent.did === did));
    if (!left || !right) return null;
    const newest = new Map<string, RunRecord>();
    for (const run of world.runs) {
      const both = run.agents.includes(left) && run.agents.includes(right);
      if (run.status !== "COMPLETED" || run.trial || !both || newest.has(run.suite.key)) continue;
      if (!suite || run.suite.key === suite) newest.set(run.suite.key, run);
    }
    const of = (agent: typeof left) =>
      [...newest.values()].flatMap((run) => run.tasks.map((task): ResultRecord => ({ run, agent, task })));
    return compare(world, of(left), of(right), { a: { agent: left }, b: { agent: right } });
  },
};

const resultsIn = (run: RunRecord): ResultRecord[] =>
  Array.from({ length: run.recorded }, (_, i) => ({
    run,
    agent: run.agents[Math.floor(i / run.tasks.length)]!,
    task: run.tasks[i % run.tasks.length]!,
  }));

interface Sides {
  a: { run?: RunRecord; agent?: World["agents"][number] };
  b: Sides["a"];
}

function compare(world: World, left: ResultRecord[], right: ResultRecord[], sides: Sides) {
  const byAgent = sides.a.agent !== undefined;
  const name = (r: ResultRecord) => (byAgent ? r.task.id : `${r.task.id}/${r.agent.id}`);
  const partner = new Map(right.map((r) => [name(r), r]));
  const all = left.flatMap((one) => {
    const other = partner.get(name(one));
    const score = (r: ResultRecord) => cell(r.run, r.agent, r.task).score;
    if (!other || score(one) === null || score(other) === null) return [];
    return [{ one, other, a: score(one)!, b: score(other)! }];
  });
  const n = all.length;
  const mean = (of: (p: (typeof all)[number]) => number) => (n ? all.reduce((sum, p) => sum + of(p), 0) / n : null);
  const difference = mean((p) => p.b - p.a);
  const spread = n > 1 ? Math.sqrt(all.reduce((sum, p) => sum + (p.b - p.a - difference!) ** 2, 0) / (n - 1)) : null;
  const half = spread === null ? null : (2.1 * spread) / Math.sqrt(n);
  const [low, high] = half === null ? [null, null] : [difference! - half, difference! + half];
  const flips = (p: (typeof all)[number]) => (p.a === p.b ? 2 : p.b < p.a ? 0 : 1);
  const side = (of: Sides["a"], results: number, score: number | null) => ({
    run: of.run ? () => runView(world, of.run!) : null,
    agent: of.agent ? () => agentView(world, of.agent!) : null,
    meanScore: score,
    unpaired: results - n,
  });
  return {
    a: side(
      sides.a,
      left.length,
      mean((p) => p.a),
    ),
    b: side(
      sides.b,
      right.length,
      mean((p) => p.b),
    ),
    pairs: n,
    difference,
    low: low === null ? null : Math.max(low, -1),
    high: high === null ? null : Math.min(high, 1),
    verdict: low === null || high === null ? "NO_PAIRS" : low > 0 ? "B_BETTER" : high < 0 ? "A_BETTER" : "NOT_SURE",
    lost: all.filter((p) => flips(p) === 0).length,
    won: all.filter((p) => flips(p) === 1).length,
    bothPassed: all.filter((p) => p.a === 1 && p.b === 1).length,
    neitherPassed: all.filter((p) => p.a === 0 && p.b === 0).length,
    notes: sides.a.run && sides.a.run.id < sides.b.run!.id ? ["3 agents had another fingerprint in a than in b"] : [],
    tasks: [...all]
      .sort((p, q) => flips(p) - flips(q))
      .slice(0, 1_000)
      .map((p) => ({
        task: p.other.task,
        suite: () => suiteView(world, p.other.run.suite),
        agent: byAgent ? null : () => agentView(world, p.other.agent),
        a: () => resultView(world, p.one),
        b: () => resultView(world, p.other),
        difference: p.b - p.a,
      })),
  };
}

function overview(world: World) {
  const hour = 3_600_000;
  const now = Date.now();
  const since = now - 24 * hour;
  const hours = Array.from({ length: 24 }, (_, i) => {
    const at = Math.floor(now / hour) * hour - (23 - i) * hour;
    if (world.agents.length === 0 || world.scenario === "off")
      return { at: new Date(at).toISOString(), results: 0, meanScore: null, errors: 0 };
    const next = random(`overview/${i}`);
    const results = i === 9 ? 0 : Math.round(40 + 220 * next() * (i > 6 ? 1 : 0.4));
    return {
      at: new Date(at).toISOString(),
      results,
      meanScore: results ? 0.66 + 0.2 * next() : null,
      errors: Math.round(results * 0.08 * next()),
    };
  });
  const sum = (of: (h: (typeof hours)[number]) => number) => hours.reduce((total, h) => total + of(h), 0);
  const rows = board(world, null, new Date(since).toISOString(), "MEAN").filter((s) => s.mean < 1);
  const fall = (s: (typeof rows)[number]) => 0.22 * random(`fall/${s.agent.id}`)() - 0.04;
  rows.sort((a, b) => fall(b) - fall(a));
  return {
    at: new Date(now).toISOString(),
    day: {
      runs: world.runs.filter((r) => r.finishedAt && Date.parse(r.finishedAt) > since && !r.trial).length,
      results: sum((h) => h.results),
      passed: sum((h) => Math.round(h.results * (h.meanScore ?? 0))),
      errors: sum((h) => h.errors),
      uncounted: world.agents.length ? 14 : 0,
      hours,
    },
    failing: rows.slice(0, 10).map((s, i) => {
      const last = resultsOf(world, { agent: s.agent.did, passed: false })[0];
      return {
        agent: () => agentView(world, s.agent),
        results: s.n,
        meanScore: s.mean,
        availability: s.availability,
        meanBefore: i === 4 ? null : Math.min(1, Math.max(0, s.mean + fall(s))),
        lastFailure: last ? () => resultView(world, last) : null,
      };
    }),
    due: world.suites
      .filter((s) => s.enabled && s.intervalMinutes !== null)
      .sort((a, b) => a.intervalMinutes! - b.intervalMinutes!)
      .map((s) => suiteView(world, s)),
    activeAgents: world.agents.filter((a) => a.active).length,
    enabledSuites: world.suites.filter((s) => s.enabled).length,
  };
}
