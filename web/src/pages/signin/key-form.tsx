import { useState } from "react";
import { useClient } from "urql";
import { ViewerDocument } from "./signin.gql";
import { authorization, describe } from "@/lib/graphql";
import { keepKey } from "@/lib/session";
import { Button } from "@/parts/button/button";
import { EntryForm } from "@/parts/entry/entry";
import { TextField } from "@/parts/field/field";

/** Takes a key for this tab. It is tried before it is kept. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const client = useClient();
  const [key, setKey] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const tried = key.trim();
    if (tried === "") return setRefusal("Enter the key.");
    // A header takes no other characters, so such a key cannot be right.
    if (!/^[\x21-\x7e]+$/.test(tried)) return setRefusal("The key has characters that no key has.");
    setBusy(true);
    const { data, error } = await client
      .query(ViewerDocument, {}, { requestPolicy: "network-only", fetchOptions: { headers: authorization(tried) } })
      .toPromise();
    setBusy(false);
    if (data?.viewer.admin || data?.viewer.key) {
      keepKey(tried);
      onDone();
      return;
    }
    const fault = error && describe(error);
    const refused = !fault || fault.code === "UNAUTHENTICATED" || fault.code === "FORBIDDEN";
    setRefusal(refused ? "This key is not accepted." : `${fault.title}. ${fault.detail}`);
  };
  return (
    <EntryForm onSubmit={() => void submit()}>
      <TextField
        label="Key"
        type="password"
        name="key"
        autoComplete="off"
        mono
        value={key}
        error={refusal}
        hint="The platform-admin key is what the server prints when it starts, or ASSAY_ADMIN_KEY."
        onChange={(e) => {
          setKey(e.target.value);
          setRefusal(undefined);
        }}
      />
      <Button type="submit" tone="primary" busy={busy}>
        Sign in
      </Button>
    </EntryForm>
  );
}
