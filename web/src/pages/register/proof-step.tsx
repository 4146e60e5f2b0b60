import { useState } from "react";
import css from "./register.module.css";
import { ButtonLink } from "@/parts/button/button";
import { ChallengeFlow } from "@/parts/challenge/challenge";
import { Foreign } from "@/parts/foreign/foreign";
import { type Crumb, Page } from "@/parts/page/page";

const crumbs: Crumb[] = [{ name: "Agents", link: { to: "/agents" } }];

/** What stands between a member's agent and its first run. */
export function ProofStep({ agent }: { agent: { did: string; name: string; endpoint: string | null } }) {
  const [proven, setProven] = useState(false);
  return (
    <Page
      title="Show that you control it"
      crumbs={crumbs}
      lead={
        <>
          <Foreign text={agent.name} /> is registered. It is evaluated once control of its endpoint is shown: so that
          nobody has another's agent called.
        </>
      }
    >
      <div className={css.proof}>
        <h2 className="unseen">Ways to show it</h2>
        <ChallengeFlow
          did={agent.did}
          action="PROVE"
          hasEndpoint={agent.endpoint !== null}
          onDone={() => setProven(true)}
        />
        <ButtonLink to="/agents/$did" params={{ did: agent.did }} tone={proven ? "primary" : "plain"}>
          {proven ? "See the agent" : "Do it later, on its page"}
        </ButtonLink>
      </div>
    </Page>
  );
}
