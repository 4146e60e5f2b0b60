import { expect, it } from "vitest";
import { keysIn } from "./check-file";
import { hashIn } from "./check";

it("takes a hash with what is pasted along", () => {
  const hash = "0f".repeat(32);
  expect([hash, ` ${hash}\n`, hash.toUpperCase(), `sha256:${hash}`].map(hashIn)).toEqual([hash, hash, hash, hash]);
  expect(["", "0f", `${hash}0`, `x${hash}`, `${hash} ${hash}`].map(hashIn)).toEqual([null, null, null, null, null]);
});

it("takes keys one a line", () => {
  expect(keysIn(" a+1+x \n\n b+2+y\r\n")).toEqual(["a+1+x", "b+2+y"]);
  expect(keysIn("\n")).toEqual([]);
});
