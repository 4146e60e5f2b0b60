import { useEffect, useRef, useState } from "react";
import { DecideApprovalDocument, type DecideApprovalMutation } from "./approval-decision.gql";
import css from "./approval-decision.module.css";
import { idempotencyKey } from "@/lib/idempotency";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { useKeys } from "@/lib/use-keys";
import { Button } from "../button/button";
import { TextArea } from "../field/field";
import { Notice } from "../notice/notice";

type Decided = NonNullable<DecideApprovalMutation["decideApproval"]["approval"]>;

/** So long, in ms, a first press of a key waits for its second. */
const patience = 4_000;

/**
 * Grant or reject a call that waits. It cannot be undone: a button names what it does and acts at once, a single key, which is easily
 * hit, has to be pressed twice. `keys`: `a`, `r` and `c` are this one's.
 */
export function ApprovalDecision({
  approval,
  keys = false,
  onDecided,
}: {
  approval: string;
  keys?: boolean;
  onDecided?: (approval: Decided) => void;
}) {
  const [comment, setComment] = useState("");
  const [armed, setArmed] = useState<"a" | "r" | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const { act, busy, refusals } = useAction(DecideApprovalDocument, (d) => d.decideApproval);
  useEffect(() => {
    if (armed === null) return;
    const timer = setTimeout(() => setArmed(null), patience);
    return () => clearTimeout(timer);
  }, [armed]);

  const decide = async (granted: boolean) => {
    if (busy) return;
    setArmed(null);
    const done = await act({
      approvalId: approval,
      granted,
      comment: comment.trim() || undefined,
      idempotencyKey: idempotencyKey(),
    });
    if (done?.approval) onDecided?.(done.approval);
  };
  const press = (key: "a" | "r") => {
    if (armed === key) void decide(key === "a");
    else setArmed(key);
  };
  useKeys({
    a: keys ? () => press("a") : undefined,
    r: keys ? () => press("r") : undefined,
    c: keys ? () => field.current?.querySelector("textarea")?.focus() : undefined,
  });
  return (
    <div className={css.decision}>
      <div ref={field}>
        <TextArea
          label="Comment (optional)"
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={(e) => setComment(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === "Escape") e.currentTarget.blur();
          }}
        />
      </div>
      <div className={css.buttons}>
        <Button
          tone="primary"
          icon="check"
          aria-disabled={busy}
          aria-keyshortcuts={keys ? "a" : undefined}
          onClick={() => void decide(true)}
        >
          Grant
        </Button>
        <Button
          tone="danger"
          icon="cross"
          aria-disabled={busy}
          aria-keyshortcuts={keys ? "r" : undefined}
          onClick={() => void decide(false)}
        >
          Reject
        </Button>
        {keys && armed === null && (
          <span className={css.hint}>
            or <kbd>a</kbd> and <kbd>r</kbd>, pressed twice
          </span>
        )}
        <span className={css.armed} role="status">
          {armed === "a" && (
            <>
              Press <kbd>a</kbd> again to grant it
            </>
          )}
          {armed === "r" && (
            <>
              Press <kbd>r</kbd> again to reject it
            </>
          )}
        </span>
      </div>
      {refusals.map((r) => (
        <Notice key={r.message} tone="fail">
          {sentence(r.message)}
        </Notice>
      ))}
    </div>
  );
}
