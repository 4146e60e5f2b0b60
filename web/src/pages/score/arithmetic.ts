import { weight } from "@/lib/score-words";

/** The model of docs/scores.md as a reader follows it: from what was counted to the number and its range. */
export interface Parts {
  successes: number;
  failures: number;
  /** How many outcomes the pool rate counts as. */
  prior: number;
  poolRate: number;
}

export interface Worked {
  n: number;
  p: number;
  halfWidth: number;
  score: number;
  low: number;
  high: number;
}

/** 90 %, two-sided. */
const z = 1.645;

export function worked({ successes, failures, prior, poolRate }: Parts): Worked {
  const n = successes + failures;
  const p = (successes + prior * poolRate) / (n + prior);
  const halfWidth = z * Math.sqrt((p * (1 - p)) / (n + prior + 1));
  return { n, p, halfWidth, score: whole(p), low: whole(p - halfWidth), high: whole(p + halfWidth) };
}

const whole = (share: number) => Math.min(100, Math.max(0, Math.floor(100 * share + 0.5)));

/** The same as steps in words, each with its sum. */
export function inSteps(parts: Parts): { says: string; sum: string }[] {
  const { successes, failures, prior, poolRate } = parts;
  const { n, p, halfWidth, score, low, high } = worked(parts);
  const three = (value: number) => value.toFixed(3);
  return [
    {
      says: "Successes and failures, by weight, after the caps",
      sum: `s = ${weight(successes)}, f = ${weight(failures)}, n = s + f = ${weight(n)}`,
    },
    {
      says: `The workspace’s success rate in this kind of work counts as ${prior} outcomes`,
      sum: `p₀ = ${three(poolRate)}, ${prior} × p₀ = ${three(prior * poolRate)}`,
    },
    {
      says: "The share of successes in all of it",
      sum: `p = (${weight(successes)} + ${three(prior * poolRate)}) ÷ (${weight(n)} + ${prior}) = ${three(p)}`,
    },
    { says: "The score is that share of 100, rounded", sum: `${score}` },
    {
      says: "Half of the range",
      sum: `h = ${z} × √(p × (1 − p) ÷ (n + ${prior + 1})) = ${three(halfWidth)}`,
    },
    { says: "The range, cut to 0 and 100", sum: `100 × (p ∓ h) = ${low} to ${high}` },
  ];
}
