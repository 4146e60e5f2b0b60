import { Link } from "@tanstack/react-router";
import css from "./overview.module.css";
import type { OverviewQuery } from "./overview.gql";
import { useNow } from "@/lib/clock";
import { absolute, cadence, duration } from "@/lib/format";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { Section } from "@/parts/page/page";

type Suite = NonNullable<OverviewQuery["overview"]>["due"][number];

/** What the schedule runs next. */
export function Due({ suites }: { suites: readonly Suite[] }) {
  return (
    <Section title="Due next">
      {suites.length === 0 ? (
        <EmptyState title="Nothing is scheduled">A published suite with an interval runs by itself.</EmptyState>
      ) : (
        <ul className={css.due}>
          {suites.map((suite) => (
            <li key={suite.id}>
              <span className={css.dueName}>
                <Link to="/suites/$key" params={{ key: suite.key }}>
                  <Foreign text={suite.name} />
                </Link>
                <span className={css.cadence}>{cadence(suite.intervalMinutes)}</span>
              </span>
              <Countdown at={suite.nextRunAt} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** How long until an instant, to the second. */
function Countdown({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <span className="quiet">–</span>;
  const left = Date.parse(at) - now;
  return (
    <time dateTime={at} title={absolute(Date.parse(at), "utc")} className="num">
      {left <= 0 ? "due now" : `in ${duration(Math.max(left, 1_000))}`}
    </time>
  );
}
