import { expect, it } from "vitest";
import { pieces, spelt } from "./inert";

const shown = (text: string) =>
  pieces(text)
    .map((p) => (p.name === undefined ? p.text : `<${p.name}>`))
    .join("");

it.each([
  ["plain text\twith tab\nand line\r\nends", "plain text\twith tab\nand line\r\nends"],
  ["a\rb", "a<CR>b"],
  ["\u0000\u001b[31m", "<NUL><ESC>[31m"],
  ["pay \u202e00.1$\u202c", "pay <RLO>00.1$<PDF>"],
  ["a\u200bb\ufeff", "a<ZWSP>b<BOM>"],
  ["\u2066x\u2069", "<LRI>x<PDI>"],
  ["bad \ufffd byte", "bad <�> byte"],
  ["tag \u{e0041}", "tag <U+E0041>"],
  ["\u0085", "<NEL>"],
  // What people write in is left alone: joined emoji, Persian with its non-joiner, CJK.
  ["👩‍👧 می‌خواهم 評価", "👩‍👧 می‌خواهم 評価"],
  ["", ""],
])("%j is shown as %j", (text, as) => expect(shown(text)).toBe(as));

it("loses nothing", () => {
  const text = "a\u0000b\r\nc\u202ed";
  expect(
    pieces(text)
      .map((p) => p.text)
      .join(""),
  ).toBe(text);
});

it("spells characters out where there can be no markup", () => {
  expect(spelt("pay\u202e00.001$")).toBe("pay[RLO]00.001$");
  expect(spelt("plain [text]")).toBe("plain [text]");
});
