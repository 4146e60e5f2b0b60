import { expect, it } from "vitest";
import { neighboursIn } from "./use-neighbours";

it("finds what stands before and after", () => {
  const ids = ["a", "b", "c"];
  expect(neighboursIn(ids, "b")).toEqual({ previous: "a", next: "c" });
  expect(neighboursIn(ids, "a")).toEqual({ previous: null, next: "b" });
  expect(neighboursIn(ids, "c")).toEqual({ previous: "b", next: null });
  expect(neighboursIn(ids, "x")).toBeNull();
});
