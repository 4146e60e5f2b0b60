import { expect, it } from "vitest";
import { code, compact, cursor, oneOf, pageArgs, text } from "./url";

it("takes strings that say something", () => {
  expect(text({ suite: "http" }, "suite")).toBe("http");
  expect(text({ suite: 42 }, "suite")).toBe("42");
  for (const value of ["", null, undefined, {}, []]) expect(text({ suite: value }, "suite")).toBeUndefined();
});

it("takes only the words it knows", () => {
  expect(oneOf({ order: "mean" }, "order", ["mean", "low"])).toBe("mean");
  expect(oneOf({ order: "<script>" }, "order", ["mean", "low"])).toBeUndefined();
});

it("takes what is spelt like a word of the API", () => {
  expect(code({ error: "TIMEOUT" }, "error")).toBe("TIMEOUT");
  for (const value of ["timeout", "A B", "<B>", "", undefined]) expect(code({ error: value }, "error")).toBeUndefined();
});

it("asks for the page that the URL names", () => {
  expect(pageArgs({}, 50)).toEqual({ first: 50, after: undefined });
  expect(pageArgs({ after: "x" }, 50)).toEqual({ first: 50, after: "x" });
  expect(pageArgs({ before: "x" }, 50)).toEqual({ last: 50, before: "x" });
});

it("leaves no trace of what is not set", () => {
  expect(Object.keys(compact({ a: undefined, b: "" }))).toEqual(["b"]);
  expect(Object.keys(cursor({ after: "x", junk: 1 }))).toEqual(["after"]);
});
