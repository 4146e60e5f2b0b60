import { expect, it } from "vitest";
import { inside, isOwnPage } from "./way-back";

it.each([
  ["/runs/run_1?x=1", "/runs/run_1?x=1"],
  ["/agents/did:web:a.example%3A80", "/agents/did:web:a.example%3A80"],
  ["/graphiql", "/graphiql"],
  ["/invitation", "/invitation"],
  [undefined, "/"],
  ["", "/"],
  ["https://elsewhere.example/", "/"],
  ["//elsewhere.example/", "/"],
  ["/\\elsewhere.example", "/"],
  ["/\t/elsewhere.example", "/"],
  ["/a\\..\\\\elsewhere.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/signin?to=/signin", "/"],
  ["/setup", "/"],
])("after signing in, %j leads to %j", (to, where) => expect(inside(to)).toBe(where));

it("knows the page that is not the console's", () => {
  expect(isOwnPage("/graphiql")).toBe(true);
  expect(isOwnPage("/graphiql?query=x")).toBe(true);
  expect(isOwnPage("/runs")).toBe(false);
});
