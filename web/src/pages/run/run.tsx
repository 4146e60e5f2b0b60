import { getRouteApi, Link } from "@tanstack/react-router";
import { useNow } from "@/lib/clock";
import { absolute, count, duration, plural } from "@/lib/format";
import { connection } from "@/lib/live";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { isFinal } from "@/lib/words";
import { ButtonLink } from "@/parts/button/button";
import { Chip, RunStatusChip } from "@/parts/chip/chip";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Facts, Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { RunProgress } from "@/parts/run-progress/run-progress";
import { NotFound } from "../notfound/notfound";
import { CancelRun } from "./cancel-run";
import { EventLog } from "./event-log";
import { Legend, Matrix } from "./matrix";
import css from "./run.module.css";
import { type Board, remaining } from "./run-board";
import { type RunFacts, useRun } from "./use-run";
import { useRunBefore } from "./use-run-before";

const route = getRouteApi("/runs/$id");
const crumbs: Crumb[] = [{ name: "Runs", link: { to: "/runs" } }];

export function Run() {
  const { id } = route.useParams();
  return <OneRun key={id} id={id} />;
}

function OneRun({ id }: { id: string }) {
  const { facts, board, total, error, refused, retry, loadMore, setRun } = useRun(id);
  if (facts === null) return <NotFound what="There is no such run here" />;
  if (!facts || !board) {
    return (
      <Page title="Run" crumbs={crumbs}>
        {error ? <ErrorState error={error} retry={retry} /> : <Loading />}
      </Page>
    );
  }
  const { run } = board;
  return (
    <Page
      title={facts.suite.name}
      crumbs={crumbs}
      chips={
        <>
          <RunStatusChip value={run.status} />
          {facts.trial && <Chip shape="open">Trial</Chip>}
        </>
      }
      actions={
        <>
          <CompareBefore facts={facts} />
          {!facts.suite.deletedAt && (
            <ButtonLink to="/suites/$key" params={{ key: facts.suite.key }} icon="suites">
              Suite
            </ButtonLink>
          )}
          {!isFinal(run.status) && <CancelRun id={id} status={run.status} onChange={setRun} />}
        </>
      }
    >
      <div className={css.top}>
        {error && <ErrorState error={error} retry={retry} stale />}
        {refused && <Notice tone="fail">The live events of this run were refused: {refused}</Notice>}
        <Lost board={board} />
        {facts.skipped.length > 0 && <Skipped targets={facts.skipped} />}
        <Progress board={board} />
        <RunFactList facts={facts} board={board} />
      </div>
      <Section
        title="Agents × tasks"
        note={`${plural(run.progress.agents, "agent")} × ${plural(facts.tasks.length, "task")}`}
        actions={<Legend />}
      >
        {board.rows.length > 0 ? (
          <Matrix tasks={facts.tasks} rows={board.rows} total={total} status={run.status} loadMore={loadMore} />
        ) : total === 0 && isFinal(run.status) ? (
          <EmptyState title="No agent was evaluated">
            None of the targets could be called. See what was skipped above.
          </EmptyState>
        ) : run.status === "QUEUED" ? (
          <EmptyState title="Waiting for a runner">The first results appear here as they are recorded.</EmptyState>
        ) : (
          <Loading />
        )}
      </Section>
      <EventLog runId={id} lastSeq={run.lastSeq} under={!isFinal(run.status)} />
    </Page>
  );
}

/** Leads to what is different from the run of this suite before this one. */
function CompareBefore({ facts }: { facts: RunFacts }) {
  const before = useRunBefore({
    id: facts.id,
    createdAt: facts.createdAt,
    trial: facts.trial,
    suite: facts.suite.key,
  });
  if (before === null) return null;
  return (
    <ButtonLink to="/compare" search={{ kind: "runs", a: before, b: facts.id }} icon="compare">
      Compare with the run before
    </ButtonLink>
  );
}

