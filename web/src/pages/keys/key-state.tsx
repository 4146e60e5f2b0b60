import type { OneKeyFragment } from "./keys.gql";
import { plural } from "@/lib/format";
import { Chip } from "@/parts/chip/chip";

export type State = "active" | "expired" | "revoked";

type Dated = Pick<OneKeyFragment, "expiresAt" | "revokedAt">;

/** Where a key stands at a time in ms since 1970. What was revoked stays so, also past its end. */
export function stateOf(key: Dated, now: number): State {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? "expired" : "active";
}

/** What a list of keys holds. The server gives all that are active, and of those that ended the newest: their number is no total. */
export function holding(keys: readonly Dated[], now: number): string {
  const active = keys.filter((k) => stateOf(k, now) === "active").length;
  const ended = keys.length - active;
  if (ended === 0) return plural(active, "active key");
  const newest = `newest ${ended} of those that ended`;
  return active === 0 ? `The ${newest}` : `${plural(active, "active key")} and the ${newest}`;
}

export function KeyState({ of, now }: { of: Dated; now: number }) {
  const state = stateOf(of, now);
  if (state === "active") {
    return (
      <Chip shape="full" tone="pass">
        Active
      </Chip>
    );
  }
  return state === "revoked" ? <Chip shape="cross">Revoked</Chip> : <Chip shape="half">Expired</Chip>;
}
