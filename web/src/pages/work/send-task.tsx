import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useQuery } from "urql";
import { blank, inputOf, lacking, type Lack, type Values } from "./send-input";
import css from "./work.module.css";
import { HandoffsDocument, SendTaskDocument } from "./work.gql";
import type { Delivery, WorkClass } from "@/gql/schema";
import { idempotencyKey } from "@/lib/idempotency";
import { spelt } from "@/lib/inert";
import { sentence } from "@/lib/sentence";
import { useMaySomewhere, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { useOwnWorkspace } from "@/lib/use-own-workspace";
import { deliveries, workClasses } from "@/lib/work-words";
import { AgentField } from "@/parts/agent-field/agent-field";
import { Button, ButtonLink } from "@/parts/button/button";
import { Row, SelectField, TextArea, TextField } from "@/parts/field/field";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Page } from "@/parts/page/page";

const route = getRouteApi("/send-task");
const crumbs: Crumb[] = [{ name: "Work", link: { to: "/work" } }];
const kinds = Object.entries(workClasses) as [WorkClass, { name: string; says: string }][];

/** Hands a task from one agent to another, for who may send. */
export function SendTask() {
  const maySend = useMaySomewhere("SEND_TASKS");
  const search = route.useSearch();
  const workspace = useOwnWorkspace(search.workspace, "SEND_TASKS");
  if (!maySend) return <NotAllowed title="Send a task" permission="SEND_TASKS" />;
  // Agents of another workspace are others.
  return <Form key={workspace} workspace={workspace} from={search.from} to={search.to} />;
}

function Form({ workspace, ...given }: { workspace: string; from?: string | undefined; to?: string | undefined }) {
  const navigate = useNavigate();
  const { workspaces } = useShell();
  const own = workspaces.filter((w) => w.permissions.includes("SEND_TASKS"));
  const [values, setValues] = useState<Values>({ ...blank, from: given.from, to: given.to });
  const [lacks, setLacks] = useState<Lack>({});
  const [{ data }] = useQuery({ query: HandoffsDocument, variables: { workspace } });
  const attested = data?.workspace?.attestedHandoffs === true;
  const send = useAction(SendTaskDocument, (d) => d.sendTask);

  const set = (next: Partial<Values>) => {
    setValues((old) => ({ ...old, ...next }));
    setLacks({});
    send.clear();
  };
  const errorOf = (field: keyof Values) => {
    const refused = send.refusals.find((r) => r.field === field);
    return lacks[field] ?? (refused && sentence(refused.message));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = lacking(values, Date.now());
    setLacks(found);
    if (Object.keys(found).length > 0) return;
    const done = await send.act({ ...inputOf(values, attested), idempotencyKey: idempotencyKey() });
    if (done?.work) void navigate({ to: "/work/$id", params: { id: done.work.id } });
  };
  const general = send.refusals.filter((r) => r.field === null || !(r.field in blank));
  return (
    <Page
      title="Send a task"
      crumbs={crumbs}
      lead="One agent hands it to another. What comes of it counts for the one that does it."
    >
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {own.length > 1 && (
          <SelectField
            label="Workspace"
            value={workspace}
            onChange={(e) => void navigate({ to: "/send-task", search: { workspace: e.target.value } })}
          >
            {own.map((w) => (
              <option key={w.key} value={w.key}>
                {spelt(w.name.trim() || w.key)}
              </option>
            ))}
          </SelectField>
        )}
        <div className={css.agents}>
          <AgentField
            label="From"
            hint="An agent that you may change."
            workspace={workspace}
            only={(a) => a.mayChange && a.did !== values.to}
            value={values.from}
            error={errorOf("from")}
            onChange={(from) => set({ from })}
          />
          <AgentField
            label="To"
            hint="Another agent of this workspace."
            workspace={workspace}
            only={(a) => a.did !== values.from}
            value={values.to}
            error={errorOf("to")}
            onChange={(to) => set({ to })}
          />
        </div>
        <TextField
          label="Title"
          hint="What is to be done, in one line."
          maxLength={200}
          value={values.title}
          error={errorOf("title")}
          onChange={(e) => set({ title: e.target.value })}
        />
        <TextArea
          label="Brief"
          hint="All that the agent needs to know. Empty when the title says it all."
          rows={8}
          maxLength={100_000}
          value={values.brief}
          error={errorOf("brief")}
          onChange={(e) => set({ brief: e.target.value })}
        />
        <Row>
          <SelectField
            label="Kind of work"
            value={attested ? "OTHER" : values.workClass}
            disabled={attested}
            error={errorOf("workClass")}
            hint={
              attested
                ? "Handoffs of this workspace are attested elsewhere: no kind can be named."
                : `${workClasses[values.workClass].says}.`
            }
            onChange={(e) => set({ workClass: e.target.value as WorkClass })}
          >
            {kinds.map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Deadline"
            type="datetime-local"
            hint="In your time. Empty: whenever."
            value={values.deadline}
            error={errorOf("deadline")}
            onChange={(e) => set({ deadline: e.target.value })}
          />
          <SelectField
            label="Delivery"
            hint={`${deliveries[values.delivery].says}.`}
            value={values.delivery}
            error={errorOf("delivery")}
            onChange={(e) => set({ delivery: e.target.value as Delivery })}
          >
            {(Object.keys(deliveries) as Delivery[]).map((d) => (
              <option key={d} value={d}>
                {deliveries[d].name}
              </option>
            ))}
          </SelectField>
        </Row>
        {general.map((r) => (
          <Notice key={r.message} tone="fail">
            {sentence(r.message)}
          </Notice>
        ))}
        <div className={css.buttons}>
          <Button tone="primary" type="submit" busy={send.busy}>
            Send it
          </Button>
          <ButtonLink to="/work">Not now</ButtonLink>
        </div>
      </form>
    </Page>
  );
}
