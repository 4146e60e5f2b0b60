import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Order } from "./board-filters";
import css from "./leaderboard.module.css";
import { type Trends, trendDays } from "./use-trends";
import type { BoardEntryFragment } from "@/gql/shared.gql";
import { count, percent, plural, score } from "@/lib/format";
import { Chip } from "@/parts/chip/chip";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalAxis, IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { bands, RankBand } from "@/parts/rank-band/rank-band";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { Sparkline } from "@/parts/sparkline/sparkline";

interface Chosen {
  chosen: readonly string[];
  onChoose: (dids: readonly string[]) => void;
}

export function BoardTable({
  rows,
  order,
  trends,
  asOf,
  busy,
  ...choice
}: {
  rows: readonly BoardEntryFragment[];
  order: Order;
  trends: Trends;
  /** In ms since 1970. */
  asOf: number;
  busy: boolean;
} & Chosen) {
  // Neighbours of another order are no neighbours in their means: there a line between them would say nothing.
  const edges = useMemo(
    () => (order === "mean" || order === "lower-bound" ? bands(rows) : rows.map(() => "alone" as const)),
    [rows, order],
  );
  const columns: Column<BoardEntryFragment>[] = [
    {
      name: "Rank",
      width: "70px",
      cell: (e, i) => <RankBand best={e.bestRank} worst={e.worstRank} edge={edges[i] ?? "alone"} />,
    },
    ...plain,
    {
      name: `Last ${trendDays} days`,
      width: "116px",
      cell: (e) => {
        const trend = trends.get(e.agent.id);
        // Its place is kept: what comes later moves nothing.
        if (!trend) return <span className={css.noTrend} />;
        return <Sparkline {...trend} days={trendDays} now={asOf} />;
      },
    },
    ...numbers,
    {
      name: "Compare",
      width: "72px",
      align: "right",
      cell: (e) => <Choose entry={e} {...choice} />,
    },
  ];
  return <DataTable label="Leaderboard" columns={columns} rows={rows} rowKey={(e) => e.agent.id} busy={busy} />;
}

/** Two are compared; a third one takes the place of the first. */
function Choose({ entry, chosen, onChoose }: { entry: BoardEntryFragment } & Chosen) {
  const { did, name } = entry.agent;
  const on = chosen.includes(did);
  return (
    <label className={css.choose}>
      <input
        type="checkbox"
        checked={on}
        onChange={() => onChoose(on ? chosen.filter((c) => c !== did) : [...chosen, did].slice(-2))}
      />
      <span className="unseen">Compare {name}</span>
    </label>
  );
}

const measured = (e: BoardEntryFragment) => ({
  mean: e.meanScore,
  low: e.interval.low,
  high: e.interval.high,
  method: e.interval.method,
  n: e.runs,
});

const plain: Column<BoardEntryFragment>[] = [
  {
    name: "Agent",
    lead: true,
    cell: (e) => (
      <>
        <span className={css.name}>
          <Link to="/agents/$did" params={{ did: e.agent.did }} {...rowLink}>
            <Foreign text={e.agent.name} />
          </Link>
          {e.smallSample && (
            <Chip tone="warn" title={`Fewer than 30 results or fewer than 3 runs: ${plural(e.suiteRuns, "run")}`}>
              small sample
            </Chip>
          )}
        </span>
        <div className={css.did}>
          <Foreign text={e.agent.did} />
        </div>
      </>
    ),
  },
  {
    name: "Mean score with 95 % interval, 0 to 1",
    head: <IntervalAxis />,
    width: "18%",
    wide: true,
    axis: true,
    cell: (e) => <IntervalBar value={measured(e)} />,
  },
  {
    name: "Mean, 95 %",
    width: "112px",
    cell: (e) => <MeanWithCount value={measured(e)} limits />,
  },
];

const numbers: Column<BoardEntryFragment>[] = [
  {
    name: "Availability",
    width: "88px",
    align: "right",
    cell: (e) => (
      <>
        <span title="Answered, of those attempted">{percent(e.availability)}</span>
        {e.uncounted > 0 && (
          <span className={css.uncounted} title="Outside the mean: cancelled, or the examiner's own fault">
            {count(e.uncounted)} uncounted
          </span>
        )}
      </>
    ),
  },
  {
    name: "Capability",
    width: "80px",
    align: "right",
    cell: (e) => <span title="Mean score of what was answered">{score(e.capability)}</span>,
  },
  { name: "Last result", width: "86px", align: "right", cell: (e) => <RelativeTime at={e.lastAt} /> },
];
