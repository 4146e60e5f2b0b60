/** Agent output is bytes that need not be text; byte ranges point into them. */

export function fromBase64(base64: string): Uint8Array {
  const binary = atob(base64);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

export interface Range {
  start: number;
  end: number;
}

export interface Segment {
  text: string;
  /** Whether the segment lies in one of the ranges. */
  marked: boolean;
  start: number;
  end: number;
}

const decoder = () => new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Splits bytes into segments of text along the ranges. Ranges may overlap, be out of order or out of bounds; a boundary inside a
 * UTF-8 character moves outwards to take in all of it. An empty range gives an empty marked segment: the place it points at.
 */
export function segments(body: Uint8Array, ranges: readonly Range[]): Segment[] {
  const cut = (at: number, step: -1 | 1) => {
    let i = Math.min(Math.max(at, 0), body.length);
    for (let n = 0; n < 3 && i > 0 && i < body.length && (body[i]! & 0xc0) === 0x80; n++) i += step;
    return i;
  };
  const sorted = ranges
    .map((r) => ({ start: cut(r.start, -1), end: cut(Math.max(r.end, r.start), r.end > r.start ? 1 : -1) }))
    .sort((a, b) => a.start - b.start || a.end - b.end);

  const merged: Range[] = [];
  for (const r of sorted) {
    const last = merged.at(-1);
    if (last && r.start < last.end) last.end = Math.max(last.end, r.end);
    else merged.push(r);
  }

  const out: Segment[] = [];
  const push = (start: number, end: number, marked: boolean) => {
    if (end > start || marked) out.push({ text: decoder().decode(body.subarray(start, end)), marked, start, end });
  };
  let at = 0;
  for (const r of merged) {
    push(at, r.start, false);
    push(r.start, r.end, true);
    at = r.end;
  }
  push(at, body.length, false);
  return out;
}

/** A hex dump: offset, 16 bytes, and what of them is printable ASCII. */
export function hexDump(body: Uint8Array, limit: number = body.length): string {
  const lines: string[] = [];
  for (let at = 0; at < Math.min(body.length, limit); at += 16) {
    const row = [...body.subarray(at, Math.min(at + 16, limit))];
    const hex = row.map((b) => b.toString(16).padStart(2, "0")).join(" ");
    const ascii = row.map((b) => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : ".")).join("");
    lines.push(`${at.toString(16).padStart(8, "0")}  ${hex.padEnd(47)}  ${ascii}`);
  }
  return lines.join("\n");
}
