import { useCallback, useEffect, useRef } from "react";
import { useQuery } from "urql";
import { Activity } from "./activity";
import { Due } from "./due";
import { Failing } from "./failing";
import { FirstSteps } from "./first-steps";
import css from "./overview.module.css";
import { LastRunsDocument, OverviewDocument } from "./overview.gql";
import { useLiveRuns } from "./use-live-runs";
import { count, plural } from "@/lib/format";
import { useShell } from "@/lib/shell";
import { useKept } from "@/lib/use-kept";
import { isFinal } from "@/lib/words";
import { ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { Page, Section } from "@/parts/page/page";
import { RunTable } from "@/parts/run-table/run-table";
import { ChangedPill } from "../leaderboard/changed-pill";
import { useBoardChanges } from "../leaderboard/use-board-changes";

const rest = 5_000; // ms between two readings because of news
const atLeast = 60_000; // ms after which it is read again without any

/** What is going on: runs now, what broke, how the day went, what is due. */
export function Overview() {
  const { registry } = useShell();
  const [{ data, error, fetching }, reload] = useQuery({ query: OverviewDocument });
  const [{ data: last, error: lastError }, reloadRuns] = useQuery({ query: LastRunsDocument });
  const overview = useKept(data?.overview);
  const live = useLiveRuns();

  const refresh = useCallback(() => {
    reload({ requestPolicy: "network-only" });
    reloadRuns({ requestPolicy: "network-only" });
  }, [reload, reloadRuns]);
  const { changed, frame, show } = useBoardChanges(undefined, useRarely(refresh));

  if (!overview || !last?.runs) {
    return (
      <Page title="Overview">
        {(error ?? lastError) && <ErrorState error={(error ?? lastError)!} retry={refresh} />}
        {!error && !lastError && <Loading rows={8} />}
      </Page>
    );
  }
  const moving = live ?? last.runs.nodes.filter((run) => !isFinal(run.status));
  const recent = last.runs.nodes.filter((run) => isFinal(run.status) && !moving.some((m) => m.id === run.id));
  const fresh = moving.length === 0 && last.runs.nodes.length === 0;
  const off = registry?.evalsEnabled === false;
  return (
    <Page
      title="Overview"
      lead={`${plural(overview.activeAgents, "active agent")}, ${plural(overview.enabledSuites, "published suite")}`}
    >
      {(error ?? lastError) && <ErrorState error={(error ?? lastError)!} retry={refresh} stale />}
      {fresh && off && <EmptyState title="The record reads as empty">Evals are off at this registry.</EmptyState>}
      {fresh && !off && <FirstSteps agents={overview.activeAgents} suites={overview.enabledSuites} />}
      {!fresh && (
        <>
          <Section
            title="Running now"
            note={moving.length > 0 ? count(moving.filter((r) => !isFinal(r.status)).length) : undefined}
            actions={
              <ButtonLink small to="/runs">
                All runs
              </ButtonLink>
            }
          >
            {moving.length > 0 ? <RunTable runs={moving} /> : <p className={css.quiet}>Nothing is running.</p>}
          </Section>
          <div ref={frame}>
            <Section
              title="Broke in the last day"
              note="Agents that did not pass everything, those that fell most first"
              actions={<ChangedPill changed={changed} onRefresh={show} />}
            >
              <Failing rows={overview.failing} results={overview.day.results} busy={fetching} />
            </Section>
          </div>
          <div className={css.sides}>
            <Activity day={overview.day} at={overview.at} />
            <Due suites={overview.due} />
          </div>
          {moving.length === 0 && recent.length > 0 && (
            <Section title="Last runs">
              <RunTable runs={recent} />
            </Section>
          )}
        </>
      )}
    </Page>
  );
}

/** The same, at most every 5 s however often it is asked for, and once a minute unasked, unless nobody looks. */
function useRarely(act: () => void): () => void {
  const done = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const run = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    done.current = Date.now();
    act();
  }, [act]);
  useEffect(() => {
    const clock = setInterval(() => {
      if (!document.hidden && Date.now() - done.current >= atLeast) run();
    }, atLeast / 4);
    done.current = Date.now();
    return () => {
      clearInterval(clock);
      clearTimeout(timer.current);
    };
  }, [run]);
  return useCallback(() => {
    const wait = done.current + rest - Date.now();
    if (wait <= 0) run();
    else timer.current ??= setTimeout(run, wait);
  }, [run]);
}
