import type { OneVerdictFragment } from "./judgement.gql";
import css from "./judgement.module.css";
import { reactions } from "@/lib/work-words";
import { Chip } from "../chip/chip";
import { Foreign } from "../foreign/foreign";
import { Hash } from "../hash/hash";
import { InertText } from "../inert-text/inert-text";
import { Icon } from "../icon/icon";
import { RelativeTime } from "../relative-time/relative-time";
import { Voice } from "../voice/voice";

/** Everything that was said of a piece of work, in the order in which it was, with what became of each word. */
export function Voices({ verdicts, label }: { verdicts: readonly OneVerdictFragment[]; label: string }) {
  return (
    <>
      {/* Whether one had a comment is not known any more: it is said of all of them. */}
      {verdicts.some((v) => v.comment === null) && (
        <p className={`${css.cleared} quiet`}>The texts were cleared, and the comments with them.</p>
      )}
      <ol className={css.voices} aria-label={label}>
        {verdicts.map((v) => (
          <li key={v.id} className={css.voice} data-decides={v.decides || undefined} data-stands={v.stands}>
            <div className={css.line}>
              <span className={css.who}>
                <Voice voice={v.voice} />
              </span>
              <span className={css.what} data-reaction={v.reaction}>
                {v.reaction && <Icon name={v.reaction === "THUMBS_UP" ? "good" : "bad"} size={14} />}
                {v.reaction ? reactions[v.reaction] : "Taken back"}
              </span>
              <span className={css.when}>
                <RelativeTime at={v.at} />
              </span>
              <span className={css.marks}>
                {v.decides ? (
                  <Chip tone="info" shape="full">
                    Decides
                  </Chip>
                ) : v.stands ? (
                  <Chip shape="open">Stands</Chip>
                ) : (
                  <Chip shape="cross">Replaced</Chip>
                )}
                {v.signature && <Chip shape="half">Signed</Chip>}
              </span>
            </div>
            {v.comment && (
              <p className={css.comment}>
                <Foreign text={v.comment} wrap />
              </p>
            )}
            <p className={css.standing}>
              <Foreign text={v.standing} wrap />
              <span className={css.receipt}>
                <span className="muted">Receipt</span> <Hash value={v.receiptHash} label="the receipt" receipt />
              </span>
            </p>
            {v.signature && (
              <details className={css.proof}>
                <summary>The signature</summary>
                <dl>
                  <dt>Made with</dt>
                  <dd>
                    <Hash value={v.signature.key} label="the verification method" whole />
                  </dd>
                  <dt>Signature</dt>
                  <dd>
                    <Hash value={v.signature.value} label="the signature" whole />
                  </dd>
                  <dt>What was signed</dt>
                  <dd>
                    <InertText text={v.signature.signed} label="what was signed" />
                  </dd>
                </dl>
              </details>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
