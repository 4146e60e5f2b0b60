import { expect, it } from "vitest";
import { bands, rankWords } from "./rank-band";

const rows = (...intervals: [number, number][]) => intervals.map(([low, high]) => ({ interval: { low, high } }));

it("joins rows that cannot be told apart from the first of them", () => {
  expect(bands(rows([0.9, 1], [0.85, 0.95], [0.5, 0.7], [0.4, 0.6], [0.1, 0.2]))).toEqual([
    "first",
    "last",
    "first",
    "last",
    "alone",
  ]);
});

it("does not chain: the third overlaps the second only", () => {
  expect(bands(rows([0.8, 0.9], [0.7, 0.82], [0.6, 0.75]))).toEqual(["first", "last", "alone"]);
});

it("takes touching ends for overlap, as the ranks do", () => {
  expect(bands(rows([0.5, 0.6], [0.4, 0.5]))).toEqual(["first", "last"]);
});

it("has none where there are no rows", () => {
  expect(bands([])).toEqual([]);
});

it("says a rank or a band of them", () => {
  expect([rankWords(1, 1), rankWords(2, 4)]).toEqual(["1", "2–4"]);
});
