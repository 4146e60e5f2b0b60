/** A value that holds from a time on; null where it is not known any more. */
export interface Step {
  /** In ms since 1970. */
  at: number;
  score: number | null;
  low: number | null;
  high: number | null;
}

export interface Stretch {
  from: number;
  to: number;
  score: number;
  low: number;
  high: number;
}

/** How long each value held, in runs without a gap. Steps are in the order of time; the last one holds until `end`. */
export function stretches(steps: readonly Step[], end: number): Stretch[][] {
  const runs: Stretch[][] = [];
  let open = false;
  steps.forEach(({ at, score, low, high }, i) => {
    if (score === null || low === null || high === null) {
      open = false;
      return;
    }
    if (!open) runs.push([]);
    open = true;
    runs.at(-1)!.push({ from: at, to: Math.max(at, steps[i + 1]?.at ?? end), score, low, high });
  });
  return runs;
}

const n = (value: number) => Math.round(value * 100) / 100;
const y = (value: number) => n(100 - value);

/** The steps as a line, on an axis of values from 0 at the bottom to 100. */
export function lineOf(run: readonly Stretch[], x: (at: number) => number): string {
  return run.map((s, i) => `${i === 0 ? `M${n(x(s.from))} ${y(s.score)}` : `V${y(s.score)}`}H${n(x(s.to))}`).join("");
}

/** The room between the lower and the upper ends. */
export function bandOf(run: readonly Stretch[], x: (at: number) => number): string {
  const there = run.map((s, i) => `${i === 0 ? `M${n(x(s.from))} ${y(s.high)}` : `V${y(s.high)}`}H${n(x(s.to))}`);
  const back = [...run].reverse().map((s) => `V${y(s.low)}H${n(x(s.from))}`);
  return `${there.join("")}${back.join("")}Z`;
}
