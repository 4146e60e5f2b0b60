import { Link } from "@tanstack/react-router";
import { useId } from "react";
import css from "./approvals.module.css";
import type { OneApprovalFragment } from "./approvals.gql";
import { ApprovalDecision } from "@/parts/approval-decision/approval-decision";
import { Foreign } from "@/parts/foreign/foreign";
import { Icon } from "@/parts/icon/icon";
import { InertText } from "@/parts/inert-text/inert-text";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { ApprovalStateChip } from "@/parts/work-status/work-status";

/** An approval in the inbox: a line, and below it what is asked for while it is open. */
export function OneApproval({
  approval: a,
  open,
  mayJudge,
  onOpen,
  onDecided,
}: {
  approval: OneApprovalFragment;
  open: boolean;
  mayJudge: boolean;
  onOpen: (opens: boolean) => void;
  onDecided: (done: Partial<OneApprovalFragment>) => void;
}) {
  const id = useId();
  return (
    <li className={css.one} data-open={open || undefined}>
      <button
        type="button"
        className={css.head}
        data-approval={a.id}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
      >
        <Icon name="right" size={12} />
        <span className={css.call}>
          {a.call === null ? <span className="quiet">A call that was cleared</span> : <Foreign text={a.call} />}
        </span>
        <span className={css.who}>
          <Foreign text={a.work.to.name} />
        </span>
        <ApprovalStateChip value={a.state} />
        <span className={css.when}>
          <RelativeTime at={a.askedAt} />
        </span>
      </button>
      <div id={id} className={css.body} hidden={!open}>
        {open && <Opened approval={a} mayJudge={mayJudge} onDecided={onDecided} />}
      </div>
    </li>
  );
}

function Opened({
  approval: a,
  mayJudge,
  onDecided,
}: {
  approval: OneApprovalFragment;
  mayJudge: boolean;
  onDecided: (done: Partial<OneApprovalFragment>) => void;
}) {
  const comment = a.verdicts[0]?.comment;
  return (
    <>
      <p className={css.asks}>
        <Link to="/agents/$did" params={{ did: a.work.to.did }} className={css.link}>
          <Foreign text={a.work.to.name} wrap />
        </Link>{" "}
        asks to do this for{" "}
        <Link to="/work/$id" params={{ id: a.work.id }} className={css.link}>
          <Foreign text={a.work.title} wrap />
        </Link>
        , sent by{" "}
        <Link to="/agents/$did" params={{ did: a.work.from.did }} className={css.link}>
          <Foreign text={a.work.from.name} wrap />
        </Link>
        :
      </p>
      {a.call === null ? <p className="quiet">The call was cleared.</p> : <InertText text={a.call} label="the call" />}
      {a.work.brief && (
        <details className={css.brief}>
          <summary>The brief of the task</summary>
          <InertText text={a.work.brief} label="the brief" />
        </details>
      )}
      {a.state === "PENDING" && mayJudge && <ApprovalDecision approval={a.id} keys onDecided={onDecided} />}
      {a.state === "PENDING" && !mayJudge && (
        <p className="quiet">A member of the workspace who is signed in decides, never a key.</p>
      )}
      {a.decidedAt && (
        <p className={css.asks}>
          {a.state === "GRANTED" ? "Granted" : "Rejected"} by{" "}
          {a.decidedBy ? <Foreign text={a.decidedBy.name} /> : "somebody who is gone"},{" "}
          <RelativeTime at={a.decidedAt} />
          {comment && (
            <>
              : <Foreign text={comment} wrap />
            </>
          )}
        </p>
      )}
      {a.state === "LAPSED" && <p className={css.asks}>The work ended before anybody decided.</p>}
    </>
  );
}
