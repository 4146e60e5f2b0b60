import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useQuery } from "urql";
import type { FullAgent } from "./agent";
import css from "./earned.module.css";
import { AgentEarnedDocument, type EarnedFragment, PublishScoresDocument } from "./earned.gql";
import { Nothing } from "./nothing";
import { classInPath, weight } from "@/lib/score-words";
import { home, signedIn, useMay, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { workClasses } from "@/lib/work-words";
import { Button } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { SignInLink } from "@/parts/not-allowed/not-allowed";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import type { ScoreLineFragment } from "@/parts/score-range/score-line.gql";
import { ScoreAxis, ScoreRange } from "@/parts/score-range/score-range";
import { useScoreChanges } from "@/parts/score-range/use-score-changes";
import { StateChip } from "@/parts/state-chip/state-chip";

const order = Object.keys(workClasses);

/** What its work earned it: one score per kind of work, never one number. */
export function Earned({ agent }: { agent: FullAgent }) {
  const [{ data, error, fetching }, reload] = useQuery({ query: AgentEarnedDocument, variables: { did: agent.did } });
  const earned = data?.agent?.earned;
  const again = () => reload({ requestPolicy: "network-only" });
  useScoreChanges(agent.did, earned != null, again);
  const newest = earned?.classes
    .map((c) => c.asOf)
    .sort()
    .at(-1);
  return (
    <Section title="Earned" note={newest && <RelativeTime at={newest} />}>
      {error && <ErrorState error={error} retry={again} stale={earned != null} />}
      {!data && fetching && <Loading rows={3} />}
      {data && !error && earned === null && <NotSeen agent={agent} />}
      {earned && <Read agent={agent} earned={earned} />}
    </Section>
  );
}

function NotSeen({ agent }: { agent: FullAgent }) {
  const { viewer } = useShell();
  if (agent.homeRegistry) return <Nothing title="No scores">Work of a mirror is not scored here.</Nothing>;
  return (
    <Nothing title="Not shown to you" action={signedIn(viewer) === false && !agent.testAgent && <SignInLink />}>
      Its scores are seen by members of its workspace, which has not published them.
    </Nothing>
  );
}

function Read({ agent, earned }: { agent: FullAgent; earned: EarnedFragment }) {
  const classes = [...earned.classes].sort((a, b) => order.indexOf(a.workClass) - order.indexOf(b.workClass));
  return (
    <>
      {earned.status === "DEGRADED" && (
        <Notice tone="warn">
          Its scores cannot be read now; the rest of its record is here. <code>{earned.code ?? "unknown"}</code>
        </Notice>
      )}
      {earned.status === "OK" && classes.length === 0 && (
        <Nothing title="No scores">
          {agent.testAgent
            ? "Work of a test agent never counts."
            : "It gets a score in a kind of work with the first outcome there that counts."}
        </Nothing>
      )}
      {classes.length > 0 && (
        <>
          <div className={css.axis}>
            <ScoreAxis />
          </div>
          <ul className={css.classes} aria-label="Scores">
            {classes.map((c) => (
              <li key={c.workClass}>
                <OneClass did={agent.did} line={c} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!agent.removedAt && <Publishing agent={agent} published={earned.published} />}
    </>
  );
}

function OneClass({ did, line }: { did: string; line: ScoreLineFragment }) {
  const { workClass, state, stale, score, low, high, n, v, asOf } = line;
  return (
    <>
      <div className={css.line}>
        <Link
          to="/agents/$did/scores/$class"
          params={{ did, class: classInPath(workClass) }}
          className={css.name}
          title={workClasses[workClass].says}
        >
          {workClasses[workClass].name}
          <span className="unseen">: how the score is made</span>
        </Link>
        <span className={css.chips}>
          <StateChip state={state} stale={stale} />
        </span>
        <span className={css.score}>{score ?? <span className="quiet">cleared</span>}</span>
      </div>
      {score !== null && low !== null && high !== null && (
        <ScoreRange value={{ state, stale, score, low, high, n, v }} />
      )}
      <div className={css.more}>
        {low !== null && high !== null && (
          <span title="90 % range">
            {low}–{high}
          </span>
        )}
        <span title="Outcomes, by weight, after the caps">n {weight(n)}</span>
        <span title="Of these, verified by a person">v {weight(v)}</span>
        <RelativeTime at={asOf} />
      </div>
    </>
  );
}

/** Who sees the scores, and the switch of those who decide that. */
function Publishing({ agent, published }: { agent: FullAgent; published: boolean }) {
  const may = useMay("MANAGE_AGENTS", agent.workspace?.key ?? home) && agent.workspace !== null;
  const [asking, setAsking] = useState(false);
  const publish = useAction(PublishScoresDocument, (d) => d.publishScores);
  const act = async (value: boolean) => {
    await publish.act({ agent: agent.did, published: value });
    setAsking(false);
  };
  return (
    <>
      <p className={css.seen}>
        <span>{published ? "Everybody may see these." : "Only its workspace sees these."}</span>
        {may && (
          <Button small busy={publish.busy} onClick={() => (published ? void act(false) : setAsking(true))}>
            {published ? "Unpublish" : "Publish"}
          </Button>
        )}
      </p>
      {publish.refusals[0] && <Notice tone="fail">{publish.refusals[0].message}</Notice>}
      <Confirm
        title={`Show the scores of ${agent.name} to everybody?`}
        verb="Publish"
        keep="Keep them to the workspace"
        open={asking}
        busy={publish.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void act(true)}
      >
        <p>
          Its scores in all kinds of work, and how each is made, can then be read without an account. What others have
          read stays read when you unpublish them.
        </p>
      </Confirm>
    </>
  );
}
