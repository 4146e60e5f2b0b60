import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curl, hidesSecret, quoted } from "./curl";

const bytes = (text: string) => new TextEncoder().encode(text);
const sent = { method: "POST", url: "https://a.example/x?y=[1-9]", requestHeaders: [] };

/** What bash makes of one word. */
const read = (word: string) => execFileSync("bash", ["-c", `printf %s ${word}`]).toString();

describe("quoting", () => {
  it.each([
    "plain",
    "",
    "it's $(touch /tmp/x) `id` \"$HOME\" !!",
    "back\\slash\\",
    "two\nlines\ttab\r",
    "\u001b]0;title\u0007 \u202egnp.exe \u200b7",
    "'\u0001'9",
    "評価 👩‍👩‍👧‍👦",
    "-o /etc/passwd",
    "@/etc/passwd",
  ])("%j comes back from the shell as it was", (text) => expect(read(quoted(text))).toBe(text));

  it("leaves nothing that a terminal acts on or a reader does not see", () => {
    expect(quoted("a\u001b[31m\u202e\u0000\n")).toMatch(/^[ -~]+$/);
  });
});

describe("a command", () => {
  it("sends what was sent, but for what curl says itself", () => {
    const command = curl(
      {
        ...sent,
        requestHeaders: [
          { name: "Host", value: "a.example" },
          { name: "Accept-Encoding", value: "gzip, deflate" },
          { name: "Content-Type", value: "application/json" },
          { name: "Content-Length", value: "8" },
          { name: "Authorization", value: "Bearer [secret]" },
          { name: "X-Empty", value: "" },
          { name: "@/etc/passwd", value: "not a header" },
        ],
      },
      bytes(`{"a":"'"}`),
    );
    expect(command).toBe(
      [
        "curl --globoff --path-as-is --compressed",
        "--request 'POST'",
        "--url 'https://a.example/x?y=[1-9]'",
        "--header 'Content-Type: application/json'",
        "--header 'Authorization: Bearer [secret]'",
        "--header 'X-Empty;'",
        `--data-raw '{"a":"'\\''"}'`,
      ].join(" \\\n  "),
    );
  });

  it("is short for a GET", () => {
    expect(curl({ ...sent, method: "GET" }, new Uint8Array())).toBe(
      "curl --globoff --path-as-is \\\n  --url 'https://a.example/x?y=[1-9]'",
    );
  });

  it.each([[[0xff, 0xfe, 0x00]], [[0x61, 0x00]], [[0xef, 0xbb, 0xbf, 0x40]]])(
    "gives the bytes %j to the server as they are",
    (list) => {
      const body = Uint8Array.from(list);
      const command = curl(sent, body).replaceAll(" \\\n", " ");
      // Only what reaches curl is of interest: a function of the same name takes its place.
      const fake =
        'curl() { while [ $# -gt 0 ]; do case $1 in --data-raw) printf %s "$2";; --data-binary) cat;; esac; shift; done; }';
      expect([...execFileSync("bash", ["-c", `${fake}; ${command}`])]).toEqual(list);
    },
  );
});

it("knows where a secret is missing", () => {
  expect(hidesSecret(sent)).toBe(false);
  expect(hidesSecret({ ...sent, requestHeaders: [{ name: "X-Key", value: "[secret]" }] })).toBe(true);
  expect(hidesSecret({ ...sent, url: "https://a.example/?key=[secret]" })).toBe(true);
});
