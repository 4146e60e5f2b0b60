import { expect, it } from "vitest";
import { differenceInWords, signed, signedInterval } from "./difference-bar";

it("says differences with their sign, and never a small one as none", () => {
  expect([0.123, -0.05, 0, 0.004, -0.004, 1, -1].map(signed)).toEqual([
    "+0.12",
    "−0.05",
    "0.00",
    "<+0.01",
    ">−0.01",
    "+1.00",
    "−1.00",
  ]);
});

it("rounds the ends of an interval outwards", () => {
  expect(signedInterval(0.041, 0.199)).toEqual(["+0.04", "+0.20"]);
  expect(signedInterval(-0.041, 0.001)).toEqual(["−0.05", "+0.01"]);
  expect(signedInterval(0.57, 0.57)).toEqual(["+0.57", "+0.57"]);
  expect(differenceInWords({ by: 0.12, low: 0.041, high: 0.199 })).toBe(
    "Difference +0.12, 95 % interval +0.04 to +0.20",
  );
  expect(differenceInWords({ by: 0.5, low: null, high: null })).toBe("Difference +0.50");
});
