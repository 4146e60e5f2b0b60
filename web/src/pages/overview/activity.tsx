import css from "./overview.module.css";
import type { OverviewQuery } from "./overview.gql";
import { absolute, count, percent, score } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import { Columns } from "@/parts/chart/columns";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

type Day = NonNullable<OverviewQuery["overview"]>["day"];

/** The last 24 hours, hour by hour. */
export function Activity({ day, at }: { day: Day; at: string }) {
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const clock = (hour: string) => absolute(Date.parse(hour), zone).slice(11, 16);
  return (
    <Section title="Last 24 hours" note={<RelativeTime at={at} />}>
      {day.results === 0 && day.runs === 0 ? (
        <EmptyState title="No results in the last day">Hour by hour, results stand here as suites run.</EmptyState>
      ) : (
        <>
          <dl className={css.numbers}>
            {(
              [
                ["Runs", count(day.runs)],
                ["Results", count(day.results)],
                ["Passed", percent(day.results > 0 ? day.passed / day.results : null)],
                ["Errors", count(day.errors)],
                ["Uncounted", count(day.uncounted)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Columns
            caption="Results an hour"
            looks={["passed", "unmet", "errors"]}
            names={["Passed", "Not passed", "Errors"]}
            head={["From", "Results", "Mean", "Errors"]}
            columns={day.hours.map((hour) => {
              const passed = Math.round(hour.results * (hour.meanScore ?? 0));
              return {
                key: hour.at,
                label: clock(hour.at),
                title: `${clock(hour.at)}: ${count(hour.results)} results, mean ${score(hour.meanScore)}, ${count(hour.errors)} errors`,
                parts: [passed, Math.max(hour.results - passed - hour.errors, 0), hour.errors],
                row: [clock(hour.at), count(hour.results), score(hour.meanScore), count(hour.errors)],
              };
            })}
          />
        </>
      )}
    </Section>
  );
}
