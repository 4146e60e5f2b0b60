import { getRouteApi, Link } from "@tanstack/react-router";
import { memo, useMemo, useState } from "react";
import { absolute, count, plural } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { compact } from "@/lib/url";
import { outcome } from "@/lib/words";
import { Button } from "@/parts/button/button";
import { Filters, SearchFilter, SelectFilter } from "@/parts/filters/filters";
import { Foreign } from "@/parts/foreign/foreign";
import { Notice } from "@/parts/notice/notice";
import { Section } from "@/parts/page/page";
import { VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";
import css from "./event-log.module.css";
import { belongs, kept, type LogEvent, parts, says } from "./log";
import { useLog } from "./use-log";

const route = getRouteApi("/runs/$id");

/** So many lines are drawn. */
const drawn = 100;

/** What happened in a run, the newest first. While one reads (the pointer or the focus is in it, or it is scrolled), new lines wait. */
export function EventLog({ runId, lastSeq, under }: { runId: string; lastSeq: number; under: boolean }) {
  const { part = "all", q: text = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (next: { part?: typeof part | undefined; q?: string }, replace = false) =>
    void navigate({
      replace,
      resetScroll: false,
      search: (old) => {
        const { part: of, q } = { ...old, ...next };
        return compact({ part: of === "all" ? undefined : of, q: q === "" ? undefined : q });
      },
    });
  const [open, setOpen] = useState(under || part !== "all" || text !== "");
  const [paused, setPaused] = useState(false);
  const [reading, setReading] = useState({ pointer: false, focus: false, scrolled: false });
  const held = paused || reading.pointer || reading.focus || reading.scrolled;
  const { events, waiting, refused } = useLog(runId, { open, held, from: lastSeq });
  const lines = useMemo(
    () =>
      events
        .filter((e) => belongs(e, part, text))
        .slice(-drawn)
        .reverse(),
    [events, part, text],
  );
  const note = (what: Partial<typeof reading>) => setReading((old) => ({ ...old, ...what }));

  return (
    <Section
      title="Events"
      note={
        open && events.length > 0
          ? `the newest ${count(events.length)}, of ${count(Math.max(lastSeq, events.at(-1)!.seq))}`
          : undefined
      }
      actions={
        <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Close the log" : "Open the log"}
        </Button>
      }
    >
      {open && (
        <>
          <Filters
            end={
              <>
                <span role="status" className={css.waiting}>
                  {waiting > 0 && `${plural(waiting, "new event")} ${waiting === 1 ? "waits" : "wait"}`}
                </span>
                <Button small aria-pressed={paused} onClick={() => setPaused(!paused)}>
                  {paused ? "Go on" : "Pause"}
                </Button>
              </>
            }
          >
            <SelectFilter
              label="Part of the log"
              value={part}
              options={parts}
              onChange={(next) => filter({ part: next ?? "all" })}
            />
            <SearchFilter label="Agent or task" value={text} onChange={(q) => filter({ q }, true)} />
          </Filters>
          {refused && <Notice tone="fail">The events were refused: {refused}</Notice>}
          <ol
            className={css.log}
            aria-label="Events, the newest first"
            // The list scrolls, so the keyboard must get into it.
            // oxlint-disable-next-line no-noninteractive-tabindex
            tabIndex={0}
            onPointerEnter={(e) => note({ pointer: e.pointerType === "mouse" })}
            onPointerLeave={() => note({ pointer: false })}
            onFocus={() => note({ focus: true })}
            onBlur={() => note({ focus: false })}
            onScroll={(e) => note({ scrolled: e.currentTarget.scrollTop > 4 })}
          >
            {lines.map((event) => (
              <Line key={event.seq} event={event} />
            ))}
          </ol>
          {lines.length === 0 && <p className={css.none}>{none(events.length, lastSeq)}</p>}
          {lines.length === drawn && (
            <p className={css.none}>
              {drawn} lines are shown; the log keeps the newest {count(kept)} events.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

function none(events: number, lastSeq: number): string {
  if (events > 0) return "No event under this filter.";
  return lastSeq === 0 ? "Nothing has happened yet." : "Loading the events";
}

const Line = memo(function Line({ event }: { event: LogEvent }) {
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const at = absolute(Date.parse(event.at), zone);
  const agent = event.result?.agent ?? event.runAgent?.agent;
  return (
    <li className={css.line} data-kind={event.kind}>
      <span className={css.seq}>{event.seq}</span>
      <time className={css.at} dateTime={event.at} title={at}>
        {at.slice(11, 19)}
      </time>
      <span className={css.what}>
        {event.result && <VerdictGlyph state={outcome(event.result)} fault={event.result.fault} size={13} />}
        <span>{says(event)}</span>
      </span>
      <span className={css.whom}>
        {agent && <Foreign text={agent.name} />}
        {event.result && (
          <>
            {" · "}
            <Link to="/results/$id" params={{ id: event.result.id }} className={css.task}>
              <Foreign text={event.result.task.name} />
            </Link>
          </>
        )}
      </span>
    </li>
  );
});
