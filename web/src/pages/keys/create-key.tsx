import { useState } from "react";
import { CreateKeyDocument } from "./keys.gql";
import type { Role, Scope } from "@/gql/schema";
import { grantable } from "@/lib/rank";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { roles, scopes } from "@/lib/words";
import { AgentField } from "@/parts/agent-field/agent-field";
import { Button } from "@/parts/button/button";
import { Dialog } from "@/parts/dialog/dialog";
import { CheckField, Row, SelectField, TextField } from "@/parts/field/field";
import { Notice } from "@/parts/notice/notice";
import { Segments } from "@/parts/segments/segments";
import { CopyText, ShownOnce } from "@/parts/shown-once/shown-once";
import css from "./keys.module.css";

interface Props {
  open: boolean;
  onClose: () => void;
  workspace: string;
  own: Role | null;
}

const lives = [
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "A year" },
  { value: "", name: "Never" },
];
const all = Object.keys(scopes) as Scope[];

/** Makes a key, and shows its token once, with a way to try it. */
export function CreateKeyDialog(props: Props) {
  // Opened anew, it starts anew.
  return props.open ? <Create {...props} /> : null;
}

function Create({ onClose, workspace, own }: Props) {
  const choices = grantable(own);
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>(choices.includes("MEMBER") ? "MEMBER" : "VIEWER");
  const [chosen, setChosen] = useState<readonly Scope[]>(["READ"]);
  const [days, setDays] = useState("90");
  const [whose, setWhose] = useState<"own" | "agent">("own");
  const [agent, setAgent] = useState<string>();
  const [missing, setMissing] = useState<{ name?: string; scopes?: string; agent?: string }>({});
  const [token, setToken] = useState<string | null>(null);
  const { act, busy, refusals } = useAction(CreateKeyDocument, (d) => d.createKey);
  const of = (field: string) => refusals.find((r) => r.field === field);

  const forAgent = whose === "agent";
  const submit = async () => {
    const lacks = {
      ...(name.trim() === "" && { name: "Say what it is for." }),
      ...(forAgent && agent === undefined && { agent: "Say which agent it is to act as." }),
      ...(!forAgent && chosen.length === 0 && { scopes: "A key needs at least one scope." }),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    const expiresAt = days === "" ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    const done = await act({
      workspace,
      name: name.trim(),
      expiresAt,
      // An agent's own key can act as that agent and do nothing besides: it needs no more of a role than that.
      ...(forAgent ? { role: "MEMBER", scopes: ["AGENT"], agent } : { role, scopes: [...chosen] }),
    });
    if (done?.token) setToken(done.token);
  };
  if (token !== null) return <Made name={name} token={token} onClose={onClose} />;
  const ofName = of("name");
  const ofAgent = missing.agent ?? of("agent")?.message;
  const ofScopes = missing.scopes ?? of("scopes")?.message;
  return (
    <Dialog
      title="Create key"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="create-key" busy={busy}>
            Create key
          </Button>
        </>
      }
    >
      <form
        id="create-key"
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="What it is for"
          data-first=""
          value={name}
          placeholder="CI, nightly export …"
          error={missing.name ?? (ofName && sentence(ofName.message))}
          onChange={(e) => setName(e.target.value)}
        />
        <div className={css.whose}>
          <Segments
            label="Whom it acts for"
            value={whose}
            onChange={(to) => {
              setWhose(to);
              setMissing({});
            }}
            options={[
              { value: "own", name: "For a program" },
              { value: "agent", name: "For one agent" },
            ]}
          />
          {forAgent && (
            <AgentField
              label="Agent"
              hint="It acts as this agent and does nothing besides: sends and takes tasks, gives verdicts. Its scope is Agent alone."
              error={ofAgent && sentence(ofAgent)}
              workspace={workspace}
              only={(a) => a.mayChange}
              value={agent}
              onChange={setAgent}
            />
          )}
        </div>
        <Row>
          {!forAgent && (
            <SelectField
              label="Role"
              value={role}
              hint={roles[role].says}
              onChange={(e) => setRole(choices.find((r) => r === e.target.value) ?? role)}
            >
              {choices.map((r) => (
                <option key={r} value={r}>
                  {roles[r].name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField
            label="Ends"
            value={days}
            hint={days === "" ? "It is good until it is revoked." : "Then it is refused."}
            onChange={(e) => setDays(e.target.value)}
          >
            {lives.map((l) => (
              <option key={l.value} value={l.value}>
                {l.name}
              </option>
            ))}
          </SelectField>
        </Row>
        {!forAgent && (
          <fieldset className={css.scopes} aria-describedby="scopes-refused">
            <legend>Scopes</legend>
            {all.map((scope) => (
              <CheckField
                key={scope}
                label={scopes[scope].name}
                hint={scopes[scope].says}
                checked={chosen.includes(scope)}
                onChange={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((s) => s !== scope))}
              />
            ))}
            <p id="scopes-refused" className={css.refused}>
              {ofScopes && sentence(ofScopes)}
            </p>
          </fieldset>
        )}
        {refusals
          .filter((r) => !["name", "scopes", "agent"].includes(r.field ?? ""))
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
      </form>
    </Dialog>
  );
}

function Made({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const curl = [
    `curl ${location.origin}/graphql`,
    `  -H 'Authorization: Bearer ${token}'`,
    "  -H 'Content-Type: application/json'",
    `  -d '{"query": "{ viewer { key { name } permissions } }"}'`,
  ].join(" \\\n");
  return (
    <Dialog
      title="The key is made"
      open
      wide
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <ShownOnce
        label={`the token of ${name}`}
        value={token}
        says="Keep it where your program finds it. It is not shown again: what is kept here is a hash of it."
      />
      <h3 className={css.try}>Try it</h3>
      <CopyText label="the command" value={curl} />
    </Dialog>
  );
}
