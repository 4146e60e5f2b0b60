import { expect, it, vi } from "vitest";
import { csv, defused, everyPage, fileName } from "./export";
import cases from "./testdata/csv_injection.json";

// The rule of testdata/csv_injection.json, which this list spells out for each of its values.
const stay = ["+1", "-1", "-5.2", "plain", "a,b", 'say "hi"', "line\nbreak", "１", "", "'=1", "%0A=1", "|cmd"];

it("defuses what a spreadsheet could take for a formula, and leaves the rest as it is", () => {
  expect(cases.values).toHaveLength(25);
  for (const value of cases.values) {
    expect(defused(value), JSON.stringify(value)).toBe(stay.includes(value) ? value : `'${value}`);
  }
  for (const value of ["\ufeff=1", "\u2066@x", "\u00ad+x", "\u0000=1", "\u2028-x", "＋1", "－1", "\ttext", "\rtext"]) {
    expect(defused(value), JSON.stringify(value)).toBe(`'${value}`);
  }
  for (const value of ["1e6", "-0.5", ".5", "1e400x"]) expect(defused(value)).toBe(value);
  expect(defused("-1e400")).toBe("'-1e400");
});

it("quotes as RFC 4180 has it", () => {
  expect(
    csv(
      ["name", "mean", "small"],
      [
        ["a,b", 0.5, true],
        ['say "hi"', null, false],
        ["line\nbreak", -1, false],
        ["=1+1", 1, false],
        [" pad ", 0, false],
      ],
    ),
  ).toBe(
    'name,mean,small\r\n"a,b",0.5,true\r\n"say ""hi""",,false\r\n"line\nbreak",-1,false\r\n\'=1+1,1,false\r\n" pad ",0,false\r\n',
  );
});

it("makes a file name that is no path and says what it is", () => {
  expect(fileName("leaderboard http-basics", "csv")).toBe("leaderboard-http-basics.csv");
  expect(fileName("../../etc/passwd\u202e", "yaml")).toBe("etc-passwd.yaml");
  expect(fileName("評価", "json")).toBe("assay.json");
});

it("reads every page, tells how far it is, and stops when it is told to", async () => {
  const read = vi.fn(async (after: string | undefined) => {
    const start = Number(after ?? 0);
    return {
      nodes: [start, start + 1],
      totalCount: 6,
      pageInfo: { hasNextPage: start < 4, endCursor: String(start + 2) },
    };
  });
  const told: string[] = [];
  const progress = (got: number, of: number) => told.push(`${got}/${of}`);
  expect(await everyPage(read, { signal: new AbortController().signal, progress })).toEqual([0, 1, 2, 3, 4, 5]);
  expect(told).toEqual(["2/6", "4/6", "6/6"]);

  const stop = new AbortController();
  const half = everyPage(read, { signal: stop.signal, progress: () => stop.abort() });
  await expect(half).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(4);
});
