import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useQuery } from "urql";
import { BoardFilters, isFiltered, orders, windows } from "./board-filters";
import { BoardTable } from "./board-table";
import { ExportBoard } from "./export-board";
import { LeaderboardDocument } from "./leaderboard.gql";
import { useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { ChangedPill } from "./changed-pill";
import { useBoardChanges } from "./use-board-changes";
import { useTrends } from "./use-trends";

const route = getRouteApi("/leaderboard");
const size = 100;
const hour = 3_600_000;

export function Leaderboard() {
  const search = route.useSearch();
  const { registry } = useShell();
  const [asOf, setAsOf] = useState(() => Date.now());
  const [chosen, setChosen] = useState<readonly string[]>([]);

  const filter = useMemo(
    () => ({
      suite: search.suite,
      orderBy: orders[search.order ?? "mean"].value,
      since: search.window ? new Date(asOf - windows[search.window] * hour).toISOString() : undefined,
      search: search.q,
      minRuns: search.min ? Number(search.min) : undefined,
      active: search.active ? true : undefined,
    }),
    [search.suite, search.order, search.window, search.q, search.min, search.active, asOf],
  );
  const variables = useMemo(() => ({ ...filter, ...pageArgs(search, size) }), [filter, search]);
  const [{ data, error, fetching }, reload] = useQuery({ query: LeaderboardDocument, variables });
  const board = useKept(data?.leaderboard);
  const trends = useTrends(variables, search.suite, data?.leaderboard != null);

  const refresh = useCallback(() => {
    setAsOf(Date.now());
    reload({ requestPolicy: "network-only" });
  }, [reload]);
  const { changed, frame, show } = useBoardChanges(search.suite, refresh);

  const rows = board?.nodes ?? [];
  const filtered = isFiltered(search);
  const places = search.q === undefined && search.min === undefined && search.active === undefined;
  return (
    <Page
      title="Leaderboard"
      lead="Agents by the mean of their recorded results, each with the 95 % interval it can be relied on. Rows joined by a line cannot be told apart from the first of them."
      actions={
        <>
          {chosen.length === 2 && (
            <ButtonLink
              to="/compare"
              search={{ kind: "agents", a: chosen[0], b: chosen[1], suite: search.suite }}
              tone="primary"
              icon="compare"
            >
              Compare the two
            </ButtonLink>
          )}
          <ExportBoard filter={filter} disabled={rows.length === 0} />
        </>
      }
    >
      <BoardFilters end={<ChangedPill changed={changed} onRefresh={show} />} />
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(board)} />}
      {!board && fetching && <Loading rows={8} />}
      {board && rows.length > 0 && (
        <div ref={frame}>
          <BoardTable
            rows={rows}
            order={search.order ?? "mean"}
            trends={trends}
            asOf={asOf}
            busy={fetching}
            chosen={chosen}
            onChoose={setChosen}
          />
          <Pagination
            page={board.pageInfo}
            shown={rows.length}
            total={board.totalCount}
            noun="agent"
            from={places ? rows[0]?.rank : undefined}
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
            ? "No agent on the board fits all of it."
            : "The board fills as published suites run against registered agents."}
        </EmptyState>
      )}
      {board && rows.length === 0 && registry?.evalsEnabled === false && (
        <EmptyState title="The record reads as empty">Evals are off at this registry.</EmptyState>
      )}
    </Page>
  );
}
