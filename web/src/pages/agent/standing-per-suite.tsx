import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";
import { AgentStandingsDocument, type AgentStandingsQuery } from "./agent.gql";
import { percent, score } from "@/lib/format";
import { useKept } from "@/lib/use-kept";
import { Button } from "@/parts/button/button";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalAxis, IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Loading } from "@/parts/loading/loading";
import { Section } from "@/parts/page/page";
import { rankWords } from "@/parts/rank-band/rank-band";

type Row = NonNullable<AgentStandingsQuery["agent"]>["standings"]["nodes"][number];

/** The agent's standing in each suite of which it has results, a page at a time. */
export function StandingPerSuite({ did }: { did: string }) {
  // Where the pages that were turned over end: the last is the one in sight.
  const [ends, setEnds] = useState<readonly string[]>([]);
  const [{ data, error, fetching }, reload] = useQuery({
    query: AgentStandingsDocument,
    variables: { did, after: ends.at(-1) },
  });
  const standings = useKept(data?.agent?.standings);
  const next = standings?.pageInfo.endCursor;
  return (
    <Section
      title="Per suite"
      note={
        standings && standings.totalCount > standings.nodes.length
          ? `${standings.nodes.length} of ${standings.totalCount} suites`
          : undefined
      }
      actions={
        (ends.length > 0 || standings?.pageInfo.hasNextPage) && (
          <>
            <Button small icon="left" disabled={ends.length === 0} onClick={() => setEnds(ends.slice(0, -1))}>
              Previous<span className="unseen"> suites</span>
            </Button>
            <Button
              small
              disabled={fetching || !standings?.pageInfo.hasNextPage}
              onClick={() => next && setEnds([...ends, next])}
            >
              Next<span className="unseen"> suites</span>
            </Button>
          </>
        )
      }
    >
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(standings)} />
      )}
      {!standings && fetching && <Loading rows={3} />}
      {standings && standings.nodes.length === 0 && <EmptyState title="No results in any suite" />}
      {standings && standings.nodes.length > 0 && (
        <DataTable<Row>
          label="Standing per suite"
          columns={columns}
          rows={standings.nodes}
          rowKey={(r) => r.suite?.key ?? ""}
          busy={fetching}
        />
      )}
    </Section>
  );
}

const measured = (s: Row) => ({ mean: s.meanScore, ...s.interval, n: s.runs });

const columns: Column<Row>[] = [
  {
    name: "Suite",
    lead: true,
    cell: (s) =>
      s.suite && (
        <Link to="/suites/$key" params={{ key: s.suite.key }} {...rowLink}>
          <Foreign text={s.suite.name} />
        </Link>
      ),
  },
  {
    name: "Mean score with 95 % interval, 0 to 1",
    head: <IntervalAxis />,
    width: "34%",
    wide: true,
    axis: true,
    cell: (s) => <IntervalBar value={measured(s)} />,
  },
  { name: "Mean", width: "132px", align: "right", cell: (s) => <MeanWithCount value={measured(s)} /> },
  { name: "Rank", width: "80px", align: "right", cell: (s) => rankWords(s.bestRank, s.worstRank) },
  { name: "Availability", width: "104px", align: "right", cell: (s) => percent(s.availability) },
  { name: "Capability", width: "96px", align: "right", cell: (s) => score(s.capability) },
];
