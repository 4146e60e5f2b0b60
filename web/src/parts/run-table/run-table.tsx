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

/** Which runs are ticked for something that takes two. */
export interface Picking {
  picked: readonly string[];
  onPick: (run: RunRow, picked: boolean) => void;
}

/** Runs, newest first; with their suite where rows of several stand together, and with boxes to tick where `picking` is given. */
export function RunTable({
  runs,
  busy,
  picking,
}: {
  runs: readonly RunRow[];
  busy?: boolean;
  picking?: Picking | undefined;
}) {
  const columns = runs.some((r) => r.suite) ? [suiteColumn, ...common] : [startColumn, ...common.slice(0, -1)];
  if (picking) columns.push(pickColumn(picking));
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
      <span className={`${css.id} ${css.below}`}>
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
  { name: "Status", width: "120px", cell: (r) => <RunStatusChip value={r.status} /> },
  { name: "Recorded", width: "24%", wide: true, cell: (r) => <RunProgress value={r.progress} slim /> },
  { name: "Agents", width: "68px", align: "right", cell: (r) => count(r.progress.agents) },
  { name: "Trigger", width: "88px", cell: (r) => (r.trigger === "SCHEDULE" ? "schedule" : "by hand") },
  { name: "Took", width: "108px", align: "right", cell: (r) => <Took run={r} /> },
  {
    name: "Started",
    width: "104px",
    align: "right",
    cell: (r) => <RelativeTime at={r.startedAt ?? r.createdAt} toTheSecond />,
  },
];

const pickColumn = ({ picked, onPick }: Picking): Column<RunRow> => ({
  name: "Compare",
  width: "84px",
  align: "right",
  cell: (r) => {
    const ticked = picked.includes(r.id);
    const full = !ticked && picked.length === 2;
    return (
      <label className={css.pick} title={full ? "Two runs are picked already" : undefined}>
        <span className="unseen">
          Compare {r.suite?.name ?? "the run"} of {r.createdAt}
        </span>
        <input type="checkbox" checked={ticked} disabled={full} onChange={(e) => onPick(r, e.target.checked)} />
      </label>
    );
  },
});

/** How long a run took, or has been going. */
function Took({ run }: { run: Pick<RunLineFragment, "startedAt" | "finishedAt" | "status"> }) {
  const now = useNow(isFinal(run.status) ? 3_600_000 : 1000);
  if (!run.startedAt) return unknown;
  const end = run.finishedAt ? Date.parse(run.finishedAt) : isFinal(run.status) ? Number.NaN : now;
  return Number.isNaN(end) ? unknown : duration(end - Date.parse(run.startedAt));
}
