import { useEffect, useState } from "react";
import { useClient } from "urql";
import type { BoardEntryFragment } from "@/gql/shared.gql";
import { AgentStandingDocument } from "./agent.gql";

/** `failed`: it could not be read. Null: there is none. Undefined: not known yet. */
export type SuiteStanding = BoardEntryFragment | "failed" | null | undefined;

/** An agent's standing in each suite, asked for one by one: a suite that fails leaves the others standing. */
export function useStandings(did: string, suites: readonly string[]): ReadonlyMap<string, SuiteStanding> {
  const client = useClient();
  const [found, setFound] = useState<ReadonlyMap<string, SuiteStanding>>(new Map());

  useEffect(() => {
    let stopped = false;
    for (const suite of suites) {
      void client
        .query(AgentStandingDocument, { did, suite }, { requestPolicy: "network-only" })
        .toPromise()
        .then(({ data, error }) => {
          if (stopped) return;
          setFound((old) => new Map(old).set(suite, error ? "failed" : (data?.agent?.standing ?? null)));
        });
    }
    return () => {
      stopped = true;
    };
  }, [client, did, suites]);
  return found;
}
