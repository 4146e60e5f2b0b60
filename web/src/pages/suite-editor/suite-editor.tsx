import { getRouteApi, useBlocker, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useMutation, useQuery } from "urql";
import { CheckSuiteDocument, SuiteDraftDocument } from "./suite-editor.gql";
import type { TaskType } from "@/gql/schema";
import { PutSuiteDocument } from "@/gql/shared.gql";
import { useMay } from "@/lib/shell";
import { refusalsOf, type Refusal } from "@/lib/use-action";
import { taskTypes } from "@/lib/words";
import { Button, ButtonLink } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { ErrorState } from "@/parts/error-state/error-state";
import { CheckField, Row, SelectField, TextArea, TextField } from "@/parts/field/field";
import { Loading } from "@/parts/loading/loading";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { Warnings } from "@/parts/notice/warnings";
import { Page, Section } from "@/parts/page/page";
import { NotFound } from "../notfound/notfound";
import { type Draft, draftOf, inputOf, keyFrom, newDraft } from "./draft";
import css from "./suite-editor.module.css";
import { TaskList } from "./task-list";

export function NewSuite() {
  const mayEdit = useMay("EDIT_SUITES");
  if (!mayEdit) return <NotAllowed title="New suite" permission="EDIT_SUITES" />;
  return <Editor initial={newDraft()} existing={null} />;
}

const route = getRouteApi("/suites/$key/edit");

export function EditSuite() {
  const { key } = route.useParams();
  const mayEdit = useMay("EDIT_SUITES");
  const [{ data, error }, reload] = useQuery({
    query: SuiteDraftDocument,
    variables: { key },
    requestPolicy: "network-only",
  });
  if (!mayEdit) return <NotAllowed title="Edit suite" permission="EDIT_SUITES" />;
  if (!data || (error && !data.suite)) {
    return <Page title="Edit suite">{error ? <ErrorState error={error} retry={() => reload()} /> : <Loading />}</Page>;
  }
  if (!data.suite || data.suite.deletedAt) return <NotFound what={`There is no suite ${key} to edit`} />;
  // What is typed must not be lost when the query answers anew: the draft is made once a suite.
  return (
    <Editor
      key={key}
      initial={draftOf(data.suite)}
      existing={{ key, name: data.suite.name, version: data.suite.version }}
    />
  );
}

const pause = 400; // ms without a key before the server is asked what the changes would be

