import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AcceptInvitationDocument } from "./invitation.gql";
import type { Preview } from "./invitation";
import { sentence } from "@/lib/sentence";
import { sessionChanged } from "@/lib/session";
import { home, useShell, type Viewer } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { EntryForm } from "@/parts/entry/entry";
import { TextField } from "@/parts/field/field";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { PasswordField, weakness } from "@/parts/password-field/password-field";
import { ProviderLink } from "@/parts/sign-in-form/sign-in-form";
import css from "./invitation.module.css";

const fields = ["name", "email", "password"] as const;
type Field = (typeof fields)[number];

/** Accepting: as the user who is signed in, by the identity provider, or as a new user. */
export function AcceptForm({ token, invitation, user }: { token: string; invitation: Preview; user: Viewer["user"] }) {
  const { registry } = useShell();
  const navigate = useNavigate();
  const [values, setValues] = useState<Record<Field, string>>({
    name: "",
    email: invitation.email ?? "",
    password: "",
  });
  const [missing, setMissing] = useState<Partial<Record<Field, string>>>({});
  const { act, busy, refusals } = useAction(AcceptInvitationDocument, (d) => d.acceptInvitation);

  const accept = async (more: Partial<Record<Field, string>>) => {
    const done = await act({ token, ...more });
    if (!done) return;
    sessionChanged();
    const key = done.workspace?.key;
    if (key && key !== home) void navigate({ to: "/people", search: { workspace: key }, replace: true });
    else void navigate({ to: "/", replace: true });
  };
  const submit = () => {
    const lacks: Partial<Record<Field, string>> = {};
    if (values.name.trim() === "") lacks.name = "Say what you are called.";
    if (values.email.trim() === "") lacks.email = "Enter the address you will sign in with.";
    const weak = weakness(values.password);
    if (weak) lacks.password = weak;
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    void accept({ name: values.name.trim(), email: values.email.trim(), password: values.password });
  };
  const refused = (field: Field) => {
    const found = refusals.find((r) => r.field === field);
    return found && sentence(found.message);
  };
  const bind = (field: Field) => ({
    name: field,
    value: values[field],
    error: missing[field] ?? refused(field),
    onChange: (e: { target: { value: string } }) => {
      setValues({ ...values, [field]: e.target.value });
      setMissing({ ...missing, [field]: undefined });
    },
  });
  const general = refusals
    .filter((r) => user !== null || !fields.includes(r.field as Field))
    .map((r) => (
      <Notice key={r.message} tone="fail">
        {sentence(r.message)}
      </Notice>
    ));

  if (user) {
    return (
      <EntryForm onSubmit={() => void accept({})}>
        <p className={css.as}>
          You are signed in as <Foreign text={user.name} wrap /> (<Foreign text={user.email} wrap />
          ).
        </p>
        {general}
        <Button type="submit" tone="primary" busy={busy}>
          Accept
        </Button>
      </EntryForm>
    );
  }
  return (
    <>
      {registry?.identityProvider && <ProviderLink name={registry.identityProvider} search={{ invitation: token }} />}
      <EntryForm onSubmit={submit}>
        <TextField label="Your name" autoComplete="name" {...bind("name")} />
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          readOnly={invitation.email !== null}
          hint={
            invitation.email === null
              ? "You sign in with it. Nothing is sent there."
              : "The invitation is for this address only."
          }
          {...bind("email")}
        />
        <PasswordField fresh {...bind("password")} />
        {general}
        <Button type="submit" tone="primary" busy={busy}>
          Create the account and accept
        </Button>
      </EntryForm>
    </>
  );
}
