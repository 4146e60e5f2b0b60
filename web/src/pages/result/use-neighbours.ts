import { useEffect, useState } from "react";
import { useClient } from "urql";
import { RunOrderDocument } from "./result.gql";

export interface Neighbours {
  previous: string | null;
  next: string | null;
}

/**
 * The results before and after one in its run, in the order of the matrix: agent by agent, task by task. Rows are read in pages of
 * 100 agents until the result and the one after it are found. Null while it is looked for.
 */
export function useNeighbours(runId: string | undefined, resultId: string): Neighbours | null {
  const client = useClient();
  const [found, setFound] = useState<{ id: string; neighbours: Neighbours } | null>(null);

  useEffect(() => {
    if (runId === undefined) return;
    let stopped = false;
    const look = async () => {
      const ids: string[] = [];
      let after: string | null = null;
      for (;;) {
        const answer = await client
          .query(RunOrderDocument, { id: runId, after }, { requestPolicy: "cache-first" })
          .toPromise();
        const agents: NonNullable<NonNullable<typeof answer.data>["run"]>["agents"] | undefined =
          answer.data?.run?.agents;
        if (stopped || !agents) return;
        for (const agent of agents.nodes) ids.push(...agent.results.map((r) => r.id));
        const neighbours = neighboursIn(ids, resultId);
        if (neighbours && (neighbours.next !== null || !agents.pageInfo.hasNextPage)) {
          setFound({ id: resultId, neighbours });
          return;
        }
        if (!agents.pageInfo.hasNextPage) return;
        after = agents.pageInfo.endCursor ?? null;
      }
    };
    void look();
    return () => {
      stopped = true;
    };
  }, [client, runId, resultId]);
  return found?.id === resultId ? found.neighbours : null;
}

/** Null when the id is not among them. */
export function neighboursIn(ids: readonly string[], id: string): Neighbours | null {
  const at = ids.indexOf(id);
  return at < 0 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}
