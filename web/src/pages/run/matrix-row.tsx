import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { RunStatus } from "@/gql/schema";
import { middle, milliseconds, score } from "@/lib/format";
import { errorCodes } from "@/lib/words";
import { Foreign } from "@/parts/foreign/foreign";
import { cellWords, resultInWords, VerdictGlyph } from "@/parts/verdict-cell/verdict-cell";
import css from "./matrix.module.css";
import { type BoardRow, cellState } from "./run-board";

export interface Task {
  id: string;
  name: string;
}

/** One agent's row. It is drawn anew only when the row itself changed: 50 events a second touch 50 rows, not all. */
export const MatrixRow = memo(function MatrixRow({
  row,
  twin,
  index,
  start,
  measure,
  tasks,
  status,
  activeColumn,
}: {
  row: BoardRow;
  /** Another row has the same name. */
  twin: boolean;
  index: number;
  /** Offset in px where only some rows are drawn; null where all are. */
  start: number | null;
  measure: ((element: HTMLElement | null) => void) | null;
  tasks: readonly Task[];
  status: RunStatus;
  activeColumn: number | null;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-index={index}
      ref={measure ?? undefined}
      style={
        start === null ? undefined : { position: "absolute", top: 0, left: 0, transform: `translateY(${start}px)` }
      }
    >
      <div role="rowheader" className={css.agent} data-cell={`${index}:-1`} tabIndex={activeColumn === -1 ? 0 : -1}>
        <Link to="/agents/$did" params={{ did: row.agent.did }} tabIndex={-1}>
          <Foreign text={row.agent.name} />
        </Link>
        {twin && (
          <span className={css.did} title={row.agent.did}>
            <Foreign text={middle(row.agent.did, 30)} />
          </span>
        )}
      </div>
      <div role="gridcell" className={css.score}>
        {row.status === "FINISHED" ? (
          score(row.suiteScore)
        ) : (
          <span className={css.partial}>
            {row.status === "WAITING" ? "waiting" : `${Object.keys(row.cells).length} / ${tasks.length}`}
          </span>
        )}
      </div>
      {tasks.map((task, column) => (
        <div
          key={task.id}
          role="gridcell"
          data-cell={`${index}:${column}`}
          tabIndex={activeColumn === column ? 0 : -1}
          className={css.cell}
        >
          <Cell row={row} task={task} status={status} />
        </div>
      ))}
    </div>
  );
});

function Cell({ row, task, status }: { row: BoardRow; task: Task; status: RunStatus }) {
  const state = cellState(row, task.id, status);
  const result = row.cells[task.id];
  const glyph = <VerdictGlyph state={state} fault={result?.fault} />;
  const name = (
    <span className={css.cellTask}>
      <Foreign text={task.name} />
    </span>
  );
  if (!result) {
    return (
      <span className={css.inner} title={cellWords[state]}>
        {glyph}
        {name}
        <span className={css.note} data-bare="">
          {cellWords[state]}
        </span>
      </span>
    );
  }
  const words = resultInWords(result);
  return (
    <Link
      to="/results/$id"
      params={{ id: result.id }}
      tabIndex={-1}
      className={css.inner}
      title={`${task.name}: ${words}`}
    >
      {glyph}
      {name}
      <span className="unseen">{words}</span>
      <span className={css.note} aria-hidden="true">
        {result.error ? errorCodes[result.error] : milliseconds(result.latencyMs)}
      </span>
    </Link>
  );
}
