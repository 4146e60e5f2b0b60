import { useState } from "react";
import type { User } from "./profile";
import { ChangePasswordDocument } from "./settings.gql";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { PasswordField, weakness } from "@/parts/password-field/password-field";
import css from "./settings.module.css";

/** Changes one's password, or sets the first one. */
export function Password({ user, onChanged }: { user: User; onChanged: () => void }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<{ current?: string; password?: string }>({});
  const [said, setSaid] = useState("");
  const { act, busy, refusals } = useAction(ChangePasswordDocument, (d) => d.changePassword);
  const of = (field: string) => {
    const found = refusals.find((r) => r.field === field);
    return found && sentence(found.message);
  };
  const save = async () => {
    setSaid("");
    const weak = weakness(password);
    const lacks = {
      ...(user.hasPassword && current === "" && { current: "Enter the present one." }),
      ...(weak && { password: weak }),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return;
    if (!(await act({ password, ...(user.hasPassword && { current }) }))) return;
    setCurrent("");
    setPassword("");
    onChanged();
    setSaid("Changed. Your other sessions have ended.");
  };
  return (
    <Section
      title="Password"
      note={
        user.hasPassword
          ? "Changing it ends your other sessions."
          : "You sign in by the identity provider. A password is another way in."
      }
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {user.hasPassword && (
          <PasswordField
            label="Present password"
            name="current"
            value={current}
            error={missing.current ?? of("current")}
            onChange={(e) => setCurrent(e.target.value)}
          />
        )}
        <PasswordField
          label="New password"
          fresh
          name="password"
          value={password}
          error={missing.password ?? of("password")}
          onChange={(e) => setPassword(e.target.value)}
        />
        {refusals
          .filter((r) => r.field !== "current" && r.field !== "password")
          .map((r) => (
            <Notice key={r.message} tone="fail">
              {sentence(r.message)}
            </Notice>
          ))}
        <div className={css.act}>
          <Button type="submit" busy={busy}>
            {user.hasPassword ? "Change the password" : "Set a password"}
          </Button>
          <span role="status" className={css.said}>
            {said}
          </span>
        </div>
      </form>
    </Section>
  );
}
