import { useState } from "react";
import { SignInDocument } from "./sign-in-form.gql";
import { sentence } from "@/lib/sentence";
import { sessionChanged } from "@/lib/session";
import { useShell } from "@/lib/shell";
import { useAction } from "@/lib/use-action";
import { Button } from "../button/button";
import { EntryForm } from "../entry/entry";
import { TextField } from "../field/field";
import { Foreign } from "../foreign/foreign";
import { Notice } from "../notice/notice";
import { PasswordField } from "../password-field/password-field";
import css from "./sign-in-form.module.css";

/**
 * Signing in by password, or by the identity provider where there is one. `to` is where the provider sends one back to: a path of this
 * console. `email` is who signs in again.
 */
export function SignInForm({
  to,
  email: known = "",
  verb = "Sign in",
  onDone,
}: {
  to: string;
  email?: string;
  verb?: string;
  onDone: () => void;
}) {
  const { registry } = useShell();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const { act, busy, refusals } = useAction(SignInDocument, (d) => d.signIn);

  const submit = async () => {
    const lacks = {
      ...(email.trim() === "" && { email: "Enter your address." }),
      ...(password === "" && { password: "Enter your password." }),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    if (!(await act({ email: email.trim(), password }))) return;
    sessionChanged();
    onDone();
  };
  return (
    <div className={css.ways}>
      {registry?.identityProvider && (
        <>
          <ProviderLink name={registry.identityProvider} search={{ to }} />
          <p className={css.or}>or</p>
        </>
      )}
      <EntryForm onSubmit={() => void submit()}>
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          data-first={known === "" ? "" : undefined}
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          value={email}
          error={missing.email}
          onChange={(e) => setEmail(e.target.value)}
        />
        <PasswordField
          name="password"
          data-first={known === "" ? undefined : ""}
          value={password}
          error={missing.password}
          onChange={(e) => setPassword(e.target.value)}
        />
        {refusals.map((r) => (
          <Notice key={r.message} tone="fail">
            {sentence(r.message)}
          </Notice>
        ))}
        <Button type="submit" tone="primary" busy={busy}>
          {verb}
        </Button>
      </EntryForm>
    </div>
  );
}

/**
 * Leaves the console for the identity provider, which sends one back: to a path of this console, or, with an invitation's token, as a
 * member. The token stands in no address, which logs would keep: it is posted, and the answer says where to go.
 */
export function ProviderLink({ name, search }: { name: string; search: { to?: string; invitation?: string } }) {
  const { invitation, ...query } = search;
  const post = async (token: string) => {
    const body = new URLSearchParams({ ...query, invitation: token });
    const answer = await fetch("/auth/oidc/start", { method: "POST", body }).catch(() => null);
    const { url } = answer?.ok ? ((await answer.json()) as { url: string }) : { url: "/signin?problem=unreachable" };
    location.assign(url);
  };
  return (
    <a
      className={css.provider}
      href={`/auth/oidc/start?${new URLSearchParams(query)}`}
      onClick={(e) => {
        if (invitation === undefined) return;
        e.preventDefault();
        void post(invitation);
      }}
    >
      <span>
        <Foreign text={name} />
      </span>
    </a>
  );
}
