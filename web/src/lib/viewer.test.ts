import { describe, expect, it } from "vitest";
import type { Viewer } from "./shell";
import { next } from "./viewer";

const viewer = (name: string | null): Viewer => ({
  admin: false,
  permissions: [],
  key: null,
  user: name === null ? null : { id: name, email: `${name}@a.example`, name, platformAdmin: false, hasPassword: true },
});
const start = { turn: 0, stale: null, carried: null, before: null, ended: false };

/** Goes through answers and turns; gives who was here after each, with ! where the session had ended. */
function through(...steps: [Viewer | null, number][]): string[] {
  let memory: Parameters<typeof next>[0] = start;
  return steps.map(([answered, turn]) => {
    const now = next(memory, answered, turn);
    memory = now.memory;
    return `${now.viewer === null ? "?" : (now.viewer.user?.name ?? "stranger")}${now.ended ? "!" : ""}`;
  });
}

describe("who is here", () => {
  const ada = viewer("ada");
  const stranger = viewer(null);

  it("is who the server says", () => {
    expect(through([null, 0], [stranger, 0], [ada, 0])).toEqual(["?", "stranger", "ada"]);
  });

  it("stays who it was when the session ends, until somebody signs in again", () => {
    const again = viewer("ada");
    const steps: [Viewer | null, number][] = [
      [ada, 0],
      [stranger, 0],
      [viewer(null), 0],
      [stranger, 1],
      [again, 1],
      [viewer(null), 1],
    ];
    expect(through(...steps)).toEqual(["ada", "ada!", "ada!", "ada", "ada", "ada!"]);
  });

  it("is a stranger when one goes on without signing in", () => {
    expect(through([ada, 0], [stranger, 0], [stranger, 1], [viewer(null), 1])).toEqual([
      "ada",
      "ada!",
      "ada",
      "stranger",
    ]);
  });

  it("is not known between signing out and the next answer", () => {
    expect(through([ada, 0], [ada, 1], [null, 1], [stranger, 1])).toEqual(["ada", "?", "?", "stranger"]);
  });

  it("does not take a key for a session", () => {
    const keyed: Viewer = { ...ada, key: { id: "key_1", name: "CI", prefix: "assay_ab" } };
    expect(through([keyed, 0], [stranger, 0])).toEqual(["ada", "stranger"]);
  });
});
