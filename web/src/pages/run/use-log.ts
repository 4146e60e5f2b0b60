import { useEffect, useRef, useState } from "react";
import { RunLogDocument } from "./run.gql";
import { watch } from "@/lib/live";
import { append, kept, type LogEvent } from "./log";

/** Events are gathered this long, in ms, before they are drawn. */
const gather = 250;

export interface Log {
  /** Oldest first; the newest `kept`. */
  events: readonly LogEvent[];
  /** Heard while the log is held, and not shown yet. */
  waiting: number;
  refused: string | null;
}

/**
 * The newest events of a run and those that follow, while `open`. While `held` nothing is added: what comes waits. `from` is the newest
 * event that is known when the log is opened.
 */
export function useLog(runId: string, { open, held, from }: { open: boolean; held: boolean; from: number }): Log {
  const [events, setEvents] = useState<readonly LogEvent[]>([]);
  const [waiting, setWaiting] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const heard = useRef<LogEvent[]>([]);
  const shown = useRef<readonly LogEvent[]>([]);
  const holding = useRef(held);
  const first = useRef(from);

  const draw = useRef(() => {
    if (holding.current) {
      setWaiting(heard.current.length);
      return;
    }
    shown.current = append(shown.current, heard.current);
    heard.current = [];
    setEvents(shown.current);
    setWaiting(0);
  });

  useEffect(() => {
    holding.current = held;
    if (!held) draw.current();
  }, [held]);

  useEffect(() => {
    if (!open) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const start = Math.max(first.current - kept, 0);
    const stop = watch({
      document: RunLogDocument,
      variables: () => ({ runId, after: heard.current.at(-1)?.seq ?? shown.current.at(-1)?.seq ?? start }),
      next: ({ runEvents }) => {
        heard.current.push(runEvents);
        // A log that is held for long needs no more than it will show.
        if (heard.current.length > 2 * kept) heard.current = heard.current.slice(-kept);
        ended ||= runEvents.kind === "RUN_FINISHED";
        timer ??= setTimeout(() => {
          timer = undefined;
          draw.current();
        }, gather);
      },
      refused: setRefused,
      over: () => ended,
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [runId, open]);
  return { events, waiting, refused };
}
