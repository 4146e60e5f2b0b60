import { useSyncExternalStore } from "react";

const second = 1000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = Date.now(); // nobody looked at it for a while
    timer = setInterval(tick, second);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

function tick(): void {
  now = Date.now();
  for (const watcher of watchers) watcher();
}

/** How far behind the time `useNow` may be: it is floored, and looked up every second. */
export const lagOf = (step: number): number => step + second;

/** The time in milliseconds, floored to `step` so that a component renders only when its words can have changed. */
export function useNow(step: number = second): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / step) * step);
}
