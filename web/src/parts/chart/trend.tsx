import { absolute, count, percent, score } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { lines, pathOf, type TrendValue } from "../sparkline/sparkline";
import css from "./chart.module.css";
import { Figure, Key } from "./figure";

export interface TrendMark {
  at: string;
  /** Short: it stands in the chart. */
  name: string;
  title: string;
}

const levels = [0, 0.25, 0.5, 0.75, 1];

/** Means over time on an axis from 0 to 1, with the moments at which something changed. */
export function Trend({
  caption,
  points,
  marks,
  days,
  now,
  markName,
}: {
  caption: string;
  points: readonly (TrendValue & { availability?: number })[];
  marks: readonly TrendMark[];
  days: number;
  /** The right end, in ms since 1970. */
  now: number;
  /** What a mark is, for the legend. */
  markName: string;
}) {
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const from = now - days * 86_400_000;
  const x = (at: number) => Math.min(Math.max((100 * (at - from)) / (now - from), 0), 100);
  const middle = (p: TrendValue) => Date.parse(p.at) + (p.hours * 3_600_000) / 2;
  const seen = marks.filter((m) => Date.parse(m.at) >= from);
  const quarters = [0, 0.25, 0.5, 0.75, 1].map((share) => from + share * (now - from));
  const day = (at: number) => absolute(at, zone).slice(5, 10);
  return (
    <Figure
      caption={caption}
      legend={
        seen.length > 0 && (
          <>
            <Key look="line">Mean of a day</Key>
            <span className={css.key}>
              <span className={css.flag} aria-hidden="true" />
              {markName}
            </span>
          </>
        )
      }
      head={["From", "Mean", "Results", "Availability"]}
      rows={points.map((p) => [
        absolute(Date.parse(p.at), zone).slice(0, 16),
        score(p.meanScore),
        count(p.results),
        percent(p.availability),
      ])}
    >
      <div className={css.chart} aria-hidden="true">
        <div className={css.ticks}>
          {levels.map((level) => (
            <span key={level} style={{ bottom: `${100 * level}%` }}>
              {level}
            </span>
          ))}
        </div>
        <div className={css.plot} data-trend="">
          {levels.map((level) => (
            <span key={level} className={css.grid} style={{ bottom: `${100 * level}%` }} />
          ))}
          <svg className={css.drawing} viewBox="0 0 100 100" preserveAspectRatio="none">
            {/* A day by itself is its dot. */}
            {lines(points)
              .filter((line) => line.length > 1)
              .map((line) => (
                <path
                  key={line[0]!.at}
                  className={css.trendLine}
                  vectorEffect="non-scaling-stroke"
                  d={pathOf(line, (p) => [x(middle(p)), 100 - 100 * p.meanScore])}
                />
              ))}
          </svg>
          {points.map((p) => (
            <span
              key={p.at}
              className={css.dot}
              style={{ left: `${x(middle(p))}%`, bottom: `${100 * p.meanScore}%` }}
              title={`${absolute(Date.parse(p.at), zone).slice(0, 10)}: mean ${score(p.meanScore)}, n ${count(p.results)}`}
            />
          ))}
          {seen.map((m) => (
            <span key={m.name} className={css.mark} style={{ left: `${x(Date.parse(m.at))}%` }} title={m.title}>
              <span>{m.name}</span>
            </span>
          ))}
        </div>
        <div className={css.dates}>
          {quarters.map((at) => (
            <span key={at}>{day(at)}</span>
          ))}
        </div>
      </div>
    </Figure>
  );
}
