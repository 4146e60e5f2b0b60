import css from "./agent.module.css";
import type { FullAgent } from "./agent";
import { interval, percent, score } from "@/lib/format";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Facts, Section } from "@/parts/page/page";
import { rankWords } from "@/parts/rank-band/rank-band";
import { RelativeTime } from "@/parts/relative-time/relative-time";

/** What was measured of it over all suites, with the age of it. */
export function Measured({ agent }: { agent: FullAgent }) {
  const s = agent.standing;
  return (
    <Section title="Measured" note={s && <RelativeTime at={s.lastAt} />}>
      {s ? (
        <>
          <div className={css.measure}>
            <IntervalBar value={{ mean: s.meanScore, ...s.interval, n: s.runs }} />
            <MeanWithCount value={{ mean: s.meanScore, ...s.interval, n: s.runs }} />
          </div>
          <Facts
            items={[
              ["Rank", rankWords(s.bestRank, s.worstRank)],
              ["95 % interval", interval(s.interval.low, s.interval.high).join(" to ")],
              ["Availability", percent(s.availability)],
              ["Capability", score(s.capability)],
              ["Runs", `${s.suiteRuns}`],
              ["Uncounted", s.uncounted > 0 ? `${s.uncounted}` : undefined],
              [
                "Mark",
                s.smallSample ? (
                  <span key="m" className={css.small}>
                    small sample
                  </span>
                ) : undefined,
              ],
            ]}
          />
        </>
      ) : (
        <EmptyState title="No standing">
          {agent.testAgent
            ? "A test agent is evaluated and kept off the board."
            : agent.homeRegistry
              ? "A mirror is never evaluated here."
              : "It has no public results yet."}
        </EmptyState>
      )}
    </Section>
  );
}

/** Who vouches for it. */
export function Trust() {
  return (
    <Section title="Trust" note="not computed yet">
      <EmptyState title="Not computed yet">
        Who vouches for whom will stand here. This registry does not work it out yet, so there is no number.
      </EmptyState>
    </Section>
  );
}
