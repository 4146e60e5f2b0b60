import { milliseconds } from "@/lib/format";
import css from "./timing-waterfall.module.css";

export interface Timings {
  dnsMs?: number | null;
  connectMs?: number | null;
  tlsMs?: number | null;
  firstByteMs?: number | null;
  totalMs: number;
}

export interface Phase {
  name: string;
  start: number;
  end: number;
}

const names = [
  ["dnsMs", "Name lookup"],
  ["connectMs", "Connect"],
  ["tlsMs", "TLS"],
  ["firstByteMs", "Wait for first byte"],
  ["totalMs", "Receive"],
] as const;

/** The phases of a call, each from the end of the one before. Times are given from the start of the call; null: it did not happen. */
export function phases(t: Timings): Phase[] {
  const out: Phase[] = [];
  let start = 0;
  for (const [key, name] of names) {
    const end = t[key];
    if (end == null) continue;
    // A call that broke off has no first byte: what passed since the last phase was waiting, not receiving.
    const waited = key === "totalMs" && t.firstByteMs == null;
    out.push({ name: waited ? "Wait" : name, start, end: Math.max(end, start) });
    start = Math.max(end, start);
  }
  return out;
}

/** Where the time of a call went: one bar a phase on an axis in milliseconds. A table, so the numbers read without the bars. */
export function TimingWaterfall({ timings }: { timings: Timings }) {
  const rows = phases(timings);
  const whole = Math.max(timings.totalMs, ...rows.map((r) => r.end), 0);
  const share = (ms: number) => (whole > 0 ? (100 * ms) / whole : 0);
  return (
    <table className={css.waterfall} aria-label="Timing">
      <thead className="unseen">
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">From start to end of the call</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.name}>
            <th scope="row">{r.name}</th>
            <td className={css.axis}>
              <span className={css.bar} style={{ left: `${share(r.start)}%`, width: `${share(r.end - r.start)}%` }} />
              <span className="unseen">
                {milliseconds(r.start)} to {milliseconds(r.end)}
              </span>
            </td>
            <td className={css.took}>{milliseconds(r.end - r.start)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td className={css.scale}>
            <span aria-hidden="true">0</span>
            <span aria-hidden="true">{milliseconds(whole)}</span>
          </td>
          <td className={css.took}>{milliseconds(timings.totalMs)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
