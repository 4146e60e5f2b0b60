import { connection } from "./live";
import { createStore, useStore } from "./store";

/** Whether this machine is on a network at all, as far as the browser knows. */
const online = createStore(typeof navigator === "undefined" || navigator.onLine);

export function followNetwork(): void {
  addEventListener("online", () => online.set(true));
  addEventListener("offline", () => online.set(false));
}

/** What keeps the page from following the server; null: nothing. `since` is when the server was last heard, in ms since 1970. */
export function useAbsence(): { why: "offline" | "unreachable"; since: number | null } | null {
  const here = useStore(online);
  const { state, heardAt } = useStore(connection);
  if (!here) return { why: "offline", since: heardAt };
  return state === "lost" ? { why: "unreachable", since: heardAt } : null;
}
