import { expect, it } from "vitest";
import { stateOf } from "./key-state";

const now = Date.parse("2026-11-30T12:00:00Z");

it("tells where a key stands", () => {
  expect(stateOf({ expiresAt: null, revokedAt: null }, now)).toBe("active");
  expect(stateOf({ expiresAt: "2026-11-30T12:00:01Z", revokedAt: null }, now)).toBe("active");
  expect(stateOf({ expiresAt: "2026-11-30T12:00:00Z", revokedAt: null }, now)).toBe("expired");
  expect(stateOf({ expiresAt: "2026-01-01T00:00:00Z", revokedAt: "2025-12-01T00:00:00Z" }, now)).toBe("revoked");
});
