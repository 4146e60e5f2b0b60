import { expect, it } from "vitest";
import { happened, wentWrong } from "./events";

const approval = (state: "PENDING" | "GRANTED" | "REJECTED") => ({ id: "a", state, call: "" });

it("says what a person decided", () => {
  expect(happened({ kind: "APPROVAL_DECIDED", approval: approval("GRANTED") })).toBe("Granted the call");
  expect(happened({ kind: "APPROVAL_DECIDED", approval: approval("REJECTED") })).toBe("Rejected the call");
  expect(happened({ kind: "APPROVAL_DECIDED", approval: null })).toBe("Decided");
  expect(happened({ kind: "APPROVAL_REQUESTED", approval: approval("GRANTED") })).toBe("Asked for an approval");
});

it("tells failures from the rest", () => {
  expect(wentWrong({ kind: "DEADLINE_MISSED", approval: null })).toBe(true);
  expect(wentWrong({ kind: "APPROVAL_DECIDED", approval: approval("REJECTED") })).toBe(true);
  expect(wentWrong({ kind: "APPROVAL_REQUESTED", approval: approval("REJECTED") })).toBe(false);
  expect(wentWrong({ kind: "RESULT_SUBMITTED", approval: null })).toBe(false);
});
