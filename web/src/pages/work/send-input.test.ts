import { expect, it } from "vitest";
import { blank, inputOf, lacking } from "./send-input";

const now = Date.parse("2026-12-01T12:00:00");
const whole = { ...blank, from: "did:a", to: "did:b", title: " Do it " };

it("says what is missing, and what is too late", () => {
  expect(Object.keys(lacking(blank, now)).sort()).toEqual(["from", "title", "to"]);
  expect(lacking(whole, now)).toEqual({});
  expect(lacking({ ...whole, deadline: "2026-12-01T12:00" }, now)).toHaveProperty("deadline");
  expect(lacking({ ...whole, deadline: "2026-12-01T12:01" }, now)).toEqual({});
});

it("names the kind as the API spells it, and none where handoffs are attested", () => {
  expect(inputOf({ ...whole, workClass: "CODE", brief: "  " }, false)).toMatchObject({
    from: "did:a",
    to: "did:b",
    title: "Do it",
    brief: undefined,
    workClass: "code",
    deadline: undefined,
    delivery: "PULL",
  });
  expect(inputOf({ ...whole, workClass: "CODE" }, true).workClass).toBeUndefined();
});

it("takes the deadline in the reader's own time", () => {
  expect(inputOf({ ...whole, deadline: "2026-12-02T09:30" }, false).deadline).toBe(
    new Date(2026, 11, 2, 9, 30).toISOString(),
  );
});
