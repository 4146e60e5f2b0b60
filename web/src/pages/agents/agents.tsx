import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQuery } from "urql";
import { AgentsDocument, type AgentsQuery } from "./agents.gql";
import { useMaySomewhere, useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { AgentMarks, bindings } from "@/parts/agent-marks/agent-marks";
import { ButtonLink } from "@/parts/button/button";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters, SearchFilter, SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Segments } from "@/parts/segments/segments";
import css from "./agents.module.css";

const route = getRouteApi("/agents");
const size = 50;

export function Agents() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayRegister = useMaySomewhere("REGISTER_AGENTS");
  const { workspaces } = useShell();
  const variables = useMemo(
    () => ({
      search: search.q,
      active: search.state === "active" ? true : search.state === "inactive" ? false : undefined,
      workspace: search.workspace,
      includeRemoved: search.state === "removed" ? true : undefined,
      ...pageArgs(search, size),
    }),
    [search],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: AgentsDocument, variables });
  const agents = useKept(data?.agents);
  const set = (next: Partial<typeof search>, replace = false) =>
    void navigate({ replace, search: (old) => ({ ...old, after: undefined, before: undefined, ...next }) });
  const register = mayRegister && (
    <ButtonLink to="/register-agent" tone="primary" icon="plus">
      Register agent
    </ButtonLink>
  );
  const filtered = search.q !== undefined || search.state !== undefined || search.workspace !== undefined;
  return (
    <Page
      title="Agents"
      lead="Live agents that can be evaluated, and those mirrored from other registries."
      actions={register}
    >
      <Filters>
        <SearchFilter
          label="Name, DID or owner"
          value={search.q ?? ""}
          onChange={(q) => set({ q: q === "" ? undefined : q }, true)}
        />
        {workspaces.length > 1 && (
          <SelectFilter
            label="Workspace"
            value={search.workspace}
            onChange={(workspace) => set({ workspace })}
            options={[
              { value: undefined, name: "All workspaces" },
              ...workspaces.map((w) => ({ value: w.key, name: w.name })),
            ]}
          />
        )}
        <Segments
          label="State"
          value={search.state ?? "all"}
          onChange={(s) => set({ state: s === "all" ? undefined : s })}
          options={[
            { value: "all", name: "All" },
            { value: "active", name: "Active" },
            { value: "inactive", name: "Inactive" },
            { value: "removed", name: "With removed" },
          ]}
        />
      </Filters>
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(agents)} />
      )}
      {!agents && fetching && <Loading />}
      {agents && agents.nodes.length === 0 && (
        <EmptyState
          title={filtered ? "No agents under this filter" : "No agents are registered here"}
          action={
            filtered ? (
              <ButtonLink to="/agents" search={{}}>
                Show all agents
              </ButtonLink>
            ) : (
              register
            )
          }
        >
          {filtered
            ? undefined
            : "An agent is registered by the address of its card, an inline card, a did:web or a bare endpoint."}
        </EmptyState>
      )}
      {agents && agents.nodes.length > 0 && (
        <>
          <DataTable label="Agents" columns={columns} rows={agents.nodes} rowKey={(a) => a.id} busy={fetching} />
          <Pagination page={agents.pageInfo} shown={agents.nodes.length} total={agents.totalCount} noun="agent" />
        </>
      )}
    </Page>
  );
}

type Row = NonNullable<AgentsQuery["agents"]>["nodes"][number];

const columns: Column<Row>[] = [
  {
    name: "Agent",
    lead: true,
    cell: (a) => (
      <>
        <span className={css.name}>
          <Link to="/agents/$did" params={{ did: a.did }} {...rowLink}>
            <Foreign text={a.name} />
          </Link>
          <AgentMarks agent={a} />
        </span>
        <span className={css.did}>
          <Foreign text={a.did} />
        </span>
      </>
    ),
  },
  {
    name: "Binding",
    width: "150px",
    cell: (a) => (a.binding ? [bindings[a.binding], a.protocolVersion].filter(Boolean).join(" ") : "–"),
  },
  {
    name: "Endpoint",
    width: "26%",
    wide: true,
    cell: (a) =>
      a.endpoint ? (
        <code>
          <Foreign text={a.endpoint} />
        </code>
      ) : (
        <span className="quiet">none that we speak to</span>
      ),
  },
  {
    name: "Owner",
    width: "14%",
    cell: (a) => (a.owner ? <Foreign text={a.owner} /> : <span className="quiet">–</span>),
  },
  { name: "Fingerprint", width: "112px", cell: (a) => <Hash value={a.fingerprint} label="the fingerprint" /> },
  { name: "Card read", width: "104px", align: "right", cell: (a) => <RelativeTime at={a.cardRefreshedAt} /> },
];
