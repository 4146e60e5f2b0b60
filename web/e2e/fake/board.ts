import type { LeaderboardOrder } from "../../src/gql/schema";
import { type AgentRecord, cell, type World } from "./world";

/** The board as the real server computes it, small: means, Wilson intervals, best and worst ranks. */
export interface Standing {
  agent: AgentRecord;
  mean: number;
  low: number;
  high: number;
  n: number;
  suiteRuns: number;
  lastAt: string;
  availability: number;
  capability: number | null;
  uncounted: number;
  rank: number;
  best: number;
  worst: number;
}

const z = 1.959964;

export function board(world: World, suite: string | null, since: string | null, order: LeaderboardOrder): Standing[] {
  const tallies = new Map<
    AgentRecord,
    { n: number; sum: number; answered: number; uncounted: number; runs: Set<string>; lastAt: string }
  >();
  for (const run of world.runs) {
    if (run.trial || run.status !== "COMPLETED" || (suite && run.suite.key !== suite)) continue;
    if (since && run.createdAt < since) continue;
    for (const agent of run.agents) {
      if (agent.testAgent || agent.removedAt) continue;
      const t = tallies.get(agent) ?? { n: 0, sum: 0, answered: 0, uncounted: 0, runs: new Set(), lastAt: "" };
      for (const task of run.tasks) {
        const c = cell(run, agent, task);
        if (c.score === null) t.uncounted++;
        else {
          t.n++;
          t.sum += c.score;
          if (c.error === null) t.answered++;
        }
      }
      t.runs.add(run.id);
      if (run.finishedAt! > t.lastAt) t.lastAt = run.finishedAt!;
      tallies.set(agent, t);
    }
  }
  const rows = [...tallies]
    .filter(([, t]) => t.n > 0)
    .map(([agent, t]): Standing => {
      const mean = t.sum / t.n;
      const middle = (mean + (z * z) / (2 * t.n)) / (1 + (z * z) / t.n);
      const half = (z / (1 + (z * z) / t.n)) * Math.sqrt((mean * (1 - mean)) / t.n + (z * z) / (4 * t.n * t.n));
      return {
        agent,
        mean,
        low: Math.max(middle - half, 0),
        high: middle + half,
        n: t.n,
        suiteRuns: t.runs.size,
        lastAt: t.lastAt,
        uncounted: t.uncounted,
        availability: t.answered / t.n,
        capability: t.answered ? t.sum / t.answered : null,
        rank: 0,
        best: 0,
        worst: 0,
      };
    });
  const key = (s: Standing) =>
    ({
      MEAN: s.mean,
      LOWER_BOUND: s.low,
      CAPABILITY: s.capability ?? -1,
      AVAILABILITY: s.availability,
      LATEST: Date.parse(s.lastAt),
    })[order];
  rows.sort((a, b) => key(b) - key(a) || b.n - a.n || a.agent.did.localeCompare(b.agent.did));
  const lows = rows.map((r) => r.low).sort((a, b) => a - b);
  const highs = rows.map((r) => r.high).sort((a, b) => a - b);
  rows.forEach((row, i) => {
    row.rank = i + 1;
    row.best = 1 + rows.length - countUpTo(lows, row.high);
    row.worst = rows.length - countBelow(highs, row.low);
  });
  return rows;
}

/** How many of the sorted values are at most `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (sorted[mid]! <= limit) low = mid + 1;
    else high = mid;
  }
  return low;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (sorted[mid]! < limit) low = mid + 1;
    else high = mid;
  }
  return low;
}
