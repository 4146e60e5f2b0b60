import type { OneKeyFragment } from "./keys.gql";
import { Chip } from "@/parts/chip/chip";

export type State = "active" | "expired" | "revoked";

type Dated = Pick<OneKeyFragment, "expiresAt" | "revokedAt">;

/** Where a key stands at a time in ms since 1970. What was revoked stays so, also past its end. */
export function stateOf(key: Dated, now: number): State {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= now ? "expired" : "active";
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
