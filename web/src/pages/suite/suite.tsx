import { getRouteApi, Link, useLocation } from "@tanstack/react-router";
import { useQuery } from "urql";
import { SuiteDocument, type SuiteQuery, SuiteRunsDocument } from "./suite.gql";
import type { TaskRowFragment } from "@/gql/shared.gql";
import { cadence, count, percent, plural } from "@/lib/format";
import { useMay } from "@/lib/shell";
import { taskTypes } from "@/lib/words";
import { ButtonLink } from "@/parts/button/button";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Warnings } from "@/parts/notice/warnings";
import { type Crumb, Facts, Page, Section } from "@/parts/page/page";
import { PassStrip } from "@/parts/pass-strip/pass-strip";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Rule } from "@/parts/rule/rule";
import { RunTable } from "@/parts/run-table/run-table";
import { NotFound } from "../notfound/notfound";
import css from "./suite.module.css";
import { Standings } from "./standings";
import { SuiteActions } from "./suite-actions";
import { SuiteTrend } from "./suite-trend";
import { Versions } from "./versions";

const route = getRouteApi("/suites/$key");
const crumbs: Crumb[] = [{ name: "Suites", link: { to: "/suites" } }];

export function Suite() {
  const { key } = route.useParams();
  return <OneSuite key={key} suiteKey={key} />;
}

function OneSuite({ suiteKey }: { suiteKey: string }) {
  const [{ data, error, fetching }, reload] = useQuery({ query: SuiteDocument, variables: { key: suiteKey } });
  const mayEdit = useMay("EDIT_SUITES");
  const warnings = useLocation({ select: (l) => l.state.warnings });
  const suite = data?.suite;
  if (data && !suite && !error) return <NotFound what={`There is no suite ${suiteKey} here`} />;
  if (!suite) {
    return (
      <Page title={suiteKey} crumbs={crumbs}>
        {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
        {fetching && <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={suite.name}
      crumbs={crumbs}
      chips={
        <>
          {suite.deletedAt ? (
            <Chip shape="cross">Deleted</Chip>
          ) : suite.enabled ? (
            <Chip shape="full">Published</Chip>
          ) : (
            <Chip shape="open">Draft</Chip>
          )}
          {suite.pays && <Chip>Pays</Chip>}
        </>
      }
      lead={suite.description && <Foreign text={suite.description} wrap />}
      actions={<SuiteActions suite={suite} />}
    >
      <div className={css.top}>
        {error && <ErrorState error={error} stale />}
        <Warnings of={warnings} />
      </div>
      <SuiteFactList suite={suite} />
      <Section title="Tasks" note={plural(suite.tasks.length, "task")}>
        {suite.tasks.length > 0 ? (
          <DataTable
            label="Tasks"
            columns={taskColumns(suite.key, suite.tasks)}
            rows={suite.tasks}
            rowKey={(t) => t.id}
          />
        ) : (
          <EmptyState
            title="This suite has no tasks"
            action={
              mayEdit &&
              !suite.deletedAt && (
                <ButtonLink to="/suites/$key/edit" params={{ key: suite.key }} icon="plus">
                  Add tasks
                </ButtonLink>
              )
            }
          />
        )}
      </Section>
      <SuiteTrend suite={suite} />
      <Standings suite={suite} />
      <LastRuns suite={suite} />
      <Versions suite={suite} />
    </Page>
  );
}

export type FullSuite = NonNullable<SuiteQuery["suite"]>;

function SuiteFactList({ suite }: { suite: FullSuite }) {
  const targets = suite.targetDids;
  return (
    <Facts
      items={[
        ["Key", <code key="key">{suite.key}</code>],
        ["Task type", taskTypes[suite.taskType].name],
        ["Schedule", cadence(suite.intervalMinutes)],
        ["Next run", suite.nextRunAt ? <RelativeTime at={suite.nextRunAt} /> : undefined],
        [
          "Aimed at",
          targets ? (
            <details className={css.targets}>
              <summary>{plural(targets.length, "named agent")}</summary>
              <ul>
                {targets.map((did) => (
                  <li key={did}>
                    <Link to="/agents/$did" params={{ did }}>
                      <Foreign text={did} wrap />
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            "all active agents homed here"
          ),
        ],
        ["Trust signal", suite.reputationSignal ? "enters the trust graph" : undefined],
        ["Version", `${suite.version}`],
        ["Digest", <Hash key="digest" value={suite.digest} label="the digest" />],
      ]}
    />
  );
}

function LastRuns({ suite }: { suite: FullSuite }) {
  const [{ data, error, fetching }] = useQuery({ query: SuiteRunsDocument, variables: { key: suite.key } });
  const runs = data?.runs;
  return (
    <Section
      title="Last runs"
      note={`${plural(suite.runCount, "run")}${suite.trialCount > 0 ? `, ${plural(suite.trialCount, "trial")} beside` : ""}`}
      actions={
        runs &&
        runs.totalCount > runs.nodes.length && (
          <ButtonLink small to="/runs" search={{ suite: suite.key }}>
            All runs
          </ButtonLink>
        )
      }
    >
      {error && <ErrorState error={error} />}
      {!runs && fetching && <Loading rows={3} />}
      {runs && runs.nodes.length === 0 && <EmptyState title="This suite has not run yet" />}
      {runs && runs.nodes.length > 0 && <RunTable runs={runs.nodes} />}
    </Section>
  );
}

/** A row leads to the results of its task. */
function taskColumns(suiteKey: string, tasks: readonly TaskRowFragment[]): Column<TaskRowFragment>[] {
  const whole = tasks.reduce((sum, t) => sum + t.weight, 0);
  return [
    {
      name: "Task",
      width: "20%",
      lead: true,
      cell: (t) => (
        <Link to="/results" search={{ suite: suiteKey, task: t.id }} {...rowLink}>
          <Foreign text={t.name} />
        </Link>
      ),
    },
    {
      name: "Input",
      width: "20%",
      cell: (t) =>
        t.input === "" ? (
          <span className="quiet">–</span>
        ) : (
          <code>
            <Foreign text={t.input} />
          </code>
        ),
    },
    { name: "Passes when", wide: true, cell: (t) => <Rule scorer={t.scorer} expected={t.expected} /> },
    {
      name: "Weight",
      width: "104px",
      align: "right",
      cell: (t) => (
        <>
          {count(t.weight) === String(t.weight) ? count(t.weight) : t.weight}
          <span className={css.share}>{percent(whole > 0 ? t.weight / whole : null)}</span>
        </>
      ),
    },
    { name: "Passed so far", width: "24%", wide: true, cell: (t) => <PassStrip rate={t.passRate} n={t.resultCount} /> },
  ];
}
