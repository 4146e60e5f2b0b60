import { describe, expect, it } from "vitest";
import { inputOf, keyFrom, moved, newDraft, newTask } from "./draft";

describe("a key from a name", () => {
  it.each([
    ["HTTP basics!", "http-basics"],
    ["  Würzburg 2.0 ", "wurzburg-2.0"],
    ["評価", ""],
    ["a".repeat(80), "a".repeat(64)],
  ])("%j gives %j", (name, key) => expect(keyFrom(name)).toBe(key));
});

describe("what is sent", () => {
  const draft = {
    ...newDraft(),
    key: "k",
    name: "Name",
    tasks: [{ ...newTask(), name: "home", expected: "left over" }],
  };

  it("has everything the form shows", () => {
    const { input, problems } = inputOf({ ...draft, intervalMinutes: " 5 ", targets: "did:web:a\n\n did:web:b " });
    expect(problems).toEqual({});
    expect(input).toMatchObject({ intervalMinutes: 5, targetDids: ["did:web:a", "did:web:b"], enabled: false });
    expect(input.tasks).toEqual([{ name: "home", input: "", scorer: "STATUS_OK", expected: "", weight: 1 }]);
  });

  it("clears the interval and the targets with null", () => {
    expect(inputOf(draft).input).toMatchObject({ intervalMinutes: null, targetDids: null });
  });

  it.each(["", " \n "])("never turns a named list that is empty into all agents: %j", (targets) => {
    expect(inputOf({ ...draft, targets }).problems).toEqual({ targetDids: "Name at least one agent." });
  });

  it("is refused here only where it says no number", () => {
    const { problems } = inputOf({
      ...draft,
      intervalMinutes: "often",
      rewardAmount: "1.5",
      tasks: [
        { ...newTask(), weight: "heavy" },
        { ...newTask(), weight: "0,5" },
        { ...newTask(), weight: "" },
      ],
    });
    expect(Object.keys(problems)).toEqual(["intervalMinutes", "rewardAmount", "tasks.0.weight", "tasks.2.weight"]);
  });
});

it("moves one thing within a list", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});
