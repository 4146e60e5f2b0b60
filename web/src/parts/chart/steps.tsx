import type { ReactNode } from "react";
import { absolute } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import css from "./chart.module.css";
import { Figure, Key } from "./figure";
import { bandOf, lineOf, type Step, stretches } from "./step-paths";
import own from "./steps.module.css";

const levels = [0, 25, 50, 75, 100];

/** Values of 0 to 100 that hold until the next one, each with its range as a band. */
export function Steps({
  caption,
  names,
  steps,
  now,
  head,
  rows,
}: {
  caption: string;
  /** What the line is, and the band. */
  names: { line: string; band: string };
  /** In the order of time. */
  steps: readonly Step[];
  /** The right end, in ms since 1970. */
  now: number;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const from = steps[0]?.at ?? now;
  const span = Math.max(now - from, 1);
  const x = (at: number) => (100 * (at - from)) / span;
  const runs = stretches(steps, now);
  const day = (at: number) => absolute(at, zone).slice(5, span < 2 * 86_400_000 ? 16 : 10);
  return (
    <Figure
      caption={caption}
      legend={
        <>
          <Key look="line">{names.line}</Key>
          <span className={css.key}>
            <span className={own.swatch} aria-hidden="true" />
            {names.band}
          </span>
        </>
      }
      head={head}
      rows={rows}
    >
      <div className={css.chart} aria-hidden="true">
        <div className={css.ticks}>
          {levels.map((level) => (
            <span key={level} style={{ bottom: `${level}%` }}>
              {level}
            </span>
          ))}
        </div>
        <div className={css.plot} data-trend="">
          {levels.map((level) => (
            <span key={level} className={css.grid} style={{ bottom: `${level}%` }} />
          ))}
          <svg className={css.drawing} viewBox="0 0 100 100" preserveAspectRatio="none">
            {runs.map((run) => (
              <path key={run[0]!.from} className={own.band} d={bandOf(run, x)} />
            ))}
            {runs.map((run) => (
              <path key={run[0]!.from} className={own.line} vectorEffect="non-scaling-stroke" d={lineOf(run, x)} />
            ))}
          </svg>
        </div>
        <div className={css.dates}>
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{day(from + share * span)}</span>
          ))}
        </div>
      </div>
    </Figure>
  );
}
