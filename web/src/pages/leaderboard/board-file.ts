import type { BoardEntryFragment } from "@/gql/shared.gql";
import { type Cell, csv } from "@/lib/export";

const columns: readonly [name: string, cell: (e: BoardEntryFragment) => Cell][] = [
  ["rank", (e) => e.rank],
  ["best_rank", (e) => e.bestRank],
  ["worst_rank", (e) => e.worstRank],
  ["did", (e) => e.agent.did],
  ["name", (e) => e.agent.name],
  ["mean_score", (e) => e.meanScore],
  ["interval_low", (e) => e.interval.low],
  ["interval_high", (e) => e.interval.high],
  ["interval_method", (e) => e.interval.method.toLowerCase()],
  ["results", (e) => e.runs],
  ["suite_runs", (e) => e.suiteRuns],
  ["small_sample", (e) => e.smallSample],
  ["availability", (e) => e.availability],
  ["capability", (e) => e.capability],
  ["uncounted", (e) => e.uncounted],
  ["last_at", (e) => e.lastAt],
];

/** The board for a spreadsheet: one agent a row, numbers unrounded, an empty cell where something is unknown. */
export function boardAsCsv(entries: readonly BoardEntryFragment[]): string {
  return csv(
    columns.map(([name]) => name),
    entries.map((entry) => columns.map(([, cell]) => cell(entry))),
  );
}

/** The board for a program, with what it is of and when it was read. */
export function boardAsJson(
  entries: readonly BoardEntryFragment[],
  about: { registry: string | null; at: string; filter: object },
): string {
  const agents = entries.map((entry) => Object.fromEntries(columns.map(([name, cell]) => [name, cell(entry)])));
  return `${JSON.stringify({ ...about, agents }, null, 2)}\n`;
}
