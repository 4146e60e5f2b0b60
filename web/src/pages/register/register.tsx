import { type FormEvent, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { RegisterAgentDocument } from "./register.gql";
import type { RegisterAgentInput } from "@/gql/schema";
import { useMaySomewhere } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button, ButtonLink } from "@/parts/button/button";
import { CheckField, Row, TextArea, TextField } from "@/parts/field/field";
import { NotAllowed } from "@/parts/not-allowed/not-allowed";
import { Notice } from "@/parts/notice/notice";
import { type Crumb, Page } from "@/parts/page/page";
import { Segments } from "@/parts/segments/segments";
import css from "./register.module.css";

const crumbs: Crumb[] = [{ name: "Agents", link: { to: "/agents" } }];

type Source = "cardUrl" | "card" | "did" | "endpoint";

const sources: readonly { value: Source; name: string; says: string }[] = [
  { value: "cardUrl", name: "Card address", says: "The card is read there now and on a schedule." },
  { value: "did", name: "did:web", says: "Its DID document names the card; else the well-known paths are tried." },
  { value: "card", name: "Inline card", says: "The card as JSON; nothing is fetched." },
  {
    value: "endpoint",
    name: "Bare endpoint",
    says: "Plain HTTP, for HTTP probes. Nothing is called when it is registered.",
  },
];

export function Register() {
  const mayRegister = useMaySomewhere("REGISTER_AGENTS");
  const navigate = useNavigate();
  const [source, setSource] = useState<Source>("cardUrl");
  const [values, setValues] = useState<Record<Source | "name" | "owner", string>>({
    cardUrl: "",
    card: "",
    did: "",
    endpoint: "",
    name: "",
    owner: "",
  });
  const [testAgent, setTestAgent] = useState(false);
  const [missing, setMissing] = useState(false);
  const register = useAction(RegisterAgentDocument, (d) => d.registerAgent);

  const bind = (field: keyof typeof values) => ({
    value: values[field],
    error: errorOf(field),
    onChange: (e: { target: { value: string } }) => {
      setValues((old) => ({ ...old, [field]: e.target.value }));
      setMissing(false);
    },
  });
  const change = (to: Source) => {
    setSource(to);
    setMissing(false);
    register.clear();
  };
  const errorOf = (field: string) =>
    missing && field === source ? "Fill this in." : register.refusals.find((r) => r.field === field)?.message;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const text = (value: string) => (value.trim() === "" ? undefined : value.trim());
    if (text(values[source]) === undefined) return setMissing(true);
    const input: RegisterAgentInput = {
      name: text(values.name),
      owner: text(values.owner),
      did: text(values.did),
      testAgent,
      ...(source === "did" ? {} : { [source]: text(values[source]) }),
    };
    const done = await register.act(input);
    if (done?.agent) void navigate({ to: "/agents/$did", params: { did: done.agent.did } });
  };

  if (!mayRegister) return <NotAllowed title="Register agent" permission="REGISTER_AGENTS" />;
  const reads = source === "cardUrl" || source === "did";
  const general = register.refusals.filter((r) => r.field === null || !(r.field in values));
  return (
    <Page title="Register agent" crumbs={crumbs}>
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
          placeholder="did:web:agent.example"
          hint={source === "cardUrl" || source === "endpoint" ? "Without it, did:web of the host." : undefined}
          {...bind("did")}
        />
        <Row>
          <TextField
            label="Name"
            hint={source === "endpoint" ? "Without it, the DID." : "Without it, the card's name, else the DID."}
            {...bind("name")}
          />
          <TextField label="Owner" hint="Who answers for it." {...bind("owner")} />
        </Row>
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
    </Page>
  );
}
