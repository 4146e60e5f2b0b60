import { useEffect, useEffectEvent } from "react";
import { watch } from "@/lib/live";
import type { WorkClass } from "@/gql/schema";
import { ScoreChangedDocument } from "./score-line.gql";

/** Calls back for each score of the agent that is computed anew, while `listening`: who may not see them would be refused. */
export function useScoreChanges(
  agent: string,
  listening: boolean,
  changed: (workClass: WorkClass, receiptHash: string) => void,
): void {
  const onChange = useEffectEvent(changed);
  useEffect(() => {
    if (!listening) return;
    return watch({
      document: ScoreChangedDocument,
      variables: () => ({ agent }),
      next: ({ scoreChanged }) => onChange(scoreChanged.workClass, scoreChanged.receiptHash),
      over: () => false,
    });
  }, [agent, listening]);
}
