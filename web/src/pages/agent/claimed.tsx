import css from "./agent.module.css";
import type { FullAgent } from "./agent";
import { Nothing } from "./nothing";
import { skillsOf } from "./skills";
import { plural } from "@/lib/format";
import { bindings } from "@/parts/agent-marks/agent-marks";
import { Foreign } from "@/parts/foreign/foreign";
import { Hash } from "@/parts/hash/hash";
import { Facts, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

const few = 4;

/** What its card says it can do, with the age of that. Nobody has checked it. */
export function Claimed({ agent }: { agent: FullAgent }) {
  const skills = skillsOf(agent.card);
  const first = skills.slice(0, few);
  const rest = skills.slice(few);
  return (
    <Section title="Claimed" note={<RelativeTime at={agent.cardRefreshedAt ?? agent.registeredAt} />}>
      {skills.length === 0 && (
        <Nothing title="No skills">{agent.card == null ? "It has no card." : "Its card names none."}</Nothing>
      )}
      {skills.length > 0 && <Skills of={first} />}
      {rest.length > 0 && (
        <details className={css.rest}>
          <summary>{plural(rest.length, "more skill")}</summary>
          <Skills of={rest} />
        </details>
      )}
    </Section>
  );
}

function Skills({ of }: { of: ReturnType<typeof skillsOf> }) {
  return (
    <ul className={css.skills}>
      {of.map((skill, i) => (
        // Cards may name two skills alike.
        // oxlint-disable-next-line no-array-index-key
        <li key={i}>
          <span className={css.skill}>
            <Foreign text={skill.name} wrap />
          </span>
          {skill.says !== "" && (
            <span className={css.says}>
              <Foreign text={skill.says} wrap />
            </span>
          )}
          {skill.tags.length > 0 && (
            <span className={css.tags}>
              <Foreign text={skill.tags.join(" · ")} wrap />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where it is called and how, and whose it is. */
export function Identity({ agent }: { agent: FullAgent }) {
  return (
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
  );
}
