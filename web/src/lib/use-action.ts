import type { AnyVariables, CombinedError, TypedDocumentNode } from "@urql/core";
import { useState } from "react";
import { useMutation } from "urql";
import type { TroubleFragment } from "@/gql/shared.gql";
import { describe } from "./graphql";

/** What came of a mutation that was refused: of the request itself, or of its input. */
export interface Refusal {
  message: string;
  /** Path of the input field at fault. */
  field: string | null;
}

/**
 * A mutation as a button sees it: run it, whether it is under way, and why it was refused. `act` gives the payload when it was
 * carried out, else null.
 */
export function useAction<Data, Input, Payload extends { userErrors: readonly TroubleFragment[] }>(
  document: TypedDocumentNode<Data, { input: Input }>,
  payload: (data: Data) => Payload,
) {
  const [{ fetching }, execute] = useMutation<Data, AnyVariables>(document as TypedDocumentNode<Data, AnyVariables>);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  const act = async (input: Input): Promise<Payload | null> => {
    setRefusals([]);
    const { data, error } = await execute({ input } as AnyVariables);
    const found = refusalsOf(error, data ? payload(data) : null);
    setRefusals(found);
    return found.length === 0 && data ? payload(data) : null;
  };
  return { act, busy: fetching, refusals, clear: () => setRefusals([]) };
}

export function refusalsOf(
  error: CombinedError | undefined,
  payload: { userErrors: readonly TroubleFragment[] } | null,
): Refusal[] {
  if (error) {
    const fault = describe(error);
    return [{ message: `${fault.title}: ${fault.detail}`, field: null }];
  }
  return (payload?.userErrors ?? []).map((e) => ({ message: e.message, field: e.field ?? null }));
}
