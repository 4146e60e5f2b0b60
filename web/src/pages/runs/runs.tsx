import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useQuery } from "urql";
import { RunsDocument } from "./runs.gql";
import type { RunStatus } from "@/gql/schema";
import { plural } from "@/lib/format";
import { useMay } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { runStatuses } from "@/lib/words";
import { Button, ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SelectFilter } from "@/parts/filters/filters";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RunTable } from "@/parts/run-table/run-table";
import { SuiteFilter } from "@/parts/suite-filter/suite-filter";
import { type PickedRun, PickedRuns } from "./picked-runs";
import { StartRun } from "./start-run";
import { useMovingRuns } from "./use-moving-runs";

const route = getRouteApi("/runs");
const size = 50;
const statuses = Object.entries(runStatuses) as [RunStatus, string][];

export function Runs() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const seesTrials = useMay("READ_DRAFTS");
  const variables = useMemo(
    () => ({
      suite: search.suite,
      status: search.status ? [search.status] : undefined,
      trial: search.trials === undefined ? undefined : search.trials === "only",
      ...pageArgs(search, size),
    }),
    [search],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: RunsDocument, variables });
  const refresh = () => reload({ requestPolicy: "network-only" });

  const runs = data?.runs;
  const { moved, isNew } = useMovingRuns(runs?.nodes ?? []);
  const newest = !search.after && !search.before && !search.status && !search.trials;
  const waiting = newest ? isNew.filter((r) => !search.suite || r.suite.key === search.suite).length : 0;
  const set = (next: Partial<typeof search>) =>
    void navigate({ to: ".", search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) });
  // It stays while one pages and filters: what is compared may stand on different pages.
  const [picked, setPicked] = useState<readonly PickedRun[]>([]);
  const filtered = search.suite || search.status || search.trials;

  return (
    <Page
      title="Runs"
      lead="Each firing of a suite at its targets, newest first."
      actions={<StartRun suite={search.suite} />}
    >
      <Filters
        end={
          <>
            <PickedRuns runs={picked} onClear={() => setPicked([])} />
            <span role="status">
              {waiting > 0 && (
                <Button small icon="refresh" onClick={refresh}>
                  {plural(waiting, "new run")} · show
                </Button>
              )}
            </span>
          </>
        }
      >
        <SuiteFilter value={search.suite} onChange={(suite) => set({ suite })} />
        <SelectFilter<RunStatus>
          label="Status"
          value={search.status}
          onChange={(status) => set({ status })}
          options={[{ value: undefined, name: "Any status" }, ...statuses.map(([value, name]) => ({ value, name }))]}
        />
        {seesTrials && (
          <SelectFilter<"only" | "none">
            label="Trials"
            value={search.trials}
            onChange={(trials) => set({ trials })}
            options={[
              { value: undefined, name: "Runs and trials" },
              { value: "none", name: "No trials" },
              { value: "only", name: "Trials only" },
            ]}
          />
        )}
      </Filters>
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(runs)} />}
      {!runs && fetching && <Loading />}
      {runs && runs.nodes.length === 0 && (
        <EmptyState
          title={filtered ? "No runs under this filter" : "No runs yet"}
          action={
            filtered ? (
              <ButtonLink to="/runs" search={{}}>
                Show all runs
              </ButtonLink>
            ) : (
              <ButtonLink to="/suites">See the suites</ButtonLink>
            )
          }
        >
          {filtered ? undefined : "Published suites run on their schedule; a member runs one by hand from its page."}
        </EmptyState>
      )}
      {runs && runs.nodes.length > 0 && (
        <>
          <RunTable
            runs={runs.nodes.map((r) => ({ ...r, ...moved.get(r.id), suite: r.suite }))}
            busy={fetching}
            picking={{
              picked: picked.map((r) => r.id),
              onPick: (run, ticked) =>
                setPicked((old) => (ticked ? [...old, run].slice(-2) : old.filter((r) => r.id !== run.id))),
            }}
          />
          <Pagination page={runs.pageInfo} shown={runs.nodes.length} total={runs.totalCount} noun="run" />
        </>
      )}
    </Page>
  );
}
