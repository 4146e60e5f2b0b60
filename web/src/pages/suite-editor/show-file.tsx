import { useEffect, useMemo, useRef, useState } from "react";
import { useMutation } from "urql";
import { DraftFileDocument } from "./suite-editor.gql";
import { copy } from "@/lib/clipboard";
import { save } from "@/lib/export";
import { refusalsOf } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { CodeView } from "@/parts/code-view/code-view";
import { Dialog } from "@/parts/dialog/dialog";
import { Loading } from "@/parts/loading/loading";
import { Notice } from "@/parts/notice/notice";
import { type Draft, inputOf } from "./draft";

/** The draft as a file, as it stands in the form: to be copied or saved. */
export function ShowFile({ open, draft, onClose }: { open: boolean; draft: Draft; onClose: () => void }) {
  const { file, refusals } = useFile(draft, open);
  const body = useMemo(() => new TextEncoder().encode(file ?? ""), [file]);
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copyIt = async () => {
    if (file === null || !(await copy(file))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Dialog
      wide
      title="The suite as a file"
      open={open}
      onClose={onClose}
      footer={
        <>
          <Button icon={copied ? "check" : "copy"} disabled={file === null} onClick={() => void copyIt()}>
            {copied ? "Copied" : "Copy"}
          </Button>
          <Button
            icon="download"
            disabled={file === null}
            onClick={() => {
              if (file !== null) save(draft.key, "yaml", file);
            }}
          >
            Download
          </Button>
        </>
      }
    >
      <p className="muted">
        What stands in the form, saved or not. <code>assay suite apply</code> takes it, as does “Read a file” here.
      </p>
      {refusals.map((message) => (
        <Notice key={message} tone="fail">
          {message}
        </Notice>
      ))}
      {file !== null && <CodeView body={body} label="the suite file" />}
      {file === null && refusals.length === 0 && <Loading />}
    </Dialog>
  );
}

/** The file of a draft while it is wanted; null until it is there. */
function useFile(draft: Draft, wanted: boolean): { file: string | null; refusals: readonly string[] } {
  const [, write] = useMutation(DraftFileDocument);
  const [answer, setAnswer] = useState<{ of: Draft; file: string | null; refusals: readonly string[] } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    const { input, problems } = inputOf(draft);
    const wrong = Object.values(problems);
    const asked =
      wrong.length > 0
        ? Promise.resolve({ file: null, refusals: wrong })
        : write({ input: { ...input, dryRun: true } }).then(({ data, error }) => ({
            file: data?.putSuite.suite?.file ?? null,
            refusals: refusalsOf(error, data?.putSuite ?? null).map((r) => r.message),
          }));
    void asked.then((got) => {
      if (!stale) setAnswer({ of: draft, ...got });
    });
    return () => {
      stale = true;
    };
  }, [draft, wanted, write]);
  return answer?.of === draft ? answer : { file: null, refusals: [] };
}
