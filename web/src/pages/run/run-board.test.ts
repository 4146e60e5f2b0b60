import { describe, expect, it } from "vitest";
import type { CellFragment, RowFragment, RunStateFragment } from "./run.gql";
import {
  addRows,
  applyEvents,
  type Board,
  cellState,
  createBoard,
  remaining,
  type RunEvent,
  sharedNames,
} from "./run-board";

const progress = {
  agents: 2,
  agentsFinished: 0,
  total: 4,
  recorded: 0,
  passed: 0,
  failed: 0,
  errors: 0,
  cancelled: 0,
  examinerFaults: 0,
};

const run = (lastSeq: number, more: Partial<RunStateFragment> = {}): RunStateFragment => ({
  id: "run_1",
  status: "RUNNING",
  startedAt: "2026-11-30T12:00:00.000Z",
  finishedAt: null,
  lastSeq,
  progress,
  ...more,
});

const row = (name: string, status: RowFragment["status"] = "WAITING"): RowFragment => ({
  id: `rag_${name}`,
  agent: { id: `agt_${name}`, did: `did:web:${name}`, name },
  status,
  suiteScore: null,
  passed: 0,
  recorded: 0,
  startedAt: null,
});

const cell = (task: string, passed = true): CellFragment => ({
  id: `res_${task}`,
  task: { id: task },
  score: passed ? 1 : 0,
  passed,
  error: null,
  fault: null,
  latencyMs: 10,
});

const event = (seq: number, more: Partial<RunEvent>): RunEvent => ({
  seq,
  at: "2026-11-30T12:00:01.000Z",
  kind: "RESULT_RECORDED",
  result: null,
  runAgent: null,
  run: run(seq),
  ...more,
});

const recorded = (seq: number, name: string, task: string, passed = true) =>
  event(seq, { result: { ...cell(task, passed), agent: { did: `did:web:${name}` } } });

const withRows = (lastSeq = 0): Board =>
  addRows(createBoard(run(lastSeq)), [
    { ...row("a"), results: [] },
    { ...row("b"), results: [] },
  ]);

describe("events", () => {
  it("fill cells, move rows and the run", () => {
    const board = applyEvents(withRows(), [
      event(1, { kind: "AGENT_STARTED", runAgent: row("a", "RUNNING") }),
      recorded(2, "a", "t1"),
      recorded(3, "a", "t2", false),
      event(4, { kind: "AGENT_FINISHED", runAgent: { ...row("a", "FINISHED"), suiteScore: 0.5 } }),
    ]);
    expect(board.rows[0]).toMatchObject({
      status: "FINISHED",
      suiteScore: 0.5,
      cells: { t1: { passed: true }, t2: { passed: false } },
    });
    expect(board.rows[1]).toMatchObject({ status: "WAITING", cells: {} });
    expect(board.seq).toBe(4);
    expect(board.run.lastSeq).toBe(4);
  });

  it("count once, however often they come", () => {
    const events = [recorded(1, "a", "t1"), recorded(2, "b", "t1")];
    const once = applyEvents(withRows(), events);
    expect(applyEvents(once, events)).toEqual(once);
  });

  it("at or below what a page held change nothing", () => {
    const board = withRows(5);
    expect(applyEvents(board, [recorded(5, "a", "t1", false)]).rows).toEqual(board.rows);
  });

  it("that are a snapshot tell the run's state only", () => {
    const board = applyEvents(withRows(), [event(7, { kind: "SNAPSHOT", run: run(7, { status: "CANCELLING" }) })]);
    expect(board.run.status).toBe("CANCELLING");
    expect(board.seq).toBe(0);
  });

  it("never put the run back", () => {
    const board = applyEvents(withRows(), [
      event(1, { run: run(9, { status: "COMPLETED" }) }),
      event(2, { run: run(2) }),
    ]);
    expect(board.run).toMatchObject({ status: "COMPLETED", lastSeq: 9 });
  });

  it("leave rows they do not touch as they were, so that those are not drawn anew", () => {
    const board = withRows();
    expect(applyEvents(board, [recorded(1, "a", "t1")]).rows[1]).toBe(board.rows[1]);
  });

  it("of agents that are not loaded yet wait for their page", () => {
    const early = applyEvents(createBoard(run(0)), [
      event(1, { kind: "AGENT_STARTED", runAgent: row("a", "RUNNING") }),
      recorded(2, "a", "t1"),
    ]);
    expect(early.rows).toEqual([]);
    // The page was read before the events: it knows less.
    const board = addRows(early, [{ ...row("a"), results: [] }]);
    expect(board.rows[0]).toMatchObject({ status: "RUNNING", cells: { t1: { passed: true } } });
    expect(board.early.size).toBe(0);
  });
});

