import css from "./rank-band.module.css";

/** "2–4"; "1" where nobody is level. */
export const rankWords = (best: number, worst: number) => (best >= worst ? String(best) : `${best}–${worst}`);

/** Best and worst rank that the intervals allow: "2–4"; "1" where nobody is level. `edge` joins the rows of one band by a line. */
export function RankBand({ best, worst, edge }: { best: number; worst: number; edge: BandEdge }) {
  const words = best >= worst ? `Rank ${best}` : `Between rank ${best} and ${worst}`;
  return (
    <span className={`${css.band} ${css[edge]}`}>
      <span aria-hidden="true">{rankWords(best, worst)}</span>
      <span className="unseen">{words}</span>
    </span>
  );
}

/** Where a row stands in its band. */
export type BandEdge = "alone" | "first" | "inner" | "last";

/**
 * Groups rows that cannot be told apart: a band begins at a row and takes in the rows after it whose interval overlaps that first
 * row's. (Overlap is not transitive, so the band is of the first row; each row's own best and worst rank stay the exact statement.)
 */
export function bands(rows: readonly { interval: { low: number; high: number } }[]): BandEdge[] {
  const starts: number[] = [];
  let first = rows[0];
  rows.forEach((row, i) => {
    const level = first && row.interval.high >= first.interval.low && row.interval.low <= first.interval.high;
    if (i === 0 || !level) {
      starts.push(i);
      first = row;
    }
  });
  return rows.map((_, i) => {
    const begins = starts.includes(i);
    const ends = i === rows.length - 1 || starts.includes(i + 1);
    if (begins) return ends ? "alone" : "first";
    return ends ? "last" : "inner";
  });
}
