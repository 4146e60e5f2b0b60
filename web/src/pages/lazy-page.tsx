import { type ComponentType, useEffect, useState } from "react";
import { reloadOnce, serverAnswers } from "@/lib/deployment";
import { createStore, useStore } from "@/lib/store";
import { PageNotLoaded } from "./notfound/page-not-loaded";

/** How the loading of a page's script stands. `answers`: the server is there, but not with this script. */
type State = { is: "loading" } | { is: "failed"; answers: boolean } | { is: "ready"; Page: ComponentType };

/**
 * A page whose script is loaded when it is first gone to. Where that fails the rest of the console stays: the page says so and is tried
 * again on request. Where the server answers nevertheless, it serves another build of the console, whose scripts have other names: then
 * the page is loaded anew, once. What kind of value the name stands for is not asked of the types here: pages ask the router for theirs, and
 * that would go in a circle. The router loads ahead by `preload`, which never fails: a link that was merely pointed at does nothing.
 */
export function lazyPage<Name extends string>(importer: () => Promise<Record<Name, unknown>>, name: Name) {
  const state = createStore<State>({ is: "loading" });
  let under: Promise<void> | undefined;

  const attempt = async () => {
    try {
      const module = await importer();
      state.set({ is: "ready", Page: module[name] as ComponentType });
    } catch {
      state.set({ is: "failed", answers: await serverAnswers() });
    }
    under = undefined;
  };
  const load = (): Promise<void> => (state.get().is === "ready" ? Promise.resolve() : (under ??= attempt()));

  function LazyPage() {
    const now = useStore(state);
    const [wanted, setWanted] = useState(0);
    const [busy, setBusy] = useState(false);
    // Also when first shown: what failed may have been a look ahead, long ago.
    useEffect(() => {
      let gone = false;
      void load().then(() => {
        if (gone) return;
        setBusy(false);
        const then = state.get();
        if (then.is !== "failed" || !then.answers) return;
        // Browsers may remember that a script failed: who asks again gets the page anew.
        if (wanted > 0) location.reload();
        else reloadOnce();
      });
      return () => {
        gone = true;
      };
    }, [wanted]);
    if (now.is === "ready") return <now.Page />;
    if (now.is === "loading") return null;
    const retry = () => {
      setBusy(true);
      setWanted(wanted + 1);
    };
    return <PageNotLoaded answers={now.answers} busy={busy} retry={retry} />;
  }
  return Object.assign(LazyPage, { preload: load });
}
