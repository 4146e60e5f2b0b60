import { Link } from "@tanstack/react-router";
import type { FullAgent } from "./agent";
import css from "./agent.module.css";
import { count, milliseconds, percent, plural } from "@/lib/format";
import { errorCodes } from "@/lib/words";
import { Columns } from "@/parts/chart/columns";
import { FaultGlyph } from "@/parts/fault-glyph/fault-glyph";
import { Facts, Section } from "@/parts/page/page";
import { RelativeTime } from "@/parts/relative-time/relative-time";

/** How long its newest answers took, and what kept it from answering. */
export function Lately({ agent }: { agent: FullAgent }) {
  const { recent } = agent;
  if (!recent) return null;
  const { latency, errors } = recent;
  const wrong = errors.reduce((sum, e) => sum + e.count, 0);
  return (
    <div className={css.lately}>
      <Section
        title="Latency"
        note={
          <>
            Its newest {plural(recent.results, "result")}, since <RelativeTime at={recent.since} />
          </>
        }
      >
        {latency ? (
          <>
            <Facts
              items={[
                ["Half took at most", milliseconds(latency.p50Ms)],
                ["90 % at most", milliseconds(latency.p90Ms)],
                ["99 % at most", milliseconds(latency.p99Ms)],
                ["The longest", milliseconds(latency.maxMs)],
              ]}
            />
            <div className={css.histogram}>
              <Columns
                caption={`Calls by time to the last byte, ${count(latency.calls)} in all`}
                looks={["plain"]}
                head={["Up to", "Calls"]}
                labels={12}
                columns={latency.buckets.map((bucket) => ({
                  key: String(bucket.toMs),
                  label: brief(bucket.toMs),
                  title: `Up to ${milliseconds(bucket.toMs)}: ${plural(bucket.calls, "call")}`,
                  parts: [bucket.calls],
                  row: [milliseconds(bucket.toMs), count(bucket.calls)],
                }))}
              />
            </div>
          </>
        ) : (
          <p className="muted">It was not called.</p>
        )}
      </Section>
      <Section title="Errors" note={wrong > 0 ? `${percent(wrong / recent.results)} of these results` : undefined}>
        {errors.length === 0 ? (
          <p className="muted">None: every task was answered.</p>
        ) : (
          <ul className={css.errors}>
            {errors.map((e) => (
              <li key={e.code + e.fault}>
                <span className={css.errorName}>
                  {e.fault ? <FaultGlyph fault={e.fault} /> : <span className={css.noFault} />}
                  <Link to="/results" search={{ agent: agent.did, error: e.code }}>
                    {capital(errorCodes[e.code])}
                  </Link>
                </span>
                <span className="num">{count(e.count)}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** For the axis: 50 ms, 2 s. */
const brief = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
