import { useState } from "react";
import { type SettingsQuery, UpdateProfileDocument } from "./settings.gql";
import { sentence } from "@/lib/sentence";
import { useAction } from "@/lib/use-action";
import { Button } from "@/parts/button/button";
import { TextField } from "@/parts/field/field";
import { Section } from "@/parts/page/page";
import css from "./settings.module.css";

export type User = NonNullable<SettingsQuery["viewer"]["user"]>;

/** What one is called. */
export function Profile({ user }: { user: User }) {
  const [name, setName] = useState(user.name);
  const [said, setSaid] = useState("");
  const { act, busy, refusals } = useAction(UpdateProfileDocument, (d) => d.updateProfile);
  const save = async () => {
    setSaid("");
    if (await act({ name: name.trim() })) setSaid("Saved.");
  };
  return (
    <Section title="You">
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          autoComplete="name"
          value={name}
          error={refusals[0] && sentence(refusals[0].message)}
          onChange={(e) => setName(e.target.value)}
        />
        <TextField label="E-mail address" value={user.email} readOnly hint="You sign in with it. It does not change." />
        <div className={css.act}>
          <Button type="submit" busy={busy} disabled={name.trim() === "" || name === user.name}>
            Save the name
          </Button>
          <span role="status" className={css.said}>
            {said}
          </span>
        </div>
      </form>
    </Section>
  );
}
