import { canHash, fromHex, included, leafOf, readCheckpoint, sha256, toHex } from "./merkle";
import type { Check } from "./report";
import { fromBase64 } from "../bytes";

/** What the server says of a receipt. */
export interface Shown {
  hash: string;
  sealed: string | null;
  texts: readonly { name: string; hash: string; salt: string | null; text: string | null }[] | null;
  entry: {
    index: number;
    proof: readonly string[];
    checkpoint: { size: number; root: string; text: string };
  } | null;
}

const utf8 = new TextEncoder();

/** What of it can be recomputed here; null where this browser cannot hash. What is not shown, or not there yet, has no check. */
export async function checkReceipt(shown: Shown): Promise<Check[] | null> {
  if (!canHash()) return null;
  const checks: Check[] = [];
  const say = (name: string, problem: string, detail: string) =>
    checks.push({ name, ok: problem === "", code: problem, detail });

  if (shown.sealed !== null) {
    const found = toHex(await sha256(utf8.encode(shown.sealed)));
    if (found === shown.hash) say("hash", "", "SHA-256 of the sealed bytes is the hash.");
    else say("hash", "seal_broken", `SHA-256 of the sealed bytes is ${found.slice(0, 8)}….`);
  }
  if (shown.sealed !== null && shown.texts !== null && shown.texts.length > 0) {
    const sealed = sealedTexts(shown.sealed);
    const changed: string[] = [];
    for (const t of shown.texts) {
      const whole =
        t.text === null || t.salt === null || toHex(await sha256(fromBase64(t.salt), utf8.encode(t.text))) === t.hash;
      if (!whole || sealed[t.name] !== t.hash) changed.push(t.name);
    }
    const there = shown.texts.filter((t) => t.text !== null).length;
    if (changed.length > 0) say("texts", "text_changed", `Not as it was sealed: ${changed.join(", ")}.`);
    else if (there === 0) say("texts", "", "All were cleared; their hashes are the sealed ones.");
    else say("texts", "", "Salt and text have the sealed hash.");
  }
  if (shown.entry) {
    const problem = await logProblem(shown.hash, shown.entry);
    const { index, checkpoint } = shown.entry;
    say(
      "log",
      problem ? "not_in_log" : "",
      problem ?? `Its leaf is number ${index} under the root of ${checkpoint.size}.`,
    );
  }
  return checks;
}

async function logProblem(hash: string, entry: NonNullable<Shown["entry"]>): Promise<string | null> {
  const { index, checkpoint } = entry;
  const signed = readCheckpoint(checkpoint.text);
  if (signed?.size !== checkpoint.size || signed.root !== checkpoint.root)
    return "The signed text of the checkpoint says another size or root.";
  const [bytes, root, ...proof] = [hash, checkpoint.root, ...entry.proof].map(fromHex);
  if (!bytes || !root || proof.some((p) => p === null)) return "The proof is no list of hashes.";
  const holds = await included(await leafOf(bytes), index, checkpoint.size, root, proof as Uint8Array[]);
  return holds ? null : "The proof does not lead to the root of the checkpoint.";
}

function sealedTexts(sealed: string): Record<string, unknown> {
  try {
    return (JSON.parse(sealed) as { texts?: Record<string, unknown> } | null)?.texts ?? {};
  } catch {
    return {};
  }
}

/** Whose receipt it is, by the id of the workspace; empty: the registry's; null where it is not shown. */
export function workspaceOf(sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    const { workspace } = JSON.parse(sealed) as { workspace?: unknown };
    return typeof workspace === "string" ? workspace : null;
  } catch {
    return null;
  }
}
