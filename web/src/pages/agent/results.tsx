import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQuery } from "urql";
import { AgentResultsDocument, type AgentResultsQuery } from "./agent.gql";
import { milliseconds, score } from "@/lib/format";
import { pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { ButtonLink } from "@/parts/button/button";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { Section } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Segments } from "@/parts/segments/segments";
import { VerdictLine } from "@/parts/verdict-cell/verdict-cell";

const route = getRouteApi("/agents/$did");
const size = 10;

type Row = NonNullable<AgentResultsQuery["agent"]>["results"]["nodes"][number];

/** The agent's public results, newest first. */
export function Results({ did }: { did: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const variables = useMemo(
    () => ({
      did,
      suite: search.suite,
      passed: search.passed === undefined ? undefined : search.passed === "yes",
      ...pageArgs(search, size),
    }),
    [did, search],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: AgentResultsDocument, variables });
  const results = useKept(data?.agent?.results);
  return (
    <Section
      title="Results"
      note="Newest first"
      actions={
        results &&
        results.totalCount > size && (
          <ButtonLink small to="/results" search={{ agent: did }}>
            All results
          </ButtonLink>
        )
      }
    >
      <Filters>
        <Segments
          label="Verdict"
          value={search.passed ?? "all"}
          onChange={(p) =>
            void navigate({
              resetScroll: false,
              search: (old) => ({ ...old, after: undefined, before: undefined, passed: p === "all" ? undefined : p }),
            })
          }
          options={[
            { value: "all", name: "All" },
            { value: "yes", name: "Passed" },
            { value: "no", name: "Not passed" },
          ]}
        />
      </Filters>
      {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
      {!results && fetching && <Loading rows={4} />}
      {results && results.nodes.length === 0 && <EmptyState title="No results here" />}
      {results && results.nodes.length > 0 && (
        <>
          <DataTable label="Results" columns={columns} rows={results.nodes} rowKey={(r) => r.id} busy={fetching} />
          <Pagination page={results.pageInfo} shown={results.nodes.length} total={results.totalCount} noun="result" />
        </>
      )}
    </Section>
  );
}

const columns: Column<Row>[] = [
  {
    name: "Task",
    lead: true,
    cell: (r) => (
      <Link to="/results/$id" params={{ id: r.id }} {...rowLink}>
        <Foreign text={r.task.name} />
      </Link>
    ),
  },
  { name: "Verdict", width: "28%", cell: (r) => <VerdictLine result={r} /> },
  { name: "Score", width: "72px", align: "right", cell: (r) => score(r.score) },
  { name: "Latency", width: "92px", align: "right", cell: (r) => milliseconds(r.latencyMs) },
  { name: "Suite", width: "20%", cell: (r) => <Foreign text={r.suite.name} /> },
  { name: "When", width: "120px", align: "right", cell: (r) => <RelativeTime at={r.at} /> },
];
