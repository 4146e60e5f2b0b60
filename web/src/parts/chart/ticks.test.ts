import { expect, it } from "vitest";
import { labelled, ticks, top } from "./ticks";

it("ends an axis at a round number", () => {
  expect([0, 1, 2, 3, 5, 6, 10, 11, 99, 100, 101, 4999, 1_000_000].map(top)).toEqual([
    1, 1, 2, 3, 5, 6, 10, 20, 100, 100, 200, 5000, 1_000_000,
  ]);
  expect([1, 2, 5, 200].map(ticks)).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 5],
    [0, 100, 200],
  ]);
});

it("labels the last place and evenly before it", () => {
  const places = (n: number, most: number) => Array.from({ length: n }, (_, i) => i).filter(labelled(n, most));
  expect(places(24, 6)).toEqual([3, 7, 11, 15, 19, 23]);
  expect(places(3, 6)).toEqual([0, 1, 2]);
  expect(places(0, 6)).toEqual([]);
});
