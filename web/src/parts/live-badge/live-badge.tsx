import { absolute } from "@/lib/format";
import { connection } from "@/lib/live";
import { times } from "@/lib/preferences";
import { useStore } from "@/lib/store";
import css from "./live-badge.module.css";

const words = { idle: "Not live", connecting: "Connecting", live: "Live", lost: "Connection lost" };

/** Whether what is shown follows the server. A lost connection is said, with the time the server was last heard. */
export function LiveBadge() {
  const { state, heardAt } = useStore(connection);
  const zone = useStore(times) === "utc" ? "utc" : "local";
  const clock = heardAt === null ? "" : absolute(heardAt, zone).slice(11, 19);
  return (
    <span className={css.badge} data-state={state} role="status">
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        {state === "live" ? (
          <circle cx="4" cy="4" r="4" fill="currentColor" />
        ) : (
          <circle cx="4" cy="4" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.5" />
        )}
      </svg>
      <span>
        {words[state]}
        {state === "lost" && clock && <span className={css.since}> · as of {clock}</span>}
      </span>
    </span>
  );
}
