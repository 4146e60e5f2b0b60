import css from "./difference-bar.module.css";

export interface Difference {
  by: number;
  /** Null where there are too few pairs for an interval. */
  low: number | null;
  high: number | null;
}

/** +0.12, −0.05, 0.00. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === "0.00") return value === 0 ? text : value > 0 ? "<+0.01" : ">−0.01";
  return value > 0 ? `+${text}` : `−${text}`;
}

/** The ends of an interval of a difference with two digits, rounded outwards. */
export function signedInterval(low: number, high: number): [string, string] {
  const fixed = (value: number) => {
    const text = Math.abs(value).toFixed(2);
    return text === "0.00" ? text : value > 0 ? `+${text}` : `−${text}`;
  };
  return [fixed(Math.floor(low * 100 + 1e-9) / 100), fixed(Math.ceil(high * 100 - 1e-9) / 100)];
}

/** In words. */
export function differenceInWords({ by, low, high }: Difference): string {
  const range = low === null || high === null ? "" : `, 95 % interval ${signedInterval(low, high).join(" to ")}`;
  return `Difference ${signed(by)}${range}`;
}

/** A difference as a tick and its interval as a bar, on an axis from −1 to 1 with a line at 0. */
export function DifferenceBar({ value, left, right }: { value: Difference; left: string; right: string }) {
  const at = (x: number) => `${50 + 50 * Math.min(Math.max(x, -1), 1)}%`;
  const { by, low, high } = value;
  const sure = low !== null && high !== null && (low > 0 || high < 0);
  return (
    <div className={css.frame}>
      <div className={css.axis} role="img" aria-label={differenceInWords(value)}>
        {low !== null && high !== null && (
          <span
            className={`${css.bar} ${sure ? css.sure : ""}`}
            style={{ left: at(low), width: `${50 * (Math.min(high, 1) - Math.max(low, -1))}%` }}
          />
        )}
        <span className={css.zero} />
        <span className={css.tick} style={{ left: at(by) }} />
      </div>
      <div className={css.scale} aria-hidden="true">
        <span>−1 {left}</span>
        <span>0 no difference</span>
        <span>{right} +1</span>
      </div>
    </div>
  );
}
