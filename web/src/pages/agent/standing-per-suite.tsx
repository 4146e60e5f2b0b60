import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useQuery } from "urql";
import { type BoardEntryFragment, SuiteNamesDocument } from "@/gql/shared.gql";
import { percent, score } from "@/lib/format";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalAxis, IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Section } from "@/parts/page/page";
import { rankWords } from "@/parts/rank-band/rank-band";
import { type SuiteStanding, useStandings } from "./use-standings";

interface Row {
  suite: { key: string; name: string };
  standing: SuiteStanding;
}

/** The agent's standing in each suite of the catalog. */
export function StandingPerSuite({ did }: { did: string }) {
  const [{ data, error }, reload] = useQuery({ query: SuiteNamesDocument, requestPolicy: "cache-first" });
  const suites = useMemo(() => data?.suites?.nodes ?? [], [data]);
  const keys = useMemo(() => suites.map((s) => s.key), [suites]);
  const standings = useStandings(did, keys);
  return (
    <Section title="Per suite">
      {error && !data?.suites ? (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      ) : data?.suites && suites.length === 0 ? (
        <EmptyState title="No suites are published here" />
      ) : (
        <DataTable<Row>
          label="Standing per suite"
          columns={columns}
          rows={suites.map((suite) => ({ suite, standing: standings.get(suite.key) }))}
          rowKey={(r) => r.suite.key}
        />
      )}
    </Section>
  );
}

const of = (r: Row, cell: (s: BoardEntryFragment) => ReactNode, otherwise: ReactNode = null) =>
  r.standing && r.standing !== "failed" ? cell(r.standing) : otherwise;

const whyNot = (r: Row) =>
  r.standing === undefined ? null : (
    <span className="quiet">{r.standing === null ? "No results" : "Could not be read"}</span>
  );

const measured = (s: BoardEntryFragment) => ({ mean: s.meanScore, ...s.interval, n: s.runs });

const columns: Column<Row>[] = [
  {
    name: "Suite",
    lead: true,
    cell: (r) => (
      <Link to="/suites/$key" params={{ key: r.suite.key }} {...rowLink}>
        <Foreign text={r.suite.name} />
      </Link>
    ),
  },
  {
    name: "Mean score with 95 % interval, 0 to 1",
    head: <IntervalAxis />,
    width: "34%",
    wide: true,
    axis: true,
    cell: (r) => of(r, (s) => <IntervalBar value={measured(s)} />, whyNot(r)),
  },
  { name: "Mean", width: "132px", align: "right", cell: (r) => of(r, (s) => <MeanWithCount value={measured(s)} />) },
  { name: "Rank", width: "80px", align: "right", cell: (r) => of(r, (s) => rankWords(s.bestRank, s.worstRank)) },
  { name: "Availability", width: "104px", align: "right", cell: (r) => of(r, (s) => percent(s.availability)) },
  { name: "Capability", width: "96px", align: "right", cell: (r) => of(r, (s) => score(s.capability)) },
];
