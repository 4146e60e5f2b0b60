import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { useQuery } from "urql";
import css from "./approvals.module.css";
import { ApprovalsDocument, type OneApprovalFragment } from "./approvals.gql";
import { beside, current, nextPending, waiting } from "./inbox";
import { OneApproval } from "./one-approval";
import { useMovingApprovals } from "./use-moving-approvals";
import type { ApprovalState } from "@/gql/schema";
import { count } from "@/lib/format";
import { useMay, useMaySomewhere, useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useKeys } from "@/lib/use-keys";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { approvalStates } from "@/lib/work-words";
import { Button, ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Filters } from "@/parts/filters/filters";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Page } from "@/parts/page/page";
import { Pagination } from "@/parts/pagination/pagination";
import { Segments } from "@/parts/segments/segments";
import { WorkspaceFilter } from "@/parts/workspace-filter/workspace-filter";

const route = getRouteApi("/approvals");
const size = 50;

// What an empty list would hold.
const context = { additionalTypenames: ["Approval"] };

/** Calls of agents that wait for a person. */
export function Approvals() {
  const search = route.useSearch();
  const workspace = useOwnWorkspace(search.workspace, "READ_WORK");
  const mayRead = useMaySomewhere("READ_WORK");
  if (!mayRead) return <NotAllowed title="Approvals" permission="READ_WORK" />;
  const { workspace: _, ...rest } = search;
  return <Inbox key={`${workspace} ${JSON.stringify(rest)}`} workspace={workspace} />;
}

function Inbox({ workspace }: { workspace: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { viewer } = useShell();
  const mayJudge = useMay("JUDGE_WORK", workspace) && viewer?.user != null && viewer.key === null;
  const known = search.state && (search.state === "ALL" || search.state in approvalStates) ? search.state : undefined;
  const state = known === "ALL" ? undefined : (known ?? "PENDING");
  const variables = useMemo(() => ({ workspace, state, ...pageArgs(search, size) }), [workspace, state, search]);
  const [{ data, error, fetching }, reload] = useQuery({ query: ApprovalsDocument, variables, context });
  const { heard, hear } = useMovingApprovals(workspace);
  // From the first decision on the rows stay: what is decided leaves the answer, not the place where one is.
  const [held, setHeld] = useState<readonly OneApprovalFragment[] | null>(null);
  const list = data?.approvals;
  const shown = held ?? list?.nodes;
  const rows = shown && current(shown, heard);
  const first = !search.after && !search.before;
  const fresh = shown && first ? waiting(shown, heard, state).length : 0;
  // Where nothing is shown, nothing moves under the pointer: what is new comes at once.
  const empty = shown?.length === 0;
  useEffect(() => {
    if (empty && fresh > 0) reload({ requestPolicy: "network-only" });
  }, [empty, fresh, reload]);
  const refresh = () => {
    setHeld(null);
    setOpen(undefined);
    reload({ requestPolicy: "network-only" });
  };

  // Undefined: the first one, until one moves.
  const [chosen, setOpen] = useState<string | null>();
  const open = chosen === undefined ? (rows?.[0]?.id ?? null) : chosen;
  const frame = useRef<HTMLOListElement>(null);
  const go = (id: string | null) => {
    if (id === null) return;
    setOpen(id);
    requestAnimationFrame(() => {
      const head = frame.current?.querySelector<HTMLElement>(`[data-approval="${CSS.escape(id)}"]`);
      head?.focus();
      head?.closest("li")?.scrollIntoView({ block: "nearest" });
    });
  };
  // The first press of j goes to the one that is open already, as it is not in the focus yet.
  const move = (step: 1 | -1) => {
    if (!rows) return;
    const inside = frame.current?.contains(document.activeElement);
    go(inside || chosen === null ? beside(rows, open, step) : open);
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  const decided = (row: OneApprovalFragment, done: Partial<OneApprovalFragment>) => {
    if (!rows) return;
    const now = rows.map((r) => (r.id === row.id ? { ...r, ...done } : r));
    setHeld(now);
    hear(now.filter((r) => r.id === row.id));
    go(nextPending(now, row.id));
  };
  const left = rows?.filter((r) => r.state === "PENDING").length ?? 0;
  return (
    <Page
      title="Approvals"
      lead="Calls that agents may make only when a person lets them. The work waits until then, and goes on either way."
    >
      <Filters
        end={
          <span role="status">
            {fresh > 0 && !empty && (
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
        <Segments<ApprovalState | "ALL">
          label="State"
          value={known ?? "PENDING"}
          onChange={(to) =>
            void navigate({
              to: ".",
              search: (old) => ({
                ...old,
                after: undefined,
                before: undefined,
                state: to === "PENDING" ? undefined : to,
              }),
            })
          }
          options={[
            ...(Object.keys(approvalStates) as ApprovalState[]).map((value) => ({
              value,
              name: approvalStates[value].name,
            })),
            { value: "ALL", name: "All" },
          ]}
        />
      </Filters>
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(list)} />}
      {!rows && fetching && <Loading />}
      {rows && rows.length === 0 && (
        <EmptyState
          title={state === "PENDING" ? "Nothing waits for you" : "No approvals under this filter"}
          action={
            state === "PENDING" ? (
              <ButtonLink to="/approvals" search={{ workspace: search.workspace, state: "ALL" }}>
                See those that were decided
              </ButtonLink>
            ) : (
              <ButtonLink to="/approvals" search={{ workspace: search.workspace }}>
                See what is pending
              </ButtonLink>
            )
          }
        >
          {state === "PENDING"
            ? "An agent asks here before it makes a call that somebody should look at first."
            : undefined}
        </EmptyState>
      )}
      {rows && rows.length > 0 && list && (
        <>
          <ol className={css.inbox} ref={frame} aria-label="Approvals" aria-busy={fetching}>
            {rows.map((row) => (
              <OneApproval
                key={row.id}
                approval={row}
                open={row.id === open}
                mayJudge={mayJudge}
                onOpen={(opens) => setOpen(opens ? row.id : null)}
                onDecided={(done) => decided(row, done)}
              />
            ))}
          </ol>
          <p className="unseen" role="status">
            {held && (left === 0 ? "Nothing is left to decide here." : `${count(left)} left to decide.`)}
          </p>
          {held && left === 0 && <Done onMore={refresh} />}
          <Pagination
            page={list.pageInfo}
            shown={rows.length}
            total={Math.max(list.totalCount, rows.length)}
            noun="approval"
          />
        </>
      )}
    </Page>
  );
}

/** All that were shown are decided. */
function Done({ onMore }: { onMore: () => void }) {
  return (
    <p className={css.done}>
      <span>All of these are decided.</span>
      <Button small icon="refresh" onClick={onMore}>
        Look for more
      </Button>
    </p>
  );
}
