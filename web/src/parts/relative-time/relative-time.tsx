import { lagOf, useNow } from "@/lib/clock";
import { absolute, relative, unknown } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";

const usual = 5_000; // ms between two looks at the clock

/** An instant as the reader chose: how long ago (with the date on hover), or the date in their zone or in UTC. */
export function RelativeTime({
  at,
  otherwise = unknown,
  toTheSecond = false,
}: {
  at: string | null | undefined;
  otherwise?: string;
  /** Where a time span to the second stands beside it, and the two should agree. */
  toTheSecond?: boolean;
}) {
  const choice = useStore(times);
  const step = toTheSecond ? 1_000 : usual;
  const now = useNow(step);
  const instant = at == null ? Number.NaN : Date.parse(at);
  if (at == null || Number.isNaN(instant)) return <span className="quiet">{otherwise}</span>;
  const date = absolute(instant, choice === "utc" ? "utc" : "local");
  const age = relative(instant, now, lagOf(step));
  return (
    <time dateTime={at} title={choice === "relative" ? date : age} className="num">
      {choice === "relative" ? age : date}
    </time>
  );
}
