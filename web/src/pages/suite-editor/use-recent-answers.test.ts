import { expect, it } from "vitest";
import { usable } from "./use-recent-answers";

const answer = (id: string, minute: number, more: object = {}) => ({
  id,
  at: `2026-11-30T12:${String(minute).padStart(2, "0")}:00Z`,
  passed: true,
  error: null,
  fault: null,
  latencyMs: 5,
  evidenceHash: "ab",
  evidenceCleared: false,
  task: { id: "t" },
  agent: { did: "did:web:a.example", name: "A" },
  ...more,
});

it("takes the newest answers to the task that are still kept, of the record and of the trial", () => {
  const published = [answer("a", 1), answer("b", 3), answer("gone", 9, { evidenceCleared: true })];
  const trial = [
    answer("c", 2),
    answer("other", 8, { task: { id: "u" } }),
    answer("error", 7, { error: "TIMEOUT" }),
    answer("uncalled", 6, { evidenceHash: null }),
  ];
  expect(usable(published, trial, "t").map((r) => r.id)).toEqual(["b", "c", "a"]);
  const many = Array.from({ length: 14 }, (_, i) => answer(String(i), i));
  expect(usable(many, [], "t")).toHaveLength(10);
});
