import { useId, useRef, useState } from "react";
import { type OneVerdictFragment, RecordVerdictDocument } from "./judgement.gql";
import css from "./judgement.module.css";
import { ownWord } from "./says";
import type { Reaction, VerdictTarget } from "@/gql/schema";
import { idempotencyKey } from "@/lib/idempotency";
import { sentence } from "@/lib/sentence";
import { useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { useKeys } from "@/lib/use-keys";
import { Button } from "../button/button";
import { TextArea } from "../field/field";
import { Notice } from "../notice/notice";

export interface Target {
  kind: VerdictTarget;
  id: string;
}

const said: Record<Reaction, string> = {
  THUMBS_UP: "You said it was good",
  THUMBS_DOWN: "You said it was bad",
};

/** Good, bad, or taken back, each with a comment where one is wanted. `u`, `d`, `b` and `c` do the same on the page of a task. */
export function VerdictButtons({ target, verdicts }: { target: Target; verdicts: readonly OneVerdictFragment[] }) {
  const { viewer } = useShell();
  const own = ownWord(verdicts, viewer?.user?.id);
  const [writing, setWriting] = useState(false);
  const [comment, setComment] = useState("");
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const { act, busy, refusals } = useAction(RecordVerdictDocument, (d) => d.recordVerdict);

  const say = async (reaction: Reaction | null) => {
    // The same again says nothing, unless there is more to say.
    if (busy || (reaction === own && comment.trim() === "")) return;
    const done = await act({
      kind: target.kind,
      targetId: target.id,
      reaction,
      comment: comment.trim() || undefined,
      idempotencyKey: idempotencyKey(),
    });
    if (!done) return;
    setComment("");
    setWriting(false);
  };
  const write = () => {
    setWriting(true);
    requestAnimationFrame(() => field.current?.querySelector("textarea")?.focus());
  };
  const main = target.kind === "TASK";
  useKeys({
    u: main ? () => void say("THUMBS_UP") : undefined,
    d: main ? () => void say("THUMBS_DOWN") : undefined,
    b: main && own !== null ? () => void say(null) : undefined,
    c: main ? write : undefined,
  });
  const refusedComment = refusals.find((r) => r.field === "comment");
  return (
    <div className={css.buttons} role="group" aria-label={main ? "Your verdict" : "Your verdict on the call"}>
      <div className={css.row}>
        <Button
          icon="good"
          aria-pressed={own === "THUMBS_UP"}
          className={css.good}
          aria-keyshortcuts={main ? "u" : undefined}
          onClick={() => void say("THUMBS_UP")}
        >
          Good
        </Button>
        <Button
          icon="bad"
          aria-pressed={own === "THUMBS_DOWN"}
          className={css.bad}
          aria-keyshortcuts={main ? "d" : undefined}
          onClick={() => void say("THUMBS_DOWN")}
        >
          Bad
        </Button>
        {own !== null && (
          <Button tone="bare" aria-keyshortcuts={main ? "b" : undefined} onClick={() => void say(null)}>
            Take back
          </Button>
        )}
        <Button
          tone="bare"
          aria-expanded={writing}
          aria-controls={id}
          aria-keyshortcuts={main ? "c" : undefined}
          onClick={() => (writing ? setWriting(false) : write())}
        >
          {writing ? "Without a comment" : "Add a comment"}
        </Button>
        <span className={css.own} role="status">
          {own === null ? "" : said[own]}
        </span>
      </div>
      <div id={id} ref={field} hidden={!writing}>
        {writing && (
          <TextArea
            label="Comment"
            rows={2}
            maxLength={2000}
            value={comment}
            hint="It goes with what you press next, and is kept with it."
            error={refusedComment && sentence(refusedComment.message)}
            onChange={(e) => setComment(e.target.value)}
            onKeyDown={(e) => {
              if (e.key === "Escape") e.currentTarget.blur();
            }}
          />
        )}
      </div>
      {refusals
        .filter((r) => r !== refusedComment)
        .map((r) => (
          <Notice key={r.message} tone="fail">
            {sentence(r.message)}
          </Notice>
        ))}
    </div>
  );
}
