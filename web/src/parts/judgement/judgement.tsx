import type { OneOutcomeFragment, OneVerdictFragment } from "./judgement.gql";
import css from "./judgement.module.css";
import { countsInWords, deciding, nothingYet } from "./says";
import { VerdictButtons, type Target } from "./verdict-buttons";
import { RelativeTime } from "../relative-time/relative-time";
import { VerdictGlyph } from "../verdict-cell/verdict-cell";
import { Voice } from "../voice/voice";

/** What a piece of work counts as and who decided that, with the buttons to say something of it for who may. */
export function Judgement({
  target,
  outcome,
  verdicts,
  assignee,
  over,
  mayJudge,
}: {
  target: Target;
  outcome: OneOutcomeFragment | null;
  verdicts: readonly OneVerdictFragment[];
  /** DID of whose work it is. */
  assignee: string;
  /** Whether it is finished: only then can anything be said of it. */
  over: boolean;
  mayJudge: boolean;
}) {
  return (
    <div className={css.judgement}>
      <div className={css.head} role="status">
        <VerdictGlyph state={outcome ? (outcome.success ? "PASS" : "FAIL") : "WAITING"} size={24} />
        <div>
          <p className={css.word}>{outcome ? (outcome.success ? "Success" : "Failure") : "No outcome"}</p>
          {outcome ? (
            <>
              <p className={css.reason}>
                <Voice voice={outcome.verdict.voice} /> <span>{deciding(outcome, assignee)},</span>{" "}
                <RelativeTime at={outcome.at} />
              </p>
              <p className={css.counts}>{countsInWords(outcome)}</p>
            </>
          ) : (
            <p className={css.reason}>{nothingYet(over, verdicts)}</p>
          )}
        </div>
      </div>
      {over && mayJudge && <VerdictButtons target={target} verdicts={verdicts} />}
    </div>
  );
}
