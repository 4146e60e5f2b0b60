import { Link } from "@tanstack/react-router";
import { useQuery } from "urql";
import type { FullSuite } from "./suite";
import { SuiteStandingsDocument } from "./suite.gql";
import type { BoardEntryFragment } from "@/gql/shared.gql";
import { count, percent } from "@/lib/format";
import { ButtonLink } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalAxis, IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Loading } from "@/parts/loading/loading";
import { Section } from "@/parts/page/page";
import { bands, RankBand } from "@/parts/rank-band/rank-band";

/** The head of the suite's board. */
export function Standings({ suite }: { suite: FullSuite }) {
  const [{ data, error, fetching }, reload] = useQuery({
    query: SuiteStandingsDocument,
    variables: { key: suite.key },
  });
  const board = data?.leaderboard;
  const rows = board?.nodes ?? [];
  return (
    <Section
      title="Standings"
      note={
        board && board.totalCount > rows.length
          ? `The first ${count(rows.length)} of ${count(board.totalCount)}`
          : undefined
      }
      actions={
        rows.length > 0 && (
          <ButtonLink small to="/leaderboard" search={{ suite: suite.key }}>
            Whole board
          </ButtonLink>
        )
      }
    >
      {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
      {!board && fetching && <Loading rows={4} />}
      {board && rows.length === 0 && <EmptyState title="No agent has a public result of this suite" />}
      {rows.length > 0 && (
        <DataTable label="Standings" columns={columns(rows)} rows={rows} rowKey={(e) => e.agent.id} />
      )}
    </Section>
  );
}

function columns(rows: readonly BoardEntryFragment[]): Column<BoardEntryFragment>[] {
  const edges = bands(rows);
  const measured = (e: BoardEntryFragment) => ({
    mean: e.meanScore,
    low: e.interval.low,
    high: e.interval.high,
    method: e.interval.method,
    n: e.runs,
  });
  return [
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
          <Link to="/agents/$did" params={{ did: e.agent.did }} {...rowLink}>
            <Foreign text={e.agent.name} />
          </Link>{" "}
          {e.smallSample && <Chip tone="warn">small sample</Chip>}
        </>
      ),
    },
    {
      name: "Mean score with 95 % interval, 0 to 1",
      head: <IntervalAxis />,
      width: "32%",
      wide: true,
      axis: true,
      cell: (e) => <IntervalBar value={measured(e)} />,
    },
    { name: "Mean", width: "128px", cell: (e) => <MeanWithCount value={measured(e)} /> },
    { name: "Availability", width: "92px", align: "right", cell: (e) => percent(e.availability) },
  ];
}
