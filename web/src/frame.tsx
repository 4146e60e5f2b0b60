import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useQuery } from "urql";
import css from "./frame.module.css";
import { LiveRunsDocument, ShellDocument, WorkspacesDocument } from "./shell.gql";
import { listenForKeys } from "./lib/keys";
import { watch } from "./lib/live";
import { doubts, session } from "./lib/session";
import { ShellContext, signedIn } from "./lib/shell";
import { useStore } from "./lib/store";
import { ErrorState } from "./parts/error-state/error-state";
import { KeySheet } from "./parts/key-sheet/key-sheet";
import { Notice } from "./parts/notice/notice";
import { Rail } from "./parts/rail/rail";

/** What stands around every page. */
export function Frame() {
  const router = useRouter();
  const [{ data, error }, reload] = useQuery({ query: ShellDocument });
  const [keys, setKeys] = useState(false);
  const [moving, setMoving] = useState(0);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { key } = useStore(session);
  const doubt = useStore(doubts);
  const known = signedIn(data?.viewer ?? null) === true;
  const [{ data: belongs }] = useQuery({ query: WorkspacesDocument, pause: !known });

  const shell = useMemo(
    () => ({
      registry: data?.registry ?? null,
      viewer: data?.viewer ?? null,
      workspaces: (known && belongs?.workspaces) || [],
    }),
    [data?.registry, data?.viewer, known, belongs],
  );

  // Whether the session still holds is asked once for all refusals of a moment.
  const asked = useRef(0);
  useEffect(() => {
    if (doubt === 0 || Date.now() - asked.current < 1_000) return;
    asked.current = Date.now();
    reload({ requestPolicy: "network-only" });
  }, [doubt, reload]);

  useEffect(() => listenForKeys(router as never, () => setKeys(true)), [router]);
  useEffect(
    () =>
      watch({
        document: LiveRunsDocument,
        variables: () => ({}),
        next: (event) => setMoving(event.liveRuns.runs.length),
        over: () => false,
      }),
    [],
  );

  // On a new page the focus starts at its top, so that a keyboard or a screen reader does not stay in the last one's links.
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <ShellContext value={shell}>
      <a className={css.skip} href="#main">
        Skip to the page
      </a>
      <div className={css.frame}>
        <Rail moving={moving} showKeys={() => setKeys(true)} />
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          <div className={css.notices}>
            {error && !data && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
            {data && !data.registry.evalsEnabled && (
              <Notice tone="warn">
                Evals are off here: nothing is run, and the record reads as empty. The operator turns them on with{" "}
                <code>EVALS_ENABLED=true</code>.
              </Notice>
            )}
            {data && key !== null && !known && (
              <Notice tone="warn">The key of this tab is not accepted. Sign out and sign in again.</Notice>
            )}
          </div>
          <Outlet />
        </main>
      </div>
      <KeySheet open={keys} onClose={() => setKeys(false)} />
    </ShellContext>
  );
}
