import { expect, it } from "vitest";
import { phases } from "./timing-waterfall";

it("gives each phase from the end of the one before", () => {
  expect(phases({ dnsMs: 2, connectMs: 5, tlsMs: 15, firstByteMs: 80, totalMs: 90 })).toEqual([
    { name: "Name lookup", start: 0, end: 2 },
    { name: "Connect", start: 2, end: 5 },
    { name: "TLS", start: 5, end: 15 },
    { name: "Wait for first byte", start: 15, end: 80 },
    { name: "Receive", start: 80, end: 90 },
  ]);
});

it("leaves out what did not happen", () => {
  expect(phases({ connectMs: 1, firstByteMs: 3, totalMs: 4 }).map((p) => p.name)).toEqual([
    "Connect",
    "Wait for first byte",
    "Receive",
  ]);
});

it("takes the time of a call that broke off for waiting", () => {
  expect(phases({ connectMs: 1, totalMs: 30_000 }).at(-1)).toEqual({ name: "Wait", start: 1, end: 30_000 });
});

it("never goes backwards", () => {
  expect(phases({ dnsMs: 5, connectMs: 4, totalMs: 6 })).toEqual([
    { name: "Name lookup", start: 0, end: 5 },
    { name: "Connect", start: 5, end: 5 },
    { name: "Wait", start: 5, end: 6 },
  ]);
});
