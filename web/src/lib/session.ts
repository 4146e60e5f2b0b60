import { createStore } from "./store";

/**
 * Whom the console speaks for. The browser's session cookie says who is signed in, and scripts cannot read it; a key kept in this tab is
 * sent with every request and goes before it.
 */
export interface Session {
  /** The key of this tab; null: none. It ends with the tab. */
  key: string | null;
  /** Another number after each signing in or out, in this tab or another. */
  turn: number;
}

const keySlot = "assay.key";
const turnSlot = "assay.turn";

export const session = createStore<Session>({ key: keyOfTab(), turn: 0 });

/** Counts what makes it doubtful whether the session still holds: a refusal, a socket that was closed. The frame asks the server then. */
export const doubts = createStore(0);

export function doubtSession(): void {
  doubts.set(doubts.get() + 1);
}

function keyOfTab(): string | null {
  try {
    return sessionStorage.getItem(keySlot);
  } catch {
    return null;
  }
}

/** From now on this tab uses a key. */
export function keepKey(key: string): void {
  try {
    sessionStorage.setItem(keySlot, key);
  } catch {
    // Storage is refused: the key lives until the page is left.
  }
  session.set({ key, turn: session.get().turn + 1 });
}

/** The session cookie was set or taken away: what was known before is another's. Tells the other tabs. */
export function sessionChanged(): void {
  try {
    sessionStorage.removeItem(keySlot);
    localStorage.setItem(turnSlot, String(Date.now()));
  } catch {
    // Nothing was kept, and other tabs find out by their next refusal.
  }
  session.set({ key: null, turn: session.get().turn + 1 });
}

/** Follows what other tabs do. */
export function followTabs(): void {
  addEventListener("storage", (event) => {
    if (event.key !== turnSlot || session.get().key !== null) return;
    session.set({ key: null, turn: session.get().turn + 1 });
  });
}
