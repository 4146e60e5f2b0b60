import { useSyncExternalStore } from "react";

/** A value that lives outside React, with everyone who watches it. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(watcher: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const watcher of watchers) watcher();
    },
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
