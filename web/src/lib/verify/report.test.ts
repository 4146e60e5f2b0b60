import { expect, it } from "vitest";
import { factsOf, questionOf, readAnswer } from "./report";
import exported from "../../../../eval/verify/testdata/score.json?raw";

const check = { name: "seal", ok: true, code: "", detail: "The receipt sealed this document." };

it("reads reports and errors", () => {
  const report = { ok: true, anchored: false, checks: [check], cleared: 2 };
  expect(readAnswer(JSON.stringify(report))).toEqual({ report: { ...report, removed: 0 } });
  expect(readAnswer(JSON.stringify({ ...report, removed: 7 }))).toEqual({ report: { ...report, removed: 7 } });
  expect(readAnswer('{"error":"it is no export"}')).toEqual({ error: "it is no export" });
});

it("takes nothing for a report that is none, and believes no sum that its parts deny", () => {
  const bad = ["", "null", "[]", "{}", '{"ok":true}', '{"ok":true,"anchored":true,"checks":[],"cleared":0}'];
  for (const text of bad) expect(readAnswer(text), text).toHaveProperty("error");
  const denied = { ok: true, anchored: false, checks: [{ ...check, ok: false, code: "seal_broken" }], cleared: 0 };
  expect(readAnswer(JSON.stringify(denied))).toMatchObject({ report: { ok: false } });
});

it("asks in words where it knows the check, else by its name", () => {
  expect(questionOf("recompute")).toBe("Recomputing gives the same numbers");
  expect(questionOf("new_check")).toBe("new_check");
});

it("says what a file is of, and what a score in it says", () => {
  expect(factsOf(exported)).toEqual({
    of: "a score",
    score: { class: "code", score: 76, low: 48, high: 100, state: "new" },
  });
  expect(factsOf("not JSON")).toEqual({ of: null });
  expect(factsOf("null")).toEqual({ of: null });
  expect(factsOf('{"format":"assay-results-export-1"}')).toEqual({ of: "the results of a run" });
  // Nothing exports the log.
  expect(factsOf('{"format":"assay-log-export-1"}')).toEqual({ of: null });
  expect(factsOf('{"format":"assay-score-export-1","document":{"score":"9"}}')).toEqual({ of: "a score" });
});
