import { useState } from "react";
import type { FullSuite } from "./suite";
import { plural } from "@/lib/format";
import { Trend } from "@/parts/chart/trend";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Section } from "@/parts/page/page";

const days = 30;

/** How all agents together did on the suite, day by day, and when it became another one. */
export function SuiteTrend({ suite }: { suite: FullSuite }) {
  const [now] = useState(() => Date.now());
  return (
    <Section title="Trend" note={`Last ${days} days, all agents`}>
      {suite.trend.length === 0 ? (
        <EmptyState title={`No results in the last ${days} days`} />
      ) : (
        <Trend
          caption="Mean score of a day, 0 to 1"
          points={suite.trend}
          days={days}
          now={now}
          markName="New version"
          marks={suite.versions
            .filter((v) => v.version > 1)
            .map((v) => ({
              at: v.createdAt,
              name: `v${v.version}`,
              title: `Version ${v.version}: ${plural(v.changes.length, "change")}`,
            }))}
        />
      )}
    </Section>
  );
}