/** While the connection is lost, what is shown is dated. */
function Lost({ board }: { board: Board }) {
  const { state, heardAt } = useStore(connection);
  const zone = useStore(times) === "utc" ? "utc" : "local";
  if (state !== "lost" || isFinal(board.run.status)) return null;
  const asOf = heardAt ?? board.at;
  return (
    <Notice tone="warn">
      Connection lost; it is tried again.
      {asOf !== null && ` What is shown is as of ${absolute(asOf, zone)}.`} The run goes on without it.
    </Notice>
  );
}

function Progress({ board }: { board: Board }) {
  const { run } = board;
  const { state } = useStore(connection);
  const over = isFinal(run.status);
  const now = useNow(over ? 3_600_000 : 1000);
  // What is known ages while the connection is lost, and so would what follows from it.
  const left = state === "lost" ? null : remaining(board, now);
  const p = run.progress;
  const started = run.startedAt ? Date.parse(run.startedAt) : null;
  const numbers: [string, number][] = [
    ["passed", p.passed],
    ["failed", p.failed - p.errors],
    [p.errors === 1 ? "error" : "errors", p.errors],
    ["cancelled", p.cancelled],
    ["examiner's fault", p.examinerFaults],
  ];
  return (
    <div className={css.progress}>
      <RunProgress value={p} />
      <p className={css.numbers}>
        <span>
          <strong>{count(p.recorded)}</strong> of {count(p.total)} recorded
        </span>
        {numbers
          .filter(([word, n]) => n > 0 || word === "passed" || word === "failed")
          .map(([word, n]) => (
            <span key={word}>
              <strong>{count(n)}</strong> {word}
            </span>
          ))}
        <span className={css.left}>
          {left !== null && `about ${duration(left)} left, estimated from the rate so far`}
          {over && started !== null && run.finishedAt && `took ${duration(Date.parse(run.finishedAt) - started)}`}
        </span>
      </p>
    </div>
  );
}

function RunFactList({ facts, board }: { facts: RunFacts; board: Board }) {
  return (
    <Facts
      items={[
        ["Agents finished", `${count(board.run.progress.agentsFinished)} of ${count(board.run.progress.agents)}`],
        ["Started", <RelativeTime key="s" at={board.run.startedAt} otherwise="not yet" toTheSecond />],
        ["Trigger", facts.trigger === "SCHEDULE" ? "schedule" : "by hand"],
        ["Suite version", `${facts.suiteVersion.version}`],
        ["Suite digest", <Hash key="d" value={facts.suiteVersion.digest} label="the suite digest" />],
        ["Run", <Hash key="r" value={facts.id} label="the run's id" />],
      ]}
    />
  );
}

/** A target's reason as the API gives it, in words. */
const reasons: Record<string, string> = {
  unknown: "not registered here",
  inactive: "inactive",
  removed: "removed",
  mirror: "a mirror, homed at another registry",
  "opted out": "its operator asked not to be called",
  unproven: "nobody has shown yet that they control its endpoint",
};
/** So many are listed at once; more are there on request. */
const listed = 5;

/** Whom the suite names and this run left out: not having been asked is not having passed. */
function Skipped({ targets }: { targets: RunFacts["skipped"] }) {
  const list = (part: RunFacts["skipped"]) => (
    <ul>
      {part.map((t) => (
        <li key={t.did}>
          {t.reason === "unknown" ? (
            <Foreign text={t.did} wrap />
          ) : (
            <Link to="/agents/$did" params={{ did: t.did }}>
              <Foreign text={t.did} wrap />
            </Link>
          )}
          : {reasons[t.reason] ?? t.reason}
        </li>
      ))}
    </ul>
  );
  const more = targets.slice(listed);
  return (
    <Notice tone="warn">
      <div className={css.skipped}>
        <strong>
          {plural(targets.length, "named target")} {targets.length === 1 ? "was" : "were"} left out and not evaluated
        </strong>
        {list(targets.slice(0, listed))}
        {more.length > 0 && (
          <details>
            <summary>{count(more.length)} more</summary>
            {list(more)}
          </details>
        )}
      </div>
    </Notice>
  );
}
