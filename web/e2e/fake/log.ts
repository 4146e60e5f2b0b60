import type { RunEventKind } from "../../src/gql/schema";
import type { RunRecord } from "./world";

/** What happened in a run, without its number and its time. */
export interface Happening {
  kind: RunEventKind;
  row?: number;
  place?: number;
}

/** The events of a run of the seeded world, as they would have been: agent by agent, task by task. */
export function happenings(run: RunRecord): Happening[] {
  const width = run.tasks.length;
  const out: Happening[] = [{ kind: "RUN_QUEUED" }];
  if (run.status !== "QUEUED") out.push({ kind: "RUN_STARTED" });
  for (let i = 0; i < run.recorded; i++) {
    const row = Math.floor(i / width);
    const place = i % width;
    if (i === run.cancelledAfter) out.push({ kind: "CANCEL_REQUESTED" });
    if (place === 0) out.push({ kind: "AGENT_STARTED", row });
    out.push({ kind: "RESULT_RECORDED", row, place });
    if (place === width - 1) out.push({ kind: "AGENT_FINISHED", row });
  }
  if (["COMPLETED", "FAILED", "CANCELLED"].includes(run.status)) out.push({ kind: "RUN_FINISHED" });
  return out;
}
