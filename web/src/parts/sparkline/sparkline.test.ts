import { expect, it } from "vitest";
import { inWords, lines, pathOf } from "./sparkline";

const day = (n: number, meanScore = 0.5) => ({
  at: `2026-11-${String(n).padStart(2, "0")}T00:00:00.000Z`,
  hours: 24,
  meanScore,
  results: 10,
});

it("joins days that follow each other or miss one, and no others", () => {
  const found = lines([day(1), day(2), day(4), day(7), day(8)]);
  expect(found.map((line) => line.map((p) => p.at.slice(8, 10)))).toEqual([
    ["01", "02", "04"],
    ["07", "08"],
  ]);
  expect(lines([])).toEqual([]);
});

it("draws a single point as a dash", () => {
  expect(pathOf([[3, 4]], ([x, y]) => [x!, y!])).toBe("M2 4h2");
  expect(
    pathOf(
      [
        [1, 2],
        [3, 4.005],
      ],
      ([x, y]) => [x!, y!],
    ),
  ).toBe("M1 2L3 4.01");
  expect(pathOf([], () => [0, 0])).toBe("");
});

it("says its numbers and what changed", () => {
  expect(inWords([day(1, 0.2), day(2, 0.94)], [{ at: day(2).at, what: "agent" }], 14)).toBe(
    "Last 14 days: mean 0.20 to 0.94, last 0.94, 20 results; agent changed 2026-11-02",
  );
  expect(inWords([], [], 14)).toBe("Last 14 days: no results");
});
