import type { RunLogSubscription } from "./run.gql";
import type { RunEventKind } from "@/gql/schema";
import { score } from "@/lib/format";
import { outcome } from "@/lib/words";
import { resultInWords } from "@/parts/verdict-cell/verdict-cell";

export type LogEvent = RunLogSubscription["runEvents"];

/** So many of the newest events are kept. */
export const kept = 500;

/** The log with what was heard since, oldest first. What is in it already is left out: after a reconnection events may come twice. */
export function append(log: readonly LogEvent[], heard: readonly LogEvent[]): readonly LogEvent[] {
  let last = log.at(-1)?.seq ?? 0;
  const fresh = heard.filter((e) => {
    if (e.kind === "SNAPSHOT" || e.seq <= last) return false;
    last = e.seq;
    return true;
  });
  return fresh.length === 0 ? log : [...log, ...fresh].slice(-kept);
}

/** What part of a log is looked at. */
export type Part = "all" | "results" | "failures" | "run";

export const parts: readonly { value: Part; name: string }[] = [
  { value: "all", name: "Everything" },
  { value: "results", name: "Results" },
  { value: "failures", name: "Not passed" },
  { value: "run", name: "Run and agents" },
];

/** Whether an event belongs to a part, and its agent or task holds the text, upper and lower case alike. */
export function belongs(event: LogEvent, part: Part, text: string): boolean {
  const isResult = event.kind === "RESULT_RECORDED";
  if (part === "results" && !isResult) return false;
  if (part === "run" && isResult) return false;
  if (part === "failures" && (!event.result || outcome(event.result) === "PASS")) return false;
  if (text === "") return true;
  const agent = event.result?.agent ?? event.runAgent?.agent;
  const names = [agent?.name, agent?.did, event.result?.task.name, words[event.kind]];
  return names.some((name) => name?.toLowerCase().includes(text.toLowerCase()));
}

const words: Record<RunEventKind, string> = {
  SNAPSHOT: "Where the run stands",
  RUN_QUEUED: "Queued",
  RUN_STARTED: "Started",
  AGENT_STARTED: "Agent begun",
  RESULT_RECORDED: "Result",
  AGENT_FINISHED: "Agent through",
  CANCEL_REQUESTED: "Asked to cancel",
  RUN_FINISHED: "Ended",
};

/** What happened, without the names. */
export function says(event: LogEvent): string {
  if (event.result) return resultInWords(event.result);
  if (event.kind === "AGENT_FINISHED") return `Through, score ${score(event.runAgent?.suiteScore)}`;
  return words[event.kind];
}
