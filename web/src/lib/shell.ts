import { createContext, useContext } from "react";
import type { Permission } from "@/gql/schema";
import { spelt } from "./inert";
import { type Place, placesFor } from "./places";
import type { ShellQuery, WorkspacesQuery } from "@/shell.gql";

export type Viewer = ShellQuery["viewer"];
export type WorkspaceLine = NonNullable<WorkspacesQuery["workspaces"]>[number];

/** What every page may ask: which registry this is, who is here, and what they may do. */
export interface Shell {
  /** Null until it is known. */
  registry: ShellQuery["registry"] | null;
  /** Null until it is known. */
  viewer: Viewer | null;
  /** Where the caller is a member; of a platform admin, all. Empty until it is known. */
  workspaces: readonly WorkspaceLine[];
}

export const ShellContext = createContext<Shell>({ registry: null, viewer: null, workspaces: [] });

/** The workspace of the registry itself: roles in it govern suites, runs and operations. */
export const home = "default";

/** What the browser's tab is called: the page, and whose registry it is of. */
export function pageTitle(page: string, registry: Shell["registry"]): string {
  return spelt(`${page} · ${registry?.name.trim() || "Assay"}`);
}

export function useShell(): Shell {
  return useContext(ShellContext);
}

/** Whether the caller may do something: to the registry as a whole, or in another workspace. False until it is known. */
export function useMay(permission: Permission, workspace: string = home): boolean {
  return may(useShell(), permission, workspace);
}

/** Whether the caller may do something in some workspace of theirs. */
export function useMaySomewhere(permission: Permission): boolean {
  return maySomewhere(useShell(), permission);
}

/** The screens that the caller may go to. */
export function usePlaces(): Place[] {
  const shell = useShell();
  return placesFor((permission) => maySomewhere(shell, permission), signedIn(shell.viewer) === true);
}

function maySomewhere(shell: Shell, permission: Permission): boolean {
  return may(shell, permission) || shell.workspaces.some((w) => w.permissions.includes(permission));
}

export function may(shell: Shell, permission: Permission, workspace: string = home): boolean {
  const known =
    workspace === home ? shell.viewer?.permissions : shell.workspaces.find((w) => w.key === workspace)?.permissions;
  return known?.includes(permission) ?? false;
}

/** Whether somebody is there: a user, a key, or the platform-admin credential. Null until it is known. */
export function signedIn(viewer: Viewer | null): boolean | null {
  return viewer && (viewer.admin || viewer.user !== null || viewer.key !== null);
}
