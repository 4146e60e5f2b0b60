import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useClient } from "urql";
import { ResultsAfterDocument, type ResultsAfterQueryVariables } from "./results.gql";
import { watch } from "@/lib/live";
import { BoardChangedDocument } from "../leaderboard/leaderboard.gql";

const rest = 2_000; // ms between two countings

/** How many results under the filter were recorded after the newest one shown; 0 where none is given. They wait to be asked for. */
export function useNewResults(filter: ResultsAfterQueryVariables, newest: { id: string; at: string } | null): number {
  const client = useClient();
  const [found, setFound] = useState({ after: "", count: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const recount = useEffectEvent(() => {
    if (!newest) return;
    const { id: after, at } = newest;
    // The instant itself would count the newest one shown.
    const since = new Date(Date.parse(at) + 1).toISOString();
    void client
      .query(ResultsAfterDocument, { ...filter, since }, { requestPolicy: "network-only" })
      .then(({ data }) => {
        if (data?.results) setFound({ after, count: data.results.totalCount });
      });
  });
  useEffect(() => {
    const stop = watch({
      document: BoardChangedDocument,
      variables: () => ({ suite: filter.suite }),
      next: () => {
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          recount();
        }, rest);
      },
      over: () => false,
    });
    return () => {
      stop();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [filter.suite]);
  return newest && found.after === newest.id ? found.count : 0;
}
