import { describe, expect, it } from "vitest";
import { fromBase64, hexDump, segments } from "./bytes";

const utf8 = (text: string) => new TextEncoder().encode(text);
const shown = (body: Uint8Array, ranges: { start: number; end: number }[]) =>
  segments(body, ranges).map((s) => (s.marked ? `[${s.text}]` : s.text));

describe("segments", () => {
  it("marks a range given in bytes, not in characters", () => {
    // "é" is two bytes: the match begins at byte 6.
    expect(shown(utf8("héllo pong!"), [{ start: 7, end: 11 }])).toEqual(["héllo ", "[pong]", "!"]);
  });

  it("takes in the whole of a character that a boundary cuts", () => {
    expect(shown(utf8("a€b"), [{ start: 2, end: 3 }])).toEqual(["a", "[€]", "b"]);
  });

  it("merges ranges that overlap, and sorts them", () => {
    const ranges = [
      { start: 4, end: 6 },
      { start: 0, end: 2 },
      { start: 1, end: 3 },
    ];
    expect(shown(utf8("abcdefgh"), ranges)).toEqual(["[abc]", "d", "[ef]", "gh"]);
  });

  it("shows where an empty range points", () => {
    expect(shown(utf8("ab"), [{ start: 1, end: 1 }])).toEqual(["a", "[]", "b"]);
  });

  it("stays inside the body", () => {
    expect(shown(utf8("ab"), [{ start: -5, end: 99 }])).toEqual(["[ab]"]);
    expect(shown(new Uint8Array(), [])).toEqual([]);
  });

  it("keeps bytes that are no UTF-8 in their place", () => {
    expect(shown(new Uint8Array([0xff, 0x61, 0x00]), [{ start: 1, end: 2 }])).toEqual(["�", "[a]", "\u0000"]);
  });

  it("keeps a byte order mark", () => {
    expect(shown(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), [])).toEqual(["\ufeffa"]);
  });
});

it("reads base64 of any bytes", () => {
  expect([...fromBase64("AP+A")]).toEqual([0, 255, 128]);
});

it("dumps bytes as hex and ASCII", () => {
  expect(hexDump(utf8("Hello, world! 42"))).toBe(
    "00000000  48 65 6c 6c 6f 2c 20 77 6f 72 6c 64 21 20 34 32  Hello, world! 42",
  );
  expect(hexDump(new Uint8Array([0, 0x41]))).toBe(`00000000  00 41${" ".repeat(42)}  .A`);
  expect(hexDump(utf8("x".repeat(40)), 17).split("\n")).toHaveLength(2);
});
