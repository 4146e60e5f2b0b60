import { describe, expect, it } from "vitest";
import { layOutJSON } from "./json-layout";

describe("layOutJSON", () => {
  it("lays out objects and lists as JSON.stringify would", () => {
    for (const value of [
      { a: 1, b: [true, false, null, { c: "x" }], d: {}, e: [] },
      [],
      {},
      [[]],
      [[1], [2, 3]],
      "text",
      4,
    ])
      expect(layOutJSON(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  it("leaves numbers as they are written", () => {
    expect(layOutJSON("[12345678901234567890,1e400,-0,1.0,1E+2,0.1000]")).toBe(
      "[\n  12345678901234567890,\n  1e400,\n  -0,\n  1.0,\n  1E+2,\n  0.1000\n]",
    );
  });

  it("keeps both of two equal keys, and the order of keys", () => {
    expect(layOutJSON('{"b":1,"2":0,"1":0,"b":2}')).toBe('{\n  "b": 1,\n  "2": 0,\n  "1": 0,\n  "b": 2\n}');
  });

  it("leaves strings as they are written, escapes and brackets in them too", () => {
    const text = String.raw`"\u0041\/\"\\ {[,:]} é \ud800\n"`;
    expect(layOutJSON(`{ ${text} :${text} }`)).toBe(`{\n  ${text}: ${text}\n}`);
    expect(layOutJSON(String.raw`["\\","\\\""]`)).toBe('[\n  "\\\\",\n  "\\\\\\""\n]');
  });

  it("takes the white space between tokens away", () => {
    expect(layOutJSON(' \r\n{ "a"\t: [ ] , "b" : { } } ')).toBe('{\n  "a": [],\n  "b": {}\n}');
  });

  it("does not grow beyond measure with the nesting", () => {
    const deep = 20_000;
    const text = "[".repeat(deep) + "]".repeat(deep);
    const shown = layOutJSON(text)!;
    expect(shown.replaceAll(/\s/g, "")).toBe(text);
    expect(shown.length).toBeLessThan(text.length * 70);
  });

  it("reads a long string", () => {
    const text = `["${"\\n x".repeat(60_000)}"]`;
    expect(layOutJSON(text)).toBe(`[\n  ${text.slice(1, -1)}\n]`);
  });

  it("is null for what is no JSON", () => {
    for (const text of ["", "{", '{"a":}', "{'a':1}", "[1,]", "[01]", "[1] x", "NaN", '"\n"', "[1 2]"])
      expect(layOutJSON(text)).toBeNull();
  });
});
