import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { TrialEventsDocument, type TrialEventsSubscription } from "./suite-editor.gql";
import { plural } from "@/lib/format";
import { watch } from "@/lib/live";
import { isFinal } from "@/lib/words";
import { RunStatusChip } from "@/parts/chip/chip";
import { Notice } from "@/parts/notice/notice";
import { RunProgress } from "@/parts/run-progress/run-progress";
import css from "./trial.module.css";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The trial that was started from the editor; it stays with the entry of the history, so that coming back shows it again. */
    trial?: string;
    /** Why no trial was started of what was saved. */
    trialRefused?: string;
  }
}

type TrialRun = TrialEventsSubscription["runEvents"]["run"];

/** A trial of what was saved, as it goes on, beside the editor: nobody has to leave to see what comes of it. */
export function Trial({ id }: { id: string }) {
  const [run, setRun] = useState<TrialRun | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    let last: TrialRun | null = null;
    return watch({
      document: TrialEventsDocument,
      variables: () => ({ runId: id }),
      next: ({ runEvents }) => {
        last = runEvents.run;
        setRun(last);
      },
      refused: setRefused,
      over: () => last !== null && isFinal(last.status),
    });
  }, [id]);
  if (refused) return <Notice tone="fail">The trial cannot be followed: {refused}</Notice>;
  return (
    <div className={css.trial} role="group" aria-label="Trial">
      {run && <RunStatusChip value={run.status} />}
      {run && (
        <div className={css.bar}>
          <RunProgress value={run.progress} slim />
        </div>
      )}
      <span className={css.words} role="status">
        {run && isFinal(run.status) ? outcome(run) : run ? "The trial is under way." : "The trial is queued."}
      </span>
      <Link to="/runs/$id" params={{ id }} className={css.link}>
        {run && isFinal(run.status) ? "See its results" : "Watch it"}
      </Link>
    </div>
  );
}

function outcome({ progress }: TrialRun): string {
  const scored = progress.passed + progress.failed;
  return scored === 0
    ? "The trial measured nothing."
    : `${progress.passed} of ${plural(scored, "result")} passed in the trial.`;
}
