import { expect, it } from "vitest";
import { between } from "./between";

it("reads two versions that there are", () => {
  const versions = [{ version: 3 }, { version: 2 }, { version: 1 }];
  expect(between("2..3", versions)).toEqual({ from: 2, to: 3 });
  expect(between("3..1", versions)).toEqual({ from: 3, to: 1 });
  for (const text of ["2..4", "2", "..", "a..b", "1...2", undefined]) expect(between(text, versions)).toBeNull();
});
