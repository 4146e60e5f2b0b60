import type { WorkLineFragment } from "./work.gql";
import type { WorkClass, WorkStatus } from "@/gql/schema";

export interface WorkFilter {
  agent?: string | undefined;
  workClass?: WorkClass | undefined;
  status?: readonly WorkStatus[] | undefined;
}

/** Whether a piece of work belongs to the list under a filter. */
export function belongs(work: WorkLineFragment, { agent, workClass, status }: WorkFilter): boolean {
  return (
    (agent === undefined || work.from.did === agent || work.to.did === agent) &&
    (workClass === undefined || work.workClass === workClass) &&
    (status === undefined || status.includes(work.status))
  );
}

/** The rows that are shown, each as it was last heard of. They stay where they are, whatever the filter says of them now. */
export function renewed<T extends { id: string }>(shown: readonly T[], heard: ReadonlyMap<string, T>): T[] {
  return shown.map((row) => heard.get(row.id) ?? row);
}

/** What was heard of and is not shown, though it would be at the top of the newest page. */
export function waiting(
  shown: readonly WorkLineFragment[],
  heard: ReadonlyMap<string, WorkLineFragment>,
  filter: WorkFilter,
): WorkLineFragment[] {
  const newest = shown[0]?.sentAt ?? "";
  return [...heard.values()].filter(
    (work) => work.sentAt >= newest && !shown.some((row) => row.id === work.id) && belongs(work, filter),
  );
}
