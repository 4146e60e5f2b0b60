import { expect, it } from "vitest";
import { holding, stateOf } from "./key-state";

const now = Date.parse("2026-11-30T12:00:00Z");

it("tells where a key stands", () => {
  expect(stateOf({ expiresAt: null, revokedAt: null }, now)).toBe("active");
  expect(stateOf({ expiresAt: "2026-11-30T12:00:01Z", revokedAt: null }, now)).toBe("active");
  expect(stateOf({ expiresAt: "2026-11-30T12:00:00Z", revokedAt: null }, now)).toBe("expired");
  expect(stateOf({ expiresAt: "2026-01-01T00:00:00Z", revokedAt: "2025-12-01T00:00:00Z" }, now)).toBe("revoked");
});

it("says what a list of keys holds, and takes no cut list for all", () => {
  const active = { expiresAt: null, revokedAt: null };
  const ended = { expiresAt: null, revokedAt: "2025-12-01T00:00:00Z" };
  expect(holding([active, active], now)).toBe("2 active keys");
  expect(holding([active, ended, ended], now)).toBe("1 active key and the newest 2 of those that ended");
  expect(holding([ended], now)).toBe("The newest 1 of those that ended");
});
