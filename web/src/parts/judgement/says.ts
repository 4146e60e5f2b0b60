import type { OneOutcomeFragment, OneVerdictFragment } from "./judgement.gql";

/** What a piece of work counts as, in words. */

const shares: Record<string, string> = { "1": "1", "0.5": "½", "0.25": "¼" };

/** A weight as the model names it: 1, ½, ¼. */
export function weightInWords(weight: number): string {
  return shares[String(weight)] ?? String(weight);
}

/** What the deciding voice counts, and why not more. */
export function countsInWords({ weight, verified }: Pick<OneOutcomeFragment, "weight" | "verified">): string {
  return verified
    ? `Verified by a person: it counts ${weightInWords(weight)}.`
    : `No person has verified it: it counts ${weightInWords(weight)}, before the caps.`;
}

/** How the deciding word reads after the name of whose it is. `did` is the assignee's. */
export function deciding({ success, verdict }: Pick<OneOutcomeFragment, "success" | "verdict">, did: string): string {
  const { kind, agent } = verdict.voice;
  if (kind === "SYSTEM") return success ? "recorded it as a success" : "recorded it as a failure";
  if (kind === "AGENT" && agent?.did === did) return success ? "gave its own word" : "reported the failure itself";
  return success ? "said it was good" : "said it was bad";
}

/** Why there is no outcome. */
export function nothingYet(over: boolean, verdicts: readonly Pick<OneVerdictFragment, "id">[]): string {
  if (!over) return "It goes on; what it counts as is said when it ends.";
  return verdicts.length === 0 ? "Nobody has said anything of it." : "Nothing that was said of it counts.";
}

/** What the person's own word is now; null: none, or they took it back. */
export function ownWord(verdicts: readonly OneVerdictFragment[], user: string | undefined) {
  return (
    verdicts.findLast((v) => v.stands && v.voice.kind === "PERSON" && v.voice.user?.id === user && user !== undefined)
      ?.reaction ?? null
  );
}
