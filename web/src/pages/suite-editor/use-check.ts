import { useEffect, useState } from "react";
import { useMutation } from "urql";
import { CheckSuiteDocument } from "./suite-editor.gql";
import { type Refusal, refusalsOf } from "@/lib/use-action";
import { type Draft, inputOf } from "./draft";

const pause = 400; // ms without a key before the server is asked

export interface Check {
  /** Whether there is no suite of this key yet; null: not asked yet. */
  created: boolean | null;
  changes: readonly string[];
  warnings: readonly string[];
  refusals: readonly Refusal[];
}

const unasked: Check = { created: null, changes: [], warnings: [], refusals: [] };

/** Asks the server, without storing anything, what is wrong with a draft and what saving it would change. */
export function useCheck(
  draft: Draft,
  wanted: boolean,
): Check & { setRefusals: (refusals: readonly Refusal[]) => void } {
  const [, check] = useMutation(CheckSuiteDocument);
  const [answer, setAnswer] = useState(unasked);
  useEffect(() => {
    if (!wanted || draft.key === "") return;
    let stale = false;
    const timer = setTimeout(() => {
      const { input, problems } = inputOf(draft);
      if (Object.keys(problems).length > 0) {
        setAnswer((old) => ({ ...old, warnings: [] }));
        return;
      }
      void check({ input: { ...input, dryRun: true } }).then(({ data, error }) => {
        if (stale) return;
        const refusals = refusalsOf(error, data?.putSuite ?? null);
        setAnswer({
          // Of a draft that is refused it is not said.
          created: refusals.length === 0 ? (data?.putSuite.created ?? null) : null,
          changes: data?.putSuite.changes ?? [],
          warnings: data?.putSuite.warnings ?? [],
          refusals,
        });
      });
    }, pause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [draft, wanted, check]);
  return { ...answer, setRefusals: (refusals) => setAnswer((old) => ({ ...old, refusals })) };
}
