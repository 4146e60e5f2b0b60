import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { SetUpDocument } from "./setup.gql";
import { useFragment } from "@/lib/fragment";
import { sentence } from "@/lib/sentence";
import { sessionChanged } from "@/lib/session";
import { useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Entry, EntryForm } from "@/parts/entry/entry";
import { TextField } from "@/parts/field/field";
import { Notice } from "@/parts/notice/notice";
import { PasswordField, weakness } from "@/parts/password-field/password-field";

const fields = ["adminKey", "name", "email", "password"] as const;
type Field = (typeof fields)[number];

/** The first run: whoever holds the platform-admin key becomes the owner. The server's start prints a link here that carries the key. */
export function Setup() {
  const fromLink = useFragment();
  const { registry } = useShell();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({});
  const [missing, setMissing] = useState<Partial<Record<Field, string>>>({});
  const { act, busy, refusals } = useAction(SetUpDocument, (d) => d.setUp);

  const value = (field: Field) => typed[field] ?? (field === "adminKey" ? fromLink : "");
  const bind = (field: Field) => ({
    name: field,
    value: value(field),
    error: missing[field] ?? refused(field),
    onChange: (e: { target: { value: string } }) => {
      setTyped({ ...typed, [field]: e.target.value });
      setMissing({ ...missing, [field]: undefined });
    },
  });
  const refused = (field: Field) => {
    const found = refusals.find((r) => r.field === field);
    return found && sentence(found.message);
  };
  const submit = async () => {
    const lacks: Partial<Record<Field, string>> = {};
    if (value("adminKey").trim() === "") lacks.adminKey = "Enter the key that the server printed.";
    if (value("name").trim() === "") lacks.name = "Say what you are called.";
    if (value("email").trim() === "") lacks.email = "Enter the address you will sign in with.";
    const weak = weakness(value("password"));
    if (weak) lacks.password = weak;
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    const done = await act({
      adminKey: value("adminKey").trim(),
      name: value("name").trim(),
      email: value("email").trim(),
      password: value("password"),
    });
    if (!done) return;
    sessionChanged();
    void navigate({ to: "/", replace: true });
  };

  if (registry && !registry.setupNeeded) {
    return (
      <Entry
        title="This registry is set up"
        lead="There is an account already, so the first one is not made here any more."
      >
        <p>
          <Link to="/signin" className="link">
            Sign in
          </Link>{" "}
          with it, or ask an admin for an invitation.
        </p>
      </Entry>
    );
  }
  return (
    <Entry
      title="Set up this registry"
      lead="You become its owner and platform admin. Others come by invitation, which you can send from People."
    >
      <EntryForm onSubmit={() => void submit()}>
        <TextField
          label="Platform-admin key"
          type="password"
          autoComplete="off"
          mono
          hint={
            fromLink && typed.adminKey === undefined
              ? "Taken from the link that the server printed."
              : "The server printed it when it started, or it was set as ASSAY_ADMIN_KEY."
          }
          {...bind("adminKey")}
        />
        <TextField label="Your name" autoComplete="name" {...bind("name")} />
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          hint="You sign in with it. Nothing is sent there."
          {...bind("email")}
        />
        <PasswordField fresh {...bind("password")} />
        {refusals
          .filter((r) => !fields.includes(r.field as Field))
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
        <Button type="submit" tone="primary" busy={busy}>
          Create the account
        </Button>
      </EntryForm>
    </Entry>
  );
}
