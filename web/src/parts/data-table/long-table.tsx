import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { type Column, DataTable } from "./data-table";

/** So many rows are simply drawn. */
const few = 200;
const usual = 46; // px of a row before it was measured

interface Rows<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  busy?: boolean;
}

/** A table that draws the rows in sight only, past 200 of them. */
export function LongTable<Row>(props: Rows<Row>) {
  return props.rows.length <= few ? <DataTable {...props} /> : <PartlyDrawn {...props} />;
}

function PartlyDrawn<Row>(props: Rows<Row>) {
  const { rows, rowKey } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (frame.current) setTop(frame.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  // The compiler that this rule is for is not in use here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usual,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (i) => rowKey(rows[i]!),
    measureElement: (row) => row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(row).marginBottom),
  });
  const items = virtual.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return (
    <div ref={frame}>
      <DataTable
        {...props}
        drawn={{
          from: first?.index ?? 0,
          to: (last?.index ?? -1) + 1,
          above: (first?.start ?? top) - top,
          below: virtual.getTotalSize() - ((last?.end ?? top) - top),
          measure: virtual.measureElement,
        }}
      />
    </div>
  );
}
