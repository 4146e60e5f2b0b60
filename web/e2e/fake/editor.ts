import type { ScoreSampleInput, Scorer, TaskType } from "../../src/gql/schema";

/** What the suite editor asks: rules applied to pasted responses, and suite files read. Small beside the real ones, and alike in form. */
export const editing = {
  scoreSample: ({ input }: { input: ScoreSampleInput }) => scoreSample(input),
  readSuiteFile: ({ text }: { text: string }) => readSuiteFile(text),
};

interface Range {
  start: number;
  end: number;
}

function scoreSample(input: ScoreSampleInput) {
  const { scorer, expected = "", body = "", latencyMs = 0 } = input;
  const status = input.status ?? 200;
  const wrong = (message: string) => ({
    score: null,
    passed: null,
    verdict: null,
    userErrors: [{ code: "INVALID", message, field: "expected" }],
  });
  const answer = (passed: boolean, reason: string, matches: Range[] = []) => ({
    score: passed ? 1 : 0,
    passed,
    verdict: { reason, matches },
    userErrors: [],
  });
  const at = (found: number, part: string): Range[] => {
    const start = Buffer.byteLength(body.slice(0, found));
    return [{ start, end: start + Buffer.byteLength(part) }];
  };
  switch (scorer) {
    case "STATUS_OK":
      return status >= 200 && status < 300
        ? answer(true, `The status is ${status}.`)
        : answer(false, `The status is ${status}, not 2xx.`);
    case "LATENCY_UNDER_MS": {
      if (!/^\d+$/.test(expected)) return wrong("expected is a whole number of milliseconds");
      return answer(latencyMs <= Number(expected), `The answer took ${latencyMs} ms; the limit is ${expected} ms.`);
    }
    case "EXACT": {
      const same = body.trim() === expected.trim();
      return same
        ? answer(true, "The body equals the expected text.", at(body.indexOf(body.trim()), body.trim()))
        : answer(false, "The body differs from the expected text.");
    }
    case "CONTAINS": {
      const found = body.indexOf(expected);
      return found < 0
        ? answer(false, "The body does not contain the expected text.")
        : answer(
            true,
            `The body contains the expected text at byte ${Buffer.byteLength(body.slice(0, found))}.`,
            at(found, expected),
          );
    }
    case "REGEX": {
      let pattern: RegExp;
      try {
        const insensitive = expected.startsWith("(?i)");
        pattern = new RegExp(insensitive ? expected.slice(4) : expected, insensitive ? "i" : "");
      } catch {
        return wrong("missing closing )");
      }
      const match = pattern.exec(body);
      return match
        ? answer(
            true,
            `The pattern matches at byte ${Buffer.byteLength(body.slice(0, match.index))}.`,
            at(match.index, match[0]),
          )
        : answer(false, "The pattern matches nowhere in the body.");
    }
  }
}

const scorers: readonly string[] = ["status_ok", "exact", "contains", "regex", "latency_under_ms"];
const fields: readonly string[] = [
  "key",
  "name",
  "description",
  "task_type",
  "interval_minutes",
  "target_dids",
  "reward_amount",
  "reputation_signal",
  "enabled",
];

/** Reads plain YAML as the fake and `assay suite export` write it: a value a line, tasks as a list of such. */
function readSuiteFile(text: string) {
  const problems: { line: number; column: number; message: string }[] = [];
  const suites: ReturnType<typeof emptySuite>[] = [];
  let suite: ReturnType<typeof emptySuite> | null = null;
  let last: Record<string, unknown> | null = null;
  let dids: string[] | null = null;
  for (const [i, line] of text.split("\n").entries()) {
    const report = (column: number, message: string) => problems.push({ line: i + 1, column, message });
    if (line.trim() === "---") suite = null;
    const match = /^(\s*)(- )?([a-z_]+):(?:\s+(.*))?$/.exec(line);
    const did = /^\s+- (did:\S+)$/.exec(line)?.[1];
    if (did && dids) dids.push(did);
    if (!match || did || line.trim().startsWith("#")) {
      if (line.trim() !== "" && !did && line.trim() !== "---" && !line.trim().startsWith("#"))
        report(line.search(/\S/) + 1, "this is no field; write NAME: VALUE");
      continue;
    }
    const [, indent = "", dash, name = "", raw = ""] = match;
    const column = indent.length + (dash?.length ?? 0) + 1;
    const value = plain(raw);
    if (!suite) {
      suite = emptySuite();
      suites.push(suite);
    }
    if (indent === "" && !dash) {
      dids = null;
      if (name === "tasks") continue;
      if (!fields.includes(name)) report(column, `"${name}" is no field of a suite`);
      else if (name === "key") Object.assign(suite, { key: value, ...(suite.name === "" && { name: value }) });
      else if (name === "task_type") suite.taskType = value.toUpperCase() as TaskType;
      else if (name === "interval_minutes") suite.intervalMinutes = value === "" ? null : Number(value);
      else if (name === "target_dids") suite.targetDids = dids = [];
      else if (name === "reward_amount") suite.rewardAmount = value;
      else if (name === "reputation_signal") suite.reputationSignal = value === "true";
      else if (name === "enabled") suite.enabled = value === "true";
      else Object.assign(suite, { [name]: value });
      continue;
    }
    if (dash) {
      last = { name: "", input: "", scorer: "STATUS_OK", expected: "", weight: 1 };
      suite.tasks.push(last as never);
    }
    if (name === "scorer" && !scorers.includes(value)) {
      report(column + name.length + 2, `"${value}" is no scorer; write ${scorers.join(", ")}`);
    }
    if (last)
      last[name] = name === "scorer" ? (value.toUpperCase() as Scorer) : name === "weight" ? Number(value) : value;
  }
  for (const s of suites) if (s.key === "") problems.push({ line: 1, column: 1, message: "a suite needs a key" });
  return problems.length > 0 ? { suites: [], problems } : { suites, problems };
}

const emptySuite = () => ({
  key: "",
  name: "",
  description: "",
  taskType: "HTTP_PROBE" as TaskType,
  intervalMinutes: null as number | null,
  targetDids: null as string[] | null,
  rewardAmount: "0",
  reputationSignal: false,
  enabled: false,
  tasks: [],
});

function plain(raw: string): string {
  const text = raw.trim();
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text) as string;
    } catch {
      return text;
    }
  }
  return text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text;
}
