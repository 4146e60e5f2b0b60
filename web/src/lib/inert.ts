/** Foreign text, taken apart so that nothing in it can hide: control, bidi and invisible characters are shown by name. */

export interface Piece {
  text: string;
  /** Set for a character that is shown by name: such as NUL, ESC, RLO, ZWSP. `text` is then the character itself. */
  name?: string;
}

const names: Record<number, string> = {
  0x7f: "DEL",
  0x85: "NEL",
  0xad: "SHY",
  0x61c: "ALM",
  0x180e: "MVS",
  0x200b: "ZWSP",
  0x200e: "LRM",
  0x200f: "RLM",
  0x2028: "LS",
  0x2029: "PS",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2060: "WJ",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0xfeff: "BOM",
  0xfffd: "�",
};

const controls = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI " +
  "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split(" ");

// Tab and line feed lay out as usual. ZWJ and ZWNJ stay as they are: emoji and words in Persian and Indic scripts are made with them.
const special =
  // oxlint-disable-next-line no-control-regex
  /\r\n|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffd\u{e0000}-\u{e007f}]/gu;

/** Cuts text into plain pieces and named characters. CR before LF is part of an ordinary line end and stays plain. */
export function pieces(text: string): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(special)) {
    if (match[0] === "\r\n") continue;
    if (match.index > at) out.push({ text: text.slice(at, match.index) });
    out.push({ text: match[0], name: nameOf(match[0].codePointAt(0)!) });
    at = match.index + match[0].length;
  }
  if (at < text.length) out.push({ text: text.slice(at) });
  return out;
}

/** The text as a string, where there can be no markup (an option of a select, the title of a tab): named characters stand in brackets. */
export function spelt(text: string): string {
  return pieces(text)
    .map((piece) => (piece.name === undefined ? piece.text : `[${piece.name}]`))
    .join("");
}

function nameOf(code: number): string {
  return names[code] ?? controls[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
