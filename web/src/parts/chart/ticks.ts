/** The top of an axis that begins at 0 and has whole numbers: a round number at or above `most`. */
export function top(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((n) => n * power).find((n) => n >= most - 1e-9)!;
}

/** Ticks of such an axis, from 0: two steps where they are whole, else one. */
export function ticks(upTo: number): number[] {
  return upTo % 2 === 0 ? [0, upTo / 2, upTo] : [0, upTo];
}

/** Which of `n` places in a row get a label, so that there are at most `most`, evenly apart and the last one among them. */
export function labelled(n: number, most: number): (place: number) => boolean {
  const step = Math.max(1, Math.ceil(n / most));
  return (place) => (n - 1 - place) % step === 0;
}
