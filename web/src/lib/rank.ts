import type { Role } from "@/gql/schema";
import type { Viewer } from "./shell";

/** From the least to the most. */
export const ranks: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "OWNER"];

export function atLeast(role: Role | null, least: Role): boolean {
  return role !== null && ranks.indexOf(role) >= ranks.indexOf(least);
}

/** What the caller counts as in a workspace: a platform admin is as good as an owner everywhere. */
export function standing(viewer: Viewer | null, role: Role | null): Role | null {
  return viewer?.admin ? "OWNER" : role;
}

/** The roles that somebody of a standing may give. */
export function grantable(own: Role | null): Role[] {
  return ranks.filter((role) => atLeast(own, role));
}

/** Whether somebody of a standing may change or remove who has a role: those at or below it; only owners change owners. */
export function mayChange(own: Role | null, role: Role): boolean {
  return atLeast(own, "ADMIN") && atLeast(own, role);
}
