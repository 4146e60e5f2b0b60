/** A generator of numbers in [0, 1) that gives the same ones for the same seed. */
export function random(seed: string): () => number {
  let state = 2166136261;
  for (const c of seed) state = Math.imul(state ^ c.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Hex of the wanted length that follows from a seed: it looks like a digest and is none. */
export function hex(seed: string, length = 64): string {
  const next = random(seed);
  return Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join("");
}
