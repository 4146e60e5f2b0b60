import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ResetPasswordDocument } from "./reset.gql";
import { useFragment } from "@/lib/fragment";
import { sentence } from "@/lib/sentence";
import { sessionChanged } from "@/lib/session";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Entry, EntryForm } from "@/parts/entry/entry";
import { Notice } from "@/parts/notice/notice";
import { PasswordField, weakness } from "@/parts/password-field/password-field";

/** Sets a new password by a one-time link. */
export function Reset() {
  const token = useFragment();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const [weak, setWeak] = useState<string>();
  const { act, busy, refusals } = useAction(ResetPasswordDocument, (d) => d.resetPassword);

  const submit = async () => {
    const found = weakness(password);
    setWeak(found);
    if (found || !(await act({ token, password }))) return;
    sessionChanged();
    void navigate({ to: "/", replace: true });
  };
  if (token === "") {
    return (
      <Entry title="New password">
        <EmptyState title="This address is not the whole link">
          The part behind # is missing. Open the link as you got it; it is good once, for a day. An admin can make
          another.
        </EmptyState>
      </Entry>
    );
  }
  const ofPassword = refusals.find((r) => r.field === "password");
  return (
    <Entry title="Choose a new password" lead="You are signed in with it then. Everywhere else you are signed out.">
      <EntryForm onSubmit={() => void submit()}>
        <PasswordField
          label="New password"
          fresh
          name="password"
          value={password}
          error={weak ?? (ofPassword && sentence(ofPassword.message))}
          onChange={(e) => {
            setPassword(e.target.value);
            setWeak(undefined);
          }}
        />
        {refusals
          .filter((r) => r !== ofPassword)
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
        <Button type="submit" tone="primary" busy={busy}>
          Set the password
        </Button>
      </EntryForm>
    </Entry>
  );
}
