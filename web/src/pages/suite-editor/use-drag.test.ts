import { expect, it } from "vitest";
import { passed } from "./use-drag";

it("counts the rows whose middle is above the pointer, however tall they are", () => {
  const boxes = [
    { top: 0, height: 40 },
    { top: 40, height: 200 },
    { top: 240, height: 40 },
  ];
  expect([-10, 19, 21, 139, 141, 259, 261, 900].map((y) => passed(boxes, y))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});
