import { expect, it } from "vitest";
import { placeIn } from "./read-file";

it("finds a place given by line and column, and does not leave the text", () => {
  const text = "key: a\ntasks:\n  - nome: x\n";
  const at = (line: number, column: number) => text.slice(...placeIn(text, line, column));
  expect(at(1, 1)).toBe("key: a");
  expect(at(3, 5)).toBe("nome: x");
  expect(at(2, 99)).toBe("");
  expect(placeIn(text, 99, 1)).toEqual([text.length, text.length]);
  expect(placeIn("", 0, 0)).toEqual([0, 0]);
});
