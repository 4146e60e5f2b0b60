import css from "./task.module.css";
import type { TaskApprovalFragment } from "./task.gql";
import { ApprovalDecision } from "@/parts/approval-decision/approval-decision";
import { Foreign } from "@/parts/foreign/foreign";
import { InertText } from "@/parts/inert-text/inert-text";
import { Judgement } from "@/parts/judgement/judgement";
import { Voices } from "@/parts/judgement/voices";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { ApprovalStateChip } from "@/parts/work-status/work-status";

/** The calls of a task that waited for a person, or wait. */
export function Approvals({
  approvals,
  assignee,
  mayJudge,
}: {
  approvals: readonly TaskApprovalFragment[];
  assignee: string;
  mayJudge: boolean;
}) {
  return (
    <ol className={css.approvals} aria-label="Approvals">
      {approvals.map((a) => (
        <li key={a.id} className={css.approval}>
          <p className={css.state}>
            <ApprovalStateChip value={a.state} />
            <span className="muted">
              asked <RelativeTime at={a.askedAt} />
              {a.decidedAt && (
                <>
                  , decided <RelativeTime at={a.decidedAt} /> by{" "}
                  {a.decidedBy ? <Foreign text={a.decidedBy.name} /> : "somebody who is gone"}
                </>
              )}
            </span>
          </p>
          {a.call === null ? (
            <p className="quiet">The call was cleared.</p>
          ) : (
            <InertText text={a.call} label="the call" />
          )}
          {a.state === "PENDING" && mayJudge && <ApprovalDecision approval={a.id} />}
          {a.state !== "PENDING" && a.verdicts.length > 0 && (
            <details className={css.more}>
              <summary>What it counts as, and the voices</summary>
              <Judgement
                target={{ kind: "APPROVAL", id: a.id }}
                outcome={a.outcome ?? null}
                verdicts={a.verdicts}
                assignee={assignee}
                over
                mayJudge={mayJudge && a.decidedAt !== null}
              />
              <Voices verdicts={a.verdicts} label="What was said of the call" />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
