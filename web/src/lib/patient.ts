import type { AnyVariables, Client, OperationResult, TypedDocumentNode } from "@urql/core";

const tries = 5;

/** A query that waits and tries again when the server says that it is asked too often, as long as it says. An abort rejects. */
export async function readWhenLet<Data, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<OperationResult<Data, Variables>> {
  for (let turn = 1; ; turn++) {
    const result = await client.query(document, variables, { requestPolicy: "network-only" }).toPromise();
    const response = result.error?.response as Response | undefined;
    if (response?.status !== 429 || turn === tries) return result;
    await after(secondsOf(response.headers.get("retry-after")), signal);
  }
}

/** What Retry-After asks for, between 1 s and 30 s. */
export function secondsOf(header: string | null): number {
  const asked = Number(header ?? 1);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), 30) : 1;
}

function after(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1_000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
