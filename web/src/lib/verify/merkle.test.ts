import { describe, expect, it } from "vitest";
import { fromBase64 } from "../bytes";
import { type Bytes, consistent, fromHex, included, leafOf, readCheckpoint, sha256, toHex } from "./merkle";
// The same vectors that the Go side is held to.
import ofConsistency from "../../../../eval/receipt/testdata/consistency.jsonl?raw";
import ofInclusion from "../../../../eval/receipt/testdata/inclusion.jsonl?raw";

const lines = <T>(text: string): T[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
const bytes = (base64: string | null): Bytes => new Uint8Array(fromBase64(base64 ?? ""));

interface Common {
  file: string;
  proof: string[] | null;
  wantErr: boolean;
}

describe("proofs", () => {
  it("of inclusion are taken and refused as the vectors say", async () => {
    const all = lines<Common & { leafIdx: number; treeSize: number; root: string; leafHash: string }>(ofInclusion);
    expect(all.length).toBeGreaterThan(50);
    for (const v of all) {
      const holds = await included(bytes(v.leafHash), v.leafIdx, v.treeSize, bytes(v.root), (v.proof ?? []).map(bytes));
      expect(holds, v.file).toBe(!v.wantErr);
    }
  });

  it("of consistency are taken and refused as the vectors say", async () => {
    const all = lines<Common & { size1: number; size2: number; root1: string; root2: string }>(ofConsistency);
    expect(all.length).toBeGreaterThan(50);
    for (const v of all.filter(({ size1 }) => size1 > 0)) {
      const holds = await consistent(v.size1, bytes(v.root1), v.size2, bytes(v.root2), (v.proof ?? []).map(bytes));
      expect(holds, v.file).toBe(!v.wantErr);
    }
  });
});

it("hashes leaves apart from nodes", async () => {
  expect(toHex(await sha256(new TextEncoder().encode("abc")))).toMatch(/^ba7816bf8f01cfea/);
  expect(toHex(await leafOf(new Uint8Array()))).toBe(
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  );
});

it("reads hex and checkpoints, and nothing else", () => {
  expect(fromHex("00ff")).toEqual(Uint8Array.of(0, 255));
  expect([fromHex("0"), fromHex("FF"), fromHex("0x")]).toEqual([null, null, null]);
  const root = btoa("\x07".repeat(32));
  expect(readCheckpoint(`assay.example/log\n12\n${root}\n\n— x y\n`)).toEqual({
    origin: "assay.example/log",
    size: 12,
    root: "07".repeat(32),
  });
  expect(readCheckpoint("")).toBeNull();
  expect(readCheckpoint(`a\n-1\n${root}\n`)).toBeNull();
  expect(readCheckpoint("a\n1\nshort=\n")).toBeNull();
});
