import type { OneApprovalFragment } from "./approvals.gql";
import type { ApprovalState } from "@/gql/schema";

/** What an inbox shows, and how one moves in it. */

/** The rows that are shown, each as it was last heard of. What is decided stays so, and stays where it is. */
export function current(
  shown: readonly OneApprovalFragment[],
  heard: ReadonlyMap<string, OneApprovalFragment>,
): OneApprovalFragment[] {
  return shown.map((row) => {
    const newer = heard.get(row.id);
    return newer && newer.state !== "PENDING" ? newer : row;
  });
}

/** Approvals that were asked for since, and belong to what is listed. */
export function waiting(
  shown: readonly OneApprovalFragment[],
  heard: ReadonlyMap<string, OneApprovalFragment>,
  state: ApprovalState | undefined,
): OneApprovalFragment[] {
  if (state !== undefined && state !== "PENDING") return [];
  const newest = shown[0]?.askedAt ?? "";
  return [...heard.values()].filter(
    (a) => a.state === "PENDING" && a.askedAt >= newest && !shown.some((row) => row.id === a.id),
  );
}

/** The one before or after the open one; at either end it stays. */
export function beside(rows: readonly { id: string }[], open: string | null, step: 1 | -1): string | null {
  const at = rows.findIndex((row) => row.id === open);
  if (at < 0) return rows[step > 0 ? 0 : rows.length - 1]?.id ?? null;
  return rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.id ?? null;
}

/** Where one goes on after deciding: the next pending one below, else the first above, else nowhere. */
export function nextPending(rows: readonly OneApprovalFragment[], decided: string): string | null {
  const at = rows.findIndex((row) => row.id === decided);
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))];
  return others.find((row) => row.state === "PENDING")?.id ?? null;
}
