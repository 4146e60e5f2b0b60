import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useQuery } from "urql";
import { LeaderboardDocument } from "./leaderboard.gql";
import { type BoardEntryFragment, SuiteNamesDocument } from "@/gql/shared.gql";
import { count, percent, plural, score } from "@/lib/format";
import { useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { ButtonLink } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalAxis, IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { bands, type BandEdge, RankBand } from "@/parts/rank-band/rank-band";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Segments } from "@/parts/segments/segments";
import { ChangedPill } from "./changed-pill";
import css from "./leaderboard.module.css";
import { useBoardChanges } from "./use-board-changes";

const route = getRouteApi("/leaderboard");
const size = 50;
const windows = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;
const hour = 3_600_000;

export function Leaderboard() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { registry } = useShell();
  const [asOf, setAsOf] = useState(() => Date.now());

  const variables = useMemo(
    () => ({
      suite: search.suite,
      orderBy: search.order ? ("LOWER_BOUND" as const) : ("MEAN" as const),
      since: search.window ? new Date(asOf - windows[search.window] * hour).toISOString() : undefined,
      ...pageArgs(search, size),
    }),
    [search, asOf],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: LeaderboardDocument, variables });
  const [names] = useQuery({ query: SuiteNamesDocument, requestPolicy: "cache-first" });

  const refresh = useCallback(() => {
    setAsOf(Date.now());
    reload({ requestPolicy: "network-only" });
  }, [reload]);
  const { changed, frame, show } = useBoardChanges(search.suite, refresh);

  const board = data?.leaderboard;
  const rows = useMemo(() => board?.nodes ?? [], [board]);
  const edges = useMemo(() => bands(rows), [rows]);
  const filtered = search.suite !== undefined || search.window !== undefined;
  const set = (next: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) });

  return (
    <Page
      title="Leaderboard"
      lead="Agents by the mean of their recorded results, each with the 95 % interval it can be relied on. Rows joined by a line cannot be told apart from the first of them."
    >
      <Filters end={<ChangedPill changed={changed} onRefresh={show} />}>
        <SelectFilter
          label="Suite"
          value={search.suite}
          onChange={(suite) => set({ suite })}
          options={suiteOptions(names.data?.suites?.nodes ?? [], search.suite)}
        />
        <Segments
          label="Results of"
          value={search.window ?? "all"}
          onChange={(w) => set({ window: w === "all" ? undefined : w })}
          options={[
            { value: "all", name: "All time" },
            { value: "30d", name: "30 d" },
            { value: "7d", name: "7 d" },
            { value: "24h", name: "24 h" },
          ]}
        />
        <Segments
          label="Order by"
          value={search.order ?? "mean"}
          onChange={(o) => set({ order: o === "mean" ? undefined : o })}
          options={[
            { value: "mean", name: "By mean" },
            { value: "lower-bound", name: "By lower bound" },
          ]}
        />
      </Filters>
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(board)} />}
      {!board && fetching && <Loading rows={8} />}
      {board && rows.length > 0 && (
        <div ref={frame}>
          <DataTable
            label="Leaderboard"
            columns={columns(edges)}
            rows={rows}
            rowKey={(e) => e.agent.id}
            busy={fetching}
          />
          <Pagination
            page={board.pageInfo}
            shown={rows.length}
            total={board.totalCount}
            noun="agent"
            from={rows[0]?.rank}
          />
        </div>
      )}
      {board && rows.length === 0 && registry?.evalsEnabled !== false && (
        <EmptyState
          title={filtered ? "No results under this filter" : "No results yet"}
          action={
            filtered ? (
              <ButtonLink to="/leaderboard" search={{}}>
                Show all results
              </ButtonLink>
            ) : (
              <ButtonLink to="/suites">See the suites</ButtonLink>
            )
          }
        >
          {filtered
            ? "No agent has a public result of this suite in this time."
            : "The board fills as published suites run against registered agents."}
        </EmptyState>
      )}
      {board && rows.length === 0 && registry?.evalsEnabled === false && (
        <EmptyState title="The record reads as empty">Evals are off at this registry.</EmptyState>
      )}
    </Page>
  );
}

function suiteOptions(suites: readonly { key: string; name: string }[], chosen: string | undefined) {
  const options: { value: string | undefined; name: string }[] = [
    { value: undefined, name: "All suites" },
    ...suites.map((s) => ({ value: s.key, name: s.name })),
  ];
  // A suite that is not in the catalog (deleted, or the list is not here yet) is still what the URL asks for.
  if (chosen !== undefined && !suites.some((s) => s.key === chosen)) options.push({ value: chosen, name: chosen });
  return options;
}

const columns = (edges: readonly BandEdge[]): Column<BoardEntryFragment>[] => [
  {
    name: "Rank",
    width: "76px",
    cell: (e, i) => <RankBand best={e.bestRank} worst={e.worstRank} edge={edges[i] ?? "alone"} />,
  },
  {
    name: "Agent",
    lead: true,
    cell: (e) => (
      <>
        <span className={css.name}>
          <Link to="/agents/$did" params={{ did: e.agent.did }} {...rowLink}>
            <Foreign text={e.agent.name} />
          </Link>
          {e.smallSample && (
            <Chip tone="warn" title={`Fewer than 30 results or fewer than 3 runs: ${plural(e.suiteRuns, "run")}`}>
              small sample
            </Chip>
          )}
        </span>
        <div className={css.did}>
          <Foreign text={e.agent.did} />
        </div>
      </>
    ),
  },
  {
    name: "Mean score with 95 % interval, 0 to 1",
    head: <IntervalAxis />,
    width: "21%",
    wide: true,
    axis: true,
    cell: (e) => <IntervalBar value={measured(e)} />,
  },
  {
    name: "Mean, 95 % interval",
    width: "128px",
    cell: (e) => <MeanWithCount value={measured(e)} limits />,
  },
  {
    name: "Availability",
    width: "92px",
    align: "right",
    cell: (e) => (
      <>
        <span title="Answered, of those attempted">{percent(e.availability)}</span>
        {e.uncounted > 0 && (
          <span className={css.uncounted} title="Outside the mean: cancelled, or the examiner's own fault">
            {count(e.uncounted)} uncounted
          </span>
        )}
      </>
    ),
  },
  {
    name: "Capability",
    width: "84px",
    align: "right",
    cell: (e) => <span title="Mean score of what was answered">{score(e.capability)}</span>,
  },
  { name: "Last result", width: "92px", align: "right", cell: (e) => <RelativeTime at={e.lastAt} /> },
];

const measured = (e: BoardEntryFragment) => ({
  mean: e.meanScore,
  low: e.interval.low,
  high: e.interval.high,
  method: e.interval.method,
  n: e.runs,
});
