import { expect, it } from "vitest";
import { outcome, rule } from "./words";

it("tells what a result is", () => {
  expect(outcome({ passed: true })).toBe("PASS");
  expect(outcome({ passed: false })).toBe("FAIL");
  expect(outcome({ passed: false, error: "TIMEOUT", fault: "AGENT" })).toBe("ERROR");
  expect(outcome({ passed: null, error: "INTERNAL", fault: "EXAMINER" })).toBe("EXAMINER");
  expect(outcome({ passed: null, error: "CANCELLED" })).toBe("CANCELLED");
});

it("says rules in words", () => {
  expect(rule("STATUS_OK", "ignored")).toEqual({ words: "Status is 2xx", expected: null });
  expect(rule("LATENCY_UNDER_MS", "300")).toEqual({ words: "Answers within 300 ms", expected: null });
  expect(rule("CONTAINS", "pong")).toEqual({ words: "Body contains", expected: "pong" });
});
