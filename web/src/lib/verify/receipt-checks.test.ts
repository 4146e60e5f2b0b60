import { afterEach, expect, it, vi } from "vitest";
import { sha256, toHex } from "./merkle";
import { checkReceipt, type Shown, workspaceOf } from "./receipt-checks";

const utf8 = new TextEncoder();
const base64 = (of: Uint8Array) => btoa(String.fromCharCode(...of));
const salt = new Uint8Array(32).fill(1);
const text = "what was asked";
const saltedHash = async (said: string) => toHex(await sha256(salt, utf8.encode(said)));
const textHash = await saltedHash(text);
const sealed = `{"texts":{"task":"${textHash}"},"workspace":"wsp_default"}`;
const hash = await sha256(utf8.encode(sealed));
const other = await sha256(Uint8Array.of(0), utf8.encode("another"));
const root = await sha256(Uint8Array.of(1), other, await sha256(Uint8Array.of(0), hash));

const good: Shown = {
  hash: toHex(hash),
  sealed,
  texts: [{ name: "task", hash: textHash, salt: base64(salt), text }],
  entry: {
    index: 1,
    proof: [toHex(other)],
    checkpoint: { size: 2, root: toHex(root), text: `x/log\n2\n${base64(root)}\n\n— x/log a=\n` },
  },
};
const codes = async (shown: Shown) => (await checkReceipt(shown))?.map((c) => `${c.name} ${c.code}`.trim());

afterEach(() => vi.unstubAllGlobals());

it("holds where everything is as it was sealed, and checks only what is shown", async () => {
  expect(await codes(good)).toEqual(["hash", "texts", "log"]);
  expect(await codes({ ...good, sealed: null, texts: null })).toEqual(["log"]);
  expect(await codes({ ...good, entry: null })).toEqual(["hash", "texts"]);
  expect(await codes({ ...good, texts: [{ ...good.texts![0]!, salt: null, text: null }] })).toEqual([
    "hash",
    "texts",
    "log",
  ]);
});

it("names what was changed", async () => {
  expect(await codes({ ...good, sealed: sealed.replace("default", "other") })).toContain("hash seal_broken");
  const texts = (change: object) => ({ ...good, texts: [{ ...good.texts![0]!, ...change }] });
  expect(await codes(texts({ text: "what was not asked" }))).toContain("texts text_changed");
  // Text and hash agree, and are not what was sealed.
  expect(await codes(texts({ text: "new", hash: await saltedHash("new") }))).toContain("texts text_changed");
  const entry = (change: object) => ({ ...good, entry: { ...good.entry!, ...change } });
  expect(await codes(entry({ index: 0 }))).toContain("log not_in_log");
  expect(await codes(entry({ proof: [] }))).toContain("log not_in_log");
  expect(await codes(entry({ proof: ["zz"] }))).toContain("log not_in_log");
  const signed = { ...good.entry!.checkpoint, text: good.entry!.checkpoint.text.replace("\n2\n", "\n3\n") };
  expect(await codes(entry({ checkpoint: signed }))).toContain("log not_in_log");
});

it("says so where the browser does not hash", async () => {
  vi.stubGlobal("crypto", {});
  expect(await checkReceipt(good)).toBeNull();
});

it("knows whose it is", () => {
  expect([workspaceOf(sealed), workspaceOf(null), workspaceOf("{"), workspaceOf('{"workspace":""}')]).toEqual([
    "wsp_default",
    null,
    null,
    "",
  ]);
});
