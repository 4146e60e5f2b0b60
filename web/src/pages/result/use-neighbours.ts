import { useEffect, useState } from "react";
import { useClient } from "urql";
import { RunOrderDocument, type RunOrderQuery } from "./result.gql";

export interface Neighbours {
  previous: string | null;
  next: string | null;
}

interface Order {
  ids: readonly string[];
  cursor: string | null;
  more: boolean;
}

const unread: Order = { ids: [], cursor: null, more: true };

/**
 * The results before and after one in its run, in the order of the matrix: agent by agent, task by task. Agents are read in pages of
 * 100, until the result and the one after it are found; what was read is kept while one moves within the run. Null: not found yet.
 */
export function useNeighbours(runId: string, resultId: string): Neighbours | null {
  const client = useClient();
  const [order, setOrder] = useState({ runId, ...unread });
  const known = order.runId === runId ? order : { runId, ...unread };
  const found = neighboursIn(known.ids, resultId);
  const wanted = known.more && (found === null || found.next === null);
  const { cursor } = known;

  useEffect(() => {
    if (!wanted) return;
    let stopped = false;
    void client
      .query(RunOrderDocument, { id: runId, after: cursor }, { requestPolicy: "network-only" })
      .toPromise()
      .then(({ data }) => {
        const agents: NonNullable<RunOrderQuery["run"]>["agents"] | undefined = data?.run?.agents;
        if (stopped || !agents) return;
        const ids = agents.nodes.flatMap((agent) => agent.results.map((r) => r.id));
        setOrder((old) => ({
          runId,
          ids: old.runId === runId ? [...old.ids, ...ids] : ids,
          cursor: agents.pageInfo.endCursor ?? null,
          more: agents.pageInfo.hasNextPage,
        }));
      });
    return () => {
      stopped = true;
    };
  }, [client, runId, cursor, wanted]);
  return found;
}

/** Null when the id is not among them. */
export function neighboursIn(ids: readonly string[], id: string): Neighbours | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
