import { type FormEvent, useState } from "react";
import { RemoveAgentCredentialsDocument, SetAgentCredentialsDocument } from "./agent.gql";
import type { FullAgent } from "./agent";
import css from "./agent.module.css";
import { blank, inputOf, kindFor, kinds, missingIn, type Values } from "./credentials-form";
import type { CredentialKind, CredentialPlace } from "@/gql/schema";
import { useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Confirm } from "@/parts/dialog/dialog";
import { Row, SelectField, TextField } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Facts, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Segments } from "@/parts/segments/segments";

/** What the agent is shown with each call: set, replaced or removed here, and never shown again. */
export function Credentials({ agent }: { agent: FullAgent }) {
  const { registry } = useShell();
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const [saved, setSaved] = useState(false);
  const remove = useAction(RemoveAgentCredentialsDocument, (d) => d.removeAgentCredentials);
  if (!agent.mayChange || agent.homeRegistry || agent.removedAt) return null;
  const { credentials } = agent;
  const keeps = registry?.keepsSecrets !== false;

  const removeIt = async () => {
    await remove.act({ did: agent.did });
    setAsking(false);
    setSaved(false);
  };
  return (
    <Section
      title="Credentials"
      note="What it gets to see with each call"
      actions={
        !editing && (
          <>
            {credentials && (
              <Button small tone="bare" icon="trash" onClick={() => setAsking(true)}>
                Remove credentials
              </Button>
            )}
            {keeps && (
              <Button
                small
                icon="key"
                onClick={() => {
                  setSaved(false);
                  setEditing(true);
                }}
              >
                {credentials ? "Replace" : "Set credentials"}
              </Button>
            )}
          </>
        )
      }
    >
      {credentials ? (
        <Facts
          items={[
            ["Kind", kinds[credentials.kind].name],
            ["Sent as", <Foreign key="d" text={credentials.description} wrap />],
            ["Set", <RelativeTime key="t" at={credentials.setAt} />],
            ["By", credentials.setBy ? <Foreign key="b" text={credentials.setBy.name} wrap /> : undefined],
          ]}
        />
      ) : (
        !editing && <p className="muted">None: it is called without a credential.</p>
      )}
      {!keeps && (
        <Notice tone="warn">
          Credentials cannot be kept here: the operator of this registry has to set <code>ASSAY_SECRET_KEY</code>.
        </Notice>
      )}
      {saved && <Notice tone="pass">Set. It is sent from the next call on, and not shown again.</Notice>}
      {remove.refusals.map((r) => (
        <Notice key={r.message} tone="fail">
          {r.message}
        </Notice>
      ))}
      {editing && (
        <CredentialsForm
          agent={agent}
          onSaved={() => {
            setEditing(false);
            setSaved(true);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
      <Confirm
        title="Remove its credentials?"
        verb="Remove the credentials"
        open={asking}
        busy={remove.busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void removeIt()}
      >
        <p>From the next call on it is called without. They cannot be brought back: set them anew.</p>
      </Confirm>
    </Section>
  );
}

const places: readonly [CredentialPlace, string][] = [
  ["HEADER", "Header"],
  ["QUERY", "Query parameter"],
  ["COOKIE", "Cookie"],
];

function CredentialsForm({
  agent,
  onSaved,
  onCancel,
}: {
  agent: FullAgent;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const [kind, setKind] = useState<CredentialKind>(() => kindFor(agent.securitySchemes));
  const [values, setValues] = useState<Values>(blank);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const set = useAction(SetAgentCredentialsDocument, (d) => d.setAgentCredentials);
  const hasCard = agent.card != null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lacking = missingIn(kind, values, hasCard);
    setMissing(lacking);
    if (lacking.length > 0) return;
    const done = await set.act({ did: agent.did, ...inputOf(kind, values) });
    setValues((old) => ({ ...old, bearer: "", value: "", clientSecret: "" }));
    if (done) onSaved();
  };
  const bind = (field: keyof Values, secret = false) => ({
    value: values[field],
    error: missing.includes(field) ? "Fill this in." : set.refusals.find((r) => r.field?.endsWith(field))?.message,
    onChange: (e: { target: { value: string } }) => {
      setValues((old) => ({ ...old, [field]: e.target.value }));
      setMissing([]);
    },
    ...(secret && { type: "password", autoComplete: "new-password" }),
  });
  const general = set.refusals.filter((r) => !r.field || !Object.keys(values).some((f) => r.field?.endsWith(f)));
  return (
    <form className={css.credentials} onSubmit={(event) => void submit(event)}>
      <Segments
        label="Kind"
        value={kind}
        onChange={(next) => {
          setKind(next);
          setMissing([]);
          set.clear();
        }}
        options={(Object.keys(kinds) as CredentialKind[]).map((value) => ({ value, name: kinds[value].name }))}
      />
      <p className="muted">{kinds[kind].says}</p>
      {kind === "BEARER" && <TextField label="Token" mono {...bind("bearer", true)} />}
      {kind === "API_KEY" && (
        <>
          <Row>
            <SelectField label="Sent in" {...bind("place")}>
              {hasCard && <option value="">As its card says</option>}
              {places.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Name of the header or parameter"
              mono
              hint={hasCard ? "Left out: as its card says." : "Such as X-API-Key."}
              {...bind("name")}
            />
          </Row>
          <TextField label="Key" mono {...bind("value", true)} />
        </>
      )}
      {kind === "OAUTH2" && (
        <>
          <TextField
            label="Token address"
            mono
            type="url"
            hint={hasCard ? "Left out: as its card says." : "Where tokens are fetched."}
            {...bind("tokenUrl")}
          />
          <Row>
            <TextField label="Client" mono {...bind("clientId")} />
            <TextField label="Client secret" mono {...bind("clientSecret", true)} />
          </Row>
          <TextField label="Scopes" mono hint="Apart by spaces; left out: nothing in particular." {...bind("scopes")} />
        </>
      )}
      {general.map((r) => (
        <Notice key={r.message} tone="fail">
          {r.message}
        </Notice>
      ))}
      <div className={css.buttons}>
        <Button type="submit" tone="primary" busy={set.busy}>
          Set credentials
        </Button>
        <Button tone="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
