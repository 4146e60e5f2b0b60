import { count, percent, plural } from "@/lib/format";
import css from "./pass-strip.module.css";

/** The share of a task's results that passed, on an axis from 0 to 100 %, with the number and what it rests on. */
export function PassStrip({ rate, n }: { rate: number | null | undefined; n: number }) {
  if (rate == null) return <span className="quiet">No results yet</span>;
  return (
    <span className={css.strip}>
      <span className={css.bar} role="img" aria-label={`${percent(rate)} of ${plural(n, "result")} passed`}>
        <span style={{ width: `${rate * 100}%` }} />
      </span>
      <span className={css.number} aria-hidden="true">
        {percent(rate)}
      </span>
      <span className={css.n} aria-hidden="true">
        n {count(n)}
      </span>
    </span>
  );
}
