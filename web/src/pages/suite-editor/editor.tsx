import { useBlocker, useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useMutation } from "urql";
import { CheckSuiteDocument, RunTrialDocument } from "./suite-editor.gql";
import { PutSuiteDocument, type PutSuiteMutation } from "@/gql/shared.gql";
import { idempotencyKey } from "@/lib/idempotency";
import { useMay, useShell } from "@/lib/shell";
import { refusalsOf, type Refusal } from "@/lib/use-action";
import { Button, ButtonLink } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Warnings } from "@/parts/notice/warnings";
import { Page, Section } from "@/parts/page/page";
import { type Draft, inputOf } from "./draft";
import { ReadFile } from "./read-file";
import { ShowFile } from "./show-file";
import { SuiteFields, TargetFields } from "./suite-fields";
import css from "./suite-editor.module.css";
import { TaskList } from "./task-list";
import { Trial } from "./trial";
import { useCheck } from "./use-check";

const taken: Refusal = {
  field: "key",
  message: "There is a suite with this key already. Choose another key, or edit that suite.",
};

/** What is typed is kept until it is saved, or given up on request: later answers about the stored suite do not touch it. */
export function Editor({
  initial,
  existing,
  copyOf,
}: {
  initial: Draft;
  /** The stored suite that is edited; null for a new one. */
  existing: { key: string; name: string } | null;
  /** Name of the suite that a new one is a copy of. */
  copyOf?: string;
}) {
  const navigate = useNavigate();
  const { trial, trialRefused } = useLocation({ select: (l) => l.state });
  const { registry } = useShell();
  const mayRun = useMay("RUN_SUITES");
  const [base, setBase] = useState(initial);
  const [draft, setDraft] = useState(base);
  const [tries, setTries] = useState(0);
  const [file, setFile] = useState<"read" | "show" | null>(null);
  const [busy, setBusy] = useState<"leave" | "trial" | null>(null);
  const [, put] = useMutation(PutSuiteDocument);
  const [, ask] = useMutation(CheckSuiteDocument);
  const [, run] = useMutation(RunTrialDocument);
  const dirty = draft !== base;
  const check = useCheck(draft, dirty || copyOf !== undefined);
  const form = useRef<HTMLFormElement>(null);
  /** Set while the editor itself goes elsewhere, with everything saved. */
  const passing = useRef(false);

  const blocker = useBlocker({
    shouldBlockFn: () => dirty && !passing.current,
    enableBeforeUnload: () => dirty && !passing.current,
    withResolver: true,
  });

  const clash = existing === null && check.created === false;
  const found = clash ? [...check.refusals, taken] : check.refusals;
  const errors =
    tries > 0 ? { ...byField(found), ...inputOf(draft).problems } : clash ? byField([taken]) : ({} as never);
  const general = tries > 0 ? found.filter((r) => r.field === null || !isShown(r.field, draft)) : [];

  // After a refusal the focus is where something is to be changed.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries]);

  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));

  /** What came of saving; null where it was refused. */
  const save = async (): Promise<PutSuiteMutation["putSuite"] | null> => {
    const { input, problems } = inputOf(draft);
    const refuse = (refusals: readonly Refusal[]) => {
      check.setRefusals(refusals);
      setTries((n) => n + 1);
      return null;
    };
    if (Object.keys(problems).length > 0) return refuse(check.refusals);
    if (existing === null) {
      // To the API a key that exists names the suite to be changed: nobody is to write over another suite by making a new one.
      const { data } = await ask({ input: { ...input, dryRun: true } });
      if (data && data.putSuite.userErrors.length === 0 && !data.putSuite.created) return refuse([taken]);
    }
    const { data, error } = await put({ input });
    const refusals = refusalsOf(error, data?.putSuite ?? null);
    if (refusals.length > 0 || !data) return refuse(refusals);
    check.setRefusals([]);
    return data.putSuite;
  };

  const pass = async (leave: () => Promise<void>) => {
    passing.current = true;
    await leave();
    passing.current = false;
  };

  const saveAndLeave = async (event: FormEvent) => {
    event.preventDefault();
    setBusy("leave");
    const saved = await save();
    if (saved?.suite) {
      const { key } = saved.suite;
      await pass(() => navigate({ to: "/suites/$key", params: { key }, state: { warnings: saved.warnings } }));
    }
    setBusy(null);
  };

  const saveAndTry = async () => {
    setBusy("trial");
    const saved = dirty || existing === null ? await save() : null;
    const key = saved?.suite?.key ?? (dirty ? undefined : existing?.key);
    if (key !== undefined) {
      const { data, error } = await run({ input: { key, idempotencyKey: idempotencyKey() } });
      const refusal = refusalsOf(error, data?.runSuite ?? null)[0]?.message;
      setBase(draft);
      const state = { trial: data?.runSuite.run?.id, trialRefused: refusal };
      await pass(() =>
        navigate({ to: "/suites/$key/edit", params: { key }, replace: true, resetScroll: false, state }),
      );
    }
    setBusy(null);
  };

  return (
    <Page
      title={existing ? `Edit ${existing.name}` : "New suite"}
      crumbs={[
        { name: "Suites", link: { to: "/suites" } },
        ...(existing
          ? [{ name: existing.name, link: { to: "/suites/$key" as const, params: { key: existing.key } } }]
          : []),
      ]}
      lead={
        existing ? (
          "What is saved becomes a new version where it changes what is measured. Past runs keep theirs."
        ) : copyOf !== undefined ? (
          <>
            A copy of <Foreign text={copyOf} />, as a draft of its own. Nothing is stored yet.
          </>
        ) : (
          "A draft is seen by members only and can be run as a trial before it is published."
        )
      }
      actions={
        <>
          <Button icon="up" onClick={() => setFile("read")}>
            Read a file
          </Button>
          <Button icon="download" onClick={() => setFile("show")}>
            Show as a file
          </Button>
        </>
      }
    >
      <form ref={form} onSubmit={(event) => void saveAndLeave(event)} className={css.form} noValidate>
        <SuiteFields draft={draft} existing={existing !== null} errors={errors} set={set} />
        <Section title="Tasks" note="In order. The weight is a task's share in the suite score.">
          <TaskList
            tasks={draft.tasks}
            taskType={draft.taskType}
            suite={existing?.key ?? null}
            errors={errors}
            onChange={(tasks) => set({ tasks })}
          />
        </Section>
        <Section title="Targets and publishing">
          <TargetFields draft={draft} errors={errors} set={set} />
        </Section>
        <div className={css.end}>
          {existing && dirty && <Changes changes={check.changes} />}
          <Warnings of={check.warnings} />
          {general.map((r) => (
            <Notice key={r.message} tone="fail">
              {r.message}
            </Notice>
          ))}
          {tries > 0 && Object.keys(errors).length > 0 && (
            <Notice tone="fail">Some fields need another value. Nothing was saved.</Notice>
          )}
          {trialRefused !== undefined && (
            <Notice tone="fail">What you wrote is saved, but no trial was started: {trialRefused}</Notice>
          )}
          {trial !== undefined && <Trial key={trial} id={trial} />}
          <div className={css.buttons}>
            <Button type="submit" tone="primary" busy={busy === "leave"} disabled={busy !== null}>
              {existing ? "Save" : draft.enabled ? "Create and publish" : "Create as a draft"}
            </Button>
            {mayRun && !draft.enabled && (
              <Button
                icon="runs"
                busy={busy === "trial"}
                disabled={busy !== null || registry?.evalsEnabled === false}
                title={registry?.evalsEnabled === false ? "Evals are off at this registry" : undefined}
                onClick={() => void saveAndTry()}
              >
                {dirty || existing === null ? "Save and run a trial" : "Run a trial"}
              </Button>
            )}
            {existing ? (
              <ButtonLink to="/suites/$key" params={{ key: existing.key }} tone="bare">
                Back to the suite
              </ButtonLink>
            ) : (
              <ButtonLink to="/suites" tone="bare">
                Back to the suites
              </ButtonLink>
            )}
          </div>
        </div>
      </form>
      <ReadFile
        open={file === "read"}
        draft={draft}
        existing={existing !== null}
        onClose={() => setFile(null)}
        onTake={(next) => {
          setDraft(next);
          setFile(null);
        }}
      />
      <ShowFile open={file === "show"} draft={draft} onClose={() => setFile(null)} />
      <Confirm
        title="Leave without saving?"
        verb="Leave"
        keep="Keep editing"
        open={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        onConfirm={() => blocker.proceed?.()}
      >
        <p>What you changed here is lost.</p>
      </Confirm>
    </Page>
  );
}

function Changes({ changes }: { changes: readonly string[] }) {
  if (changes.length === 0) return null;
  return (
    <div className={css.changes}>
      <h3>What saving changes</h3>
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <Foreign text={change} wrap />
          </li>
        ))}
      </ul>
    </div>
  );
}

const byField = (refusals: readonly Refusal[]): Record<string, string> =>
  Object.fromEntries(refusals.filter((r) => r.field !== null).map((r) => [r.field, r.message]));

/** Whether the form shows an error beside this field. */
export function isShown(field: string, draft: Draft): boolean {
  const task = /^tasks\.(\d+)\.(name|input|scorer|expected|weight)$/.exec(field);
  return task ? Number(task[1]) < draft.tasks.length : field in draft || field === "targetDids";
}