function Editor({
  initial,
  existing,
}: {
  initial: Draft;
  existing: { key: string; name: string; version: number } | null;
}) {
  const navigate = useNavigate();
  const [first] = useState(initial);
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const [{ fetching }, put] = useMutation(PutSuiteDocument);
  const check = useCheck(draft, draft !== first);
  const saved = useRef(false);

  const blocker = useBlocker({
    shouldBlockFn: () => draft !== first && !saved.current,
    enableBeforeUnload: () => draft !== first && !saved.current,
    withResolver: true,
  });

  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const errors = tried ? { ...fieldErrors(check.refusals), ...inputOf(draft).problems } : {};
  const general = tried ? check.refusals.filter((r) => r.field === null || !isShown(r.field, draft)) : [];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { input, problems } = inputOf(draft);
    if (Object.keys(problems).length > 0) return;
    const { data, error } = await put({ input });
    const found = refusalsOf(error, data?.putSuite ?? null);
    check.setRefusals(found);
    if (found.length > 0 || !data?.putSuite.suite) return;
    saved.current = true;
    void navigate({
      to: "/suites/$key",
      params: { key: data.putSuite.suite.key },
      state: { warnings: data.putSuite.warnings },
    });
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
        existing
          ? "What is saved becomes a new version where it changes what is measured. Past runs keep theirs."
          : "A draft is seen by members only and can be run as a trial before it is published."
      }
    >
      <form onSubmit={(event) => void save(event)} className={css.form} noValidate>
        <div className={css.narrow}>
          <Row>
            <TextField
              label="Name"
              value={draft.name}
              error={errors.name}
              onChange={(e) =>
                set({ name: e.target.value, ...(draft.keyTyped ? {} : { key: keyFrom(e.target.value) }) })
              }
            />
            <TextField
              label="Key"
              mono
              value={draft.key}
              error={errors.key}
              readOnly={existing !== null}
              hint={existing ? "A key never changes." : "Lower-case letters, digits, - _ and ."}
              onChange={(e) => set({ key: e.target.value, keyTyped: true })}
            />
          </Row>
          <TextArea
            label="Description"
            value={draft.description}
            error={errors.description}
            hint="What it measures, for those who read the board."
            onChange={(e) => set({ description: e.target.value })}
          />
          <Row>
            <SelectField
              label="Task type"
              value={draft.taskType}
              error={errors.taskType}
              hint={taskTypes[draft.taskType].says}
              onChange={(e) => set({ taskType: e.target.value as TaskType })}
            >
              {Object.entries(taskTypes).map(([value, { name }]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Minutes between runs"
              inputMode="numeric"
              value={draft.intervalMinutes}
              error={errors.intervalMinutes}
              hint="Nothing: only by hand."
              onChange={(e) => set({ intervalMinutes: e.target.value })}
            />
          </Row>
        </div>
        <Section title="Tasks" note="In order. The weight is a task's share in the suite score.">
          <TaskList
            tasks={draft.tasks}
            taskType={draft.taskType}
            errors={errors}
            onChange={(tasks) => set({ tasks })}
          />
        </Section>
        <Section title="Targets and publishing">
          <div className={css.narrow}>
            <CheckField
              label="Only named agents"
              hint="Otherwise all active agents homed here."
              checked={draft.targets !== null}
              onChange={(named) => set({ targets: named ? "" : null })}
            />
            {draft.targets !== null && (
              <TextArea
                label="DIDs"
                mono
                rows={4}
                value={draft.targets}
                error={errors.targetDids}
                hint="One a line."
                onChange={(e) => set({ targets: e.target.value })}
              />
            )}
            <CheckField
              label="Published"
              hint="In the catalog and on the schedule. Otherwise a draft."
              checked={draft.enabled}
              onChange={(enabled) => set({ enabled })}
            />
            <CheckField
              label="Trust signal"
              hint="A run's score enters the trust graph."
              checked={draft.reputationSignal}
              onChange={(reputationSignal) => set({ reputationSignal })}
            />
            <TextField
              label="Reward for a run with a passing task, in minor units"
              inputMode="numeric"
              value={draft.rewardAmount}
              error={errors.rewardAmount}
              hint="0: it pays nothing."
              onChange={(e) => set({ rewardAmount: e.target.value })}
            />
          </div>
        </Section>
        <div className={css.end}>
          {existing && <Changes changes={check.changes} dirty={draft !== first} />}
          <Warnings of={check.warnings} />
          {general.map((r) => (
            <Notice key={r.message} tone="fail">
              {r.message}
            </Notice>
          ))}
          {tried && Object.keys(errors).length > 0 && <Notice tone="fail">Some fields need another value.</Notice>}
          <div className={css.buttons}>
            <Button type="submit" tone="primary" busy={fetching}>
              {existing ? "Save" : draft.enabled ? "Create and publish" : "Create as a draft"}
            </Button>
            {existing ? (
              <ButtonLink to="/suites/$key" params={{ key: existing.key }}>
                Back to the suite
              </ButtonLink>
            ) : (
              <ButtonLink to="/suites">Back to the suites</ButtonLink>
            )}
          </div>
        </div>
      </form>
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

/** Asks the server, without storing anything, what is wrong with the draft and what saving it would change. */
function useCheck(draft: Draft, dirty: boolean) {
  const [, check] = useMutation(CheckSuiteDocument);
  const [changes, setChanges] = useState<readonly string[]>([]);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  useEffect(() => {
    if (!dirty || draft.key === "") return;
    let stale = false;
    const timer = setTimeout(() => {
      const { input, problems } = inputOf(draft);
      if (Object.keys(problems).length > 0) {
        setWarnings([]);
        return;
      }
      void check({ input: { ...input, dryRun: true } }).then(({ data, error }) => {
        if (stale) return;
        setChanges(data?.putSuite.changes ?? []);
        setWarnings(data?.putSuite.warnings ?? []);
        setRefusals(refusalsOf(error, data?.putSuite ?? null));
      });
    }, pause);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [draft, dirty, check]);
  return { changes, warnings, refusals, setRefusals };
}

function Changes({ changes, dirty }: { changes: readonly string[]; dirty: boolean }) {
  if (!dirty || changes.length === 0) return null;
  return (
    <div className={css.changes}>
      <h3>What saving changes</h3>
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </div>
  );
}

const fieldErrors = (refusals: readonly Refusal[]): Record<string, string> =>
  Object.fromEntries(refusals.filter((r) => r.field !== null).map((r) => [r.field, r.message]));

/** Whether the form shows an error beside this field. */
function isShown(field: string, draft: Draft): boolean {
  const task = /^tasks\.(\d+)\.(name|input|scorer|expected|weight)$/.exec(field);
  return task ? Number(task[1]) < draft.tasks.length : field in draft || field === "targetDids";
}
