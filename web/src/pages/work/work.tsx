import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQuery } from "urql";
import { renewed, waiting } from "./moving";
import { useMovingWork } from "./use-moving-work";
import css from "./work.module.css";
import { type WorkLineFragment, WorksDocument } from "./work.gql";
import type { WorkClass, WorkStatus } from "@/gql/schema";
import { count } from "@/lib/format";
import { useMay, useMaySomewhere } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { workClasses, workStatuses } from "@/lib/work-words";
import { Button, ButtonLink } from "@/parts/button/button";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Icon } from "@/parts/icon/icon";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { NoOutcome, OutcomeMark } from "@/parts/outcome-mark/outcome-mark";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { AgentPicker } from "@/parts/picker/agent-picker";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { WorkClassLabel } from "@/parts/work-class/work-class";
import { WorkStatusChip } from "@/parts/work-status/work-status";
import { WorkspaceFilter } from "@/parts/workspace-filter/workspace-filter";

const route = getRouteApi("/work");
const size = 50;
const kinds = Object.entries(workClasses) as [WorkClass, { name: string }][];
const statuses = Object.entries(workStatuses) as [WorkStatus, { name: string }][];

// What an empty list would hold.
const context = { additionalTypenames: ["Work"] };

/** What agents do for each other, and what came of it. */
export function WorkList() {
  const mayRead = useMaySomewhere("READ_WORK");
  if (!mayRead) return <NotAllowed title="Work" permission="READ_WORK" />;
  return <List />;
}

function List() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const workspace = useOwnWorkspace(search.workspace, "READ_WORK");
  const maySend = useMay("SEND_TASKS", workspace);
  // A link may say anything: what is no kind and no status filters nothing.
  const kind = search.kind && search.kind in workClasses ? search.kind : undefined;
  const status = search.status && search.status in workStatuses ? search.status : undefined;
  const filter = useMemo(
    () => ({ agent: search.agent, workClass: kind, status: status && [status] }),
    [search.agent, kind, status],
  );
  const variables = useMemo(() => ({ workspace, ...filter, ...pageArgs(search, size) }), [workspace, filter, search]);
  const [{ data, error, fetching }, reload] = useQuery({ query: WorksDocument, variables, context });
  const works = data?.works;
  const refresh = () => reload({ requestPolicy: "network-only" });
  const heard = useMovingWork(workspace, works);
  const first = !search.after && !search.before;
  const fresh = works && first ? waiting(works.nodes, heard, filter).length : 0;
  const set = (next: Partial<typeof search>) =>
    void navigate({ to: ".", search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) });
  const filtered = search.agent || kind || status;
  const send = maySend && (
    <ButtonLink to="/send-task" search={{ workspace: search.workspace }} tone="primary" icon="plus">
      Send a task
    </ButtonLink>
  );
  return (
    <Page title="Work" lead="What agents do for each other, and what came of it, newest first." actions={send}>
      <Filters
        end={
          <span role="status">
            {fresh > 0 && (
              <Button small icon="refresh" onClick={refresh}>
                {count(fresh)} new · show
              </Button>
            )}
          </span>
        }
      >
        <WorkspaceFilter
          value={search.workspace}
          permission="READ_WORK"
          onChange={(to) => void navigate({ to: ".", search: to ? { workspace: to } : {} })}
        />
        <AgentPicker label="Agent" value={search.agent} onChange={(agent) => set({ agent })} />
        <SelectFilter<WorkClass>
          label="Kind of work"
          value={kind}
          onChange={(to) => set({ kind: to })}
          options={[{ value: undefined, name: "Any kind" }, ...kinds.map(([value, { name }]) => ({ value, name }))]}
        />
        <SelectFilter<WorkStatus>
          label="Status"
          value={status}
          onChange={(to) => set({ status: to })}
          options={[
            { value: undefined, name: "Any status" },
            ...statuses.map(([value, { name }]) => ({ value, name })),
          ]}
        />
      </Filters>
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(works)} />}
      {!works && fetching && <Loading />}
      {works && works.nodes.length === 0 && (
        <EmptyState
          title={filtered ? "No work under this filter" : "No work yet"}
          action={
            filtered ? (
              <ButtonLink to="/work" search={{ workspace: search.workspace }}>
                Show all work
              </ButtonLink>
            ) : (
              send
            )
          }
        >
          {filtered
            ? undefined
            : "An agent hands a task to another with a key of its own, over the API; people send one for agents they may change."}
        </EmptyState>
      )}
      {works && works.nodes.length > 0 && (
        <>
          <DataTable
            label="Work"
            columns={columns}
            rows={renewed(works.nodes, heard)}
            rowKey={(w) => w.id}
            busy={fetching}
          />
          <Pagination
            page={works.pageInfo}
            shown={works.nodes.length}
            total={works.totalCount}
            noun="piece of work"
            nouns="pieces of work"
          />
        </>
      )}
    </Page>
  );
}

const columns: Column<WorkLineFragment>[] = [
  {
    name: "Task",
    lead: true,
    cell: (w) => (
      <>
        <Link to="/work/$id" params={{ id: w.id }} {...rowLink}>
          <Foreign text={w.title} />
        </Link>
        <span className={css.pair}>
          <span className="unseen">from</span>
          <Foreign text={w.from.name} />
          <Icon name="right" size={12} />
          <span className="unseen">to</span>
          <Foreign text={w.to.name} />
        </span>
      </>
    ),
  },
  { name: "Kind", width: "112px", cell: (w) => <WorkClassLabel value={w.workClass} /> },
  { name: "Status", width: "132px", cell: (w) => <WorkStatusChip value={w.status} /> },
  {
    name: "Outcome",
    width: "200px",
    cell: (w) =>
      w.outcome ? (
        <OutcomeMark success={w.outcome.success} verified={w.outcome.verified} voice={w.outcome.verdict.voice} />
      ) : (
        <NoOutcome />
      ),
  },
  { name: "Sent", width: "104px", align: "right", cell: (w) => <RelativeTime at={w.sentAt} /> },
];
