import { Link } from "@tanstack/react-router";
import type { RunLineFragment } from "@/gql/shared.gql";
import { useNow } from "@/lib/clock";
import { count, duration, unknown } from "@/lib/format";
import { isFinal } from "@/lib/words";
import { Chip, RunStatusChip } from "../chip/chip";
import { type Column, DataTable, rowLink } from "../data-table/data-table";
import { Foreign } from "../foreign/foreign";
import { short } from "../hash/hash";
import { RelativeTime } from "../relative-time/relative-time";
import { RunProgress } from "../run-progress/run-progress";
import css from "./run-table.module.css";

export type RunRow = RunLineFragment & {
  suite?: { key: string; name: string };
  suiteVersion: { version: number };
};

/** Runs, newest first; with their suite where rows of several stand together. */
export function RunTable({ runs, busy }: { runs: readonly RunRow[]; busy?: boolean }) {
  const columns = runs.some((r) => r.suite) ? [suiteColumn, ...common] : [startColumn, ...common.slice(0, -1)];
  return <DataTable label="Runs" columns={columns} rows={runs} rowKey={(r) => r.id} busy={busy} />;
}

const suiteColumn: Column<RunRow> = {
  name: "Run",
  lead: true,
  cell: (r) => (
    <>
      <span className={css.name}>
        <Link to="/runs/$id" params={{ id: r.id }} {...rowLink}>
          <Foreign text={r.suite?.name ?? r.id} />
        </Link>
        {r.trial && <Chip shape="open">Trial</Chip>}
      </span>
      <span className={css.id}>
        {short(r.id)} · version {r.suiteVersion.version}
      </span>
    </>
  ),
};

const startColumn: Column<RunRow> = {
  name: "Run",
  lead: true,
  cell: (r) => (
    <span className={css.name}>
      <Link to="/runs/$id" params={{ id: r.id }} {...rowLink}>
        <RelativeTime at={r.createdAt} />
      </Link>
      {r.trial && <Chip shape="open">Trial</Chip>}
      <span className={css.id}>version {r.suiteVersion.version}</span>
    </span>
  ),
};

const common: Column<RunRow>[] = [
  { name: "Status", width: "128px", cell: (r) => <RunStatusChip value={r.status} /> },
  { name: "Recorded", width: "28%", wide: true, cell: (r) => <RunProgress value={r.progress} slim /> },
  { name: "Agents", width: "76px", align: "right", cell: (r) => count(r.progress.agents) },
  { name: "Trigger", width: "96px", cell: (r) => (r.trigger === "SCHEDULE" ? "schedule" : "by hand") },
  { name: "Took", width: "108px", align: "right", cell: (r) => <Took run={r} /> },
  {
    name: "Started",
    width: "108px",
    align: "right",
    cell: (r) => <RelativeTime at={r.startedAt ?? r.createdAt} toTheSecond />,
  },
];

/** How long a run took, or has been going. */
function Took({ run }: { run: Pick<RunLineFragment, "startedAt" | "finishedAt" | "status"> }) {
  const now = useNow(isFinal(run.status) ? 3_600_000 : 1000);
  if (!run.startedAt) return unknown;
  const end = run.finishedAt ? Date.parse(run.finishedAt) : isFinal(run.status) ? Number.NaN : now;
  return Number.isNaN(end) ? unknown : duration(end - Date.parse(run.startedAt));
}
