import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useQuery } from "urql";
import { ResultDocument, type ResultQuery } from "./result.gql";
import { fromBase64 } from "@/lib/bytes";
import { milliseconds, score } from "@/lib/format";
import { CodeView } from "@/parts/code-view/code-view";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { type Crumb, Facts, Page, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { TimingWaterfall } from "@/parts/timing-waterfall/timing-waterfall";
import { NotFound } from "../notfound/notfound";
import { Exchanges } from "./exchanges";
import { NeighbourLinks } from "./neighbour-links";
import css from "./result.module.css";
import { Verdict } from "./verdict";

export type FullResult = Extract<NonNullable<ResultQuery["node"]>, { __typename: "Result" }>;

const route = getRouteApi("/results/$id");

export function Result() {
  const { id } = route.useParams();
  const [{ data, error, fetching }, reload] = useQuery({ query: ResultDocument, variables: { id } });
  const node = data?.node;
  const result = node?.__typename === "Result" ? node : null;
  if (!result && data && !error && !fetching) return <NotFound what="There is no such result here" />;
  if (!result) {
    return (
      <Page title="Result" crumbs={[{ name: "Runs", link: { to: "/runs" } }]}>
        {error ? <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} /> : <Loading />}
      </Page>
    );
  }
  return <OneResult id={id} result={result} />;
}

/** `id` is where one is; `result` may still be the one before, while the next is loaded. */
function OneResult({ id, result }: { id: string; result: FullResult }) {
  const { run, suite, agent, task, evidence } = result;
  const body = useMemo(() => (evidence ? fromBase64(evidence.body) : null), [evidence]);
  const crumbs: Crumb[] = [
    { name: "Runs", link: { to: "/runs" } },
    { name: suite.name, link: { to: "/runs/$id", params: { id: run.id } } },
  ];
  return (
    <Page
      title={task.name}
      crumbs={crumbs}
      lead={
        <>
          by{" "}
          <Link to="/agents/$did" params={{ did: agent.did }} className={css.agent}>
            <Foreign text={agent.name} />
          </Link>
          , <RelativeTime at={result.at} />
        </>
      }
      actions={<NeighbourLinks resultId={id} />}
    >
      <Verdict result={result} body={body} />
      {body && (
        <Section title="What was scored" note="The bytes the rule saw">
          <CodeView key={result.id} body={body} ranges={result.verdict.matches} label="the scored body" />
        </Section>
      )}
      {!evidence && (
        <Section title="What was scored">
          <NoEvidence result={result} />
        </Section>
      )}
      {result.timings && (
        <Section title="Timing" note={`${milliseconds(result.latencyMs)} to the last byte that counts`}>
          <TimingWaterfall timings={result.timings} />
        </Section>
      )}
      {evidence && body && <Exchanges key={result.id} exchanges={evidence.exchanges} scored={body} />}
      <Section title="Record">
        <Facts
          items={[
            ["Score", result.score == null ? "none: outside every mean" : score(result.score)],
            ["Weight in the suite", String(task.weight)],
            ["Attempts", attempts(result)],
            [
              "Suite",
              suite.deletedAt ? (
                <Foreign key="s" text={`${suite.name} (deleted)`} wrap />
              ) : (
                <Link key="s" to="/suites/$key" params={{ key: suite.key }} className={css.link}>
                  <Foreign text={suite.name} />
                </Link>
              ),
            ],
            ["Suite digest", <Hash key="d" value={result.suiteDigest} label="the suite digest" />],
            [
              "Agent fingerprint",
              <span key="f">
                <Hash value={result.fingerprint} label="the fingerprint" />
                {result.fingerprint !== agent.fingerprint && (
                  <span className={css.changed}>the agent has changed since</span>
                )}
              </span>,
            ],
            [
              "Evidence hash",
              result.evidenceHash ? <Hash key="e" value={result.evidenceHash} label="the evidence hash" /> : "none",
            ],
            ["Result", <Hash key="i" value={result.id} label="the result's id" />],
          ]}
        />
      </Section>
    </Page>
  );
}

/** Why there is nothing to show: it was never there, or its time is over. */
function NoEvidence({ result }: { result: FullResult }) {
  if (result.evidenceCleared) {
    return (
      <EmptyState title="The evidence was removed after its retention time">
        What was sent and received is no longer kept here. The verdict above is what was recorded; the evidence hash
        below still tells whether a copy is the same.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={result.evidenceHash ? "The evidence is not there" : "Nothing was called"}>
      {result.evidenceHash
        ? "Its hash below still says what it was."
        : "There is no request and no response to show for this result."}
    </EmptyState>
  );
}

function attempts({ attempts: n, error }: FullResult): string {
  if (n === 0) return "0: nothing was called";
  if (n === 1) return "1";
  return error === "RATE_LIMITED" ? `${n}: the agent asked to come back later each time` : `${n}: the last one counts`;
}
