import { describe, expect, it } from "vitest";
import { append, belongs, kept, type LogEvent, says } from "./log";

const event = (seq: number, more: Partial<LogEvent> = {}): LogEvent => ({
  seq,
  at: "2026-11-30T12:00:00Z",
  kind: "RUN_STARTED",
  result: null,
  runAgent: null,
  ...more,
});
const result = (seq: number, passed: boolean, error: "TIMEOUT" | null = null) =>
  event(seq, {
    kind: "RESULT_RECORDED",
    result: {
      id: `r${seq}`,
      passed,
      error,
      fault: error && "AGENT",
      latencyMs: 12,
      task: { id: "t", name: "Home" },
      agent: { did: "did:web:a.example", name: "Quill" },
    },
  });

describe("the log", () => {
  it("takes each event once, whatever comes again, and no snapshot", () => {
    const log = append([event(1), event(2)], [event(2), event(3), event(9, { kind: "SNAPSHOT" }), event(3), event(4)]);
    expect(log.map((e) => e.seq)).toEqual([1, 2, 3, 4]);
  });

  it("is the same one while nothing new comes", () => {
    const log = [event(1)];
    expect(append(log, [event(1)])).toBe(log);
  });

  it("keeps the newest ones", () => {
    const log = append(
      [],
      Array.from({ length: kept + 7 }, (_, i) => event(i + 1)),
    );
    expect([log.length, log[0]?.seq]).toEqual([kept, 8]);
  });
});

it("is looked at in parts and by names", () => {
  const log = [event(1), result(2, true), result(3, false), result(4, false, "TIMEOUT")];
  const seen = (part: Parameters<typeof belongs>[1], text = "") =>
    log.filter((e) => belongs(e, part, text)).map((e) => e.seq);
  expect(seen("all")).toEqual([1, 2, 3, 4]);
  expect(seen("results")).toEqual([2, 3, 4]);
  expect(seen("failures")).toEqual([3, 4]);
  expect(seen("run")).toEqual([1]);
  expect(seen("all", "qUIL")).toEqual([2, 3, 4]);
  expect(seen("all", "home")).toEqual([2, 3, 4]);
  expect(seen("all", "started")).toEqual([1]);
});

it("says what happened", () => {
  expect(says(result(1, true))).toBe("Passed, 12 ms");
  expect(says(result(1, false, "TIMEOUT"))).toBe("Error: timed out (agent)");
  const agent = { did: "did:web:a.example", name: "Quill" };
  expect(says(event(1, { kind: "AGENT_FINISHED", runAgent: { suiteScore: null, agent } }))).toBe("Through, score –");
});
