import { type InputHTMLAttributes, useState } from "react";
import { Button } from "../button/button";
import { TextField } from "../field/field";
import css from "./password-field.module.css";

/** How long a password may be; the server asks for the same. */
export const passwordLength = { least: 12, most: 200 };

/** Why a new password will not do; undefined: it will. */
export function weakness(password: string): string | undefined {
  const length = [...password].length;
  if (length < passwordLength.least) return `At least ${passwordLength.least} characters; this has ${length}.`;
  if (length > passwordLength.most) return `At most ${passwordLength.most} characters.`;
  return undefined;
}

/**
 * A password that can be shown while it is typed. `fresh`: a new one is being chosen, which password managers offer to make; else the
 * one that is known.
 */
export function PasswordField({
  label = "Password",
  fresh = false,
  error,
  hint,
  ...rest
}: {
  label?: string;
  fresh?: boolean;
  error?: string | undefined;
  hint?: string;
  "data-first"?: string | undefined;
} & InputHTMLAttributes<HTMLInputElement>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <TextField
        {...rest}
        label={label}
        type={shown ? "text" : "password"}
        autoComplete={fresh ? "new-password" : "current-password"}
        autoCapitalize="none"
        error={error}
        hint={
          hint ??
          (fresh ? `At least ${passwordLength.least} characters. A few words in a row are easy to keep.` : undefined)
        }
      />
      <span className={css.toggle}>
        <Button small tone="bare" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
          <span className="unseen"> {label.toLowerCase()}</span>
        </Button>
      </span>
    </div>
  );
}
