import { useEffect, useMemo, useRef, useState } from "react";
import { useClient } from "urql";
import { type FileSuiteFragment, ReadFileDocument, type ReadFileQuery } from "./suite-editor.gql";
import { bytes as size } from "@/lib/format";
import { refusalsOf } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { SelectField, TextArea } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { type Draft, draftOfFile } from "./draft";
import css from "./file-dialogs.module.css";
import { useCheck } from "./use-check";

const pause = 300; // ms without a key before the server reads the text
/** A request may have 1 MiB, and JSON takes some of it. */
const largest = 900_000;

type Reading = ReadFileQuery["readSuiteFile"];

/** Takes a suite from a file: pasted or opened, read by the server, and put into the form. Nothing is stored by it. */
export function ReadFile({
  open,
  draft,
  existing,
  onClose,
  onTake,
}: {
  open: boolean;
  draft: Draft;
  /** Whether the form is of a stored suite, whose key stays. */
  existing: boolean;
  onClose: () => void;
  onTake: (draft: Draft) => void;
}) {
  const [text, setText] = useState("");
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const { reading, refusal } = useReading(open ? text : "");
  const suite = reading?.suites[chosen] ?? reading?.suites[0] ?? null;
  const next = useMemo(() => suite && draftOfFile(suite, draft, existing), [suite, draft, existing]);
  const check = useCheck(next ?? draft, next !== null);

  const openFile = async (file: File | undefined) => {
    if (!file) return;
    const fits = file.size <= largest;
    setTooLarge(fits ? null : `${file.name} has ${size(file.size)}; a suite file has at most ${size(largest)}.`);
    if (fits) setText(await file.text());
  };
  const goTo = (line: number, column: number) => {
    const field = area.current?.querySelector("textarea");
    if (!field) return;
    const [start, end] = placeIn(text, line, column);
    field.focus();
    field.setSelectionRange(start, end);
    // Lines are of one height, for they do not wrap.
    const height = field.scrollHeight / Math.max(text.split("\n").length, 1);
    field.scrollTop = (line - 1) * height - field.clientHeight / 2;
  };

  return (
    <Dialog
      wide
      title="Read a suite file"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button
            tone="primary"
            disabled={next === null || refusal !== null}
            onClick={() => {
              if (next) onTake(next);
            }}
          >
            Put it into the form
          </Button>
        </>
      }
    >
      <div className={css.bar}>
        <label className={css.open}>
          <input
            type="file"
            className="unseen"
            accept=".yaml,.yml,text/yaml,application/yaml"
            onChange={(e) => {
              void openFile(e.target.files?.[0]);
              // The same file can be opened again, changed in between.
              e.target.value = "";
            }}
          />
          Open a file
        </label>
        <span className="muted">or paste its text. Nothing is stored until you save the form.</span>
      </div>
      {tooLarge && <Notice tone="fail">{tooLarge}</Notice>}
      <div ref={area}>
        <TextArea
          label="Suite file (YAML)"
          mono
          rows={14}
          wrap="off"
          value={text}
          placeholder={sample}
          onChange={(e) => setText(e.target.value)}
        />
      </div>
      {refusal && <Notice tone="fail">{refusal}</Notice>}
      {reading && reading.problems.length > 0 && <Problems problems={reading.problems} goTo={goTo} />}
      {reading && reading.suites.length > 1 && (
        <SelectField
          label={`Suite, of the ${reading.suites.length} in this file`}
          value={String(chosen)}
          onChange={(e) => setChosen(Number(e.target.value))}
        >
          {reading.suites.map((s, i) => (
            <option key={s.key} value={i}>
              {s.name} ({s.key})
            </option>
          ))}
        </SelectField>
      )}
      {suite && <Preview suite={suite} check={check} existing={existing} draftKey={draft.key} />}
    </Dialog>
  );
}

const sample = `key: http-basics
name: HTTP basics
tasks:
  - name: home
    input: /
    scorer: status_ok`;

function Problems({ problems, goTo }: { problems: Reading["problems"]; goTo: (line: number, column: number) => void }) {
  return (
    <ul className={css.problems} aria-label="What is wrong with the file">
      {problems.map((p) => (
        <li key={`${p.line}:${p.column}:${p.message}`}>
          <button type="button" className={css.problem} onClick={() => goTo(p.line, p.column)}>
            <span className={css.place}>
              <span className="unseen">Line and column </span>
              {p.line}:{p.column}
            </span>
            <Foreign text={p.message} wrap />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What saving the form would change once the file is in it. */
function Preview({
  suite,
  check,
  existing,
  draftKey,
}: {
  suite: FileSuiteFragment;
  check: ReturnType<typeof useCheck>;
  existing: boolean;
  draftKey: string;
}) {
  return (
    <div role="status">
      {existing && suite.key !== draftKey && (
        <Notice tone="warn">
          The file is of the suite <Foreign text={suite.key} />. Here it is put into <Foreign text={draftKey} />, whose
          key stays.
        </Notice>
      )}
      {check.refusals.map((r) => (
        <Notice key={r.message} tone="fail">
          {r.message}
        </Notice>
      ))}
      {check.refusals.length === 0 && check.created !== null && (
        <div className={css.changes}>
          <h3>{check.changes.length > 0 ? "What saving would change" : "The file changes nothing"}</h3>
          <ul>
            {check.changes.map((change) => (
              <li key={change}>
                <Foreign text={change} wrap />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What the server reads in a text; null where there is none. */
function useReading(text: string) {
  const client = useClient();
  const [answer, setAnswer] = useState<{ reading: Reading | null; refusal: string | null }>({
    reading: null,
    refusal: null,
  });
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      if (text.trim() === "") {
        setAnswer({ reading: null, refusal: null });
        return;
      }
      void client
        .query(ReadFileDocument, { text }, { requestPolicy: "network-only" })
        .toPromise()
        .then(({ data, error }) => {
          if (stale) return;
          setAnswer({ reading: data?.readSuiteFile ?? null, refusal: refusalsOf(error, null)[0]?.message ?? null });
        });
    }, pause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, text]);
  return answer;
}

/** Where a place given by line and column, from 1, lies in a text: to the end of its line. */
export function placeIn(text: string, line: number, column: number): [start: number, end: number] {
  const lines = text.split("\n");
  const at = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, at).reduce((sum, l) => sum + l.length + 1, 0);
  const end = before + (lines[at]?.length ?? 0);
  return [Math.min(before + Math.max(column, 1) - 1, end), end];
}
