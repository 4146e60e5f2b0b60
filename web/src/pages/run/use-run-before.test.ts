import { expect, it } from "vitest";
import { runBefore } from "./use-run-before";

const run = (id: string, minute: number, recorded = 5) => ({
  id,
  createdAt: `2026-11-30T12:${String(minute).padStart(2, "0")}:00Z`,
  progress: { recorded },
});

it("finds the run before another, past later ones and such as measured nothing", () => {
  const runs = [run("e", 50), run("d", 40), run("c", 30, 0), run("b", 20), run("a", 10)];
  expect(runBefore(runs, run("d", 40))?.id).toBe("b");
  expect(runBefore(runs, run("e", 50))?.id).toBe("d");
  expect(runBefore(runs, run("a", 10))).toBeNull();
});
