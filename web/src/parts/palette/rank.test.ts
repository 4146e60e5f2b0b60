import { expect, it } from "vitest";
import { type Entry, fit, isID, ranked } from "./rank";

const entries: Entry[] = [
  { id: "1", name: "HTTP basics", note: "http-basics" },
  { id: "2", name: "Overview" },
  { id: "3", name: "Run HTTP basics now", also: "start" },
  { id: "4", name: "Audit", also: "log" },
];
const found = (query: string) => ranked(entries, query, 10).map((e) => e.id);

it("finds what begins with the words first, and keeps the order of equals", () => {
  expect(found("http")).toEqual(["1", "3"]);
  expect(found("run ht")).toEqual(["3"]);
  expect(found("HT ba")).toEqual(["1", "3"]);
  expect(found("log")).toEqual(["4"]);
  expect(found("")).toEqual(["1", "2", "3", "4"]);
  expect(found("nothing")).toEqual([]);
});

it("wants every word", () => {
  expect(fit(entries[0]!, "http audit")).toBe(0);
});

it("takes no more than asked for", () => {
  expect(ranked(entries, "", 2)).toHaveLength(2);
});

it("knows an id from a word", () => {
  expect(isID("run_01hzx7abcdef")).toBe(true);
  expect(isID(" re_run_http-basics_1_0_0 ")).toBe(true);
  expect(isID("run http")).toBe(false);
  expect(isID("did:web:a.example")).toBe(false);
});
