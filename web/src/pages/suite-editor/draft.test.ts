import { describe, expect, it } from "vitest";
import { copyOf, draftOf, draftOfFile, inputOf, keyFrom, moved, newDraft, newTask } from "./draft";

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

describe("a draft of what is stored", () => {
  const task = { id: "t1", name: "Home", input: "/", scorer: "EXACT" as const, expected: "hi", weight: 2, position: 0 };
  const suite = {
    id: "s",
    key: "k".repeat(64),
    name: "Basics",
    description: "",
    taskType: "HTTP_PROBE" as const,
    intervalMinutes: 5,
    pays: false,
    rewardAmount: "7",
    reputationSignal: true,
    targetDids: ["did:web:a"],
    enabled: true,
    version: 3,
    digest: "d",
    deletedAt: null,
    tasks: [{ ...task, resultCount: 1, passRate: 1 }],
  };

  it("sends back what was read", () => {
    const { pays: _, id: _id, version: _v, digest: _d, deletedAt: _x, tasks: _t, ...facts } = suite;
    const { input } = inputOf(draftOf(suite));
    expect(input).toMatchObject(facts);
    expect(input.tasks).toEqual([{ name: "Home", input: "/", scorer: "EXACT", expected: "hi", weight: 2 }]);
  });

  it("as a copy is a draft with another key and no stored tasks", () => {
    const copy = copyOf(suite);
    expect(copy).toMatchObject({ name: "Basics copy", enabled: false, intervalMinutes: "5" });
    expect(copy.key).toBe(`${"k".repeat(59)}-copy`);
    expect(copy.tasks.map((t) => t.id)).toEqual([null]);
  });

  it("from a file keeps the tasks of the same name, and the key of a stored suite", () => {
    const file = {
      ...suite,
      key: "other",
      tasks: [
        { ...task, expected: "ho" },
        { ...task, name: "New" },
      ],
    };
    const draft = draftOfFile(file, draftOf(suite), true);
    expect(draft.key).toBe(suite.key);
    expect(draft.tasks.map((t) => [t.name, t.id, t.expected])).toEqual([
      ["Home", "t1", "ho"],
      ["New", null, "hi"],
    ]);
    expect(draftOfFile(file, draftOf(suite), false).key).toBe("other");
  });
});
