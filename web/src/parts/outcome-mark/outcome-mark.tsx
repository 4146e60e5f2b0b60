import { VerdictGlyph } from "../verdict-cell/verdict-cell";
import { Voice } from "../voice/voice";
import type { VoiceFactsFragment } from "../voice/voice.gql";
import css from "./outcome-mark.module.css";

/** What a piece of work counts as: success or failure, who decided when `voice` is there, and whether a person verified it. */
export function OutcomeMark({
  success,
  verified,
  voice,
}: {
  success: boolean;
  verified?: boolean;
  voice?: VoiceFactsFragment;
}) {
  return (
    <span className={css.mark}>
      <span className={css.what}>
        <VerdictGlyph state={success ? "PASS" : "FAIL"} />
        <span title={verified ? "Verified by a person" : undefined}>{success ? "Success" : "Failure"}</span>
        {verified && <span className="unseen">, verified by a person</span>}
      </span>
      {voice && (
        <span className={css.who}>
          <span className="unseen">decided by </span>
          <Voice voice={voice} plain />
        </span>
      )}
    </span>
  );
}

/** Where there is nothing yet. */
export function NoOutcome() {
  return <span className="quiet">None yet</span>;
}
