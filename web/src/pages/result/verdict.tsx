import { bytes as size, milliseconds } from "@/lib/format";
import { errorCodes, faults, outcome, outcomes } from "@/lib/words";
import { FaultGlyph } from "@/parts/fault-glyph/fault-glyph";
import { Foreign } from "@/parts/foreign/foreign";
import { Rule } from "@/parts/rule/rule";
import { VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";
import type { FullResult } from "./result";
import css from "./verdict.module.css";

/** So much of the body is quoted beside what was expected. */
const quoted = 240;

/** The verdict in words, whose fault it was, and what was expected against what came. */
export function Verdict({ result, body }: { result: FullResult; body: Uint8Array | null }) {
  const state = outcome(result);
  const { task } = result;
  const answer = result.evidence?.exchanges.at(-1);
  const facts = [
    answer?.status != null && `status ${answer.status}`,
    result.latencyMs != null && milliseconds(result.latencyMs),
    body && size(body.length),
  ].filter(Boolean);
  return (
    <div className={css.verdict} data-state={state}>
      <div className={css.head}>
        <VerdictGlyph state={state} fault={result.fault} size={24} />
        <div>
          <p className={css.word}>
            {outcomes[state]}
            {result.error && <span>: {errorCodes[result.error]}</span>}
          </p>
          <p className={css.reason}>
            <Foreign text={result.verdict.reason} wrap />
          </p>
          {result.errorDetail && (
            <p className={css.detail}>
              <Foreign text={result.errorDetail} wrap />
            </p>
          )}
          {result.fault && (
            <p className={css.fault}>
              <FaultGlyph fault={result.fault} word /> <span>{faults[result.fault].says}</span>
            </p>
          )}
        </div>
      </div>
      <dl className={css.sides}>
        <div>
          <dt>Sent</dt>
          <dd>{task.input === "" ? <span className="quiet">no input</span> : <Quote text={task.input} />}</dd>
        </div>
        <div>
          <dt>Passes when</dt>
          <dd>
            <Rule scorer={task.scorer} expected={task.expected} wrap />
          </dd>
        </div>
        <div>
          <dt>Got</dt>
          <dd>
            {facts.length > 0 && <p className={css.got}>{facts.join(" · ")}</p>}
            {body === null ? (
              <span className="quiet">no answer</span>
            ) : (
              body.length > 0 && <Quote text={new TextDecoder().decode(body.subarray(0, 4 * quoted))} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Quote({ text }: { text: string }) {
  // Cut between characters, not inside one.
  const all = [...text];
  const cut = all.length > quoted;
  return (
    <code className={css.quote}>
      <Foreign text={cut ? `${all.slice(0, quoted).join("")}…` : text} wrap />
    </code>
  );
}
