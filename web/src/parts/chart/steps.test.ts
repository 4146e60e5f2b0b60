import { expect, it } from "vitest";
import { bandOf, lineOf, stretches } from "./step-paths";

const step = (at: number, score: number | null, low: number | null = score, high: number | null = score) => ({
  at,
  score,
  low,
  high,
});

it("keeps a value until the next one, and the last one until the end", () => {
  expect(stretches([step(0, 50), step(10, 60)], 30)).toEqual([
    [
      { from: 0, to: 10, score: 50, low: 50, high: 50 },
      { from: 10, to: 30, score: 60, low: 60, high: 60 },
    ],
  ]);
  expect(stretches([], 30)).toEqual([]);
});

it("leaves a gap where a value was cleared", () => {
  const all = stretches([step(0, 50), step(10, null), step(20, 60)], 30);
  expect(all.map((s) => s.map(({ from, to }) => [from, to]))).toEqual([[[0, 10]], [[20, 30]]]);
});

it("draws steps, and a band there and back", () => {
  const [one] = stretches([step(0, 50, 40, 60), step(10, 60, 55, 65)], 20);
  const at = (x: number) => x;
  expect(lineOf(one!, at)).toBe("M0 50H10V40H20");
  expect(bandOf(one!, at)).toBe("M0 40H10V35H20V45H10V60H0Z");
});
