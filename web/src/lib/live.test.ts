import { expect, it } from "vitest";
import { backoff } from "./live";

it("waits longer each time, up to ten seconds, and never the same for all", () => {
  expect([0, 1, 2, 3].map((n) => backoff(n, 1))).toEqual([250, 500, 1000, 2000]);
  expect(backoff(30, 1)).toBe(10_000);
  expect(backoff(30, 0)).toBe(5_000);
});
