/** One thing that the palette can do. */
export interface Entry {
  id: string;
  name: string;
  /** Said beside the name: a DID, a key. Found by it, too. */
  note?: string;
  /** Other words it is found by. */
  also?: string;
}

/**
 * How well typed words fit an entry; 0: not at all. Each word must be found; one that begins a word of the name counts most, then one
 * inside the name, then one in the note or the other words.
 */
export function fit(entry: Entry, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const name = entry.name.toLowerCase();
  const rest = `${entry.note ?? ""} ${entry.also ?? ""}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at === 0) sum += 8;
    else if (at > 0 && /[\s:_.-]/.test(name.charAt(at - 1))) sum += 6;
    else if (at > 0) sum += 3;
    else if (rest.includes(word)) sum += 1;
    else return 0;
  }
  return words.length === 0 ? 1 : sum / words.length;
}

/** The entries that fit, the best first; those that fit alike stay in their order. */
export function ranked<T extends Entry>(entries: readonly T[], query: string, most: number): T[] {
  return entries
    .map((entry, place) => ({ entry, place, fits: fit(entry, query) }))
    .filter(({ fits }) => fits > 0)
    .sort((a, b) => b.fits - a.fits || a.place - b.place)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** Whether what was typed is the id of something: a run, a result. */
export function isID(query: string): boolean {
  return /^[a-z]{2,3}_[\w-]{6,}$/i.test(query.trim());
}
