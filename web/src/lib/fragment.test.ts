import { expect, it } from "vitest";
import { tokenOf } from "./fragment";

it.each([
  ["", ""],
  ["#", ""],
  ["#inv_abc-DEF", "inv_abc-DEF"],
  ["#a%2Bb%3D", "a+b="],
  ["#%E0%A4%A", "%E0%A4%A"],
  ["# key\n", "key"],
])("of %j, the token is %j", (hash, token) => expect(tokenOf(hash)).toBe(token));
