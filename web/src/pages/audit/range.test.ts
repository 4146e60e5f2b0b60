import { expect, it } from "vitest";
import { range } from "./range";

it("takes whole days, both included", () => {
  expect(range("2026-11-30", "2026-11-30")).toEqual({
    since: "2026-11-30T00:00:00.000Z",
    until: "2026-12-01T00:00:00.000Z",
  });
  expect(range(undefined, "2026-12-31")).toEqual({ until: "2027-01-01T00:00:00.000Z" });
});

it("takes what is no day for no limit", () => {
  expect(range("yesterday", "2026-13-40")).toEqual({});
  expect(range("2026-11-30T12:00:00Z", "")).toEqual({});
});
