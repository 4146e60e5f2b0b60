import { type DragEvent, useRef, useState } from "react";
import css from "./check.module.css";
import { CheckList, Holds } from "./check-list";
import { bytes, plural } from "@/lib/format";
import { type Checked, useVerifier } from "@/lib/verify/use-verifier";
import { Button } from "@/parts/button/button";
import { TextArea } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";

/** Keys as they are pasted: one a line. */
export const keysIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Checks an export in this browser: the file is read here and goes nowhere. */
export function CheckFile() {
  const { checked, check, clear } = useVerifier();
  const [file, setFile] = useState<File | null>(null);
  const [keys, setKeys] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    check(chosen, keysIn(keys));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section className={css.way}>
      <h2>By an export</h2>
      <label
        className={css.drop}
        data-over={over || undefined}
        onDrop={drop}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
      >
        <input
          ref={input}
          type="file"
          className="unseen"
          accept=".json,application/json"
          onChange={(e) => {
            take(e.target.files?.[0]);
            // The same file can be chosen again.
            e.target.value = "";
          }}
        />
        <span className={css.choose}>Choose an export, or drop it here</span>
        <span className={css.hint}>Of a score or a run. It is checked in this browser and sent nowhere.</span>
      </label>
      <details className={css.pin}>
        <summary>Pin a key of the log</summary>
        <TextArea
          label="Keys, one a line"
          mono
          rows={2}
          value={keys}
          placeholder="registry.example/log+…"
          hint="Keys that you have from elsewhere. The keys that the file carries, and those that this page shows, prove nothing by themselves."
          onChange={(e) => setKeys(e.target.value)}
        />
        <Button small disabled={file === null} onClick={() => take(file ?? undefined)}>
          Check again with these keys
        </Button>
      </details>
      {checked && (
        <Found
          checked={checked}
          clear={() => {
            setFile(null);
            clear();
            input.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function Found({ checked, clear }: { checked: Checked; clear: () => void }) {
  const { name, bytes: size, facts, answer } = checked;
  return (
    <div className={css.found} role="region" aria-label="What the check found">
      <p className={css.file}>
        <span>
          <Foreign text={name} wrap /> <span className="quiet">{bytes(size)}</span>
        </span>
        <Button small tone="bare" icon="cross" onClick={clear}>
          <span className="unseen">Put the file away</span>
        </Button>
      </p>
      {answer === null && <Loading rows={3} label="Checking" />}
      {answer && "error" in answer && (
        <Notice tone="fail">
          Nothing can be said of this file: <Foreign text={answer.error} wrap />
        </Notice>
      )}
      {answer && "report" in answer && (
        <>
          <Holds ok={answer.report.ok}>{answer.report.ok ? said(facts) : "See what does not, below."}</Holds>
          <CheckList checks={answer.report.checks} label="Checks of the export" />
          <ul className={css.notes}>
            <li>
              {answer.report.anchored
                ? "Anchored: a checkpoint that a pinned key signed has the receipt."
                : "Not anchored: no pinned key signed for it. Whoever made the file may have made its log, too; pin a key that you have from elsewhere."}
            </li>
            {answer.report.cleared > 0 && (
              <li>
                Texts of {plural(answer.report.cleared, "outcome")} were cleared: of these only the sealed facts can be
                checked.
              </li>
            )}
            {answer.report.removed > 0 && (
              <li>
                Evidence of {plural(answer.report.removed, "result")} is no longer kept: these cannot be replayed.
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

/** What holds, then. */
function said(facts: Checked["facts"]): string {
  if (facts?.score) {
    const { class: name, score, low, high, state } = facts.score;
    return `It says: ${score} in ${name}, range ${low} to ${high}, ${state}.`;
  }
  return facts?.of ? `It is an export of ${facts.of}.` : "";
}
