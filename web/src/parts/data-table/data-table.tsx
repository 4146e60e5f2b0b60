import type { ReactNode } from "react";
import css from "./data-table.module.css";

export interface Column<Row> {
  /** The column in words, with its unit; also the label in cards. */
  name: string;
  /** What stands in the head instead of the name: an axis, say. */
  head?: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  align?: "right";
  /** CSS width; without it the column takes what is left. */
  width?: string;
  /** The title of the row: on a card it stands first and without a label. */
  lead?: boolean;
  /** On a card it takes a line of its own. */
  wide?: boolean;
  /** Holds what can be done with the row: on a card it needs no label. */
  act?: boolean;
  /** The cells share an axis from 0 to 1: its lines go through from row to row. */
  axis?: boolean;
}

/** The rows in sight of a table that has too many to draw, and the room that the others take. */
export interface Drawn {
  /** Index of the first row that is drawn, and the one after the last. */
  from: number;
  to: number;
  /** Room above and below, in px. */
  above: number;
  below: number;
  /** Told of each row that is drawn. */
  measure: (row: HTMLTableRowElement | null) => void;
}

/**
 * Rows to compare: a sticky head, numbers to the right, one link a row (`rowLink`) that j and k move between. Where there is no room
 * for columns, rows become cards with the same words in the same order. Roles are spelt out because cards are no longer laid out as
 * a table.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  busy = false,
  drawn,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
  /** Without it all rows are drawn. See LongTable. */
  drawn?: Drawn;
}) {
  const from = drawn?.from ?? 0;
  return (
    <div className={css.frame} data-busy={busy || undefined}>
      <table
        className={css.table}
        role="table"
        aria-label={label}
        aria-busy={busy}
        aria-rowcount={drawn ? rows.length + 1 : undefined}
      >
        <colgroup>
          {columns.map((c) => (
            <col key={c.name} style={c.width ? { width: c.width } : undefined} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((c) => (
              <th key={c.name} role="columnheader" scope="col" className={c.align && css[c.align]}>
                {c.head ? (
                  <>
                    <span className="unseen">{c.name}</span>
                    {c.head}
                  </>
                ) : (
                  c.name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" data-drawn={drawn ? "" : undefined}>
          {drawn && <Room px={drawn.above} span={columns.length} />}
          {rows.slice(from, drawn?.to).map((row, i) => (
            <tr
              key={rowKey(row)}
              ref={drawn?.measure}
              role="row"
              data-index={drawn && from + i}
              aria-rowindex={drawn && from + i + 2}
            >
              {columns.map((c) => (
                <td
                  key={c.name}
                  role="cell"
                  data-label={c.lead || c.act ? undefined : c.name}
                  className={[c.align && css[c.align], c.lead && css.lead, c.wide && css.wide, c.axis && css.axis]
                    .filter(Boolean)
                    .join(" ")}
                >
                  {c.cell(row, from + i)}
                </td>
              ))}
            </tr>
          ))}
          {drawn && <Room px={drawn.below} span={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** Where rows are that are not drawn. */
function Room({ px, span }: { px: number; span: number }) {
  return (
    <tr className={css.room} aria-hidden="true" style={{ height: px }} hidden={px === 0}>
      <td colSpan={span} style={{ height: px }} />
    </tr>
  );
}

/** For the one link of a row: it reaches over the whole row. */
export const rowLink = { className: css.rowLink, "data-row-link": "" };
