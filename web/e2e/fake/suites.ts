import { hex, random } from "./random";
import type { SuiteRecord, TaskRecord } from "./world";

/** What suites have beside their record: versions that differ, their file, and how their results went. */

const definition = (s: SuiteRecord, tasks: readonly TaskRecord[], description: string) => ({
  key: s.key,
  name: s.name,
  description,
  task_type: s.taskType.toLowerCase(),
  targets: s.targetDids,
  tasks: tasks.map((t) => ({
    name: t.name,
    input: t.input,
    scorer: t.scorer.toLowerCase(),
    expected: t.expected,
    weight: t.weight,
  })),
});

/** Each version had one task less than the next, and another weight in the one before it. */
export function versionsOf(s: SuiteRecord) {
  return s.versions.map((v, i) => {
    const kept = s.tasks.slice(0, Math.max(1, s.tasks.length - i));
    const tasks = kept.map((t, place) => (i > 0 && place === 0 ? { ...t, weight: t.weight + i } : t));
    const added = s.tasks[s.tasks.length - 1 - i];
    const first = s.tasks[0];
    return {
      ...v,
      definition: definition(s, tasks, i === 0 ? s.description : `${s.description} (draft ${i})`),
      changes:
        v.version === 1 || !first
          ? []
          : [
              `description: "${s.description} (draft ${i + 1})" → "${s.description}"`,
              `task ${first.name}: weight ${first.weight + i + 1} → ${first.weight + i}`,
              ...(added && added !== first ? [`task ${added.name}: added`] : []),
            ],
    };
  });
}

/** As `assay suite export` writes it. */
export function fileOf(s: SuiteRecord): string {
  const text = JSON.stringify;
  return [
    `key: ${s.key}`,
    `name: ${text(s.name)}`,
    ...(s.description ? [`description: ${text(s.description)}`] : []),
    `task_type: ${s.taskType.toLowerCase()}`,
    ...(s.intervalMinutes ? [`interval_minutes: ${s.intervalMinutes}`] : []),
    ...(s.targetDids ? ["target_dids:", ...s.targetDids.map((did) => `  - ${did}`)] : []),
    ...(s.rewardAmount === "0" ? [] : [`reward_amount: ${s.rewardAmount}`]),
    ...(s.reputationSignal ? ["reputation_signal: true"] : []),
    `enabled: ${s.enabled}`,
    "tasks:",
    ...s.tasks.flatMap((t) => [
      `  - name: ${text(t.name)}`,
      `    input: ${text(t.input)}`,
      `    scorer: ${t.scorer.toLowerCase()}`,
      `    expected: ${text(t.expected)}`,
      `    weight: ${t.weight}`,
    ]),
    "",
  ].join("\n");
}

/** Means around one value, a point a day; some days are missing. */
export function trendOf(seed: string, mean: number, availability: number, days: number, n: number) {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const next = random(seed);
  const near = (value: number, spread: number) => Math.min(1, Math.max(0, value + spread * (next() - 0.5)));
  const missing = Number.parseInt(hex(seed, 2), 16) % 5;
  return Array.from({ length: days }, (_, i) => ({
    at: new Date(today - (days - 1 - i) * 86_400_000).toISOString(),
    hours: 24,
    results: Math.max(1, Math.round((n / days) * (0.6 + 0.8 * next()))),
    meanScore: near(mean - 0.08 * (1 - i / days), 0.14),
    availability: near(availability, 0.06),
  })).filter((_, i) => missing !== 0 || i % 6 !== 3);
}
