import { useNavigate } from "@tanstack/react-router";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RunStatus } from "@/gql/schema";
import { count } from "@/lib/format";
import { cellWords, type CellState, VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";
import { Foreign } from "@/parts/foreign/foreign";
import css from "./matrix.module.css";
import { MatrixRow, type Task } from "./matrix-row";
import { type BoardRow, sharedNames } from "./run-board";

/** Past this many rows only those in sight are drawn. */
const virtualPast = 200;
/** Up to this many tasks a cell has room for its latency. */
const roomyUpTo = 8;
const rowHeight = 41; // px, see matrix.module.css

/** The column of the agents' names, before the tasks. */
const nameColumn = -1;

/** Agents × tasks, filling in. One tab stop: arrow keys move between the cells, Enter opens the result or the agent. */
export function Matrix({
  tasks,
  rows,
  total,
  status,
  loadMore,
}: {
  tasks: readonly Task[];
  rows: readonly BoardRow[];
  total: number;
  status: RunStatus;
  loadMore: () => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const focusing = useRef(false);
  const navigate = useNavigate();
  // By the number there will be, so that nothing jumps when more are loaded.
  const virtual = total > virtualPast;
  const roomy = tasks.length <= roomyUpTo;

  // The compiler that this rule is for is not in use here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The row of the active cell stays drawn, so that the tab stop is never lost.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active.row])].sort((a, b) => a - b),
  });
  const shared = useMemo(() => sharedNames(rows), [rows]);
  const drawn = virtual ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0 }));
  const lastDrawn = drawn.at(-1)?.index ?? 0;

  useEffect(() => {
    if (rows.length < total && lastDrawn >= rows.length - 20) loadMore();
  }, [rows.length, total, lastDrawn, loadMore]);

  useLayoutEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    // Where only some rows are drawn this one is among them already: see rangeExtractor.
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: virtual });
    if (virtual) virtualizer.scrollToIndex(active.row);
  }, [active, virtual, virtualizer]);

  const move = (row: number, column: number) => {
    focusing.current = true;
    setActive({
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, nameColumn), tasks.length - 1),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = active;
    const page = Math.max(Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2, 1);
    const to: Record<string, [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? rows.length - 1 : row, tasks.length - 1],
      PageUp: [row - page, column],
      PageDown: [row + page, column],
    };
    const onCell = event.target instanceof HTMLElement && event.target.dataset.cell !== undefined;
    const result = rows[row]?.cells[tasks[column]?.id ?? ""];
    if (to[event.key]) move(...to[event.key]!);
    else if (event.key === "Enter" && onCell && column === nameColumn && rows[row]) {
      void navigate({ to: "/agents/$did", params: { did: rows[row].agent.did } });
    } else if (event.key === "Enter" && onCell && result) {
      void navigate({ to: "/results/$id", params: { id: result.id } });
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        ref={frame}
        className={css.frame}
        data-roomy={roomy}
        data-virtual={virtual}
        role="grid"
        aria-label="Agents by tasks"
        aria-rowcount={total + 1}
        aria-colcount={tasks.length + 2}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const [row, column] = (event.target.dataset.cell ?? "").split(":").map(Number);
          if (row !== undefined && column !== undefined && !Number.isNaN(row)) setActive({ row, column });
        }}
        style={{ "--tasks": tasks.length } as React.CSSProperties}
      >
        <div role="row" aria-rowindex={1} className={css.head}>
          <div role="columnheader" className={css.corner}>
            Agent
          </div>
          <div role="columnheader" className={css.scoreHead}>
            Score
          </div>
          {tasks.map((task) => (
            <div role="columnheader" key={task.id} className={css.task}>
              <Foreign text={task.name} wrap={roomy} />
            </div>
          ))}
        </div>
        <div role="rowgroup" className={css.rows} style={virtual ? { height: virtualizer.getTotalSize() } : undefined}>
          {drawn.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <MatrixRow
                  key={row.id}
                  row={row}
                  twin={shared.has(row.agent.name)}
                  index={index}
                  start={virtual ? start : null}
                  measure={virtual ? virtualizer.measureElement : null}
                  tasks={tasks}
                  status={status}
                  activeColumn={active.row === index ? active.column : null}
                />
              )
            );
          })}
        </div>
      </div>
      {rows.length < total && (
        <p className={css.more}>
          {count(rows.length)} of {count(total)} agents loaded; more come as you scroll.
        </p>
      )}
    </>
  );
}

const legend: readonly CellState[] = ["PASS", "FAIL", "ERROR", "RUNNING", "WAITING", "CANCELLED", "EXAMINER"];

export function Legend() {
  return (
    <ul className={css.legend} aria-label="Legend">
      {legend.map((state) => (
        <li key={state}>
          <VerdictGlyph state={state} size={13} /> {cellWords[state]}
        </li>
      ))}
    </ul>
  );
}
