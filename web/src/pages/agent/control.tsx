import { useState } from "react";
import type { FullAgent } from "./agent";
import css from "./agent.module.css";
import type { ProofState } from "@/gql/schema";
import { Button } from "@/parts/button/button";
import { ChallengeFlow, challenges } from "@/parts/challenge/challenge";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Facts, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

export const proofs: Record<ProofState, { name: string; says: string }> = {
  TRUSTED: { name: "Trusted", says: "The platform admin registered it." },
  PROVEN: { name: "Proven", says: "Control of its endpoint was shown." },
  UNPROVEN: { name: "Unproven", says: "Nobody has shown yet that they control its endpoint." },
  LAPSED: { name: "Lapsed", says: "Control was shown for an endpoint elsewhere than where it is now." },
};

const methods = { WELL_KNOWN: "a file under its well-known path", SIGNATURE: "a signature by its DID's key" } as const;

/** Who controls the endpoint, how to show it, and how its operator says that it is not to be called. */
export function Control({ agent }: { agent: FullAgent }) {
  const { proof, optedOutAt } = agent;
  const open = proof.state === "UNPROVEN" || proof.state === "LAPSED";
  const [asking, setAsking] = useState(false);
  const [opted, setOpted] = useState<"OPT_OUT" | "OPT_IN" | null>(null);
  const mirror = agent.homeRegistry !== null;
  if (mirror || agent.removedAt) return null;
  return (
    <div id="control">
      <Section title="Control" note="Only agents whose endpoint is controlled by who registered them are evaluated">
        <Facts
          items={[
            ["State", proofs[proof.state].name],
            ["Because", proofs[proof.state].says],
            ["Shown by", proof.method ? methods[proof.method] : undefined],
            ["For", proof.origin ? <Foreign key="o" text={proof.origin} wrap /> : undefined],
            ["Shown", proof.at ? <RelativeTime key="a" at={proof.at} /> : undefined],
            ["Opted out", optedOutAt ? <RelativeTime key="x" at={optedOutAt} /> : undefined],
          ]}
        />
        <div className={css.ways}>
          {agent.mayChange && (open || asking) && (
            <>
              <h3>Show control of its endpoint</h3>
              <ChallengeFlow
                did={agent.did}
                action="PROVE"
                hasEndpoint={agent.endpoint !== null}
                onDone={() => setAsking(true)}
              />
            </>
          )}
          {!agent.mayChange && open && (
            <Notice>
              Who registered it, or an admin, can show control after signing in. Until then it is not evaluated.
            </Notice>
          )}
          {agent.mayChange && !open && proof.state === "TRUSTED" && !asking && (
            <Button small onClick={() => setAsking(true)}>
              Show control nevertheless
            </Button>
          )}
          {opted && <Notice tone="pass">{challenges[opted].done}</Notice>}
          <details className={css.opt}>
            <summary>
              {optedOutAt
                ? "You operate it, and it may be called again?"
                : "You operate it, and it should not be called?"}
            </summary>
            <p className="muted">
              {optedOutAt
                ? "Opt in again the way you opted out: with the line below the endpoint, or signed by the DID's key. No account is needed."
                : "Opt out with a line below its endpoint, or signed by its DID's key. No account is needed. It is called no more; what was recorded stays and says so."}
            </p>
            <ChallengeFlow
              key={optedOutAt ? "in" : "out"}
              did={agent.did}
              action={optedOutAt ? "OPT_IN" : "OPT_OUT"}
              hasEndpoint={agent.endpoint !== null}
              silent
              onDone={() => setOpted(optedOutAt ? "OPT_IN" : "OPT_OUT")}
            />
          </details>
        </div>
      </Section>
    </div>
  );
}

/** Why runs leave it out, and what can be done about it. */
export function NotEvaluated({ agent }: { agent: FullAgent }) {
  if (agent.evaluated || agent.removedAt) return null;
  if (agent.optedOutAt) {
    return (
      <Notice tone="warn">
        Its operator asked <RelativeTime at={agent.optedOutAt} /> that it be called no more. What was recorded before
        stays.
      </Notice>
    );
  }
  if (agent.homeRegistry) {
    return (
      <Notice>
        A mirror: it is homed at <Foreign text={agent.homeRegistry} wrap /> and never evaluated here.
      </Notice>
    );
  }
  if (!agent.active) return <Notice tone="warn">It is inactive: runs leave it out until somebody activates it.</Notice>;
  return (
    <Notice
      tone="warn"
      action={
        agent.mayChange && (
          <Button small onClick={() => document.getElementById("control")?.scrollIntoView({ block: "start" })}>
            Show control
          </Button>
        )
      }
    >
      It is not evaluated. {proofs[agent.proof.state].says}
    </Notice>
  );
}
