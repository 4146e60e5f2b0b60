import { useEffect, useState } from "react";
import { useClient } from "urql";
import { CheckAgentDocument, type CheckAgentMutation } from "./register.gql";
import type { RegisterAgentInput } from "@/gql/schema";
import { type Refusal, refusalsOf } from "@/lib/use-action";

const pause = 450; // ms without a key before the server is asked

export type Checked = NonNullable<CheckAgentMutation["checkAgent"]["agent"]>;

/** `none`: there is nothing to ask about yet. */
export type Check =
  { is: "none" } | { is: "asking" } | { is: "read"; agent: Checked } | { is: "refused"; refusals: readonly Refusal[] };

/** What registering would read, asked for as one types; a question that is out of date is aborted. Null: nothing to ask. */
export function useLiveCheck(input: RegisterAgentInput | null): Check {
  const client = useClient();
  const asked = input && JSON.stringify(input);
  const [answer, setAnswer] = useState<{ to: string; check: Check } | null>(null);

  useEffect(() => {
    if (asked === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void client
        .mutation(
          CheckAgentDocument,
          { input: JSON.parse(asked) as RegisterAgentInput },
          // The client aborts queries that nobody waits for, but no mutations.
          { fetch: (url, init) => fetch(url, { ...init, signal: stop.signal }) },
        )
        .toPromise()
        .then(({ data, error }) => {
          if (stop.signal.aborted) return;
          const agent = data?.checkAgent.agent;
          const check: Check = agent
            ? { is: "read", agent }
            : { is: "refused", refusals: refusalsOf(error, data?.checkAgent ?? null) };
          setAnswer({ to: asked, check });
        });
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, asked]);

  if (asked === null) return { is: "none" };
  return answer?.to === asked ? answer.check : { is: "asking" };
}
