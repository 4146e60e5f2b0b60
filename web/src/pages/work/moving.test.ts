import { expect, it } from "vitest";
import { belongs, renewed, waiting } from "./moving";
import type { WorkLineFragment } from "./work.gql";

const work = (id: string, more: Partial<WorkLineFragment> = {}): WorkLineFragment => ({
  id,
  title: id,
  workClass: "CODE",
  status: "SENT",
  sentAt: `2026-11-30T10:00:0${id}.000Z`,
  from: { id: "a", did: "did:a", name: "A" },
  to: { id: "b", did: "did:b", name: "B" },
  outcome: null,
  ...more,
});
const heard = (...all: WorkLineFragment[]) => new Map(all.map((w) => [w.id, w]));

it("takes work under a filter by either agent, its kind and its status", () => {
  expect(belongs(work("1"), {})).toBe(true);
  expect(belongs(work("1"), { agent: "did:a" })).toBe(true);
  expect(belongs(work("1"), { agent: "did:b", workClass: "CODE", status: ["SENT", "WAITING"] })).toBe(true);
  expect(belongs(work("1"), { agent: "did:c" })).toBe(false);
  expect(belongs(work("1"), { workClass: "OTHER" })).toBe(false);
  expect(belongs(work("1"), { status: ["FAILED"] })).toBe(false);
});

it("renews rows in their places, also those that leave the filter", () => {
  const rows = renewed([work("3"), work("2")], heard(work("2", { status: "FAILED" }), work("9")));
  expect(rows.map((w) => [w.id, w.status])).toEqual([
    ["3", "SENT"],
    ["2", "FAILED"],
  ]);
});

it("lets only newer work under the filter wait", () => {
  const shown = [work("5"), work("3")];
  const found = waiting(shown, heard(work("1"), work("5"), work("7"), work("8", { workClass: "OTHER" })), {
    workClass: "CODE",
  });
  expect(found.map((w) => w.id)).toEqual(["7"]);
  expect(waiting([], heard(work("1")), {}).map((w) => w.id)).toEqual(["1"]);
});
