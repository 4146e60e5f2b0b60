import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useQuery } from "urql";
import { isFiltered, ResultFilters, sinceOf } from "./result-filters";
import css from "./results.module.css";
import { ResultsDocument, type ResultsQuery } from "./results.gql";
import { useNewResults } from "./use-new-results";
import { milliseconds, plural, score } from "@/lib/format";
import { useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { Button, ButtonLink } from "@/parts/button/button";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { VerdictLine } from "@/parts/verdict-cell/verdict-cell";

const route = getRouteApi("/results");
const size = 100;

/** Every public result, newest first, narrowed on the server. */
export function Results() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { registry } = useShell();
  const [asOf, setAsOf] = useState(() => Date.now());
  const filter = useMemo(
    () => ({
      agent: search.agent,
      suite: search.suite,
      task: search.task,
      passed: search.passed && search.passed === "yes",
      error: search.error,
      fault: search.fault,
      since: sinceOf(search.since, asOf),
    }),
    [search.agent, search.suite, search.task, search.passed, search.error, search.fault, search.since, asOf],
  );
  const variables = useMemo(() => ({ ...filter, ...pageArgs(search, size) }), [filter, search]);
  const [{ data, error, fetching }, reload] = useQuery({ query: ResultsDocument, variables });
  const results = useKept(data?.results);
  const first = search.after === undefined && search.before === undefined;
  const fresh = useNewResults(filter, first ? (data?.results?.nodes[0] ?? null) : null);

  const refresh = () => {
    setAsOf(Date.now());
    reload({ requestPolicy: "network-only" });
  };
  const filtered = isFiltered(search);
  return (
    <Page title="Results" lead="Every task that was fired at an agent and recorded in public, newest first.">
      <ResultFilters
        end={
          <span role="status">
            {fresh > 0 && (
              <Button small icon="refresh" onClick={refresh}>
                {plural(fresh, "new result")} · show
              </Button>
            )}
          </span>
        }
      />
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(results)} />}
      {!results && fetching && <Loading rows={10} />}
      {results && results.nodes.length === 0 && (
        <EmptyState
          title={filtered ? "No results under this filter" : "No results yet"}
          action={
            filtered ? (
              <Button onClick={() => void navigate({ search: {} })}>Show all results</Button>
            ) : (
              <ButtonLink to="/suites">See the suites</ButtonLink>
            )
          }
        >
          {!filtered && registry?.evalsEnabled === false
            ? "Evals are off at this registry: the record reads as empty."
            : undefined}
        </EmptyState>
      )}
      {results && results.nodes.length > 0 && (
        <>
          <DataTable label="Results" columns={columns} rows={results.nodes} rowKey={(r) => r.id} busy={fetching} />
          <Pagination page={results.pageInfo} shown={results.nodes.length} total={results.totalCount} noun="result" />
        </>
      )}
    </Page>
  );
}

type Row = NonNullable<ResultsQuery["results"]>["nodes"][number];

const columns: Column<Row>[] = [
  {
    name: "Task",
    lead: true,
    cell: (r) => (
      <>
        <Link to="/results/$id" params={{ id: r.id }} {...rowLink}>
          <Foreign text={r.task.name} />
        </Link>
        <div className={css.suite}>
          <Foreign text={r.suite.name} />
        </div>
      </>
    ),
  },
  {
    name: "Agent",
    width: "24%",
    cell: (r) => (
      <Link to="/agents/$did" params={{ did: r.agent.did }}>
        <Foreign text={r.agent.name} />
      </Link>
    ),
  },
  { name: "Verdict", width: "26%", cell: (r) => <VerdictLine result={r} /> },
  { name: "Score", width: "72px", align: "right", cell: (r) => score(r.score) },
  { name: "Latency", width: "92px", align: "right", cell: (r) => milliseconds(r.latencyMs) },
  { name: "When", width: "120px", align: "right", cell: (r) => <RelativeTime at={r.at} /> },
];
