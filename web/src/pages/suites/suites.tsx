import { getRouteApi, Link } from "@tanstack/react-router";
import { useQuery } from "urql";
import { SuitesDocument, type SuitesQuery } from "./suites.gql";
import { cadence, count, plural } from "@/lib/format";
import { useMay } from "@/lib/shell";
import { compact, pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { taskTypes } from "@/lib/words";
import { ButtonLink } from "@/parts/button/button";
import { Chip, RunStatusChip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SearchFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import css from "./suites.module.css";

const route = getRouteApi("/suites");
const size = 50;

export function Suites() {
  const search = route.useSearch();
  const mayEdit = useMay("EDIT_SUITES");
  const [{ data, error, fetching }, reload] = useQuery({
    query: SuitesDocument,
    variables: { search: search.q, ...pageArgs(search, size) },
  });
  const suites = useKept(data?.suites);
  const navigate = route.useNavigate();
  const create = mayEdit && (
    <ButtonLink to="/new-suite" icon="plus" tone="primary">
      New suite
    </ButtonLink>
  );
  return (
    <Page
      title="Suites"
      lead="Published batteries of tasks. Each change makes a new version with a digest of its own; every run pins one."
      actions={create}
    >
      <Filters>
        <SearchFilter
          label="Name or key"
          value={search.q ?? ""}
          onChange={(q) => void navigate({ replace: true, search: compact({ q: q === "" ? undefined : q }) })}
        />
      </Filters>
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(suites)} />
      )}
      {!suites && fetching && <Loading />}
      {suites && suites.nodes.length === 0 && search.q !== undefined && (
        <EmptyState
          title="No suites under this filter"
          action={
            <ButtonLink to="/suites" search={{}}>
              Show all suites
            </ButtonLink>
          }
        />
      )}
      {suites && suites.nodes.length === 0 && search.q === undefined && (
        <EmptyState title="No suites are published here" action={create}>
          A suite is a battery of tasks with the rule that decides each.{" "}
          {mayEdit ? "Create one and run it as a trial." : ""}
        </EmptyState>
      )}
      {suites && suites.nodes.length > 0 && (
        <>
          <DataTable label="Suites" columns={columns} rows={suites.nodes} rowKey={(s) => s.id} busy={fetching} />
          <Pagination page={suites.pageInfo} shown={suites.nodes.length} total={suites.totalCount} noun="suite" />
        </>
      )}
    </Page>
  );
}

type Row = NonNullable<SuitesQuery["suites"]>["nodes"][number];

const columns: Column<Row>[] = [
  {
    name: "Suite",
    lead: true,
    cell: (s) => (
      <>
        <span className={css.name}>
          <Link to="/suites/$key" params={{ key: s.key }} {...rowLink}>
            <Foreign text={s.name} />
          </Link>
          {!s.enabled && <Chip shape="open">Draft</Chip>}
          {s.pays && <Chip>Pays</Chip>}
        </span>
        <span className={css.key}>{s.key}</span>
      </>
    ),
  },
  { name: "Task type", width: "112px", cell: (s) => taskTypes[s.taskType].name },
  { name: "Tasks", width: "64px", align: "right", cell: (s) => count(s.taskCount) },
  { name: "Schedule", width: "116px", cell: (s) => cadence(s.intervalMinutes) },
  {
    name: "Last run",
    width: "210px",
    cell: (s) =>
      s.lastRun ? (
        <span className={css.run}>
          <RunStatusChip value={s.lastRun.status} />
          <RelativeTime at={s.lastRun.createdAt} />
        </span>
      ) : (
        <span className="quiet">Never</span>
      ),
  },
  { name: "Next run", width: "100px", cell: (s) => <RelativeTime at={s.nextRunAt} otherwise="–" /> },
  {
    name: "Runs",
    width: "110px",
    align: "right",
    cell: (s) => (
      <>
        {count(s.runCount)}
        {s.trialCount > 0 && <span className={css.trials}> + {plural(s.trialCount, "trial")}</span>}
      </>
    ),
  },
];
