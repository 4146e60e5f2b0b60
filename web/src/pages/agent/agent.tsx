import { getRouteApi } from "@tanstack/react-router";
import { useQuery } from "urql";
import { AgentDocument, type AgentQuery } from "./agent.gql";
import { interval, percent, score } from "@/lib/format";
import { AgentMarks, bindings } from "@/parts/agent-marks/agent-marks";
import { ButtonLink } from "@/parts/button/button";
import { CodeView } from "@/parts/code-view/code-view";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Facts, Page, Section } from "@/parts/page/page";
import { rankWords } from "@/parts/rank-band/rank-band";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { NotFound } from "../notfound/notfound";
import css from "./agent.module.css";
import { AgentActions } from "./agent-actions";
import { Control, NotEvaluated } from "./control";
import { Credentials } from "./credentials";
import { History } from "./history";
import { Lately } from "./lately";
import { Results } from "./results";
import { StandingPerSuite } from "./standing-per-suite";

export type FullAgent = NonNullable<AgentQuery["agent"]>;

const route = getRouteApi("/agents/$did");
const crumbs: Crumb[] = [{ name: "Agents", link: { to: "/agents" } }];

export function Agent() {
  const { did } = route.useParams();
  return <OneAgent key={did} did={did} />;
}

function OneAgent({ did }: { did: string }) {
  const [{ data, error, fetching }, reload] = useQuery({ query: AgentDocument, variables: { did } });
  const agent = data?.agent;
  if (data && !agent && !error) return <NotFound what={`No agent ${did} is registered here`} />;
  if (!agent) {
    return (
      <Page title={did} crumbs={crumbs}>
        {error && <ErrorState error={error} retry={() => reload({ requestPolicy: "network-only" })} />}
        {fetching && <Loading />}
      </Page>
    );
  }
  return (
    <Page
      title={agent.name}
      crumbs={crumbs}
      chips={<AgentMarks agent={agent} always />}
      lead={<Hash value={agent.did} label="the DID" whole />}
      actions={
        <>
          {!agent.homeRegistry && (
            <ButtonLink to="/compare" search={{ kind: "agents", a: agent.did }} icon="compare">
              Compare
            </ButtonLink>
          )}
          {agent.mayChange && !agent.removedAt && <AgentActions agent={agent} />}
        </>
      }
    >
      <div className={css.top}>
        {error && <ErrorState error={error} stale />}
        {agent.cardProblem && (
          <Notice tone="warn">
            The last reading of its card failed: <Foreign text={agent.cardProblem} wrap />
          </Notice>
        )}
        <NotEvaluated agent={agent} />
        {!agent.endpoint && (
          <Notice tone="warn">
            Its card names no interface that is spoken here: every task scores 0 with “no endpoint”.
          </Notice>
        )}
        <div className={css.sides}>
          <Claimed agent={agent} />
          <Measured agent={agent} />
        </div>
      </div>
      <Lately agent={agent} />
      <StandingPerSuite did={agent.did} />
      <Results did={agent.did} />
      <Control agent={agent} />
      <Credentials agent={agent} />
      <History agent={agent} />
      {agent.card != null && (
        <Section title="Card" note="As it was published">
          <CodeView body={new TextEncoder().encode(JSON.stringify(agent.card))} label="the card" opensAs="json" />
        </Section>
      )}
    </Page>
  );
}

/** What the agent says of itself, with the age of it. */
function Claimed({ agent }: { agent: FullAgent }) {
  return (
    <Section title="Claimed" note={<RelativeTime at={agent.cardRefreshedAt ?? agent.registeredAt} />}>
      <Facts
        items={[
          ["Binding", agent.binding ? [bindings[agent.binding], agent.protocolVersion].filter(Boolean).join(" ") : "–"],
          ["Owner", agent.owner ? <Foreign key="o" text={agent.owner} wrap /> : "not said"],
          [
            "Endpoint",
            agent.endpoint ? (
              <code key="e">
                <Foreign text={agent.endpoint} wrap />
              </code>
            ) : (
              "none"
            ),
          ],
          [
            "Card",
            agent.cardUrl ? (
              <code key="c">
                <Foreign text={agent.cardUrl} wrap />
              </code>
            ) : agent.card == null ? (
              "none"
            ) : (
              "inline"
            ),
          ],
          ["Fingerprint", <Hash key="f" value={agent.fingerprint} label="the fingerprint" />],
          [
            "Callers show",
            agent.securitySchemes.length > 0 ? (
              <ul key="s">
                {agent.securitySchemes.map((scheme) => (
                  <li key={scheme.name}>
                    <Foreign text={scheme.description} wrap />
                    {!scheme.supported && <span className="quiet"> (cannot be set here)</span>}
                  </li>
                ))}
              </ul>
            ) : undefined,
          ],
          ["Workspace", agent.workspace ? <Foreign key="w" text={agent.workspace.name} wrap /> : undefined],
          ["Home registry", agent.homeRegistry ? <Foreign key="h" text={agent.homeRegistry} wrap /> : undefined],
          ["Registered", <RelativeTime key="r" at={agent.registeredAt} />],
          ["Removed", agent.removedAt ? <RelativeTime key="x" at={agent.removedAt} /> : undefined],
        ]}
      />
    </Section>
  );
}

/** What was measured of it over all suites, with the age of it. */
function Measured({ agent }: { agent: FullAgent }) {
  const s = agent.standing;
  return (
    <Section title="Measured" note={s && <RelativeTime at={s.lastAt} />}>
      {s ? (
        <>
          <div className={css.measure}>
            <IntervalBar value={{ mean: s.meanScore, ...s.interval, n: s.runs }} />
            <MeanWithCount value={{ mean: s.meanScore, ...s.interval, n: s.runs }} />
          </div>
          <Facts
            items={[
              ["Rank", rankWords(s.bestRank, s.worstRank)],
              ["95 % interval", interval(s.interval.low, s.interval.high).join(" to ")],
              ["Availability", percent(s.availability)],
              ["Capability", score(s.capability)],
              ["Runs", `${s.suiteRuns}`],
              ["Uncounted", s.uncounted > 0 ? `${s.uncounted}` : undefined],
              [
                "Mark",
                s.smallSample ? (
                  <span key="m" className={css.small}>
                    small sample
                  </span>
                ) : undefined,
              ],
            ]}
          />
        </>
      ) : (
        <EmptyState title="No standing">
          {agent.testAgent
            ? "A test agent is evaluated and kept off the board."
            : agent.homeRegistry
              ? "A mirror is never evaluated here."
              : "It has no public results yet."}
        </EmptyState>
      )}
    </Section>
  );
}
