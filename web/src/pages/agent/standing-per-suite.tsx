import { Link } from "@tanstack/react-router";
import { useQuery } from "urql";
import { AgentStandingDocument } from "./agent.gql";
import { SuiteNamesDocument } from "@/gql/shared.gql";
import { percent, score } from "@/lib/format";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Foreign } from "@/parts/foreign/foreign";
import { IntervalBar, MeanWithCount } from "@/parts/interval-bar/interval-bar";
import { Section } from "@/parts/page/page";
import css from "./standing-per-suite.module.css";

/** One line a suite of the catalog. Each asks for itself: a suite that fails leaves the others standing. */
export function StandingPerSuite({ did }: { did: string }) {
  const [{ data }] = useQuery({ query: SuiteNamesDocument, requestPolicy: "cache-first" });
  const suites = data?.suites.nodes ?? [];
  return (
    <Section title="Per suite">
      {data && suites.length === 0 ? (
        <EmptyState title="No suites are published here" />
      ) : (
        <ul className={css.list}>
          {suites.map((s) => (
            <Line key={s.key} did={did} suite={s.key} name={s.name} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Line({ did, suite, name }: { did: string; suite: string; name: string }) {
  const [{ data, error, fetching }] = useQuery({ query: AgentStandingDocument, variables: { did, suite } });
  const s = data?.agent?.standing;
  const value = s && {
    mean: s.meanScore,
    low: s.interval.low,
    high: s.interval.high,
    n: s.runs,
    method: s.interval.method,
  };
  return (
    <li className={css.line}>
      <Link to="/suites/$key" params={{ key: suite }} className={css.name} data-row-link="">
        <Foreign text={name} />
      </Link>
      {value ? (
        <>
          <IntervalBar value={value} />
          <MeanWithCount value={value} />
          <span className={css.more}>
            rank {s.bestRank === s.worstRank ? s.bestRank : `${s.bestRank}–${s.worstRank}`} · {percent(s.availability)}{" "}
            answered
            {s.capability != null && ` · ${score(s.capability)} when answered`}
          </span>
        </>
      ) : (
        <span className="quiet">{error ? "could not be read" : fetching ? "" : "no results"}</span>
      )}
    </li>
  );
}
