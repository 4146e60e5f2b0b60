/** Numbers and times as text, the same everywhere. Unknown is "–", never 0. */

export const unknown = "–";

/** A score or a mean in [0, 1] with two digits: 0.94. 1 and 0 only when they are exact: 0.9999 is ">0.99", 0.001 is "<0.01". */
export function score(value: number | null | undefined): string {
  if (value == null) return unknown;
  if (value > 0.995 && value < 1) return ">0.99";
  if (value < 0.005 && value > 0) return "<0.01";
  return Math.abs(value).toFixed(2);
}

/** The ends of an interval in [0, 1] with two digits, rounded outwards: an interval never looks narrower than it is. */
export function interval(low: number, high: number): [string, string] {
  // What is a hair off the digit is the digit: 0.57 * 100 is 56.99999999999999.
  const down = Math.floor(low * 100 + 1e-9) / 100;
  const up = Math.ceil(high * 100 - 1e-9) / 100;
  return [Math.max(down, 0).toFixed(2), Math.min(up, 1).toFixed(2)];
}

/** A share in [0, 1] as whole percent: 98 %. 100 % and 0 % only when they are exact. */
export function percent(value: number | null | undefined): string {
  if (value == null) return unknown;
  if (value > 0.995 && value < 1) return ">99 %";
  if (value < 0.005 && value > 0) return "<1 %";
  return `${Math.round(value * 100)} %`;
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** An integer with separators: 12,345. */
export function count(value: number | null | undefined): string {
  return value == null ? unknown : whole.format(value);
}

/** "1 task", "12 tasks". */
export function plural(n: number, one: string, many: string = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** A time span given in milliseconds, as measured: 0.4 ms, 12 ms, 1.24 s, 2 min 05 s. */
export function milliseconds(value: number | null | undefined): string {
  if (value == null) return unknown;
  if (value < 10 && !Number.isInteger(value)) return `${value.toFixed(1)} ms`;
  if (value < 999.5) return `${Math.round(value)} ms`;
  if (value < 9_995) return `${(value / 1000).toFixed(2)} s`;
  return value < 59_950 ? `${(value / 1000).toFixed(1)} s` : duration(Math.max(value, 60_000));
}

const two = (n: number) => String(n).padStart(2, "0");

/** How long something took or will take, given in milliseconds, in whole units that have passed, as `relative` counts: 0.4 s, 8 s, 2 min 05 s, 3 h 12 min, 4 d 2 h. */
export function duration(value: number): string {
  if (value < 950) return `${(Math.max(0, value) / 1000).toFixed(1)} s`;
  const s = Math.max(1, Math.floor(value / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${two(s % 60)} s`;
  const m = Math.floor(s / 60);
  if (m < 24 * 60) return `${Math.floor(m / 60)} h ${two(m % 60)} min`;
  return `${Math.floor(m / 1440)} d ${Math.floor((m % 1440) / 60)} h`;
}

/**
 * How long ago or ahead, in one unit: just now, 12 s ago, 3 min ago, in 5 h, 12 d ago. `now` may lag by `slack` ms, so what seems to
 * be ahead by less is just now.
 */
export function relative(at: number, now: number, slack = 0): string {
  const ahead = at > now + slack;
  const s = Math.floor(Math.abs(now - at) / 1000);
  const say = (n: number, unit: string) => (ahead ? `in ${n} ${unit}` : `${n} ${unit} ago`);
  if (!ahead && at > now) return "just now";
  if (s < 5) return ahead ? "now" : "just now";
  if (s < 60) return say(s, "s");
  if (s < 3600) return say(Math.floor(s / 60), "min");
  if (s < 48 * 3600) return say(Math.floor(s / 3600), "h");
  return say(Math.floor(s / 86_400), "d");
}

/** An instant to the second: 2026-11-30 14:03:22, in UTC or in the reader's zone, with the zone named. */
export function absolute(at: number, zone: "utc" | "local"): string {
  if (Number.isNaN(at)) return unknown;
  const date = new Date(at);
  if (zone === "utc") return `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day} ${time} ${zoneName(-date.getTimezoneOffset())}`;
}

function zoneName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? "−" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** Bytes in the unit that suits: 12 B, 3.4 KB, 1.0 MB. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  return n < 1_000_000 ? `${(n / 1000).toFixed(1)} KB` : `${(n / 1_000_000).toFixed(1)} MB`;
}

/** Minutes between runs, as a cadence: every minute, every 5 min, every hour, every day. Null: by hand. */
export function cadence(minutes: number | null | undefined): string {
  if (minutes == null) return "by hand";
  const units: [number, string, string][] = [
    [1440, "day", "d"],
    [60, "hour", "h"],
    [1, "minute", "min"],
  ];
  const [size, one, short] = units.find(([span]) => minutes >= span && minutes % span === 0) ?? units[2]!;
  return minutes === size ? `every ${one}` : `every ${minutes / size} ${short}`;
}

/** A name that is told apart by either end, such as a DID, in at most `most` characters: did:web:agents.ex…le%3A8081. */
export function middle(text: string, most: number): string {
  const all = [...text];
  if (all.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${all.slice(0, head).join("")}…${all.slice(all.length - (most - 1 - head)).join("")}`;
}
