import { happened, type TaskEvent, wentWrong } from "./events";
import css from "./task.module.css";
import { Foreign } from "@/parts/foreign/foreign";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Voice } from "@/parts/voice/voice";

/** All that happened to a task, in order. */
export function Timeline({ events }: { events: readonly TaskEvent[] }) {
  return (
    <ol className={css.timeline} aria-label="Events">
      {events.map((e) => (
        <li key={e.seq} className={css.event} data-wrong={wentWrong(e) || undefined}>
          <span className={css.dot} aria-hidden="true" />
          <span className={css.what}>{happened(e)}</span>
          <span className={css.by}>
            <Voice voice={e.by} />
          </span>
          <span className={css.at}>
            <RelativeTime at={e.at} />
          </span>
          {e.kind === "APPROVAL_REQUESTED" && e.approval?.call && (
            <code className={css.detail}>
              <Foreign text={e.approval.call} />
            </code>
          )}
          {e.detail !== "" && (
            <span className={css.detail}>
              <Foreign text={e.detail} wrap />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
