import type { ProgressFragment } from "@/gql/shared.gql";
import { count } from "@/lib/format";
import css from "./run-progress.module.css";

const parts = [
  ["passed", "passed"],
  ["unmet", "failed"],
  ["errors", "errors"],
  ["cancelled", "cancelled"],
  ["examinerFaults", "examiner's fault"],
] as const;

/** How far a run is and with what outcome: one bar over all its cells, with the numbers in words. */
export function RunProgress({ value, slim = false }: { value: ProgressFragment; slim?: boolean }) {
  // The API's `failed` counts errors too; here each cell is counted once.
  const shares = { ...value, unmet: value.failed - value.errors };
  const words = parts.filter(([key]) => shares[key] > 0).map(([key, word]) => `${count(shares[key])} ${word}`);
  const text = `${count(value.recorded)} of ${count(value.total)} recorded${words.length ? `: ${words.join(", ")}` : ""}`;
  return (
    <span className={slim ? css.slim : css.progress}>
      <span className={css.bar} role="img" aria-label={text} title={text}>
        {parts.map(([key]) => (
          <span
            key={key}
            className={css[key]}
            style={{ width: `${value.total > 0 ? (100 * shares[key]) / value.total : 0}%` }}
          />
        ))}
      </span>
      {slim && (
        <span className={css.count} aria-hidden="true">
          {value.recorded === value.total ? count(value.total) : `${count(value.recorded)} / ${count(value.total)}`}
        </span>
      )}
    </span>
  );
}
