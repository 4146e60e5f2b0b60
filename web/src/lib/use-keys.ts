import { useEffect, useEffectEvent } from "react";
import { pageKeys } from "./keys";

/** Keys that do something while this is on the page: not while one types, nor behind a dialog. An action that is undefined leaves its key alone. */
export function useKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const run = useEffectEvent((key: string) => actions[key]?.());
  const names = Object.keys(actions)
    .filter((key) => actions[key] !== undefined)
    .join(" ");
  useEffect(() => {
    if (names === "") return;
    const own = names.split(" ");
    for (const key of own) pageKeys.set(key, () => run(key));
    return () => {
      for (const key of own) pageKeys.delete(key);
    };
  }, [names]);
}
