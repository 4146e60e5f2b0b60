import { expect, it } from "vitest";
import { merged } from "./use-more";

const n = (row: { n: number }) => row.n;
const rows = (...numbers: number[]) => numbers.map((i) => ({ n: i }));

it("puts older rows below the newest, each once", () => {
  expect(merged(rows(5, 4), rows(5, 4, 3, 2), n)).toEqual(rows(5, 4, 3, 2));
  expect(merged(rows(), rows(2, 1), n)).toEqual(rows(2, 1));
});

it("loses none when newer rows come", () => {
  expect(merged(rows(7, 6), rows(5, 4, 3), n)).toEqual(rows(7, 6, 5, 4, 3));
});

it("takes a row as the newest answer has it", () => {
  expect(merged([{ n: 1, as: "new" }], [{ n: 1, as: "old" }], n)).toEqual([{ n: 1, as: "new" }]);
});
