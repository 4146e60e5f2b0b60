import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { curl, hidesSecret, quoted } from "../../src/pages/result/curl";

const bytes = (text: string) => new TextEncoder().encode(text);
const sent = { method: "POST", url: "https://a.example/x?y=[1-9]", requestHeaders: [] };

/** What bash makes of one word. */
const read = (word: string) => execFileSync("bash", ["-c", `printf %s ${word}`]).toString();

test.describe("quoting", () => {
  for (const text of [
    "plain",
    "",
    'it\'s $(touch /tmp/x) `id` "$HOME" !!',
    "back\\slash\\",
    "two\nlines\ttab\r",
    "\u001b]0;title\u0007 \u202egnp.exe \u200b7",
    "'\u0001'9",
    "評価 👩‍👩‍👧‍👦",
    "-o /etc/passwd",
    "@/etc/passwd",
  ])
    test(`${JSON.stringify(text)} comes back from the shell as it was`, () => expect(read(quoted(text))).toBe(text));

  test("leaves nothing that a terminal acts on or a reader does not see", () => {
    expect(quoted("a\u001b[31m\u202e\u0000\n")).toMatch(/^[ -~]+$/);
  });
});

test.describe("a command", () => {
  test("sends what was sent, but for what curl says itself", () => {
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

  test("is short for a GET", () => {
    expect(curl({ ...sent, method: "GET" }, new Uint8Array())).toBe(
      "curl --globoff --path-as-is \\\n  --url 'https://a.example/x?y=[1-9]'",
    );
  });

  for (const list of [
    [0xff, 0xfe, 0x00],
    [0x61, 0x00],
    [0xef, 0xbb, 0xbf, 0x40],
  ])
    test(`gives the bytes ${JSON.stringify(list)} to the server as they are`, () => {
      const command = curl(sent, Uint8Array.from(list)).replaceAll(" \\\n", " ");
      // Only what reaches curl is of interest: a function of the same name takes its place.
      const fake =
        'curl() { while [ $# -gt 0 ]; do case $1 in --data-raw) printf %s "$2";; --data-binary) cat;; esac; shift; done; }';
      expect([...execFileSync("bash", ["-c", `${fake}; ${command}`])]).toEqual(list);
    });
});

test("knows where a secret is missing", () => {
  expect(hidesSecret(sent)).toBe(false);
  expect(hidesSecret({ ...sent, requestHeaders: [{ name: "X-Key", value: "[secret]" }] })).toBe(true);
  expect(hidesSecret({ ...sent, url: "https://a.example/?key=[secret]" })).toBe(true);
});
