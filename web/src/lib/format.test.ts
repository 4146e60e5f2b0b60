import { describe, expect, it } from "vitest";
import { lagOf } from "./clock";
import {
  absolute,
  bytes,
  cadence,
  count,
  duration,
  interval,
  middle,
  milliseconds,
  percent,
  plural,
  relative,
  score,
} from "./format";

describe("score", () => {
  it.each([
    [null, "–"],
    [undefined, "–"],
    [0, "0.00"],
    [-0, "0.00"],
    [0.001, "<0.01"],
    [0.944, "0.94"],
    [0.9999, ">0.99"],
    [1, "1.00"],
  ])("%s is %s", (value, text) => expect(score(value)).toBe(text));
});

it("rounds an interval outwards", () => {
  expect(interval(0.947, 0.9931)).toEqual(["0.94", "1.00"]);
  expect(interval(0.57, 0.6)).toEqual(["0.57", "0.60"]);
  expect(interval(-0.001, 1.2)).toEqual(["0.00", "1.00"]);
});

describe("percent", () => {
  it.each([
    [null, "–"],
    [0, "0 %"],
    [0.0001, "<1 %"],
    [0.666, "67 %"],
    [0.999, ">99 %"],
    [1, "100 %"],
  ])("%s is %s", (value, text) => expect(percent(value)).toBe(text));
});

describe("milliseconds", () => {
  it.each([
    [null, "–"],
    [0, "0 ms"],
    [0.42, "0.4 ms"],
    [142.4, "142 ms"],
    [999.7, "1.00 s"],
    [9_999, "10.0 s"],
    [59_990, "1 min 00 s"],
  ])("%s is %s", (value, text) => expect(milliseconds(value)).toBe(text));
});

describe("duration", () => {
  it.each([
    [-5, "0.0 s"],
    [400, "0.4 s"],
    [8_200, "8 s"],
    [1_999, "1 s"],
    [59_700, "59 s"],
    [60_000, "1 min 00 s"],
    [125_000, "2 min 05 s"],
    [11_520_000, "3 h 12 min"],
    [352_800_000, "4 d 2 h"],
  ])("%s is %s", (value, text) => expect(duration(value)).toBe(text));
});

it("cuts a long name in the middle, so that both ends still tell it apart", () => {
  expect(middle("did:web:a.example", 17)).toBe("did:web:a.example");
  expect(middle("did:web:agents.example:twins:first", 20)).toBe("did:web:ag…ins:first");
  expect(middle("did:web:agents.example:twins:other", 20)).toHaveLength(20);
});

describe("relative", () => {
  const now = Date.UTC(2026, 10, 30, 12);
  it.each([
    [now, "just now"],
    [now - 4_000, "just now"],
    [now - 59_000, "59 s ago"],
    [now - 60_000, "1 min ago"],
    [now - 47 * 3_600_000, "47 h ago"],
    [now - 48 * 3_600_000, "2 d ago"],
    [now + 3_000, "now"],
    [now + 90_000, "in 1 min"],
  ])("%s is %s", (at, text) => expect(relative(at, now)).toBe(text));

  it("takes what lies ahead by less than the clock lags for now", () => {
    expect(relative(now + 4_000, now, 5_000)).toBe("just now");
    expect(relative(now + 6_000, now, 5_000)).toBe("in 6 s");
    // Looked up 0.9 s ago, when it had been floored by 5 s: what was said just now was said "in 5 s".
    expect(relative(now + 5_900, now, lagOf(5_000))).toBe("just now");
    expect(relative(now + 7_000, now, lagOf(5_000))).toBe("in 7 s");
  });
});

describe("absolute", () => {
  it("names the zone", () => {
    const at = Date.parse("2026-11-30T14:03:22.900Z");
    expect(absolute(at, "utc")).toBe("2026-11-30 14:03:22 UTC");
    expect(absolute(at, "local")).toMatch(/^2026-1[12]-\d\d \d\d:03:22 (UTC|[+−]\d\d:\d\d)$/);
    expect(absolute(Number.NaN, "utc")).toBe("–");
  });
});

it("counts, and says one and many", () => {
  expect(count(1234567)).toBe("1,234,567");
  expect(plural(1, "match", "matches")).toBe("1 match");
  expect(plural(0, "task")).toBe("0 tasks");
});

it("says bytes and cadence", () => {
  expect([12, 3_400, 1_048_576].map(bytes)).toEqual(["12 B", "3.4 KB", "1.0 MB"]);
  expect([null, 1, 5, 60, 120, 90, 1440, 2880].map(cadence)).toEqual([
    "by hand",
    "every minute",
    "every 5 min",
    "every hour",
    "every 2 h",
    "every 90 min",
    "every day",
    "every 2 d",
  ]);
});
