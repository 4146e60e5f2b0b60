import { expect, it } from "vitest";
import { boardAsCsv, boardAsJson } from "./board-file";
import type { BoardEntryFragment } from "@/gql/shared.gql";

const entry: BoardEntryFragment = {
  rank: 1,
  bestRank: 1,
  worstRank: 3,
  agent: { id: "agt_1", did: "did:web:a.example", name: '=HYPERLINK("http://x","y")' },
  meanScore: 2 / 3,
  interval: { low: 0.3, high: 0.9, method: "STUDENT_T" },
  runs: 30,
  suiteRuns: 3,
  lastAt: "2026-11-30T12:00:00.000Z",
  availability: 1,
  capability: null,
  smallSample: false,
  uncounted: 0,
};

it("writes the board as CSV, defused and unrounded", () => {
  expect(boardAsCsv([entry])).toBe(
    "rank,best_rank,worst_rank,did,name,mean_score,interval_low,interval_high,interval_method,results,suite_runs,small_sample,availability,capability,uncounted,last_at\r\n" +
      `1,1,3,did:web:a.example,"'=HYPERLINK(""http://x"",""y"")",0.6666666666666666,0.3,0.9,student_t,30,3,false,1,,0,2026-11-30T12:00:00.000Z\r\n`,
  );
});

it("writes the board as JSON, with names as they are", () => {
  const read = JSON.parse(
    boardAsJson([entry], { registry: "did:web:r.example", at: "2026-12-01T00:00:00.000Z", filter: { suite: "s" } }),
  ) as { filter: object; agents: Record<string, unknown>[] };
  expect(read.filter).toEqual({ suite: "s" });
  expect(read.agents[0]).toMatchObject({ name: entry.agent.name, mean_score: 2 / 3, capability: null });
});
