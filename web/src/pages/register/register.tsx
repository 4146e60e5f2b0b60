import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { CheckPanel } from "./check-panel";
import { ProofStep } from "./proof-step";
import { RegisterAgentDocument, type RegisterAgentMutation } from "./register.gql";
import css from "./register.module.css";
import { blank, inputOf, isWhole, type Source, sources, type Values } from "./sources";
import { useLiveCheck } from "./use-live-check";
import { home, useMaySomewhere, useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button, ButtonLink } from "@/parts/button/button";
import { CheckField, Row, SelectField, TextArea, TextField } from "@/parts/field/field";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Page } from "@/parts/page/page";
import { Segments } from "@/parts/segments/segments";

const crumbs: Crumb[] = [{ name: "Agents", link: { to: "/agents" } }];

type Registered = NonNullable<RegisterAgentMutation["registerAgent"]["agent"]>;

export function Register() {
  const mayRegister = useMaySomewhere("REGISTER_AGENTS");
  const [made, setMade] = useState<Registered | null>(null);
  if (!mayRegister) return <NotAllowed title="Register agent" permission="REGISTER_AGENTS" />;
  return made ? <ProofStep agent={made} /> : <Form onUnproven={setMade} />;
}

function Form({ onUnproven }: { onUnproven: (agent: Registered) => void }) {
  const navigate = useNavigate();
  const { workspaces } = useShell();
  const own = workspaces.filter((w) => w.permissions.includes("REGISTER_AGENTS"));
  const [workspace, setWorkspace] = useState<string>();
  const [source, setSource] = useState<Source>("cardUrl");
  const [values, setValues] = useState<Values>(blank);
  const [testAgent, setTestAgent] = useState(false);
  const [missing, setMissing] = useState(false);
  const register = useAction(RegisterAgentDocument, (d) => d.registerAgent);
  const check = useLiveCheck(isWhole(source, values) ? inputOf(source, values) : null);
  const into = workspace ?? (own.some((w) => w.key === home) ? home : own[0]?.key);

  const errorOf = (field: string) => {
    if (missing && field === source) return "Fill this in.";
    const refused = register.refusals.find((r) => r.field === field);
    const found = check.is === "refused" ? check.refusals.find((r) => r.field === field) : undefined;
    return (refused ?? found)?.message;
  };
  const bind = (field: keyof Values) => ({
    value: values[field],
    error: errorOf(field),
    onChange: (e: { target: { value: string } }) => {
      setValues((old) => ({ ...old, [field]: e.target.value }));
      setMissing(false);
      register.clear();
    },
  });
  const change = (to: Source) => {
    setSource(to);
    setMissing(false);
    register.clear();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values[source].trim() === "") return setMissing(true);
    const done = await register.act({ ...inputOf(source, values), testAgent, workspace: into });
    if (!done?.agent) return;
    const { proof, did } = done.agent;
    if (proof.state === "UNPROVEN" || proof.state === "LAPSED") onUnproven(done.agent);
    else void navigate({ to: "/agents/$did", params: { did } });
  };

  const reads = source === "cardUrl" || source === "did";
  const general = register.refusals.filter((r) => r.field === null || !(r.field in values));
  const read = check.is === "read" ? check.agent : null;
  return (
    <Page title="Register agent" crumbs={crumbs}>
      <div className={css.sides}>
        <form className={css.form} onSubmit={(event) => void submit(event)}>
          <div className={css.source}>
            <Segments label="Known by" value={source} onChange={change} options={sources} />
            <p className={css.says}>{sources.find((s) => s.value === source)?.says}</p>
          </div>
          {source === "cardUrl" && (
            <TextField
              label="Address of its card"
              mono
              type="url"
              placeholder="https://agent.example/.well-known/agent-card.json"
              {...bind("cardUrl")}
            />
          )}
          {source === "endpoint" && (
            <TextField label="Endpoint" mono type="url" placeholder="https://agent.example/api" {...bind("endpoint")} />
          )}
          {source === "card" && <TextArea label="Card" mono rows={12} placeholder="{ … }" {...bind("card")} />}
          <TextField
            label="DID"
            mono
            placeholder={read?.did ?? "did:web:agent.example"}
            hint={source === "cardUrl" || source === "endpoint" ? "Without it, did:web of the host." : undefined}
            {...bind("did")}
          />
          <Row>
            <TextField
              label="Name"
              placeholder={read?.name}
              hint={source === "endpoint" ? "Without it, the DID." : "Without it, the card's name, else the DID."}
              {...bind("name")}
            />
            <TextField label="Owner" hint="Who answers for it." {...bind("owner")} />
          </Row>
          {own.length > 1 && (
            <SelectField
              label="Workspace"
              hint="Whose it will be."
              value={into}
              onChange={(e) => setWorkspace(e.target.value)}
            >
              {own.map((w) => (
                <option key={w.key} value={w.key}>
                  {w.name}
                </option>
              ))}
            </SelectField>
          )}
          <CheckField
            label="Test agent"
            hint="Evaluated, and kept off the board."
            checked={testAgent}
            onChange={setTestAgent}
          />
          {general.map((r) => (
            <Notice key={r.message} tone="fail">
              {r.message}
            </Notice>
          ))}
          <div className={css.buttons}>
            <Button type="submit" tone="primary" busy={register.busy}>
              {register.busy ? (reads ? "Reading the card…" : "Registering…") : "Register"}
            </Button>
            <ButtonLink to="/agents">Back to the agents</ButtonLink>
          </div>
        </form>
        <CheckPanel check={check} />
      </div>
    </Page>
  );
}
