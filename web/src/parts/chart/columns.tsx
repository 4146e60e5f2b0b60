import type { ReactNode } from "react";
import { count } from "@/lib/format";
import css from "./chart.module.css";
import { Figure, Key } from "./figure";
import { labelled, ticks, top } from "./ticks";

export type Look = "passed" | "unmet" | "errors" | "plain";

export interface ColumnValue {
  key: string;
  /** Under the column, where there is room for it. */
  label: ReactNode;
  /** In words, on hover. */
  title: string;
  /** From the ground upwards, in the order of `looks`. */
  parts: readonly number[];
  /** Its row in the table of numbers. */
  row: readonly ReactNode[];
}

/** Counts side by side on one axis from 0; each column may be made of parts. */
export function Columns({
  caption,
  looks,
  names,
  head,
  columns,
  labels = 6,
}: {
  caption: string;
  looks: readonly Look[];
  /** What each part is; without names there is no legend. */
  names?: readonly string[];
  head: readonly string[];
  columns: readonly ColumnValue[];
  /** How many labels there is room for on a wide screen. */
  labels?: number;
}) {
  const upTo = top(Math.max(0, ...columns.map((c) => c.parts.reduce((sum, part) => sum + part, 0))));
  const wide = labelled(columns.length, labels);
  const narrow = labelled(columns.length, Math.min(labels, 4));
  return (
    <Figure
      caption={caption}
      legend={names?.map((name, i) => (
        <Key key={name} look={looks[i]!}>
          {name}
        </Key>
      ))}
      head={head}
      rows={columns.map((c) => c.row)}
    >
      <div className={css.chart} aria-hidden="true">
        <div className={css.ticks}>
          {ticks(upTo).map((t) => (
            <span key={t} style={{ bottom: `${(100 * t) / upTo}%` }}>
              {count(t)}
            </span>
          ))}
        </div>
        <div className={css.plot}>
          {ticks(upTo).map((t) => (
            <span key={t} className={css.grid} style={{ bottom: `${(100 * t) / upTo}%` }} />
          ))}
          <div className={css.columns}>
            {columns.map((c) => (
              <div key={c.key} className={css.column} title={c.title}>
                {c.parts
                  .map((part, i) => (
                    <span key={looks[i]} className={css[looks[i]!]} style={{ height: `${(100 * part) / upTo}%` }} />
                  ))
                  .reverse()}
              </div>
            ))}
          </div>
        </div>
        <div className={css.places}>
          {columns.map((c, i) => (
            <span key={c.key} data-wide={wide(i) || undefined} data-narrow={narrow(i) || undefined}>
              <span>{c.label}</span>
            </span>
          ))}
        </div>
      </div>
    </Figure>
  );
}
