import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useClient } from "urql";
import { ViewerDocument } from "./signin.gql";
import { authorization, describe } from "@/lib/graphql";
import { keepKey } from "@/lib/session";
import { Button } from "@/parts/button/button";
import { TextField } from "@/parts/field/field";
import { Page } from "@/parts/page/page";
import css from "./signin.module.css";

const route = getRouteApi("/signin");

/** Signs in with the platform-admin key. The key is tried before it is kept. */
export function SignIn() {
  const { to } = route.useSearch();
  const client = useClient();
  const navigate = route.useNavigate();
  const [key, setKey] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const tried = key.trim();
    if (tried === "") return setRefusal("Enter the key.");
    // A header takes no other characters, so such a key cannot be right.
    if (!/^[\x21-\x7e]+$/.test(tried)) return setRefusal("The key has characters that no key has.");
    setBusy(true);
    const { data, error } = await client
      .query(ViewerDocument, {}, { requestPolicy: "network-only", fetchOptions: { headers: authorization(tried) } })
      .toPromise();
    setBusy(false);
    if (data?.viewer.admin) {
      keepKey(tried);
      void navigate({ href: inside(to), replace: true });
      return;
    }
    const fault = error && describe(error);
    const refused = !fault || fault.code === "UNAUTHENTICATED" || fault.code === "FORBIDDEN";
    setRefusal(refused ? "This key is not accepted." : `${fault.title}. ${fault.detail}`);
  };

  return (
    <Page
      title="Sign in"
      lead="Reading the record needs no sign-in. Changing suites and agents, and running, needs the platform-admin key."
    >
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Admin key"
          type="password"
          autoComplete="current-password"
          mono
          value={key}
          error={refusal}
          hint="The server prints it when it starts, or it was set as ASSAY_ADMIN_KEY."
          onChange={(e) => {
            setKey(e.target.value);
            setRefusal(undefined);
          }}
        />
        <div>
          <Button type="submit" tone="primary" busy={busy}>
            Sign in
          </Button>
        </div>
        <p className={css.note}>The key stays in this tab and is forgotten when the tab is closed.</p>
      </form>
    </Page>
  );
}

/** Only a path of this console: a link must not lead elsewhere after signing in. */
export function inside(to: string | undefined): string {
  return to !== undefined && /^\/(?![/\\])/.test(to) && !to.startsWith("/signin") ? to : "/leaderboard";
}
