import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useQuery, type UseQueryState } from "urql";
import css from "./score.module.css";
import { ScoreDocument, ScoreOwnerDocument, type ScoreOwnerQuery, type ScoreQuery } from "./score.gql";
import type { WorkClass } from "@/gql/schema";
import { download } from "@/lib/download";
import { fileName } from "@/lib/export";
import { percent } from "@/lib/format";
import { classInPath, classOfPath } from "@/lib/score-words";
import { home, signedIn, useMay, useShell } from "@/lib/shell";
import { pageArgs } from "@/lib/url";
import { useKept } from "@/lib/use-kept";
import { workClasses } from "@/lib/work-words";
import { Button, ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { SignInLink } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Facts, Page } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { ScoreAxis, ScoreRange } from "@/parts/score-range/score-range";
import { useScoreChanges } from "@/parts/score-range/use-score-changes";
import { StateChip } from "@/parts/state-chip/state-chip";
import { NotFound } from "../notfound/notfound";
import { History } from "./history";
import { Why } from "./why";

export type FullScore = NonNullable<ScoreQuery["score"]>;

const route = getRouteApi("/agents/$did/scores/$class");
const size = 15;
const past = 100;

export function Score() {
  const { did, class: part } = route.useParams();
  const workClass = classOfPath(part);
  if (!workClass) return <NotFound what={`There is no kind of work ${part}`} />;
  return <OneScore key={`${did} ${part}`} did={did} workClass={workClass} />;
}

function OneScore({ did, workClass }: { did: string; workClass: WorkClass }) {
  const search = route.useSearch();
  const variables = useMemo(
    () => ({ did, workClass, history: past, ...pageArgs(search, size) }),
    [did, workClass, search],
  );
  const [{ data, error, fetching }, reload] = useQuery({ query: ScoreDocument, variables });
  const score = useKept(data?.score);
  const mayExport = useMayExport(score);
  const [newer, setNewer] = useState(false);
  const refresh = () => {
    setNewer(false);
    reload({ requestPolicy: "network-only" });
  };
  // What is under the pointer or the focus stays where it is until it is asked for.
  useScoreChanges(did, score != null, (changed, receiptHash) => {
    if (changed !== workClass || receiptHash === score?.receiptHash) return;
    if (document.querySelector("main :is(table, figure):is(:hover, :focus-within)") || document.hidden) setNewer(true);
    else refresh();
  });
  const name = workClasses[workClass].name;
  const none = data !== undefined && !score && !error && !fetching;
  // Whose it would be, and why there is none: that is asked only then.
  const [owner] = useQuery({ query: ScoreOwnerDocument, variables: { did }, pause: !none });
  if (!score) {
    return (
      <Page title={name} crumbs={crumbsOf(did, owner.data?.agent?.name ?? did)}>
        {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
        {!data && fetching && <Loading />}
        {none && <NoScore did={did} workClass={workClass} owner={owner} />}
      </Page>
    );
  }
  return (
    <Page
      title={name}
      crumbs={crumbsOf(did, score.agent.name)}
      chips={<StateChip state={score.state} stale={score.stale} />}
      lead={
        <>
          How well it does this kind of work, judged by what came of it. Newest outcome <RelativeTime at={score.asOf} />
          , computed <RelativeTime at={score.computedAt} />.
          {mayExport && (
            <span id={exportHint} className={css.hint}>
              An export says what is true now. Once the agent’s owner or test mark has changed since this score, its
              check says <code>facts_changed</code>.
            </span>
          )}
        </>
      }
      actions={<Export score={score} may={mayExport} />}
    >
      <div className={css.top}>
        {error && <ErrorState error={error} stale />}
        <span role="status">
          {newer && (
            <Button small icon="refresh" onClick={refresh}>
              A newer score was computed · show it
            </Button>
          )}
        </span>
      </div>
      <Number score={score} />
      <Why score={score} busy={fetching} />
      <History score={score} />
    </Page>
  );
}

const crumbsOf = (did: string, name: string): Crumb[] => [
  { name: "Agents", link: { to: "/agents" } },
  { name, link: { to: "/agents/$did", params: { did } } },
];

function Number({ score: s }: { score: FullScore }) {
  const { state, stale, score, low, high, n, v } = s;
  return (
    <>
      {score !== null && low !== null && high !== null ? (
        <div className={css.number}>
          <p className={css.score}>
            {score}
            <span className={css.of}> of 100</span>
          </p>
          <div className={css.range}>
            <ScoreRange value={{ state, stale, score, low, high, n, v }} large />
            <ScoreAxis />
          </div>
          <p className={css.between}>
            {low} to {high}
            <span className={css.of}> 90 % range</span>
          </p>
        </div>
      ) : (
        <Notice>The text of its receipt was cleared, and its numbers with it.</Notice>
      )}
      <Facts
        items={[
          ["Outcomes, by weight (n)", exact(n)],
          ["Of these, verified by a person (v)", exact(v)],
          ["Success rate it begins with", percent(s.poolRate)],
          ["Receipt", <Hash key="r" value={s.receiptHash} label="the receipt of the score" receipt />],
        ]}
      />
    </>
  );
}

/** As the receipt has it: with six decimals. */
const exact = (value: number | null) => (value === null ? "cleared" : value.toFixed(6));

const exportHint = "export-hint";

function useMayExport(score: FullScore | null | undefined): boolean {
  const workspace = score?.agent.workspace;
  return useMay("EXPORT_SCORES", workspace?.key ?? home) && workspace != null;
}

function Export({ score, may }: { score: FullScore; may: boolean }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    const part = classInPath(score.workClass);
    const path = `/api/agent-record/${encodeURIComponent(score.agent.id)}/score/${part}?pool=1`;
    setProblem(await download(path, fileName(`${score.agent.name} ${part}`, "json")));
    setBusy(false);
  };
  return (
    <>
      <ButtonLink to="/check" search={{ hash: score.receiptHash }} icon="receipt">
        Check the receipt
      </ButtonLink>
      {may && (
        <Button icon="download" busy={busy} aria-describedby={exportHint} onClick={() => void press()}>
          Export with its receipts
        </Button>
      )}
      {problem && <Notice tone="fail">{problem}</Notice>}
    </>
  );
}

/** Why there is none. */
function NoScore({
  did,
  workClass,
  owner: { data, error },
}: {
  did: string;
  workClass: WorkClass;
  owner: Pick<UseQueryState<ScoreOwnerQuery>, "data" | "error">;
}) {
  const { viewer } = useShell();
  if (error) return <ErrorState error={error} />;
  if (!data) return <Loading rows={2} />;
  const agent = data.agent;
  if (!agent) return <EmptyState title={`No agent ${did} is registered here`} />;
  const back = (
    <ButtonLink to="/agents/$did" params={{ did }}>
      Its record
    </ButtonLink>
  );
  if (agent.earned === null && !agent.homeRegistry) {
    return (
      <EmptyState title="Not shown to you" action={signedIn(viewer) === false ? <SignInLink /> : back}>
        Its scores are seen by members of its workspace, which has not published them.
      </EmptyState>
    );
  }
  if (agent.earned?.status === "DEGRADED") {
    return (
      <EmptyState title="Its scores cannot be read now" action={back}>
        The registry says <code>{agent.earned.code ?? "unknown"}</code>. Try again in a while.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No score" action={back}>
      {agent.testAgent
        ? "Work of a test agent never counts."
        : agent.homeRegistry
          ? "Work of a mirror is not scored here."
          : `It has no outcome in ${workClasses[workClass].name.toLowerCase()} that counts.`}
    </EmptyState>
  );
}
