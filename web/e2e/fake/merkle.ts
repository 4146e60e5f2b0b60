import { createHash } from "node:crypto";

/** A Merkle log as RFC 6962 defines it, by its definitions and not fast. */

export function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export const leafOf = (hash: string): Buffer => sha256(Buffer.of(0), Buffer.from(hash, "hex"));

/** The largest power of two below n. */
function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const k = split(leaves.length);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

export function inclusion(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return index < k
    ? [...inclusion(leaves.slice(0, k), index), rootOf(leaves.slice(k))]
    : [...inclusion(leaves.slice(k), index - k), rootOf(leaves.slice(0, k))];
}

export function consistency(leaves: readonly Buffer[], from: number, whole = true): Buffer[] {
  if (from === leaves.length) return whole ? [] : [rootOf(leaves)];
  const k = split(leaves.length);
  return from <= k
    ? [...consistency(leaves.slice(0, k), from, whole), rootOf(leaves.slice(k))]
    : [...consistency(leaves.slice(k), from - k, false), rootOf(leaves.slice(0, k))];
}

/** RFC 8785, of what the fake seals: no number of it needs more than JSON.stringify. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(",")}}`;
}
