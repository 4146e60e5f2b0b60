import type { Permission } from "@/gql/schema";
import { home, useShell } from "./shell";

/** The workspace a page is about: the one the URL names, else the registry's own, else the first where the caller may do it. */
export function useOwnWorkspace(named: string | undefined, permission: Permission): string {
  const { viewer, workspaces } = useShell();
  if (named !== undefined) return named;
  if (viewer?.permissions.includes(permission)) return home;
  return workspaces.find((w) => w.permissions.includes(permission))?.key ?? home;
}
