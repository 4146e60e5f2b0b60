import { expect, it } from "vitest";
import { inSteps, worked } from "./arithmetic";

it("gives the published sample: score 59, range 33 to 84", () => {
  // n = 4.999987 and half width 0.256102; s and the pool rate are chosen to give its p.
  const got = worked({ successes: 2.874, failures: 2.125987, prior: 4, poolRate: 0.6055 });
  expect(got.halfWidth).toBeCloseTo(0.256102, 3);
  expect([got.score, got.low, got.high]).toEqual([59, 33, 84]);
});

it("stays within 0 and 100, and is the pool rate where nothing was counted", () => {
  const none = worked({ successes: 0, failures: 0, prior: 4, poolRate: 0.5 });
  expect([none.score, none.low, none.high]).toEqual([50, 13, 87]);
  const all = worked({ successes: 40, failures: 0, prior: 4, poolRate: 1 });
  expect([all.score, all.low, all.high]).toEqual([100, 100, 100]);
  const low = worked({ successes: 0, failures: 9, prior: 4, poolRate: 0.1 });
  expect(low.low).toBe(0);
});

it("says each sum with the numbers it is made of", () => {
  const said = inSteps({ successes: 3, failures: 1, prior: 4, poolRate: 0.5 }).map((s) => s.sum);
  expect(said).toEqual([
    "s = 3.00, f = 1.00, n = s + f = 4.00",
    "p₀ = 0.500, 4 × p₀ = 2.000",
    "p = (3.00 + 2.000) ÷ (4.00 + 4) = 0.625",
    "63",
    "h = 1.645 × √(p × (1 − p) ÷ (n + 5)) = 0.265",
    "100 × (p ∓ h) = 36 to 89",
  ]);
});
