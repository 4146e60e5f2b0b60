import type { ReceiptKind, ScoreState, WorkClass } from "@/gql/schema";
import { workClasses } from "./work-words";

/** The console's words for scores and receipts. Apart from words.ts, which the first screen loads. */

export const scoreStates: Record<ScoreState, { name: string; says: string }> = {
  NEW: { name: "New", says: "Fewer than 2.5 outcomes by weight" },
  PROVISIONAL: { name: "Provisional", says: "More than a few outcomes, and not enough verified ones to be sure" },
  ESTABLISHED: {
    name: "Established",
    says: "At least 9.5 outcomes by weight that people verified, and a half width of at most 0.20",
  },
};

export const receiptKinds: Record<ReceiptKind, { name: string; says: string }> = {
  OUTCOME_RECORDED: { name: "Outcome recorded", says: "A verdict that a piece of work may count by" },
  VERDICT_TAKEN_BACK: { name: "Verdict taken back", says: "A verdict that stands for nothing any more" },
  SCORE_COMPUTED: { name: "Score computed", says: "A score, with what it was computed from" },
  SUITE_VERSION: { name: "Suite version", says: "A version of a suite" },
  RUN_COMPLETED: { name: "Run completed", says: "A run that ended" },
};

/** As addresses and exports spell it. */
export const classInPath = (value: WorkClass): string => value.toLowerCase();

/** The kind of work that an address names; undefined: none. */
export function classOfPath(part: string): WorkClass | undefined {
  return (Object.keys(workClasses) as WorkClass[]).find((one) => classInPath(one) === part);
}

/** Outcomes by weight, with two decimals: 5.00. A little is not none: 0.004 is "<0.01". */
export function weight(value: number | null | undefined): string {
  if (value == null) return "–";
  return value > 0 && value < 0.005 ? "<0.01" : value.toFixed(2);
}
