import { mkdirSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { gate, startAgent } from "./agents";
import { type Registry, startRegistry } from "./registry";

/**
 * Takes the pictures of the README: real runs of a dozen small agents on loopback, by the real binary.
 *
 *     make build && cd web && npx tsx e2e/real/screenshots.ts
 */
const folder = new URL("../../../docs/screenshots/", import.meta.url).pathname;

// name, how often it is right, how often it answers at all, typical milliseconds
const crowd: [string, number, number, number][] = [
  ["Ledgerline", 0.99, 1, 18],
  ["Foundry", 0.93, 1, 34],
  ["Sextant", 0.91, 0.99, 22],
  ["Lantern", 0.88, 0.97, 41],
  ["Tollgate", 0.86, 1, 12],
  ["Harbor Pilot", 0.74, 0.99, 63],
  ["Meridian", 0.7, 0.98, 27],
  ["Atlas Search", 0.68, 1, 80],
  ["Quill", 0.63, 0.95, 36],
  ["Courier", 0.55, 0.97, 54],
  ["Almanac", 0.3, 0.7, 110],
];

/** The same throw of the dice for the same seed. */
function dice(seed: string): number {
  let state = 7;
  for (const c of seed) state = (Math.imul(state, 31) + c.charCodeAt(0)) | 0;
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}

const tasks: [name: string, input: string, scorer: string, expected: string, weight: number][] = [
  ["Greets back", "Hello! Please answer with a greeting.", "REGEX", "(?i)\\b(hello|good morning)\\b", 1],
  ["Adds two numbers", "What is 17 + 25? Answer with the number only.", "EXACT", "42", 2],
  ["Echoes a code word", "Repeat this word and nothing else: heliotrope", "CONTAINS", "heliotrope", 1],
  ["Names a capital", "What is the capital of Australia?", "CONTAINS", "Canberra", 1],
  ["Answers in time", "Are you there?", "LATENCY_UNDER_MS", "2000", 1],
  ["Returns JSON", 'Answer with the JSON object {"ok": true}.', "REGEX", '\\{\\s*"ok"\\s*:\\s*true\\s*\\}', 2],
];
const right: Record<string, string> = {
  [tasks[0]![1]]: "Hello to you too, and good morning!",
  [tasks[1]![1]]: "42",
  [tasks[2]![1]]: "heliotrope",
  [tasks[3]![1]]: "The capital of Australia is Canberra.",
  [tasks[5]![1]]: '{"ok": true}',
};

const put = `mutation ($input: PutSuiteInput!) { putSuite(input: $input) { userErrors { message } } }`;
const register = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { userErrors { message } } }`;
const run = `mutation ($input: RunSuiteInput!) { runSuite(input: $input) { run { id } } }`;

async function main() {
  mkdirSync(folder, { recursive: true });
  const registry = await startRegistry();
  let round = 0;
  let held: ReturnType<typeof gate> | null = null;
  const agents = await Promise.all(
    crowd.map(([name, skill, up, pace], i) =>
      startAgent({
        name,
        answer: (asked) => {
          if (dice(`${name}/${asked}/${round}/up`) > up) return null;
          return dice(`${name}/${asked}/${round}`) < skill ? (right[asked] ?? "Yes, here.") : "I would rather not say.";
        },
        wait: async () => {
          await new Promise((wake) => setTimeout(wake, pace * (0.5 + dice(`${name}/${round}/pace`))));
          if (held && i > 5) await held.wait();
        },
      }),
    ),
  );
  for (const [i, agent] of agents.entries()) {
    const did = `did:web:${crowd[i]![0].toLowerCase().replaceAll(" ", "-")}.example`;
    await registry.graphql(register, {
      input: { did, cardUrl: `${agent.url}/.well-known/agent-card.json`, owner: "Northwind Labs" },
    });
  }
  const suite = tasks.map(([name, input, scorer, expected, weight]) => ({ name, input, scorer, expected, weight }));
  await registry.graphql(put, {
    input: {
      key: "a2a-basics",
      name: "A2A basics",
      description: "Whether an agent takes a plain message and answers it as asked.",
      taskType: "A2A_MESSAGE",
      intervalMinutes: 60,
      enabled: true,
      tasks: suite,
    },
  });
  await finished(registry); // the schedule's first run
  for (round = 1; round <= 14; round++) {
    await registry.graphql(run, { input: { key: "a2a-basics" } });
    await finished(registry);
  }

  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const open = async (colorScheme: "light" | "dark", path: string): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme, deviceScaleFactor: 2 });
    await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
    await page.goto(registry.url + path);
    return page;
  };

  const board = await open("light", "/leaderboard");
  await board.getByRole("row").nth(agents.length).waitFor();
  await board.screenshot({ path: `${folder}leaderboard-light.png` });

  held = gate();
  const { runSuite } = await registry.graphql<{ runSuite: { run: { id: string } } }>(run, {
    input: { key: "a2a-basics" },
  });
  const live = await open("dark", `/runs/${runSuite.run.id}`);
  await live.getByText(`36 of ${crowd.length * tasks.length} recorded`).waitFor();
  await live.getByText(/left, estimated from the rate so far/).waitFor();
  await live.screenshot({ path: `${folder}run-dark.png` });
  held.open();

  await browser.close();
  for (const agent of agents) await agent.stop();
  await registry.stop();
}

/** Waits until no run is under way, and there was one. */
async function finished(registry: Registry) {
  for (;;) {
    const { runs } = await registry.graphql<{ runs: { nodes: { status: string }[] } }>(
      "{ runs(first: 100) { nodes { status } } }",
    );
    if (runs.nodes.length > 0 && runs.nodes.every((r) => r.status === "COMPLETED")) return;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

await main();
