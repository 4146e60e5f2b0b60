import { useState } from "react";
import { type FullWorkFragment, RequestApprovalDocument, SubmitResultDocument } from "./task.gql";
import css from "./task.module.css";
import { idempotencyKey } from "@/lib/idempotency";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { TextArea } from "@/parts/field/field";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { Foreign } from "@/parts/foreign/foreign";

type Deed = "result" | "failure" | "approval";

const deeds: Record<Deed, { opens: string; title: string; label: string; verb: string; hint: string; most: number }> = {
  result: {
    opens: "Give the result",
    title: "Give the result",
    label: "Result",
    verb: "Give it",
    hint: "It ends the task, and counts as the assignee’s own word of success.",
    most: 100_000,
  },
  failure: {
    opens: "Report a failure",
    title: "Report that it failed",
    label: "Why",
    verb: "Report it",
    hint: "It ends the task, and counts as the assignee’s own word of failure.",
    most: 100_000,
  },
  approval: {
    opens: "Ask for an approval",
    title: "Ask for an approval",
    label: "What is to be done",
    verb: "Ask",
    hint: "The task waits until a person grants or rejects it.",
    most: 10_000,
  },
};

/** What the assignee does over the API, done for it by who may change it. */
export function ActFor({ work }: { work: FullWorkFragment }) {
  const [doing, setDoing] = useState<Deed | null>(null);
  // One call is decided at a time.
  const open: Deed[] = work.status === "WAITING" ? ["failure"] : ["result", "failure", "approval"];
  return (
    <Section title="Act for the assignee">
      <p className={css.act}>
        <span className="muted">
          <Foreign text={work.to.name} /> does this itself, over the API. You may do it in its place.
        </span>
        <span className={css.deeds}>
          {open.map((deed) => (
            <Button key={deed} small onClick={() => setDoing(deed)}>
              {deeds[deed].opens}
            </Button>
          ))}
        </span>
      </p>
      {doing && <DeedDialog key={doing} deed={doing} work={work.id} onClose={() => setDoing(null)} />}
    </Section>
  );
}

function DeedDialog({ deed, work, onClose }: { deed: Deed; work: string; onClose: () => void }) {
  const { title, label, verb, hint, most } = deeds[deed];
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = useAction(SubmitResultDocument, (d) => d.submitResult);
  const request = useAction(RequestApprovalDocument, (d) => d.requestApproval);
  const { busy, refusals } = deed === "approval" ? request : submit;

  const act = async () => {
    if (deed === "approval" && text.trim() === "") return setMissing(true);
    const key = idempotencyKey();
    const done =
      deed === "approval"
        ? await request.act({ workId: work, call: text, idempotencyKey: key })
        : await submit.act({ workId: work, result: text, failed: deed === "failure", idempotencyKey: key });
    if (done) onClose();
  };
  const of = refusals.find((r) => r.field === "result" || r.field === "call");
  return (
    <Dialog
      title={title}
      open
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button tone="primary" busy={busy} onClick={() => void act()}>
            {verb}
          </Button>
        </>
      }
    >
      <TextArea
        label={label}
        data-first=""
        rows={8}
        maxLength={most}
        value={text}
        hint={hint}
        error={missing ? "Say what is to be done." : of && sentence(of.message)}
        onChange={(e) => {
          setText(e.target.value);
          setMissing(false);
        }}
      />
      {refusals
        .filter((r) => r !== of)
        .map((r) => (
          <Notice key={r.message} tone="fail">
            {sentence(r.message)}
          </Notice>
        ))}
    </Dialog>
  );
}
