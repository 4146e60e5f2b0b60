import type { ReactNode } from "react";
import css from "./agent.module.css";
import type { FullAgent } from "./agent";
import { Nothing } from "./nothing";
import { count, interval, percent, score } from "@/lib/format";
import { IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Section } from "@/parts/page/page";
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
          <dl className={css.pairs}>
            <Pair name="Rank">{rankWords(s.bestRank, s.worstRank)}</Pair>
            <Pair name="95 % interval">{interval(s.interval.low, s.interval.high).join(" to ")}</Pair>
            <Pair name="Availability">{percent(s.availability)}</Pair>
            <Pair name="Capability">{score(s.capability)}</Pair>
            <Pair name="Runs">{count(s.suiteRuns)}</Pair>
            {s.uncounted > 0 && <Pair name="Uncounted">{count(s.uncounted)}</Pair>}
            {s.smallSample && (
              <Pair name="Mark">
                <span className={css.small}>small sample</span>
              </Pair>
            )}
          </dl>
        </>
      ) : (
        <Nothing title="No standing">
          {agent.testAgent
            ? "A test agent is evaluated and kept off the board."
            : agent.homeRegistry
              ? "A mirror is never evaluated here."
              : "It has no public results yet."}
        </Nothing>
      )}
    </Section>
  );
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who vouches for it. */
export function Trust() {
  return (
    <Section title="Trust" note="–">
      <Nothing title="Not computed yet">
        Who vouches for it will stand here. This registry does not work that out yet, so there is no number.
      </Nothing>
    </Section>
  );
}
