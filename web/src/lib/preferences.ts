import { createStore, type Store } from "./store";

export type Theme = "system" | "light" | "dark";
export type Times = "relative" | "local" | "utc";

/** public/theme.js reads the same slot before the first paint. */
export const theme = kept<Theme>("assay.theme", ["system", "light", "dark"]);
export const times = kept<Times>("assay.times", ["relative", "local", "utc"]);

/** A choice kept in localStorage; the first of the allowed values is the default. */
function kept<T extends string>(slot: string, allowed: readonly [T, ...T[]]): Store<T> {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(slot);
  } catch {
    // Storage is refused: the default it is.
  }
  const store = createStore<T>(allowed.find((value) => value === stored) ?? allowed[0]);
  store.subscribe(() => {
    try {
      localStorage.setItem(slot, store.get());
    } catch {
      // The choice holds until the page is left.
    }
  });
  return store;
}

/** Puts the chosen theme on the document and follows the system where that is the choice. */
export function followTheme(): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const dark = theme.get() === "dark" || (theme.get() === "system" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  system.addEventListener("change", apply);
  theme.subscribe(apply);
  apply();
}
