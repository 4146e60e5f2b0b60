import { Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useClient, useQuery } from "urql";
import css from "./frame.module.css";
import { LiveRunsDocument, ShellDocument, WorkspacesDocument } from "./shell.gql";
import { askAgain } from "./lib/graphql";
import { listenForKeys } from "./lib/keys";
import { watch } from "./lib/live";
import { onDemand } from "./lib/on-demand";
import { useAbsence } from "./lib/presence";
import { doubts, doubtSession, session } from "./lib/session";
import { ShellContext, signedIn } from "./lib/shell";
import { useStore } from "./lib/store";
import { useViewer } from "./lib/viewer";
import { Absence } from "./parts/absence/absence";
import { ErrorState } from "./parts/error-state/error-state";
import { Notice } from "./parts/notice/notice";
import { Rail } from "./parts/rail/rail";

const KeySheet = onDemand(() => import("./parts/key-sheet/key-sheet").then((m) => m.KeySheet));
const Palette = onDemand(() => import("./parts/palette/palette").then((m) => m.Palette));
const SessionEnded = onDemand(() => import("./parts/session-ended/session-ended").then((m) => m.SessionEnded));

/** Pages on the way in have nothing around them. */
const bare = /^\/(signin|setup|invitation|reset)\/?$/;

// What an empty list would hold.
const context = { additionalTypenames: ["Workspace"] };

let sentToSetup = false;

/** What stands around every page. */
export function Frame() {
  const router = useRouter();
  const [{ data, error }, reload] = useQuery({ query: ShellDocument });
  const [layer, setLayer] = useState<"keys" | "palette" | null>(null);
  const [moving, setMoving] = useState(0);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const whose = useStore(session);
  const { ended, viewer } = useViewer(data?.viewer ?? null, whose.turn);
  const somebody = signedIn(viewer);
  const known = somebody === true;
  const [{ data: belongs }, reloadBelongs] = useQuery({ query: WorkspacesDocument, pause: !known, context });
  const away = error !== undefined && error.graphQLErrors.length === 0;

  const shell = useMemo(
    () => ({ registry: data?.registry ?? null, viewer, workspaces: (known && belongs?.workspaces) || [] }),
    [data?.registry, viewer, known, belongs],
  );
  const client = useClient();
  const showKeys = useCallback(() => setLayer("keys"), []);
  const showPalette = useCallback(() => setLayer("palette"), []);
  const close = useCallback(() => setLayer(null), []);
  const refresh = useCallback(() => {
    reload({ requestPolicy: "network-only" });
    if (known) reloadBelongs({ requestPolicy: "network-only" });
  }, [reload, reloadBelongs, known]);

  useDoubts(refresh);
  useReturn();
  useEffect(
    () => listenForKeys({ router: router as never, showSheet: showKeys, showPalette }),
    [router, showKeys, showPalette],
  );
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

  // Who opens a registry that nobody has set up is led there, once.
  const setupNeeded = data?.registry.setupNeeded === true && somebody === false;
  useEffect(() => {
    if (!setupNeeded || sentToSetup || pathname !== "/") return;
    sentToSetup = true;
    void router.navigate({ to: "/setup", replace: true });
  }, [setupNeeded, pathname, router]);

  // On a new page the focus starts at its top, so that a keyboard or a screen reader does not stay in the last one's links.
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  const notices = (
    <div className={css.notices}>
      <Absence retry={() => askAgain(client)} />
      {error && !data && !away && <ErrorState error={error} retry={refresh} />}
      {data && !data.registry.evalsEnabled && (
        <Notice tone="warn">
          Evals are off here: nothing is run, and the record reads as empty. The operator turns them on with{" "}
          <code>EVALS_ENABLED=true</code>.
        </Notice>
      )}
      {data && whose.key !== null && somebody === false && (
        <Notice tone="warn">The key of this tab is not accepted. Sign out and sign in again.</Notice>
      )}
    </div>
  );
  return (
    <ShellContext value={shell}>
      <a className={css.skip} href="#main">
        Skip to the page
      </a>
      <div className={bare.test(pathname) ? css.bare : css.frame}>
        {!bare.test(pathname) && <Rail moving={moving} showKeys={showKeys} showPalette={showPalette} />}
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          {!bare.test(pathname) && notices}
          <Outlet />
        </main>
      </div>
      <KeySheet open={layer === "keys"} onClose={close} />
      <Palette open={layer === "palette"} onClose={close} showKeys={showKeys} />
      <SessionEnded open={ended} onClose={refresh} email={viewer?.user?.email ?? ""} />
    </ShellContext>
  );
}

/** When the server or the network comes back, what the page shows is asked for anew. */
function useReturn() {
  const client = useClient();
  const away = useAbsence() !== null;
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !away) askAgain(client);
    was.current = away;
  }, [away, client]);
}

const patience = 60_000; // ms for which a tab that comes back into sight trusts what it knew

/** Asks the server again who is here: after a refusal, and when the tab was out of sight for long. All refusals of a moment ask once. */
function useDoubts(ask: () => void) {
  const doubt = useStore(doubts);
  const asked = useRef(0);
  useEffect(() => {
    if (doubt === 0 || Date.now() - asked.current < 1_000) return;
    asked.current = Date.now();
    ask();
  }, [doubt, ask]);
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === "visible" && Date.now() - asked.current > patience) doubtSession();
    };
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);
}
