/** What a check found, as package eval/verify says it. */

export interface Check {
  name: string;
  ok: boolean;
  /** Of what does not hold; empty when it does. */
  code: string;
  /** One sentence. */
  detail: string;
}

export interface Report {
  /** Whether every check holds. */
  ok: boolean;
  /** Whether a key that was pinned signed a checkpoint that has the receipt. */
  anchored: boolean;
  checks: readonly Check[];
  /** Outcomes whose texts were cleared, so that only their hashes can be checked. */
  cleared: number;
  /** Results whose evidence is no longer kept, so that they cannot be replayed. */
  removed: number;
}

/** A report, or why there is none. */
export type Answer = { report: Report } | { error: string };

/** What the module gave back. What has not the form of an answer is none: it must never look like "holds". */
export function readAnswer(text: string): Answer {
  let value: Partial<Report> & { error?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return { error: "The verifier gave no answer that can be read." };
  }
  if (typeof value?.error === "string") return { error: value.error };
  const { ok, anchored, checks, cleared, removed } = value ?? {};
  const whole =
    typeof ok === "boolean" &&
    typeof anchored === "boolean" &&
    typeof cleared === "number" &&
    Array.isArray(checks) &&
    checks.length > 0 &&
    checks.every((c) => typeof c?.name === "string" && typeof c.ok === "boolean");
  if (!whole) return { error: "The verifier gave no answer that can be read." };
  const said = checks.map((c) => ({ name: c.name, ok: c.ok, code: c.code ?? "", detail: c.detail ?? "" }));
  return {
    report: { ok: ok && said.every((c) => c.ok), anchored, checks: said, cleared, removed: Number(removed ?? 0) },
  };
}

/** What each check asks, in the words of docs/receipts.md. */
const questions: Record<string, string> = {
  seal: "The receipt sealed this document",
  params: "The model and its parameters are known",
  outcomes: "Each outcome is what its receipt recorded",
  facts: "Outcomes and agents are the ones the receipt names",
  recompute: "Recomputing gives the same numbers",
  log: "The receipt is in the log",
  definition: "The suite is the one that was sealed",
  results: "The results are exactly the ones that were sealed",
  evidence: "The evidence is what was sealed",
  replay: "The tasks’ rules give the same scores",
  suite_score: "The agents’ scores follow from their results",
  board: "What it adds to the board follows from them",
  hash: "The sealed facts have this hash",
  texts: "The texts are the ones that were sealed",
};

export const questionOf = (name: string): string => questions[name] ?? name;

/** What kind of file it is, by its `format`. */
const formats: Record<string, string> = {
  "assay-score-export-1": "a score",
  "assay-results-export-1": "the results of a run",
};

/** What the file says of itself, before anything is checked. */
export interface FileFacts {
  /** What it is an export of, in words; null: of nothing that is known here. */
  of: string | null;
  /** Of a score. */
  score?: { class: string; score: number; low: number; high: number; state: string };
}

export function factsOf(text: string): FileFacts {
  let value: { format?: unknown; document?: Record<string, unknown> } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return { of: null };
  }
  const of = formats[String(value?.format)] ?? null;
  const { class: name, score, range, state } = value?.document ?? {};
  const [low, high] = Array.isArray(range) ? (range as unknown[]) : [];
  const numbers = [score, low, high].every((n) => typeof n === "number");
  if (of === null || !numbers || typeof name !== "string" || typeof state !== "string") return { of };
  return { of, score: { class: name, score: score as number, low: low as number, high: high as number, state } };
}
