import type { NavigateOptions } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useQuery } from "urql";
import { FoundByIdDocument, FoundDocument } from "./palette.gql";
import { type Entry, isID } from "./rank";
import { useSuiteNames } from "@/lib/use-suite-names";
import { runStatuses } from "@/lib/words";
import type { IconName } from "../icon/icon";

export interface Command extends Entry {
  icon: IconName;
  group: "Go to" | "Do" | "Suites" | "Agents" | "By id";
  /** Where it leads, or what it does. */
  run: NavigateOptions | (() => void);
  /** Offered only when it is asked for. */
  asked?: boolean;
  /** The palette stays open until it is done. */
  stays?: boolean;
}

const pause = 150; // ms without a key before the server is asked

/** What the server knows under the typed words: suites by name, agents by name, DID and owner, runs and results by id. */
export function useFound(query: string): {
  suites: readonly { key: string; name: string; enabled: boolean }[];
  found: Command[];
  busy: boolean;
} {
  const settled = useSettled(query.trim());
  const byID = isID(settled);
  const { suites = [] } = useSuiteNames();
  const [agents] = useQuery({ query: FoundDocument, variables: { text: settled }, pause: settled.length < 2 || byID });
  const [node] = useQuery({ query: FoundByIdDocument, variables: { id: settled }, pause: !byID });
  const found: Command[] = [];
  const one = byID ? node.data?.node : null;
  if (one) {
    if (one.__typename === "Run") {
      const name = `Run of ${one.suite.name}`;
      found.push({
        id: one.id,
        name,
        note: runStatuses[one.status],
        group: "By id",
        icon: "runs",
        run: { to: "/runs/$id", params: { id: one.id } },
      });
    } else if (one.__typename === "Result") {
      found.push({
        id: one.id,
        name: `Result ${one.id}`,
        group: "By id",
        icon: "results",
        run: { to: "/results/$id", params: { id: one.id } },
      });
    } else if (one.__typename === "Suite") {
      found.push({
        id: one.id,
        name: one.name,
        note: one.key,
        group: "By id",
        icon: "suites",
        run: { to: "/suites/$key", params: { key: one.key } },
      });
    } else if (one.__typename === "Agent") {
      found.push({
        id: one.id,
        name: one.name,
        note: one.did,
        group: "By id",
        icon: "agents",
        run: { to: "/agents/$did", params: { did: one.did } },
      });
    }
  }
  if (settled.length >= 2 && !byID) {
    for (const a of agents.data?.agents?.nodes ?? []) {
      found.push({
        id: a.id,
        name: a.name,
        note: a.did,
        group: "Agents",
        icon: "agents",
        run: { to: "/agents/$did", params: { did: a.did } },
      });
    }
  }
  const busy = settled !== query.trim() || agents.fetching || node.fetching;
  return { suites, found, busy };
}

/** The value once it has stood still. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