describe("pages", () => {
  it("that come again do not double rows, and do not put them back", () => {
    const board = applyEvents(withRows(), [
      recorded(1, "a", "t1"),
      event(2, { kind: "AGENT_FINISHED", runAgent: { ...row("a", "FINISHED"), suiteScore: 1 } }),
    ]);
    const again = addRows(board, [{ ...row("a", "RUNNING"), results: [] }]);
    expect(again.rows).toHaveLength(2);
    expect(again.rows[0]).toMatchObject({ status: "FINISHED", suiteScore: 1, cells: { t1: {} } });
  });
});

describe("a cell", () => {
  const bare = { ...row("a", "RUNNING"), cells: {} };
  it.each([
    [{ ...bare, cells: { t1: cell("t1") } }, "RUNNING", "PASS"],
    [{ ...bare, cells: { t1: cell("t1", false) } }, "COMPLETED", "FAIL"],
    [bare, "RUNNING", "RUNNING"],
    [{ ...bare, status: "WAITING" }, "RUNNING", "WAITING"],
    [bare, "CANCELLED", "MISSING"],
  ] as const)("%#: in a run that is %s it is %s", (r, status, state) => expect(cellState(r, "t1", status)).toBe(state));
});

describe("names", () => {
  it("that several rows have are told", () => {
    const named = (id: string, name: string) => ({ ...row(id), agent: { id, did: `did:web:${id}`, name }, cells: {} });
    expect([...sharedNames([named("a", "Twin"), named("b", "Only"), named("c", "Twin"), named("d", "Twin")])]).toEqual([
      "Twin",
    ]);
  });
});

describe("what remains", () => {
  const now = Date.parse("2026-11-30T12:01:00.000Z");
  const at = (n: number, more: Partial<RunStateFragment> = {}) =>
    run(0, { progress: { ...progress, total: 20, recorded: n }, ...more });
  const left = (r: RunStateFragment, rows: Board["rows"] = [], when = now) => remaining({ run: r, rows }, when);

  it("follows from the rate so far", () => expect(left(at(5))).toBe(180_000));
  it("is no less than the slowest agent needs for its own tasks", () => {
    const started = { startedAt: "2026-11-30T12:00:00.000Z" };
    const cells = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`t${i}`, cell(`t${i}`)]));
    const quick = { ...row("a", "FINISHED"), ...started, cells: cells(10) };
    const slow = (n: number) => ({ ...row("b", "RUNNING"), ...started, cells: cells(n) });
    expect(left(at(15), [quick, slow(5)])).toBe(60_000);
    expect(left(at(10), [quick, slow(0)])).toBe(600_000);
  });
  it("is unknown while no rate can be told", () => {
    expect(left(at(5), [], now - 58_001)).toBeNull();
    expect(left(at(1))).toBeNull();
    expect(left(at(2))).toBe(540_000);
  });
  it("is unknown before the first result and nothing after the last", () => {
    expect(left(at(0))).toBeNull();
    expect(left(at(20))).toBeNull();
    expect(left(at(5, { status: "CANCELLED" }))).toBeNull();
    expect(left(at(5, { startedAt: null }))).toBeNull();
  });
});
