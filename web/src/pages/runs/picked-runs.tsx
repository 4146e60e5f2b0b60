import { plural } from "@/lib/format";
import { Button, ButtonLink } from "@/parts/button/button";
import css from "./runs.module.css";

export interface PickedRun {
  id: string;
  createdAt: string;
}

/** The runs that are ticked to be compared: the older one is what the newer one is held against. */
export function PickedRuns({ runs, onClear }: { runs: readonly PickedRun[]; onClear: () => void }) {
  const [a, b] = inOrder(runs);
  return (
    <div className={css.picked} role="status">
      {a && (
        <>
          <span>{b ? "2 runs picked" : `${plural(1, "run")} picked; tick the one to compare it with`}</span>
          {b && (
            <ButtonLink small tone="primary" icon="compare" to="/compare" search={{ kind: "runs", a: a.id, b: b.id }}>
              Compare
            </ButtonLink>
          )}
          <Button small tone="bare" onClick={onClear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}

/** Older first. */
export function inOrder(runs: readonly PickedRun[]): readonly PickedRun[] {
  return [...runs].sort((x, y) => (x.createdAt < y.createdAt ? -1 : 1));
}
