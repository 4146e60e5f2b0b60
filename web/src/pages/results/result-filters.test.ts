import { expect, it } from "vitest";
import { sinceOf } from "./result-filters";

it("reads spans and dates, and takes nothing else for an instant", () => {
  const now = Date.parse("2026-12-01T12:00:00.000Z");
  expect(sinceOf("24h", now)).toBe("2026-11-30T12:00:00.000Z");
  expect(sinceOf("7d", now)).toBe("2026-11-24T12:00:00.000Z");
  expect(sinceOf("2026-11-01T00:00:00Z", now)).toBe("2026-11-01T00:00:00.000Z");
  expect(sinceOf("soon", now)).toBeUndefined();
  expect(sinceOf(undefined, now)).toBeUndefined();
});
