import {
  cacheExchange,
  Client,
  type CombinedError,
  type Exchange,
  fetchExchange,
  mapExchange,
  type Operation,
} from "@urql/core";
import { pipe, tap } from "wonka";
import { doubtSession } from "./session";

export const endpoint = "/graphql";

export function authorization(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** A client for one session: its cache must not outlive a sign-in or sign-out. */
export function createClient(key: string | null): Client {
  asked.clear();
  return new Client({
    url: endpoint,
    exchanges: [mapExchange({ onError: doubtRefusals }), noteAsked, cacheExchange, fetchExchange],
    // The page's last answer is shown at once; the newest one replaces it.
    requestPolicy: "cache-and-network",
    preferGetMethod: false,
    // One answer to one request: what could also be a stream could set no cookie.
    fetchOptions: { headers: { accept: "application/graphql-response+json, application/json", ...authorization(key) } },
  });
}

/** What the page shows the answers of. */
const asked = new Map<number, Operation>();

const noteAsked: Exchange =
  ({ forward }) =>
  (operations) =>
    forward(
      pipe(
        operations,
        tap((operation) => {
          if (operation.kind === "query") asked.set(operation.key, operation);
          else if (operation.kind === "teardown") asked.delete(operation.key);
        }),
      ),
    );

/** Asks the server anew for all that the page shows: after it was away. */
export function askAgain(client: Client): void {
  for (const operation of asked.values()) {
    client.reexecuteOperation(
      client.createRequestOperation("query", operation, { ...operation.context, requestPolicy: "network-only" }),
    );
  }
}

/** Who is refused may have been somebody a moment ago. */
function doubtRefusals(error: CombinedError): void {
  const status = (error.response as Response | undefined)?.status;
  const refused = error.graphQLErrors.some((e) => /^(UNAUTHENTICATED|FORBIDDEN)$/.test(String(e.extensions.code)));
  if (status === 401 || refused) doubtSession();
}

export interface Fault {
  /** What happened, as a sentence. */
  title: string;
  /** What the server said, or what to do. */
  detail: string;
  code: string | null;
  requestId: string | null;
}

/** A failed request in words. */
export function describe(error: CombinedError): Fault {
  const first = error.graphQLErrors[0];
  const extensions = first?.extensions ?? {};
  const code = typeof extensions.code === "string" ? extensions.code : null;
  const requestId = typeof extensions.requestId === "string" ? extensions.requestId : null;
  if (!first) {
    const status = (error.response as Response | undefined)?.status;
    if (status === 429) return { title: "Too many requests", detail: "Wait a moment and try again.", code, requestId };
    if (status) return { title: `The server answered ${status}`, detail: "Try again.", code, requestId };
    return {
      title: "The server cannot be reached",
      detail: "Check that it runs and that you are online.",
      code,
      requestId,
    };
  }
  const titles: Record<string, string> = {
    UNAUTHENTICATED: "This needs somebody who is signed in",
    FORBIDDEN: "The request was refused",
    RATE_LIMITED: "Too many requests",
    INTERNAL: "The server failed",
  };
  return { title: titles[code ?? ""] ?? "The request was refused", detail: first.message, code, requestId };
}
