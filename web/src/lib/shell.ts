import { createContext, useContext } from "react";
import type { ShellQuery } from "@/shell.gql";

/** What every page may ask: which registry this is, and what the caller may do. */
export interface Shell {
  /** Null until it is known. */
  registry: ShellQuery["registry"] | null;
  admin: boolean;
}

export const ShellContext = createContext<Shell>({ registry: null, admin: false });

/** What the browser's tab is called: the page, and whose registry it is of. */
export function pageTitle(page: string, registry: Shell["registry"]): string {
  return `${page} · ${registry?.name.trim() || "Assay"}`;
}

export function useShell(): Shell {
  return useContext(ShellContext);
}
