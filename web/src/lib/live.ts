import { stringifyDocument, type TypedDocumentNode } from "@urql/core";
import type { Client } from "graphql-ws";
import { authorization, endpoint } from "./graphql";
import { doubtSession, session } from "./session";
import { createStore } from "./store";

/**
 * The live connection: one websocket for all subscriptions of the page. It comes back by itself; each subscription then says anew
 * what it wants (its variables are asked for again), so that a run resumes after the last event that was seen.
 */
export interface Connection {
  /** `idle`: nobody listens. `lost`: it was, or should be, open and is not; tried again all the time. */
  state: "idle" | "connecting" | "live" | "lost";
  /** When the server was last heard, in ms since 1970; null: not yet. */
  heardAt: number | null;
}

export const connection = createStore<Connection>({ state: "idle", heardAt: null });

const keepAlive = 10_000;
const pongWait = 5_000;
/** The longest pause between two attempts, in ms. */
const longestWait = 10_000;

let client: Promise<Client> | undefined;
let pongTimer: ReturnType<typeof setTimeout> | undefined;

function note(state: Connection["state"], heard = false): void {
  const before = connection.get();
  // To the second: watchers need not render for every message.
  const heardAt = heard ? Math.floor(Date.now() / 1000) * 1000 : before.heardAt;
  if (before.state !== state || heardAt !== before.heardAt) connection.set({ state, heardAt });
}

/** Exponential with jitter, so that a thousand consoles do not come back in the same instant. */
export function backoff(attempt: number, random: number = Math.random()): number {
  return Math.min(longestWait, 250 * 2 ** attempt) * (0.5 + random / 2);
}

async function open(): Promise<Client> {
  // Not part of the first script: the page can be read before it is live.
  const { createClient } = await import("graphql-ws");
  const url = new URL(endpoint, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const made = createClient({
    url: url.href,
    // Without a key the cookie says who listens: the browser sends it when it opens the socket.
    connectionParams: () => authorization(session.get().key),
    keepAlive,
    retryAttempts: Number.POSITIVE_INFINITY,
    shouldRetry: () => true,
    retryWait: (attempt) => new Promise((wake) => setTimeout(wake, backoff(attempt))),
    lazyCloseTimeout: 1_000,
    on: {
      connecting: (retrying) => note(retrying ? "lost" : "connecting"),
      connected: (_socket, _payload, wasRetry) => {
        note("live", true);
        // The server closes the sockets of who may no longer listen.
        if (wasRetry) doubtSession();
      },
      message: () => note("live", true),
      ping: (received) => {
        // A socket that froze gives no close event: no pong in time is taken for one.
        if (!received) pongTimer = setTimeout(() => made.terminate(), pongWait);
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer);
      },
      closed: (event) => {
        clearTimeout(pongTimer);
        const code = (event as { code?: number }).code;
        note(code === 1000 ? "idle" : "lost");
      },
      error: () => note("lost"),
    },
  });
  // Who one is is said once per socket: a change of it needs another socket.
  session.subscribe(() => made.terminate());
  return made;
}

export interface Watch<T, V> {
  document: TypedDocumentNode<T, V>;
  /** Asked for at every (re)connection. */
  variables: () => V;
  next: (data: T) => void;
  /** The server refused the subscription: it is not tried again. */
  refused?: (message: string) => void;
  /** Whether a stream that ended is over. Without it every end is final. */
  over?: () => boolean;
}

/** Listens until the returned function is called, the server refuses, or the stream is over. */
export function watch<T, V extends Record<string, unknown>>(w: Watch<T, V>): () => void {
  const query = stringifyDocument(w.document);
  let stopped = false;
  let stop: (() => void) | undefined;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = () => {
    if (!stopped) timer = setTimeout(() => void start(), backoff(attempt++));
  };
  const start = async () => {
    let opened: Client;
    try {
      opened = await (client ??= open());
    } catch {
      // The script did not come; it is asked for again like the connection itself.
      client = undefined;
      note("lost");
      return again();
    }
    if (stopped) return;
    stop = opened.subscribe<T>(
      {
        query,
        // graphql-ws sends the same payload again after a reconnection; the getter makes it say the newest variables.
        get variables() {
          return w.variables();
        },
      },
      {
        next: (result) => {
          attempt = 0;
          if (result.data) w.next(result.data);
          else if (result.errors?.[0]) w.refused?.(result.errors[0].message);
        },
        error: (error) => {
          const refusal = Array.isArray(error) ? (error[0] as { message?: string } | undefined) : undefined;
          if (refusal) w.refused?.(refusal.message ?? "refused");
          else again();
        },
        complete: () => {
          if (w.over && !w.over()) again();
        },
      },
    );
  };
  void start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stop?.();
  };
}
