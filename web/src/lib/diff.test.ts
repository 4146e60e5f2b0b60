import { expect, it } from "vitest";
import { diffLines, hunks } from "./diff";

const short = (before: string, after: string) =>
  diffLines(before, after).map((l) => ({ same: " ", removed: "-", added: "+" })[l.kind] + l.text);

it("finds the shortest way from one text to the other", () => {
  expect(short("a\nb\nc", "a\nx\nc")).toEqual([" a", "-b", "+x", " c"]);
  expect(short("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc").filter((l) => l[0] !== " ")).toHaveLength(5);
  expect(short("", "a\nb")).toEqual(["+a", "+b"]);
  expect(short("a\nb", "")).toEqual(["-a", "-b"]);
  expect(short("a", "a")).toEqual([" a"]);
  expect(short("a\nb", "b\na\nb")).toEqual(["+b", " a", " b"]);
});

it("numbers the lines of both sides, and gives both texts back", () => {
  const dice = (seed: number) => () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let seed = 1; seed < 200; seed++) {
    const next = dice(seed);
    const text = () =>
      Array.from({ length: Math.floor(next() * 12) + 1 }, () => "abcd"[Math.floor(next() * 4)]).join("\n");
    const [before, after] = [text(), text()];
    const lines = diffLines(before, after);
    const old = lines.filter((l) => l.before !== null);
    const fresh = lines.filter((l) => l.after !== null);
    expect(old.map((l) => l.text).join("\n")).toBe(before);
    expect(fresh.map((l) => l.text).join("\n")).toBe(after);
    expect(old.map((l) => l.before)).toEqual(old.map((_, i) => i + 1));
    expect(fresh.map((l) => l.after)).toEqual(fresh.map((_, i) => i + 1));
  }
});

it("gives up the middle of texts that have too little in common", () => {
  const text = (word: string) => Array.from({ length: 2_000 }, (_, i) => `${word} ${i}`).join("\n");
  const lines = diffLines(`same\n${text("a")}\nend`, `same\n${text("b")}\nend`);
  expect(lines).toHaveLength(4_002);
  expect(lines[0]).toEqual({ kind: "same", text: "same", before: 1, after: 1 });
  expect(lines.at(-1)).toEqual({ kind: "same", text: "end", before: 2_002, after: 2_002 });
});

it("shows changes with what is around them", () => {
  const before = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const after = before.map((l, i) => (i === 15 ? "other" : l));
  const found = hunks(diffLines(before.join("\n"), after.join("\n")));
  expect(found.map((h) => ("skipped" in h ? h.skipped : h.lines.length))).toEqual([12, 8, 11]);
  expect(hunks([])).toEqual([]);
  expect(hunks(diffLines("a", "a"))).toEqual([{ skipped: 1 }]);
});
