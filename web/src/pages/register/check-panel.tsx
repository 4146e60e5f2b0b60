import { Link } from "@tanstack/react-router";
import css from "./register.module.css";
import type { Check, Checked } from "./use-live-check";
import { milliseconds } from "@/lib/format";
import { bindings } from "@/parts/agent-marks/agent-marks";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Icon } from "@/parts/icon/icon";

/** What registering would read, and what is odd about it. Nothing is stored by looking. */
export function CheckPanel({ check }: { check: Check }) {
  return (
    <div className={css.check} aria-live="polite" data-state={check.is}>
      {check.is === "none" && <p className="quiet">What is there is looked at as you type. Nothing is stored by it.</p>}
      {check.is === "asking" && <p className="quiet">Looking…</p>}
      {check.is === "refused" && (
        <p className={css.bad}>
          <Icon name="cross" size={14} /> Nothing there that could be registered
          {check.refusals.some((r) => r.field === null) && `: ${check.refusals.find((r) => r.field === null)!.message}`}
        </p>
      )}
      {check.is === "read" && <Facts of={check.agent} />}
    </div>
  );
}

function Facts({ of: agent }: { of: Checked }) {
  return (
    <>
      <p className={css.found}>
        <Icon name="check" size={14} /> <Foreign text={agent.name} />
      </p>
      <dl className={css.facts}>
        <div>
          <dt>Identity</dt>
          <dd>
            <Foreign text={agent.did} wrap />
          </dd>
        </div>
        <div>
          <dt>Called at</dt>
          <dd>{agent.endpoint ? <Foreign text={agent.endpoint} wrap /> : "nowhere"}</dd>
        </div>
        <div>
          <dt>Spoken to by</dt>
          <dd>{agent.binding ? [bindings[agent.binding], agent.protocolVersion].filter(Boolean).join(" ") : "–"}</dd>
        </div>
        <div>
          <dt>Connection</dt>
          <dd>{agent.reachable ? `taken in ${milliseconds(agent.connectMs)}` : "not taken"}</dd>
        </div>
        <div>
          <dt>Fingerprint</dt>
          <dd>
            <Hash value={agent.fingerprint} label="the fingerprint" />
          </dd>
        </div>
      </dl>
      <Warnings of={agent} />
    </>
  );
}

function Warnings({ of: agent }: { of: Checked }) {
  return (
    <ul className={css.warnings}>
      {agent.registered && (
        <li>
          An agent of this DID is registered already:{" "}
          <Link to="/agents/$did" params={{ did: agent.did }}>
            see it
          </Link>
          .
        </li>
      )}
      {!agent.endpoint && <li>Its card names no interface that is spoken here: every task would score 0.</li>}
      {agent.endpoint && !agent.reachable && (
        <li>
          It could not be reached{agent.problem ? ": " : "."}
          {agent.problem && <Foreign text={agent.problem} wrap />}
        </li>
      )}
      {agent.securitySchemes.length > 0 && (
        <li>
          Its callers have to show who they are ({agent.securitySchemes.map((s) => s.description).join("; ")}).{" "}
          {agent.securitySchemes.some((s) => s.supported)
            ? "Set its credentials after registering it."
            : "None of it can be set here."}
        </li>
      )}
    </ul>
  );
}
