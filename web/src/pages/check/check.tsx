import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import css from "./check.module.css";
import { CheckFile } from "./check-file";
import { ReceiptOf } from "./receipt";
import { Button, ButtonLink } from "@/parts/button/button";
import { TextField } from "@/parts/field/field";
import { Page } from "@/parts/page/page";

const route = getRouteApi("/check");

/** What was pasted as a hash, without what came along; null where it is none. */
export function hashIn(text: string): string | null {
  return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text.trim().toLowerCase())?.[1] ?? null;
}

/** Whether a receipt, or an export, is true. Open to everybody. */
export function Check() {
  const { hash } = route.useSearch();
  return (
    <Page
      title="Check a receipt"
      lead="Outcomes, scores, suite versions and runs are sealed when they happen, and their hashes stand in a public log. What a seal or an export says can be checked here by anyone."
      actions={
        <ButtonLink to="/log" icon="log">
          The log
        </ButtonLink>
      }
    >
      <div className={css.ways}>
        <ByHash key={hash} hash={hash ?? ""} />
        <CheckFile />
      </div>
      {hash !== undefined && <ReceiptOf key={hash} asked={hash} />}
    </Page>
  );
}

function ByHash({ hash }: { hash: string }) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(hash);
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = hashIn(text);
    setWrong(found === null);
    if (found !== null) void navigate({ search: { hash: found } });
  };
  return (
    <form className={css.way} onSubmit={submit}>
      <h2>By its hash</h2>
      <TextField
        label="Hash of the receipt"
        mono
        value={text}
        placeholder="64 hex digits"
        error={wrong ? "This is no hash: it has 64 digits of 0–9 and a–f." : undefined}
        hint="What the registry shows of it is checked in this browser."
        onChange={(e) => setText(e.target.value)}
      />
      <div>
        <Button type="submit" icon="receipt">
          Check the receipt
        </Button>
      </div>
    </form>
  );
}
