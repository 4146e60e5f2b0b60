import { useMemo } from "react";
import { useQuery } from "urql";
import { BoardTrendsDocument, type LeaderboardQueryVariables, SuiteChangesDocument } from "./leaderboard.gql";
import { useKept } from "@/lib/use-kept";
import type { ChangeMark, TrendValue } from "@/parts/sparkline/sparkline";

export const trendDays = 14;

/** How each agent's mean went, and what changed meanwhile, by the agent's id. */
export type Trends = ReadonlyMap<string, { points: readonly TrendValue[]; marks: readonly ChangeMark[] }>;

/** Asked for once the board itself is there: it is read without them. */
export function useTrends(variables: LeaderboardQueryVariables, suite: string | undefined, ready: boolean): Trends {
  const [{ data }] = useQuery({ query: BoardTrendsDocument, variables, pause: !ready });
  const [{ data: changes }] = useQuery({
    query: SuiteChangesDocument,
    variables: { key: suite ?? "" },
    pause: !ready || suite === undefined,
  });
  const board = useKept(data?.leaderboard);
  const versions = changes?.suite?.versions;
  return useMemo(() => {
    const ofSuite = (versions ?? [])
      .filter((v) => v.version > 1)
      .map((v): ChangeMark => ({ at: v.createdAt, what: "suite" }));
    const entries = (board?.nodes ?? []).map(({ agent, trend }) => {
      const ofAgent = agent.history
        .filter((event) => event.previousFingerprint !== null)
        .map((event): ChangeMark => ({ at: event.at, what: "agent" }));
      return [agent.id, { points: trend, marks: [...ofSuite, ...ofAgent] }] as const;
    });
    return new Map(entries);
  }, [board, versions]);
}
