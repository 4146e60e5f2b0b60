import { expect, it } from "vitest";
import type { OneApprovalFragment } from "./approvals.gql";
import { beside, current, nextPending, waiting } from "./inbox";

const approval = (id: string, state: OneApprovalFragment["state"] = "PENDING") =>
  ({ id, state, askedAt: `2026-11-30T10:00:0${id}.000Z` }) as OneApprovalFragment;
const heard = (...all: OneApprovalFragment[]) => new Map(all.map((a) => [a.id, a]));

it("keeps what was decided in its place, and lets nothing old undo it", () => {
  const rows = current(
    [approval("3"), approval("2"), approval("1", "GRANTED")],
    heard(approval("2", "REJECTED"), approval("1")),
  );
  expect(rows.map((a) => [a.id, a.state])).toEqual([
    ["3", "PENDING"],
    ["2", "REJECTED"],
    ["1", "GRANTED"],
  ]);
});

it("lets new ones wait where pending ones are listed", () => {
  const shown = [approval("3")];
  const news = heard(approval("5"), approval("4", "GRANTED"), approval("1"), approval("3"));
  expect(waiting(shown, news, "PENDING").map((a) => a.id)).toEqual(["5"]);
  expect(waiting(shown, news, undefined).map((a) => a.id)).toEqual(["5"]);
  expect(waiting(shown, news, "GRANTED")).toEqual([]);
});

it("moves one at a time and stops at the ends", () => {
  const rows = [approval("3"), approval("2"), approval("1")];
  expect(beside(rows, null, 1)).toBe("3");
  expect(beside(rows, null, -1)).toBe("1");
  expect(beside(rows, "3", 1)).toBe("2");
  expect(beside(rows, "1", 1)).toBe("1");
  expect(beside(rows, "3", -1)).toBe("3");
  expect(beside([], null, 1)).toBeNull();
});

it("goes on to the next pending one, round the end", () => {
  const rows = [approval("4"), approval("3", "GRANTED"), approval("2"), approval("1", "REJECTED")];
  expect(nextPending(rows, "4")).toBe("2");
  expect(nextPending(rows, "2")).toBe("4");
  expect(nextPending([approval("1")], "1")).toBeNull();
});
