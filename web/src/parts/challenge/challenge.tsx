import { type FormEvent, useState } from "react";
import css from "./challenge.module.css";
import { AnswerChallengeDocument, RequestChallengeDocument, type RequestChallengeMutation } from "./challenge.gql";
import type { ChallengeAction } from "@/gql/schema";
import { useAction } from "@/lib/use-action";
import { Button } from "../button/button";
import { Row, TextArea, TextField } from "../field/field";
import { Notice } from "../notice/notice";
import { RelativeTime } from "../relative-time/relative-time";
import { CopyText } from "../shown-once/shown-once";

type Made = NonNullable<RequestChallengeMutation["requestChallenge"]["challenge"]>;

export const challenges: Record<ChallengeAction, { ask: string; done: string }> = {
  PROVE: { ask: "Get a challenge", done: "Control is shown. The agent is evaluated from the next run on." },
  OPT_OUT: { ask: "Opt out", done: "The agent is called no more. Its record stays, and says so." },
  OPT_IN: { ask: "Opt in again", done: "The agent may be called again." },
};

/**
 * Shows control of an agent's endpoint: a line to publish under it, or to sign with the DID's key, and the button that has it checked.
 * Nobody but who controls the endpoint can do it, so it asks for no credential.
 */
export function ChallengeFlow({
  did,
  action,
  hasEndpoint,
  onDone,
  silent = false,
}: {
  did: string;
  action: ChallengeAction;
  hasEndpoint: boolean;
  onDone?: () => void;
  /** Who asks says itself that it is done. */
  silent?: boolean;
}) {
  const [challenge, setChallenge] = useState<Made | null>(null);
  const [done, setDone] = useState(false);
  const request = useAction(RequestChallengeDocument, (d) => d.requestChallenge);
  const answer = useAction(AnswerChallengeDocument, (d) => d.answerChallenge);

  const ask = async () => {
    const got = await request.act({ did, action });
    if (got?.challenge) setChallenge(got.challenge);
  };
  const check = async (signed?: { signature: string; key: string }) => {
    if (!challenge) return;
    const got = await answer.act({
      challengeId: challenge.id,
      method: signed ? "SIGNATURE" : "WELL_KNOWN",
      ...(signed && { signature: signed.signature.trim(), ...(signed.key.trim() && { key: signed.key.trim() }) }),
    });
    if (!got) return;
    setDone(!silent);
    if (silent) setChallenge(null);
    onDone?.();
  };
  if (done) return <Notice tone="pass">{challenges[action].done}</Notice>;
  if (!challenge) {
    return (
      <div className={css.flow}>
        <Button busy={request.busy} icon="key" onClick={() => void ask()}>
          {challenges[action].ask}
        </Button>
        <Refused of={request.refusals} />
      </div>
    );
  }
  return (
    <div className={css.flow}>
      <p className={css.until}>
        This challenge ends <RelativeTime at={challenge.expiresAt} />. Either way shows control:
      </p>
      {challenge.url && hasEndpoint && (
        <div className={css.way}>
          <h3>Publish the line</h3>
          <ol className={css.steps}>
            <li>
              Put this line, among others if need be, into a text file:
              <CopyText value={challenge.line} label="the line" />
            </li>
            <li>
              Serve it here, without a redirect:
              <CopyText value={challenge.url} label="the address" />
            </li>
            <li>
              <Button tone="primary" busy={answer.busy} onClick={() => void check()}>
                {answer.busy ? "Reading the file…" : "Check the file"}
              </Button>
            </li>
          </ol>
        </div>
      )}
      <details className={css.way} open={!challenge.url || !hasEndpoint}>
        <summary>Or sign it with a key of the DID</summary>
        <Signature line={challenge.line} busy={answer.busy} onSign={(signed) => void check(signed)} />
      </details>
      <Refused of={answer.refusals} />
    </div>
  );
}

function Signature({
  line,
  busy,
  onSign,
}: {
  line: string;
  busy: boolean;
  onSign: (signed: { signature: string; key: string }) => void;
}) {
  const [signature, setSignature] = useState("");
  const [key, setKey] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signature.trim() === "") setMissing(true);
    else onSign({ signature, key });
  };
  return (
    <form className={css.sign} onSubmit={submit}>
      <p className="muted">Ed25519 over the UTF-8 bytes of the line, without a line break at its end:</p>
      <CopyText value={line} label="the line to sign" />
      <TextArea
        label="Signature"
        mono
        rows={2}
        hint="64 bytes as base64 or base64url."
        error={missing ? "Fill this in." : undefined}
        value={signature}
        onChange={(e) => {
          setSignature(e.target.value);
          setMissing(false);
        }}
      />
      <Row>
        <TextField
          label="Verification method"
          mono
          hint="Of a did:web with several keys; left out: any of them."
          value={key}
          onChange={(e) => setKey(e.target.value)}
        />
      </Row>
      <div>
        <Button type="submit" busy={busy}>
          Check the signature
        </Button>
      </div>
    </form>
  );
}

function Refused({ of }: { of: readonly { message: string }[] }) {
  return of.map((refusal) => (
    <Notice key={refusal.message} tone="fail">
      {refusal.message}
    </Notice>
  ));
}
