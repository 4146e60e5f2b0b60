import type { CombinedError } from "@urql/core";
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { everyPage } from "./export";
import { SuiteNamesDocument, type SuiteNameFragment } from "@/gql/shared.gql";

/** Every suite that one may see, to choose from: those of a page as soon as it is read, `whole` when that was the last. */
export function useSuiteNames(requestPolicy: "cache-first" | "network-only" = "cache-first") {
  const client = useClient();
  const [suites, setSuites] = useState<readonly SuiteNameFragment[]>();
  const [error, setError] = useState<CombinedError>();
  const [whole, setWhole] = useState(false);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    const sofar: SuiteNameFragment[] = [];
    const read = async (after: string | undefined) => {
      const answer = await client.query(SuiteNamesDocument, { after }, { requestPolicy }).toPromise();
      const page = answer.data?.suites;
      if (!page) throw answer.error ?? new Error("no suites in the answer");
      sofar.push(...page.nodes);
      return page;
    };
    const progress = () => setSuites([...sofar]);
    everyPage(read, { signal: stop.signal, progress }).then(
      () => {
        setWhole(true);
        setError(undefined);
      },
      (failed: CombinedError) => stop.signal.aborted || setError(failed),
    );
    return () => stop.abort();
  }, [client, requestPolicy, turn]);
  return { suites, whole, error, retry: () => setTurn(turn + 1) };
}
