import { getRouteApi } from "@tanstack/react-router";
import { useQuery } from "urql";
import { AgentDocument, type AgentQuery } from "./agent.gql";
import { AgentMarks } from "@/parts/agent-marks/agent-marks";
import { ButtonLink } from "@/parts/button/button";
import { CodeView } from "@/parts/code-view/code-view";
import { ErrorState } from "@/parts/error-state/error-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Page, Section } from "@/parts/page/page";
import { NotFound } from "../notfound/notfound";
import css from "./agent.module.css";
import { AgentActions } from "./agent-actions";
import { Claimed, Identity } from "./claimed";
import { Control, NotEvaluated } from "./control";
import { Credentials } from "./credentials";
import { Earned } from "./earned";
import { History } from "./history";
import { Lately } from "./lately";
import { Measured, Trust } from "./measured";
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
          <Earned agent={agent} />
          <Trust />
        </div>
        <Identity agent={agent} />
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
