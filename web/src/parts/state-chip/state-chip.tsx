import type { ScoreState } from "@/gql/schema";
import { scoreStates } from "@/lib/score-words";
import { Chip } from "../chip/chip";

const shapes = { NEW: "open", PROVISIONAL: "half", ESTABLISHED: "full" } as const;

/** How far to trust a score, as a shape and a word; with a mark of its own where its newest outcome is old. */
export function StateChip({ state, stale }: { state: ScoreState; stale: boolean }) {
  return (
    <>
      <Chip shape={shapes[state]} title={scoreStates[state].says}>
        {scoreStates[state].name}
      </Chip>
      {stale && (
        <Chip tone="warn" title="Its newest outcome is more than 30 days old">
          Stale
        </Chip>
      )}
    </>
  );
}
