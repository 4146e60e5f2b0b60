import type { ReactNode } from "react";
import css from "./chart.module.css";

/**
 * The frame of a chart: what it shows and in what unit, the drawing, and the same numbers as a table for whoever wants to read them or
 * cannot see them.
 */
export function Figure({
  caption,
  legend,
  head,
  rows,
  children,
}: {
  /** What is drawn, with its units. */
  caption: string;
  legend?: ReactNode;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  children: ReactNode;
}) {
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <span>{caption}</span>
        {legend && <span className={css.legend}>{legend}</span>}
      </figcaption>
      {children}
      <details className={css.numbers}>
        <summary>Numbers</summary>
        {/* Reached by keyboard, for it scrolls. */}
        <div className={css.scroll} tabIndex={0} role="region" aria-label={`${caption}: numbers`}>
          <table>
            <thead>
              <tr>
                {head.map((h) => (
                  <th key={h} scope="col">
                    {h}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                // Rows stand in the order of the axis and have no other identity.
                // oxlint-disable-next-line no-array-index-key
                <tr key={i}>
                  {row.map((cell, j) => (
                    // oxlint-disable-next-line no-array-index-key
                    <td key={j}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** A swatch and its word. */
export function Key({
  look,
  children,
}: {
  look: "passed" | "unmet" | "errors" | "plain" | "line";
  children: ReactNode;
}) {
  return (
    <span className={css.key}>
      <span className={`${css.swatch} ${css[look]}`} aria-hidden="true" />
      {children}
    </span>
  );
}
