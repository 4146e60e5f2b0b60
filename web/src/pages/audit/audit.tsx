import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQuery } from "urql";
import { AuditFilters, nobodies } from "./audit-filters";
import { AuditLogDocument, type EntryFragment } from "./audit.gql";
import { EntryDialog } from "./entry-dialog";
import { Exports } from "./exports";
import { range } from "./range";
import { layered, useCloseLayer } from "@/lib/layer";
import { compact, pageArgs } from "@/lib/url";
import { useMay, useMaySomewhere, useShell } from "@/lib/shell";
import { auditOutcomes } from "@/lib/words";
import { ButtonLink } from "@/parts/button/button";
import { Chip, type Tone } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Page, Section } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import css from "./audit.module.css";

const route = getRouteApi("/audit");
const size = 50;

/** What was asked for, by whom, and what became of it. */
export function Audit() {
  const mayRead = useMaySomewhere("READ_AUDIT");
  if (!mayRead) return <NotAllowed title="Audit" permission="READ_AUDIT" />;
  return <Log />;
}

function Log() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { workspaces } = useShell();
  const readsAll = useMay("READ_AUDIT");
  // Who may not read the whole log reads that of a workspace of theirs.
  const own = workspaces.find((w) => w.permissions.includes("READ_AUDIT"))?.key;
  const workspace = search.workspace ?? (readsAll ? undefined : own);
  const filter = useMemo(
    () =>
      compact({
        workspace,
        actor: search.actor,
        action: search.action,
        outcome: search.outcome,
        search: search.q,
        ...range(search.since, search.until),
      }),
    [search, workspace],
  );
  const variables = useMemo(() => ({ ...filter, ...pageArgs(search, size) }), [filter, search]);
  const [{ data, error, fetching }, reload] = useQuery({ query: AuditLogDocument, variables });
  const log = data?.auditLog;
  const set = (next: Partial<typeof search>, replace = false) =>
    void navigate({
      replace,
      search: (old) => ({ ...old, after: undefined, before: undefined, entry: undefined, ...next }),
    });
  const chosen = log?.nodes.find((e) => String(e.seq) === search.entry);
  const leave = useCloseLayer(() => void navigate({ search: (old) => ({ ...old, entry: undefined }), replace: true }));
  return (
    <Page
      title="Audit"
      lead="Every change that was asked for, carried out or not, newest first. Entries are only added, and each is chained to the one before by its hash."
      actions={<Exports filter={filter} />}
    >
      <AuditFilters search={search} set={set} all={readsAll ? "Everything" : undefined} />
      {error && (
        <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} stale={Boolean(log)} />
      )}
      {!log && fetching && <Loading />}
      {log && log.nodes.length === 0 && (
        <EmptyState
          title={Object.keys(filter).length > 0 ? "Nothing under this filter" : "Nothing was asked for yet"}
          action={
            Object.keys(filter).length > 0 && (
              <ButtonLink to="/audit" search={{}}>
                Show everything
              </ButtonLink>
            )
          }
        />
      )}
      {log && log.nodes.length > 0 && (
        <>
          <DataTable
            label="Audit log"
            columns={columns}
            rows={log.nodes}
            rowKey={(e) => String(e.seq)}
            busy={fetching}
          />
          <Pagination
            page={log.pageInfo}
            shown={log.nodes.length}
            total={log.totalCount}
            noun="entry"
            nouns="entries"
          />
        </>
      )}
      <Verifying />
      {chosen && <EntryDialog entry={chosen} onClose={leave} />}
    </Page>
  );
}

const tones: Record<EntryFragment["outcome"], { tone: Tone; shape: "full" | "cross" | "half" | "open" }> = {
  DONE: { tone: "plain", shape: "full" },
  REFUSED: { tone: "fail", shape: "cross" },
  INVALID: { tone: "warn", shape: "half" },
  FAILED: { tone: "fail", shape: "open" },
};

export function OutcomeChip({ of }: { of: EntryFragment["outcome"] }) {
  return (
    <Chip {...tones[of]} title={auditOutcomes[of].says}>
      {auditOutcomes[of].name}
    </Chip>
  );
}

export function Actor({ of }: { of: Pick<EntryFragment, "actor" | "actorName"> }) {
  const nobody = nobodies[of.actor];
  return nobody ? <span className="muted">{nobody}</span> : <Foreign text={of.actorName || of.actor} />;
}

const columns: Column<EntryFragment>[] = [
  {
    name: "Action",
    lead: true,
    cell: (e) => (
      <Link to="/audit" search={(old) => ({ ...old, entry: String(e.seq) })} state={layered} {...rowLink}>
        <span className={css.name}>{e.action}</span>
      </Link>
    ),
  },
  {
    name: "Target",
    width: "24%",
    wide: true,
    cell: (e) => (e.target ? <Foreign text={e.target} /> : <span className="quiet">–</span>),
  },
  {
    name: "Who",
    width: "20%",
    cell: (e) => (
      <span className={css.actor}>
        <Actor of={e} />
        {e.keyId && <Chip>By key</Chip>}
      </span>
    ),
  },
  { name: "Outcome", width: "112px", cell: (e) => <OutcomeChip of={e.outcome} /> },
  {
    name: "From",
    width: "136px",
    cell: (e) => (e.address ? <Foreign text={e.address} /> : <span className="quiet">–</span>),
  },
  { name: "When", width: "112px", cell: (e) => <RelativeTime at={e.at} /> },
  { name: "Entry", width: "76px", align: "right", cell: (e) => e.seq },
];

function Verifying() {
  return (
    <Section title="How to check it">
      <div className={css.check}>
        <p>
          Each entry holds the SHA-256 hash of the one before it. Whoever changes, adds or takes out an entry breaks the
          chain from there on. <code>assay audit verify</code>, run where the database is, walks the whole chain and
          names the first entry that is wrong.
        </p>
        <p>
          An export checks the same without the database: as JSONL, a line without its <code>hash</code> is the
          canonical JSON (RFC 8785) whose SHA-256 that hash is, and <code>previous</code> is the hash of the line
          before. Keep the newest hash somewhere else from time to time: then nobody can rewrite what came before it.
        </p>
      </div>
    </Section>
  );
}
