import { useEffect, useState } from "react";
import { useClient } from "urql";
import { RunsOfSuiteDocument, type RunsOfSuiteQuery } from "./run.gql";

type Line = NonNullable<RunsOfSuiteQuery["runs"]>["nodes"][number];

/** So many pages of 50 runs are read; a run that stands further back has no neighbour here. */
const mostPages = 20;

/** The id of the run of the same suite before this one that recorded something; null while it is not known, or where there is none. */
export function useRunBefore(run: { id: string; createdAt: string; trial: boolean; suite: string }): string | null {
  const client = useClient();
  const [found, setFound] = useState<{ of: string; before: string } | null>(null);
  const { id, createdAt, trial, suite } = run;
  useEffect(() => {
    let stopped = false;
    const search = async () => {
      let after: string | null = null;
      for (let page = 0; page < mostPages && !stopped; page++) {
        const answer: { data?: RunsOfSuiteQuery | undefined } = await client
          .query(RunsOfSuiteDocument, { suite, trial, after })
          .toPromise();
        const runs = answer.data?.runs;
        if (!runs || stopped) return;
        const before = runBefore(runs.nodes, { id, createdAt });
        if (before) setFound({ of: id, before: before.id });
        if (before || !runs.pageInfo.hasNextPage) return;
        after = runs.pageInfo.endCursor;
      }
    };
    void search();
    return () => {
      stopped = true;
    };
  }, [client, id, createdAt, trial, suite]);
  return found?.of === id ? found.before : null;
}

/** Of runs, newest first, the first one older than this that recorded something. */
export function runBefore(runs: readonly Line[], { id, createdAt }: { id: string; createdAt: string }): Line | null {
  return runs.find((r) => r.id !== id && r.createdAt <= createdAt && r.progress.recorded > 0) ?? null;
}
