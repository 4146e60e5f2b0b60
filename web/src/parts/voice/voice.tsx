import { Link } from "@tanstack/react-router";
import type { VoiceKind } from "@/gql/schema";
import { voiceKinds } from "@/lib/work-words";
import { Foreign } from "../foreign/foreign";
import { Icon, type IconName } from "../icon/icon";
import type { VoiceFactsFragment } from "./voice.gql";
import css from "./voice.module.css";

const icons: Record<VoiceKind, IconName> = { PERSON: "person", SYSTEM: "screen", AGENT: "agents" };

/** Who says or does something: the glyph of its kind, and its name. An agent leads to its page unless `plain`. */
export function Voice({ voice, plain = false }: { voice: VoiceFactsFragment; plain?: boolean }) {
  const { kind, agent } = voice;
  return (
    <span className={css.voice}>
      <span className={css.glyph} title={voiceKinds[kind]}>
        <Icon name={icons[kind]} size={14} />
        <span className="unseen">{voiceKinds[kind]}: </span>
      </span>
      {agent && !plain ? (
        <Link to="/agents/$did" params={{ did: agent.did }} className={css.name}>
          <Foreign text={agent.name} />
        </Link>
      ) : (
        <span className={css.name}>
          <Name voice={voice} />
        </span>
      )}
    </span>
  );
}

function Name({ voice: { kind, user, agent } }: { voice: VoiceFactsFragment }) {
  if (kind === "SYSTEM") return "The workspace’s system";
  const name = user?.name ?? agent?.name;
  if (name !== undefined) return <Foreign text={name} />;
  return <span className="quiet">{kind === "PERSON" ? "Somebody who is gone" : "An agent that is gone"}</span>;
}
