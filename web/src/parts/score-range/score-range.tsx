import type { ScoreState } from "@/gql/schema";
import { scoreStates, weight } from "@/lib/score-words";
import css from "./score-range.module.css";

export interface Scored {
  state: ScoreState;
  stale: boolean;
  score: number;
  low: number;
  high: number;
  n: number | null;
  v: number | null;
}

/** The same numbers in words. */
export function inWords({ score, low, high, state, stale, n, v }: Scored): string {
  const standing = `${scoreStates[state].name.toLowerCase()}${stale ? ", stale" : ""}`;
  return `Score ${score}, 90 % range ${low} to ${high}, ${standing}, n ${weight(n)}, v ${weight(v)}`;
}

/** A score as a tick and its range as a bar, on an axis from 0 to 100 that all scores share. */
export function ScoreRange({ value, large = false }: { value: Scored; large?: boolean }) {
  const { score, low, high, state } = value;
  const words = inWords(value);
  return (
    <span className={large ? `${css.axis} ${css.large}` : css.axis} role="img" aria-label={words} title={words}>
      <span className={css.bar} data-state={state} style={{ left: `${low}%`, width: `${high - low}%` }} />
      <span className={css.tick} style={{ left: `${score}%` }} />
    </span>
  );
}

/** The axis. */
export function ScoreAxis() {
  return (
    <span className={css.scale} aria-hidden="true">
      {[0, 25, 50, 75, 100].map((at) => (
        <span key={at}>{at}</span>
      ))}
    </span>
  );
}
