/** SHA-256 and the proofs of a Merkle log (RFC 6962, verified as RFC 9162 says), in the browser. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** Browsers hash on pages that came over HTTPS, or from this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

/** The leaf of an entry; the entry of a receipt is the 32 bytes of its hash. */
export const leafOf = (entry: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(0), entry);
const nodeOf = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** Whether the leaf is the one at `index` of the log that had `size` leaves and this root. */
export async function included(
  leaf: Uint8Array,
  index: number,
  size: number,
  root: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<boolean> {
  if (!isPlace(index, size) || leaf.length !== 32) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of proof) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      r = await nodeOf(p, r);
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else r = await nodeOf(r, p);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(r, root);
}

/** Whether the log that had `size2` leaves and `root2` begins with the one that had `size1` and `root1`. Sizes are 1 or more. */
export async function consistent(
  size1: number,
  root1: Uint8Array,
  size2: number,
  root2: Uint8Array,
  proof: readonly Uint8Array[],
): Promise<boolean> {
  if (!isPlace(size1 - 1, size2)) return false;
  if (size1 === size2) return proof.length === 0 && same(root1, root2);
  let [fn, sn] = [size1 - 1, size2 - 1];
  while (odd(fn)) [fn, sn] = [half(fn), half(sn)];
  // Of a whole tree the proof need not say the root.
  const [first, ...rest] = fn === 0 && proof.length > 0 ? [root1, ...proof] : proof;
  if (!first) return false;
  let [fr, sr] = [first, first];
  for (const c of rest) {
    if (sn === 0) return false;
    if (odd(fn) || fn === sn) {
      [fr, sr] = [await nodeOf(c, fr), await nodeOf(c, sr)];
      while (!odd(fn) && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = await nodeOf(sr, c);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(fr, root1) && same(sr, root2);
}

// By division: sizes may be more than a shift can take.
const odd = (n: number) => n % 2 === 1;
const half = (n: number) => Math.floor(n / 2);
const isPlace = (index: number, size: number) => Number.isSafeInteger(size) && index >= 0 && index < size;

export function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The bytes of lower-case hex; null where it is none. */
export function fromHex(hex: string): Bytes | null {
  if (!/^([0-9a-f]{2})*$/.test(hex)) return null;
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a checkpoint says of the log, read from its signed text; null where it is none. Signatures are not looked at. */
export function readCheckpoint(text: string): { origin: string; size: number; root: string } | null {
  const [origin, size, root] = text.split("\n");
  if (!origin || !/^\d{1,15}$/.test(size ?? "") || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? "")) return null;
  return { origin, size: Number(size), root: toHex(Uint8Array.from(atob(root!), (c) => c.charCodeAt(0))) };
}
