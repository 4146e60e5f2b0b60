import { expect, it } from "vitest";
import type { OneVerdictFragment } from "./judgement.gql";
import { countsInWords, deciding, nothingYet, ownWord, weightInWords } from "./says";

const voice = (kind: "PERSON" | "SYSTEM" | "AGENT", id: string | null = null) => ({
  kind,
  user: kind === "PERSON" && id !== null ? { id, name: id } : null,
  agent: kind === "AGENT" && id !== null ? { id, did: id, name: id } : null,
});
const verdict = (v: Partial<OneVerdictFragment>) => v as OneVerdictFragment;

it("names weights as the model does", () => {
  expect([1, 0.5, 0.25, 0.125].map(weightInWords)).toEqual(["1", "½", "¼", "0.125"]);
  expect(countsInWords({ weight: 1, verified: true })).toContain("counts 1.");
  expect(countsInWords({ weight: 0.5, verified: false })).toContain("counts ½, before the caps");
});

it("tells the assignee's own word from another agent's, the system's and a person's", () => {
  const says = (success: boolean, of: ReturnType<typeof voice>) =>
    deciding({ success, verdict: { id: "v", voice: of } }, "did:me");
  expect(says(true, voice("AGENT", "did:me"))).toBe("gave its own word");
  expect(says(false, voice("AGENT", "did:me"))).toBe("reported the failure itself");
  expect(says(true, voice("AGENT", "did:other"))).toBe("said it was good");
  expect(says(true, voice("AGENT"))).toBe("said it was good");
  expect(says(false, voice("SYSTEM"))).toBe("recorded it as a failure");
  expect(says(false, voice("PERSON", "ada"))).toBe("said it was bad");
});

it("says why there is no outcome", () => {
  expect(nothingYet(false, [])).toContain("goes on");
  expect(nothingYet(true, [])).toContain("Nobody");
  expect(nothingYet(true, [{ id: "v" }])).toContain("Nothing that was said");
});

it("finds the person's own standing word, and no other's", () => {
  const verdicts = [
    verdict({ voice: voice("PERSON", "ada"), stands: false, reaction: "THUMBS_DOWN" }),
    verdict({ voice: voice("PERSON", "ada"), stands: true, reaction: "THUMBS_UP" }),
    verdict({ voice: voice("PERSON", "bruno"), stands: true, reaction: null }),
    verdict({ voice: voice("PERSON"), stands: true, reaction: "THUMBS_UP" }),
  ];
  expect(ownWord(verdicts, "ada")).toBe("THUMBS_UP");
  expect(ownWord(verdicts, "bruno")).toBeNull();
  expect(ownWord(verdicts, undefined)).toBeNull();
});
