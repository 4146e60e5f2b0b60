import { useEffect, useMemo, useRef, useState } from "react";
import { useClient } from "urql";
import { RunsEndedDocument, RunsMovingDocument, type RunsMovingSubscription } from "./runs.gql";
import type { RunLineFragment } from "@/gql/shared.gql";
import { watch } from "@/lib/live";

type LiveRun = RunsMovingSubscription["liveRuns"]["runs"][number];

/**
 * Follows the runs under way: the newest state of the rows that are shown (`moved`, by id), and those that have begun since and wait
 * to be asked for (`isNew`). Rows stay where they are. A run that leaves the live list has ended: its last state is fetched once.
 */
export function useMovingRuns(shown: readonly RunLineFragment[]) {
  const client = useClient();
  const [moved, setMoved] = useState<ReadonlyMap<string, RunLineFragment>>(new Map());
  const [live, setLive] = useState<readonly LiveRun[]>([]);
  const before = useRef<readonly LiveRun[]>([]);

  useEffect(
    () =>
      watch({
        document: RunsMovingDocument,
        variables: () => ({}),
        next: ({ liveRuns: { runs } }) => {
          const ended = before.current.filter((old) => !runs.some((run) => run.id === old.id)).map((run) => run.id);
          before.current = runs;
          setLive(runs);
          setMoved((old) => new Map([...old, ...runs.map((run) => [run.id, run] as const)]));
          if (ended.length > 0) {
            void client
              .query(RunsEndedDocument, { ids: ended.slice(0, 100) }, { requestPolicy: "network-only" })
              .then(({ data }) => {
                const found = (data?.nodes ?? []).filter((node) => node !== null && "id" in node) as RunLineFragment[];
                setMoved((old) => new Map([...old, ...found.map((run) => [run.id, run] as const)]));
              });
          }
        },
        over: () => false,
      }),
    [client],
  );

  const isNew = useMemo(() => {
    const newest = shown[0]?.createdAt;
    return newest === undefined
      ? []
      : live.filter((run) => run.createdAt > newest && !shown.some((s) => s.id === run.id));
  }, [live, shown]);
  return { moved, isNew };
}
