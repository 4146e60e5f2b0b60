import { expect, it } from "vitest";
import { inside } from "./signin";

it.each([
  ["/runs/run_1?x=1", "/runs/run_1?x=1"],
  [undefined, "/leaderboard"],
  ["https://elsewhere.example/", "/leaderboard"],
  ["//elsewhere.example/", "/leaderboard"],
  ["/\\elsewhere.example", "/leaderboard"],
  ["javascript:alert(1)", "/leaderboard"],
  ["/signin?to=/signin", "/leaderboard"],
])("after signing in, %s leads to %s", (to, where) => expect(inside(to)).toBe(where));
