import type { FileSuiteFragment, SuiteDraftQuery } from "./suite-editor.gql";
import type { PutSuiteInput, Scorer, TaskType } from "@/gql/schema";

/** A suite as the editor holds it: every value as it is typed. */
export interface Draft {
  key: string;
  /** While false the key follows the name. */
  keyTyped: boolean;
  name: string;
  description: string;
  taskType: TaskType;
  intervalMinutes: string;
  /** One DID a line; null: all active agents homed here. */
  targets: string | null;
  rewardAmount: string;
  reputationSignal: boolean;
  enabled: boolean;
  tasks: readonly DraftTask[];
}

export interface DraftTask {
  /** Tells the rows apart while they are moved; not sent. */
  row: number;
  /** The task as it is stored, whose results can be tried; null for a new one. Not sent. */
  id: string | null;
  name: string;
  input: string;
  scorer: Scorer;
  expected: string;
  weight: string;
}

let rows = 0;

export function newTask(): DraftTask {
  return { row: ++rows, id: null, name: "", input: "", scorer: "STATUS_OK", expected: "", weight: "1" };
}

export function newDraft(): Draft {
  return {
    key: "",
    keyTyped: false,
    name: "",
    description: "",
    taskType: "HTTP_PROBE",
    intervalMinutes: "",
    targets: null,
    rewardAmount: "0",
    reputationSignal: false,
    enabled: false,
    tasks: [newTask()],
  };
}

export function draftOf(suite: NonNullable<SuiteDraftQuery["suite"]>): Draft {
  return { ...filled(suite), tasks: suite.tasks.map((t) => ({ ...taskOf(t), id: t.id })) };
}

/** A new draft that measures what another suite does; not published, whatever that one is. */
export function copyOf(suite: NonNullable<SuiteDraftQuery["suite"]>): Draft {
  const key = `${suite.key.slice(0, 59)}-copy`;
  return { ...filled(suite), key, name: `${suite.name} copy`, enabled: false, tasks: suite.tasks.map(taskOf) };
}

/** What a suite file says, in the place of another draft: tasks of the same name are the same tasks. The key of a stored suite stays. */
export function draftOfFile(file: FileSuiteFragment, before: Draft, keepKey: boolean): Draft {
  const ids = new Map(before.tasks.map((t) => [t.name, t.id]));
  const tasks = file.tasks.map((t) => ({ ...taskOf(t), id: ids.get(t.name) ?? null }));
  return { ...filled(file), key: keepKey ? before.key : file.key, tasks };
}

function filled(suite: Omit<FileSuiteFragment, "tasks">): Omit<Draft, "tasks"> {
  return {
    key: suite.key,
    keyTyped: true,
    name: suite.name,
    description: suite.description,
    taskType: suite.taskType,
    intervalMinutes: suite.intervalMinutes == null ? "" : String(suite.intervalMinutes),
    targets: suite.targetDids ? suite.targetDids.join("\n") : null,
    rewardAmount: suite.rewardAmount,
    reputationSignal: suite.reputationSignal,
    enabled: suite.enabled,
  };
}

const taskOf = ({ name, input, scorer, expected, weight }: FileSuiteFragment["tasks"][number]): DraftTask => ({
  ...newTask(),
  name,
  input,
  scorer,
  expected,
  weight: String(weight),
});

/** A key as it would follow from a name: "HTTP basics!" → "http-basics". */
export function keyFrom(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
}

/** What is typed as the API takes it, or which fields do not even say a number or whom. Everything else is the server's to judge. */
export function inputOf(draft: Draft): { input: PutSuiteInput; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const interval = draft.intervalMinutes.trim();
  if (interval !== "" && !/^\d+$/.test(interval)) problems.intervalMinutes = "A whole number of minutes, or nothing.";
  const reward = draft.rewardAmount.trim() || "0";
  if (!/^\d+$/.test(reward)) problems.rewardAmount = "A whole number of minor units.";
  const targets = draft.targets === null ? null : draft.targets.split(/\s+/).filter((did) => did !== "");
  // The API takes an empty list for "no list", which means all agents: the opposite of what was ticked.
  if (targets?.length === 0) problems.targetDids = "Name at least one agent.";
  const tasks = draft.tasks.map((t, i) => {
    const weight = Number(t.weight.trim().replace(",", "."));
    if (t.weight.trim() === "" || !Number.isFinite(weight)) problems[`tasks.${i}.weight`] = "A number above 0.";
    const expected = t.scorer === "STATUS_OK" ? "" : t.expected;
    return { name: t.name, input: t.input, scorer: t.scorer, expected, weight: Number.isFinite(weight) ? weight : 0 };
  });
  return {
    problems,
    input: {
      key: draft.key,
      name: draft.name.trim() === "" ? undefined : draft.name,
      description: draft.description,
      taskType: draft.taskType,
      intervalMinutes: interval === "" ? null : Number(interval),
      targetDids: targets,
      rewardAmount: reward,
      reputationSignal: draft.reputationSignal,
      enabled: draft.enabled,
      tasks,
    },
  };
}

/** The list with the item at `from` moved to `to`; unchanged where there is no such place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
