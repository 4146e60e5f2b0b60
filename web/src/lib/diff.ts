/** What became of the lines of a text. */
export interface DiffLine {
  kind: "same" | "removed" | "added";
  text: string;
  /** Line numbers from 1 in the text before and after; null where the line is not in it. */
  before: number | null;
  after: number | null;
}

/** Steps looked for before the middle is given up and shown as replaced: bounds time and memory for texts that have little in common. */
const most = 1_000;

/** The shortest way from one text to the other by whole lines (Myers 1986); removals stand before additions. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before === "" ? [] : before.split("\n");
  const b = after === "" ? [] : after.split("\n");
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;

  const out: DiffLine[] = [];
  const same = (i: number, j: number) => out.push({ kind: "same", text: a[i]!, before: i + 1, after: j + 1 });
  for (let i = 0; i < head; i++) same(i, i);
  out.push(...middle(a, b, head, a.length - tail, b.length - tail));
  for (let i = tail; i > 0; i--) same(a.length - i, b.length - i);
  return out;
}

function middle(a: readonly string[], b: readonly string[], from: number, aEnd: number, bEnd: number): DiffLine[] {
  const n = aEnd - from;
  const m = bEnd - from;
  const removed = (i: number): DiffLine => ({ kind: "removed", text: a[from + i]!, before: from + i + 1, after: null });
  const added = (j: number): DiffLine => ({ kind: "added", text: b[from + j]!, before: null, after: from + j + 1 });
  const reach = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  let found = false;
  for (let d = 0; d <= Math.min(n + m, most) && !found; d++) {
    trail.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, k - 1) < at(reach, k + 1));
      let x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < n && x - k < m && a[from + x] === b[from + x - k]) x++;
      reach.set(k, x);
      if (x >= n && x - k >= m) found = true;
    }
  }
  if (!found) {
    return [...Array.from({ length: n }, (_, i) => removed(i)), ...Array.from({ length: m }, (_, j) => added(j))];
  }

  const back: DiffLine[] = [];
  let x = n;
  let y = m;
  for (let d = trail.length - 1; d >= 0; d--) {
    const then = trail[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && at(then, k - 1) < at(then, k + 1));
    const fromX = down ? at(then, k + 1) : at(then, k - 1);
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x--;
      y--;
      back.push({ kind: "same", text: a[from + x]!, before: from + x + 1, after: from + y + 1 });
    }
    if (d === 0) break;
    if (down) back.push(added(--y));
    else back.push(removed(--x));
  }
  return removalsFirst(back.reverse());
}

const at = (reach: ReadonlyMap<number, number>, k: number) => reach.get(k) ?? -1;

/** Within a run of changes, what went stands before what came. */
function removalsFirst(lines: readonly DiffLine[]): DiffLine[] {
  const out: DiffLine[] = [];
  let run: DiffLine[] = [];
  const flush = () => {
    out.push(...run.filter((l) => l.kind === "removed"), ...run.filter((l) => l.kind === "added"));
    run = [];
  };
  for (const line of lines) {
    if (line.kind === "same") {
      flush();
      out.push(line);
    } else run.push(line);
  }
  flush();
  return out;
}

/** A stretch of the difference that is worth showing, or how many lines in between are not. */
export type Hunk = { lines: readonly DiffLine[] } | { skipped: number };

/** Changes with `context` lines around them; the rest is only counted. */
export function hunks(lines: readonly DiffLine[], context = 3): Hunk[] {
  const near = lines.map((_, i) =>
    lines.slice(Math.max(0, i - context), i + context + 1).some((l) => l.kind !== "same"),
  );
  const out: Hunk[] = [];
  let start = 0;
  for (let i = 1; i <= lines.length; i++) {
    if (i < lines.length && near[i] === near[start]) continue;
    out.push(near[start] ? { lines: lines.slice(start, i) } : { skipped: i - start });
    start = i;
  }
  return lines.length === 0 ? [] : out;
}
