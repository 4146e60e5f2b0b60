import { useEffect, useState } from "react";
import { type WorkLineFragment, WorkMovingDocument } from "./work.gql";
import { watch } from "@/lib/live";

/** What was heard of the work of a workspace since `answer` came, by id: another answer of the server says all of it anew. */
export function useMovingWork(workspace: string, answer: unknown): ReadonlyMap<string, WorkLineFragment> {
  const [heard, setHeard] = useState<{ since: unknown; by: ReadonlyMap<string, WorkLineFragment> }>({
    since: answer,
    by: new Map(),
  });
  if (heard.since !== answer) setHeard({ since: answer, by: new Map() });
  useEffect(
    () =>
      watch({
        document: WorkMovingDocument,
        variables: () => ({ workspace }),
        next: ({ workChanged: work }) =>
          setHeard((old) => ({ ...old, by: new Map([...old.by, [work.id, work] as const]) })),
        over: () => false,
      }),
    [workspace],
  );
  return heard.by;
}
