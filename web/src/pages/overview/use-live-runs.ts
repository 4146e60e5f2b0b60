import { useEffect, useMemo, useRef, useState } from "react";
import { useClient } from "urql";
import { OverviewRunsDocument, OverviewRunsEndedDocument, type OverviewRunsSubscription } from "./overview.gql";
import { watch } from "@/lib/live";

export type LiveRun = OverviewRunsSubscription["liveRuns"]["runs"][number];

/** So many that ended while one looks on stay in sight. */
const kept = 3;

/**
 * The runs under way, newest first; null until the first word of them. One that ends stays where it is, with its outcome, until others
 * that ended later take its place: nothing goes from under the pointer.
 */
export function useLiveRuns(): readonly LiveRun[] | null {
  const client = useClient();
  const [live, setLive] = useState<readonly LiveRun[] | null>(null);
  const [ended, setEnded] = useState<readonly LiveRun[]>([]);
  const before = useRef<readonly LiveRun[]>([]);

  useEffect(
    () =>
      watch({
        document: OverviewRunsDocument,
        variables: () => ({}),
        next: ({ liveRuns: { runs } }) => {
          const gone = before.current.filter((old) => !runs.some((run) => run.id === old.id));
          before.current = runs;
          setLive(runs);
          if (gone.length === 0) return;
          setEnded((old) => [...gone, ...old].slice(0, kept));
          const ids = gone.slice(0, 100).map((run) => run.id);
          void client.query(OverviewRunsEndedDocument, { ids }, { requestPolicy: "network-only" }).then(({ data }) => {
            const found = (data?.nodes ?? []).filter((node) => node !== null && "id" in node) as LiveRun[];
            setEnded((old) => old.map((run) => found.find((f) => f.id === run.id) ?? run));
          });
        },
        refused: () => setLive([]),
        over: () => false,
      }),
    [client],
  );

  return useMemo(() => {
    if (live === null) return null;
    const still = ended.filter((run) => !live.some((l) => l.id === run.id));
    return [...live, ...still].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }, [live, ended]);
}
