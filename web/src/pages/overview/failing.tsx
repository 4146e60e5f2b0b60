import { Link } from "@tanstack/react-router";
import css from "./overview.module.css";
import type { OverviewQuery } from "./overview.gql";
import { count, percent, plural, score } from "@/lib/format";
import { type Column, DataTable, rowLink } from "@/parts/data-table/data-table";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { RelativeTime } from "@/parts/relative-time/relative-time";
import { VerdictLine } from "@/parts/verdict-cell/verdict-cell";

type Row = NonNullable<OverviewQuery["overview"]>["failing"][number];

export function Failing({ rows, results, busy }: { rows: readonly Row[]; results: number; busy: boolean }) {
  if (rows.length === 0) {
    return results > 0 ? (
      <p className={css.quiet}>Nothing: all of {plural(results, "result")} passed.</p>
    ) : (
      <EmptyState title="No results in the last day">What fails is listed here as suites run.</EmptyState>
    );
  }
  return <DataTable label="Failing agents" columns={columns} rows={rows} rowKey={(row) => row.agent.id} busy={busy} />;
}

const columns: Column<Row>[] = [
  {
    name: "Agent",
    lead: true,
    cell: (row) => (
      <>
        <Link to="/agents/$did" params={{ did: row.agent.did }} {...rowLink}>
          <Foreign text={row.agent.name} />
        </Link>
        <div className={css.did}>
          <Foreign text={row.agent.did} />
        </div>
      </>
    ),
  },
  { name: "Against before", width: "190px", cell: (row) => <Fall {...row} /> },
  {
    name: "Availability",
    width: "96px",
    align: "right",
    cell: (row) => <span title="Answered, of those attempted in the last day">{percent(row.availability)}</span>,
  },
  { name: "Results", width: "76px", align: "right", cell: (row) => count(row.results) },
  {
    name: "Last failure",
    width: "34%",
    wide: true,
    cell: ({ lastFailure: r }) =>
      r ? (
        <Link to="/results/$id" params={{ id: r.id }} className={css.failure}>
          <VerdictLine result={r} />
          <span className={css.where}>
            <Foreign text={r.task.name} /> <span aria-hidden="true">·</span> <Foreign text={r.suite.name} />
          </span>
        </Link>
      ) : (
        <span className="quiet">–</span>
      ),
  },
  { name: "When", width: "92px", align: "right", cell: (row) => <RelativeTime at={row.lastFailure?.at} /> },
];

/** How the day's mean stands to all that was recorded before it. */
function Fall({ meanScore, meanBefore }: Pick<Row, "meanScore" | "meanBefore">) {
  if (meanBefore === null) {
    return (
      <span className={css.fall}>
        <strong>{score(meanScore)}</strong>
        <span className={css.before}>nothing before</span>
      </span>
    );
  }
  const by = meanScore - meanBefore;
  const fell = by <= -0.005;
  const words = fell ? "fell by" : by >= 0.005 ? "rose by" : "as before";
  return (
    <span className={css.fall}>
      <strong>{score(meanScore)}</strong>
      <span className={fell ? css.fell : css.before}>
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path d={fell ? "M1 2l4 6l4-6z" : by >= 0.005 ? "M1 8l4-6l4 6z" : "M1 5h8"} />
        </svg>
        <span className="unseen">{words} </span>
        {words === "as before" ? words : Math.abs(by).toFixed(2)}
      </span>
      <span className={css.before}>from {score(meanBefore)}</span>
    </span>
  );
}
