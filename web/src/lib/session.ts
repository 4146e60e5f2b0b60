import { createStore } from "./store";

const slot = "assay.key";

/** The platform-admin key of this tab; null for a stranger. It is kept in sessionStorage and ends with the tab. */
export const session = createStore<string | null>(read());

function read(): string | null {
  try {
    return sessionStorage.getItem(slot);
  } catch {
    return null;
  }
}

export function signIn(key: string): void {
  try {
    sessionStorage.setItem(slot, key);
  } catch {
    // Storage is refused: the key lives until the page is left.
  }
  session.set(key);
}

export function signOut(): void {
  try {
    sessionStorage.removeItem(slot);
  } catch {
    // Nothing was kept.
  }
  session.set(null);
}
