import type { CellFragment, RowFragment, RunAgentsQuery, RunEventsSubscription, RunStateFragment } from "./run.gql";
import type { RunStatus } from "@/gql/schema";
import { isFinal, outcome } from "@/lib/words";
import type { CellState } from "@/parts/verdict-cell/verdict-cell";

/**
 * A run as the page shows it: the state of the whole, and one row an agent with one cell a task. It is built from pages of rows and
 * from events, in whatever order they come: applying an event a second time, or one that a page already held, changes nothing.
 */
export interface Board {
  run: RunStateFragment;
  rows: readonly BoardRow[];
  /** `seq` of the newest event seen: where a new subscription begins. */
  seq: number;
  /** When the newest event happened, in ms since 1970; null before the first. */
  at: number | null;
  /** What was heard of agents whose rows are not loaded yet, by DID. */
  early: ReadonlyMap<string, EarlyRow>;
}

export interface BoardRow extends RowFragment {
  /** By task id. */
  cells: Readonly<Record<string, CellFragment>>;
}

interface EarlyRow {
  row: RowFragment | null;
  cells: Readonly<Record<string, CellFragment>>;
}

export type RunEvent = RunEventsSubscription["runEvents"];
type RowPage = NonNullable<RunAgentsQuery["run"]>["agents"]["nodes"];

export function createBoard(run: RunStateFragment): Board {
  return { run, rows: [], seq: run.lastSeq, at: null, early: new Map() };
}

/** Appends a page of rows; rows that are there already take what is newer in it. */
export function addRows(board: Board, page: RowPage): Board {
  const rows = [...board.rows];
  const early = new Map(board.early);
  const places = new Map(rows.map((row, i) => [row.id, i]));
  for (const { results, ...row } of page) {
    const heard = early.get(row.agent.did);
    early.delete(row.agent.did);
    const at = places.get(row.id);
    const old = at === undefined ? undefined : rows[at];
    const cells = { ...byTask(results), ...old?.cells, ...heard?.cells };
    const next = { ...later(later(row, old), heard?.row), cells };
    if (at === undefined) rows.push(next);
    else rows[at] = next;
  }
  return { ...board, rows, early };
}

/** Applies events in order. Those at or below `seq` were applied before, but for a snapshot, which only tells the run's state. */
export function applyEvents(board: Board, events: readonly RunEvent[]): Board {
  const rows = [...board.rows];
  const early = new Map(board.early);
  const places = new Map(rows.map((row, i) => [row.agent.did, i]));
  let { run, seq, at } = board;

  const change = (did: string, row: RowFragment | null, cell: CellFragment | null) => {
    const cells = cell ? { [cell.task.id]: cell } : {};
    const place = places.get(did);
    const old = place === undefined ? undefined : rows[place];
    if (place !== undefined && old) {
      rows[place] = { ...later(old, row), cells: { ...old.cells, ...cells } };
      return;
    }
    const heard = early.get(did);
    early.set(did, { row: row ?? heard?.row ?? null, cells: { ...heard?.cells, ...cells } });
  };

  for (const event of events) {
    // The run is sent as it stands when the event is sent: possibly ahead of `seq`.
    if (event.run.lastSeq >= run.lastSeq) run = event.run;
    if (event.kind === "SNAPSHOT" || event.seq <= seq) continue;
    seq = event.seq;
    at = Date.parse(event.at);
    if (event.result) change(event.result.agent.did, null, event.result);
    if (event.runAgent) change(event.runAgent.agent.did, event.runAgent, null);
  }
  return { run, rows, seq, at, early };
}

const order = { WAITING: 0, RUNNING: 1, FINISHED: 2 };

/** Of two states of the same row, the one further on. */
function later<Row extends RowFragment>(row: Row, other: RowFragment | null | undefined): Row {
  if (!other || order[other.status] < order[row.status]) return row;
  const { status, suiteScore, passed, recorded, startedAt } = other;
  return { ...row, status, suiteScore, passed, recorded, startedAt };
}

const byTask = (results: readonly CellFragment[]) => Object.fromEntries(results.map((r) => [r.task.id, r]));

/** What a cell shows. A task without a result is under way when its agent is; after the end of the run it was not measured. */
export function cellState(row: BoardRow, taskId: string, status: RunStatus): CellState {
  const result = row.cells[taskId];
  if (result) return outcome(result);
  if (isFinal(status)) return "MISSING";
  return row.status === "RUNNING" ? "RUNNING" : "WAITING";
}

/** The names that several of these agents have: such rows are told apart by DID. */
export function sharedNames(rows: readonly BoardRow[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { agent } of rows) (seen.has(agent.name) ? shared : seen).add(agent.name);
  return shared;
}

/** In less time than this, in ms, no rate can be told. */
const least = 2_000;
/** With a smaller share recorded neither. */
const leastShare = 0.1;

/**
 * How long the run will still take at the rate so far, in ms: as long as all that is left takes at the rate of the whole, and no less
 * than the slowest agent needs for its own tasks, which it is given one after the other: those that are through do not help it. Null
 * before a tenth is recorded, in the first two seconds, after the end, and when nothing is left.
 */
export function remaining({ run, rows }: Pick<Board, "run" | "rows">, now: number): number | null {
  const { recorded, total, agents } = run.progress;
  if (!run.startedAt || isFinal(run.status) || recorded < total * leastShare || recorded >= total) return null;
  const elapsed = now - Date.parse(run.startedAt);
  if (elapsed < least) return null;
  const tasks = total / agents;
  const slowest = rows.map((row) => {
    if (row.status !== "RUNNING" || !row.startedAt) return 0;
    const done = Object.keys(row.cells).length;
    return ((tasks - done) * (now - Date.parse(row.startedAt))) / Math.max(done, 1);
  });
  return slowest.reduce((a, b) => Math.max(a, b), ((total - recorded) * elapsed) / recorded);
}
