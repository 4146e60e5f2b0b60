import type { LinkProps } from "@tanstack/react-router";
import type { Permission } from "@/gql/schema";
import type { IconName } from "@/parts/icon/icon";

/** A screen that one goes to by name: from the rail, the palette, or by `g` and a letter. */
export interface Place {
  to: NonNullable<LinkProps["to"]>;
  name: string;
  icon: IconName;
  /** After `g`. */
  key: string;
  /** Who may not, does not see it; `signedIn`: for everybody who is signed in. Undefined: for all. */
  needs?: Permission | "signedIn";
  /** Not in the rail: one gets there from other screens. */
  aside?: boolean;
}

export const places: readonly Place[] = [
  { to: "/", name: "Overview", icon: "overview", key: "o" },
  { to: "/leaderboard", name: "Leaderboard", icon: "board", key: "l" },
  { to: "/suites", name: "Suites", icon: "suites", key: "s" },
  { to: "/runs", name: "Runs", icon: "runs", key: "r" },
  { to: "/results", name: "Results", icon: "results", key: "e" },
  { to: "/agents", name: "Agents", icon: "agents", key: "a" },
  { to: "/compare", name: "Compare", icon: "compare", key: "c", aside: true },
  { to: "/work", name: "Work", icon: "work", key: "w", needs: "READ_WORK" },
  { to: "/approvals", name: "Approvals", icon: "approvals", key: "v", needs: "READ_WORK" },
  { to: "/check", name: "Check a receipt", icon: "receipt", key: "h" },
  { to: "/log", name: "Log", icon: "log", key: "i", aside: true },
  { to: "/people", name: "People", icon: "people", key: "p", needs: "READ_PEOPLE" },
  { to: "/keys", name: "Keys", icon: "key", key: "k", needs: "CREATE_KEYS" },
  { to: "/audit", name: "Audit", icon: "audit", key: "d", needs: "READ_AUDIT" },
  { to: "/operations", name: "Operations", icon: "operations", key: "t", needs: "OPERATE" },
  { to: "/settings", name: "Settings", icon: "settings", key: ",", needs: "signedIn" },
];

/** The places of who may do `has` and is signed in or not. */
export function placesFor(has: (permission: Permission) => boolean, known: boolean): Place[] {
  return places.filter(({ needs }) => needs === undefined || (needs === "signedIn" ? known : has(needs)));
}
