import { expect, it } from "vitest";
import { skillsOf } from "./skills";

it("reads what a card claims", () => {
  expect(
    skillsOf({ skills: [{ id: "qa", name: "Answer", description: "Facts. ", tags: ["qa", ""] }, { id: "sum" }] }),
  ).toEqual([
    { name: "Answer", says: "Facts.", tags: ["qa"] },
    { name: "sum", says: "", tags: [] },
  ]);
});

it("leaves out what is no claim", () => {
  for (const card of [null, "card", {}, { skills: {} }, { skills: [null, 7, { name: 3 }, { tags: "a" }] }]) {
    expect(skillsOf(card)).toEqual([]);
  }
  expect(skillsOf({ skills: [{ name: "x", tags: [1, null, "t"] }] })[0]!.tags).toEqual(["t"]);
});
