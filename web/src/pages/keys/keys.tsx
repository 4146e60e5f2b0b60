import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";
import { CreateKeyDialog } from "./create-key";
import { holding, KeyState, stateOf } from "./key-state";
import { KeysDocument, type OneKeyFragment, RevokeKeyDocument } from "./keys.gql";
import { useNow } from "@/lib/clock";
import { layered, useCloseLayer } from "@/lib/layer";
import { standing } from "@/lib/rank";
import { sentence } from "@/lib/sentence";
import { useMaySomewhere, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { roles, scopes } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { type Column } from "@/parts/data-table/data-table";
import { LongTable } from "@/parts/data-table/long-table";
import { Confirm } from "@/parts/dialog/dialog";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Icon } from "@/parts/icon/icon";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { Page } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Segments } from "@/parts/segments/segments";
import { WorkspaceFilter } from "@/parts/workspace-filter/workspace-filter";
import css from "./keys.module.css";

const route = getRouteApi("/keys");

// What an empty list would hold.
const context = { additionalTypenames: ["APIKey"] };

/** The API keys of a workspace: what each may do, who made it, whether it is used. */
export function Keys() {
  const mayMake = useMaySomewhere("CREATE_KEYS");
  const workspace = useOwnWorkspace(route.useSearch().workspace, "CREATE_KEYS");
  if (!mayMake) return <NotAllowed title="Keys" permission="CREATE_KEYS" />;
  return <OneWorkspace key={workspace} workspace={workspace} />;
}

function OneWorkspace({ workspace: of }: { workspace: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { viewer } = useShell();
  const now = useNow(60_000);
  const [asking, setAsking] = useState<OneKeyFragment | null>(null);
  const [{ data, error, fetching }, reload] = useQuery({ query: KeysDocument, variables: { workspace: of }, context });
  const { act, busy, refusals } = useAction(RevokeKeyDocument, (d) => d.revokeKey);
  const workspace = data?.workspace;
  const keys = workspace?.keys;
  const may = (permission: "CREATE_KEYS" | "MANAGE_KEYS") => workspace?.permissions.includes(permission) ?? false;

  const mayMake = may("CREATE_KEYS");
  const open = () => void navigate({ search: (old) => ({ ...old, do: "create" }), state: layered });
  const close = useCloseLayer(() => void navigate({ search: (old) => ({ ...old, do: undefined }), replace: true }));
  const shown = keys?.filter(
    (k) => search.state === undefined || (stateOf(k, now) === "active") === (search.state === "active"),
  );
  const create = mayMake && (
    <Button tone="primary" icon="plus" onClick={open}>
      Create key
    </Button>
  );
  const revoke = async () => {
    if (asking) await act({ keyId: asking.id });
    setAsking(null);
  };
  return (
    <Page
      title="Keys"
      lead="A key lets a program act here. It does what its role and one of its scopes both allow, and never more than who made it."
      actions={create}
    >
      <Filters>
        <WorkspaceFilter
          value={search.workspace}
          permission="CREATE_KEYS"
          onChange={(to) => void navigate({ search: (old) => ({ ...old, workspace: to }) })}
        />
        <Segments
          label="State"
          value={search.state ?? "all"}
          onChange={(to) => void navigate({ search: (old) => ({ ...old, state: to === "all" ? undefined : to }) })}
          options={[
            { value: "all", name: "All" },
            { value: "active", name: "Active" },
            { value: "ended", name: "Ended" },
          ]}
        />
      </Filters>
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(keys)} />
      )}
      {refusals[0] && <Notice tone="fail">{sentence(refusals[0].message)}</Notice>}
      {!workspace && fetching && <Loading />}
      {data && !keys && !error && (
        <EmptyState title="You may not make keys in this workspace">
          It takes the role member or more. An admin of the workspace can give it to you.
        </EmptyState>
      )}
      {keys && keys.length === 0 && (
        <EmptyState title="No keys yet" action={create}>
          Make one for each program, with no more than it needs: then any of them can be revoked alone.
        </EmptyState>
      )}
      {keys && keys.length > 0 && shown && shown.length === 0 && <EmptyState title="No keys under this filter" />}
      {shown && shown.length > 0 && (
        <>
          <LongTable
            label="API keys"
            columns={columns((k) => (may("MANAGE_KEYS") || k.createdBy?.id === viewer?.user?.id) && setAsking, now)}
            rows={shown}
            rowKey={(k) => k.id}
            busy={fetching}
          />
          <p className={css.total}>
            {holding(shown, now)}
            {!may("MANAGE_KEYS") && ", made by you"}
          </p>
        </>
      )}
      {workspace && (
        <CreateKeyDialog
          open={search.do === "create" && mayMake}
          onClose={close}
          workspace={of}
          own={standing(viewer, workspace.role)}
        />
      )}
      <Confirm
        title={`Revoke ${asking?.name ?? ""}?`}
        verb="Revoke it"
        open={asking !== null}
        busy={busy}
        onClose={() => setAsking(null)}
        onConfirm={() => void revoke()}
      >
        <p>
          Requests with it are refused at once, and its open connections close within 5 seconds. It cannot be undone.
        </p>
      </Confirm>
    </Page>
  );
}

const columns = (
  revoking: (key: OneKeyFragment) => false | ((key: OneKeyFragment) => void),
  now: number,
): Column<OneKeyFragment>[] => [
  {
    name: "Key",
    lead: true,
    cell: (k) => (
      <>
        <span className={css.name}>
          <Foreign text={k.name} wrap />
        </span>
        <span className={css.prefix}>{k.prefix}…</span>
        {k.agent && (
          <span className={css.agent}>
            <Icon name="agents" size={14} />
            <span>acts as </span>
            <Link to="/agents/$did" params={{ did: k.agent.did }}>
              <Foreign text={k.agent.name} />
            </Link>
          </span>
        )}
      </>
    ),
  },
  { name: "State", width: "100px", cell: (k) => <KeyState of={k} now={now} /> },
  { name: "Role", width: "84px", cell: (k) => roles[k.role].name },
  { name: "Scopes", width: "180px", cell: (k) => k.scopes.map((s) => scopes[s].name).join(", ") },
  {
    name: "Made by",
    width: "150px",
    cell: (k) => (
      <>
        {k.createdBy ? <Foreign text={k.createdBy.name} /> : <span className="muted">Platform admin</span>}
        <span className={css.made}>
          <RelativeTime at={k.createdAt} />
        </span>
      </>
    ),
  },
  { name: "Last used", width: "104px", cell: (k) => <RelativeTime at={k.usedAt} otherwise="Never" /> },
  {
    name: "Ends",
    width: "104px",
    cell: (k) =>
      k.revokedAt ? <RelativeTime at={k.revokedAt} /> : <RelativeTime at={k.expiresAt} otherwise="Never" />,
  },
  {
    name: "Revoke",
    act: true,
    head: <span className="unseen">Revoke</span>,
    width: "84px",
    align: "right",
    cell: (k) => {
      const ask = stateOf(k, now) === "active" && revoking(k);
      return ask ? (
        <Button small tone="bare" data-row-link="" onClick={() => ask(k)}>
          Revoke
          <span className="unseen"> {k.name}</span>
        </Button>
      ) : (
        <span className="unseen">Not yours to revoke, or ended</span>
      );
    },
  },
];
