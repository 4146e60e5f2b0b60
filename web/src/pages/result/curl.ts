/** An exchange as a command for a POSIX-like shell with `$'…'` (bash, zsh, ksh) and curl. */

export interface Sent {
  method: string;
  url: string;
  requestHeaders: readonly { name: string; value: string }[];
}

/** What stands in the record where a secret was sent. */
export const secretMark = "[secret]";

// Said by curl itself, or about a connection that is not this one.
const own = new Set(["host", "content-length", "connection", "accept-encoding", "transfer-encoding"]);
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The command that sends the same request. Everything foreign is quoted so that the shell takes it as text, whatever it holds: what a
 * terminal could act on or a reader could not see is written as an escape, and nothing in it can name a file (`--data-raw`,
 * `--globoff`, `--url`, no header that begins with `@`). A body that is no text comes through base64.
 */
export function curl(sent: Sent, body: Uint8Array): string {
  const headers = sent.requestHeaders.filter((h) => token.test(h.name));
  const compressed = headers.some((h) => h.name.toLowerCase() === "accept-encoding");
  const parts = [
    `curl --globoff --path-as-is${compressed ? " --compressed" : ""}`,
    ...(sent.method === "GET" && body.length === 0 ? [] : [`--request ${quoted(sent.method)}`]),
    `--url ${quoted(sent.url)}`,
    ...headers
      .filter((h) => !own.has(h.name.toLowerCase()))
      // A header without a value is written with a semicolon; `Name:` would take it out.
      .map((h) => `--header ${quoted(h.value === "" ? `${h.name};` : `${h.name}: ${h.value}`)}`),
  ];
  const text = body.length === 0 ? null : textOf(body);
  if (body.length > 0) parts.push(text === null ? "--data-binary @-" : `--data-raw ${quoted(text)}`);
  const command = parts.join(" \\\n  ");
  return body.length > 0 && text === null ? `printf %s ${base64(body)} | base64 -d | ${command}` : command;
}

/** Whether a request held a secret that the record does not. */
export function hidesSecret(sent: Sent): boolean {
  return sent.url.includes(secretMark) || sent.requestHeaders.some((h) => h.value.includes(secretMark));
}

/** No argument may be much longer, in bytes. */
const longest = 100_000;

/** Null where the bytes are no UTF-8, too many for an argument, or hold a NUL, which no argument can. */
function textOf(body: Uint8Array): string | null {
  if (body.length > longest || body.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

function base64(body: Uint8Array): string {
  let binary = "";
  for (const byte of body) binary += String.fromCharCode(byte);
  return btoa(binary);
}

// Controls, and what does not show or turns the line around; U+2028 and U+2029 break lines in some terminals.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]/u;

/** One argument. Within `'…'` the shell changes nothing; what must not stand there as it is goes into `$'…'`, byte by byte. */
export function quoted(text: string): string {
  if (!unseen.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const out = [...text].map((c) => {
    if (c === "\\" || c === "'") return `\\${c}`;
    if (c === "\n") return "\\n";
    if (c === "\t") return "\\t";
    return unseen.test(c) ? escaped(c) : c;
  });
  return `$'${out.join("")}'`;
}

// Three octal digits: a digit after them is not taken in, as it would be after \x.
const escaped = (c: string) =>
  Array.from(new TextEncoder().encode(c), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
