import type { IntervalMethod } from "@/gql/schema";
import { count, interval, plural, score } from "@/lib/format";
import css from "./interval-bar.module.css";

export interface Measured {
  mean: number;
  low: number;
  high: number;
  n: number;
  method?: IntervalMethod;
}

const methods: Record<IntervalMethod, string> = { WILSON: "Wilson", STUDENT_T: "Student's t" };

/** The same numbers in words. */
export function inWords({ mean, low, high, n, method }: Measured): string {
  const [from, to] = interval(low, high);
  const how = method ? ` (${methods[method]})` : "";
  return `Mean ${score(mean)}, 95 % interval ${from} to ${to}${how}, ${plural(n, "result")}`;
}

/** A mean as a tick and its interval as a bar, on an axis from 0 to 1 that every bar of a column shares. */
export function IntervalBar({ value }: { value: Measured }) {
  const at = (x: number) => `${clamp(x) * 100}%`;
  const width = Math.max(clamp(value.high) - clamp(value.low), 0);
  return (
    <span className={css.axis} role="img" aria-label={inWords(value)} title={inWords(value)}>
      <span className={css.bar} style={{ left: at(value.low), width: `${width * 100}%` }} />
      <span className={css.tick} style={{ left: at(value.mean) }} />
    </span>
  );
}

/** The number that stands beside the bar: the mean, then what it rests on; with the interval below where there is room. */
export function MeanWithCount({ value, limits = false }: { value: Measured; limits?: boolean }) {
  return (
    <span className={css.number}>
      <span className={css.mean}>{score(value.mean)}</span>
      <span className={css.n}>
        <span aria-hidden="true">n</span>
        <span className="unseen">results</span> {count(value.n)}
      </span>
      {limits && <span className={css.limits}>{interval(value.low, value.high).join("–")}</span>}
    </span>
  );
}

/** The axis, for the head of the column. */
export function IntervalAxis() {
  return (
    <span className={css.scale} aria-hidden="true">
      <span>0</span>
      <span>0.25</span>
      <span>0.5</span>
      <span>0.75</span>
      <span>1</span>
    </span>
  );
}

const clamp = (x: number) => Math.min(Math.max(Number.isFinite(x) ? x : 0, 0), 1);
