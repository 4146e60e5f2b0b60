import { expect, it } from "vitest";
import { between } from "./between";

it("reads two versions that there are", () => {
  expect(between("2..3", 3)).toEqual({ from: 2, to: 3 });
  expect(between("3..1", 3)).toEqual({ from: 3, to: 1 });
  expect(between("1..2", 300)).toEqual({ from: 1, to: 2 });
  for (const text of ["2..4", "0..1", "2", "..", "a..b", "1...2", undefined]) expect(between(text, 3)).toBeNull();
});
