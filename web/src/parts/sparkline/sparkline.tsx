import { absolute, plural, score } from "@/lib/format";
import css from "./sparkline.module.css";

export interface TrendValue {
  at: string;
  hours: number;
  meanScore: number;
  results: number;
}

/** Something that may explain a bend of the line. */
export interface ChangeMark {
  at: string;
  what: "agent" | "suite";
}

const width = 96;
const height = 24;
const inset = 3;

/**
 * How a mean went over the last days, on an axis from 0 to 1 that all sparklines share, without one of its own: the numbers are beside it
 * and in its words. A line joins neighbouring spans only. A filled mark below: the agent changed; an open one: the suite did.
 */
export function Sparkline({
  points,
  marks = [],
  days,
  now,
}: {
  points: readonly TrendValue[];
  marks?: readonly ChangeMark[];
  days: number;
  /** The right end, in ms since 1970. */
  now: number;
}) {
  const from = now - days * 86_400_000;
  const x = (at: number) => inset + ((at - from) / (now - from)) * (width - 2 * inset);
  const y = (mean: number) => inset + (1 - mean) * (height - 7 - inset);
  const seen = marks.filter((m) => Date.parse(m.at) >= from && Date.parse(m.at) <= now);
  const last = points.at(-1);
  const words = inWords(points, seen, days);
  return (
    <svg
      className={css.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <path className={css.ground} d={`M${inset} ${y(0)}H${width - inset}`} />
      {lines(points).map((line) => (
        <path
          key={line[0]!.at}
          className={css.line}
          d={pathOf(line, (p) => [x(middle(p, from, now)), y(p.meanScore)])}
        />
      ))}
      {last && <circle className={css.last} cx={x(middle(last, from, now))} cy={y(last.meanScore)} r="2.2" />}
      {seen.map((m) => (
        <path
          key={m.what + m.at}
          className={m.what === "agent" ? css.agent : css.suite}
          d={`M${x(Date.parse(m.at))} ${height - 5}l2.6 4.5h-5.2z`}
        />
      ))}
    </svg>
  );
}

/** The same in a sentence. */
export function inWords(points: readonly TrendValue[], marks: readonly ChangeMark[], days: number): string {
  const means = points.map((p) => p.meanScore);
  const course =
    points.length === 0
      ? "no results"
      : `mean ${score(Math.min(...means))} to ${score(Math.max(...means))}, last ${score(means.at(-1))}, ${plural(
          points.reduce((sum, p) => sum + p.results, 0),
          "result",
        )}`;
  const changes = marks.map((m) => `${m.what} changed ${absolute(Date.parse(m.at), "utc").slice(0, 10)}`);
  return [`Last ${days} days: ${course}`, ...changes].join("; ");
}

/** Spans that follow each other without a gap; a gap of one is bridged, for a suite may run every other day. */
export function lines<P extends { at: string; hours: number }>(points: readonly P[]): P[][] {
  const all: P[][] = [];
  for (const p of points) {
    const before = all.at(-1)?.at(-1);
    const apart = before && Date.parse(p.at) - Date.parse(before.at);
    if (apart !== undefined && apart <= 2 * p.hours * 3_600_000) all.at(-1)!.push(p);
    else all.push([p]);
  }
  return all;
}

const middle = (p: TrendValue, from: number, to: number) =>
  Math.min(Math.max(Date.parse(p.at) + (p.hours * 3_600_000) / 2, from), to);

/** A line through points; of a single one, a dash that can be seen. */
export function pathOf<P>(points: readonly P[], place: (p: P) => [number, number]): string {
  const [first, ...rest] = points.map(place);
  if (!first) return "";
  const n = (v: number) => Math.round(v * 100) / 100;
  if (rest.length === 0) return `M${n(first[0] - 1)} ${n(first[1])}h2`;
  return `M${n(first[0])} ${n(first[1])}${rest.map(([a, b]) => `L${n(a)} ${n(b)}`).join("")}`;
}
