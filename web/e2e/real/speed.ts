import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../browser";
import { type Registry, startRegistry } from "./registry";

/**
 * Measures the console in the browser, on loopback, against the real binary, and prints each figure beside its goal. Nothing fails here:
 * times depend on the machine and on what else it does.
 *
 *     npm run speed [board|filter|live]...
 */
const root = new URL("../../..", import.meta.url).pathname;
const only = process.argv.slice(2);
const wanted = (name: string) => only.length === 0 || only.includes(name);

async function main() {
  const browser = await chromium.launch(launchOptions);
  const folder = mkdtempSync(join(tmpdir(), "assay-speed-"));
  try {
    machine(browser);
    if (wanted("board") || wanted("filter")) {
      const database = `sqlite:${join(folder, "seeded.db")}`;
      const said = execFileSync("go", ["run", "./internal/bench", "seed", database], { cwd: root, encoding: "utf8" });
      console.log(`            ${said.trim()}`);
      const registry = await startRegistry({ ASSAY_DATABASE_URL: database });
      if (wanted("board")) await board(browser, registry);
      if (wanted("filter")) await filter(browser, registry);
      await registry.stop();
    }
    if (wanted("live")) await live(browser);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function machine(browser: Browser) {
  const version = execFileSync(process.env.ASSAY_BIN ?? join(root, "bin/assay"), ["version"], { encoding: "utf8" });
  console.log(`machine     ${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, ${process.platform}`);
  console.log(`            ${version.trim().split("\n")[0]}, Chromium ${browser.version()}, Node ${process.version}`);
}

function report(name: string, value: number, unit: string, goal: number, detail: string) {
  const mark = value <= goal ? "met" : "MISSED";
  console.log(
    `${name.padEnd(11)} ${value.toFixed(0).padStart(6)} ${unit}   goal ≤ ${goal} ${unit}: ${mark}   (${detail})`,
  );
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const list = (values: readonly number[]) => values.map((v) => v.toFixed(0)).join(", ");

/** A page of a browser that has seen nothing yet. */
async function fresh(browser: Browser, registry: Registry, script?: () => void): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "no-preference" });
  await context.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
  if (script) await context.addInitScript(script);
  return context.newPage();
}

interface Marks {
  largest?: { at: number; what: string };
  rows?: number;
}

/** The leaderboard with 100 rows: the largest contentful paint of cold loads, and when all rows were painted. */
async function board(browser: Browser, registry: Registry) {
  const paints: number[] = [];
  const rows: number[] = [];
  let what = "";
  for (let i = 0; i < 5; i++) {
    const page = await fresh(browser, registry, () => {
      const marks: Marks = ((window as unknown as { marks: Marks }).marks = {});
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          const { element } = entry as PerformanceEntry & { element?: Element };
          marks.largest = {
            at: entry.startTime,
            what: `${element?.tagName.toLowerCase()} in ${element?.parentElement?.tagName.toLowerCase()}`,
          };
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new MutationObserver((_, self) => {
        if (document.querySelectorAll("tbody tr").length < 100) return;
        self.disconnect();
        requestAnimationFrame(() => setTimeout(() => (marks.rows = performance.now())));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${registry.url}/leaderboard`);
    await page.waitForFunction(() => (window as unknown as { marks: Marks }).marks.rows !== undefined);
    // What comes late, the trends say, must not be the largest.
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => (window as unknown as { marks: Marks }).marks.largest !== undefined);
    const marks = await page.evaluate(() => (window as unknown as { marks: Marks }).marks);
    paints.push(marks.largest?.at ?? Number.NaN);
    rows.push(marks.rows ?? Number.NaN);
    what = marks.largest?.what ?? "";
    await page.context().close();
  }
  report(
    "board",
    median(paints),
    "ms",
    300,
    `largest contentful paint, median of 5 cold loads of 100 rows: ${list(paints)}; it was ${what}`,
  );
  report("board rows", median(rows), "ms", 300, `until all 100 rows were painted: ${list(rows)}`);
}

/** The list of 10,000 results: from the choice of a filter until the rows it asks for are painted. */
async function filter(browser: Browser, registry: Registry) {
  const page = await fresh(browser, registry);
  await page.goto(`${registry.url}/results`);
  await page.getByText(/of 10,000 results/).waitFor();
  const took: number[] = [];
  const choose = async (label: string, option: string) => {
    await page.evaluate(() => {
      const box = window as unknown as { took?: number | undefined };
      box.took = undefined;
      const before = document.querySelector("tbody")?.textContent;
      document.addEventListener(
        "change",
        (event) => {
          new MutationObserver((_, self) => {
            const busy = document.querySelector("table")?.getAttribute("aria-busy") === "true";
            if (busy || document.querySelector("tbody")?.textContent === before) return;
            self.disconnect();
            requestAnimationFrame(() => setTimeout(() => (box.took = performance.now() - event.timeStamp)));
          }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
    await page.getByRole("group", { name: label, exact: true }).getByText(option, { exact: true }).click();
    const handle = await page.waitForFunction(() => (window as unknown as { took?: number }).took);
    took.push((await handle.jsonValue()) as number);
  };
  const verdicts = ["Passed", "Not passed"];
  // Each filter's first answer: none of them comes from a cache.
  for (const verdict of verdicts) await choose("Verdict", verdict);
  const agents = Array.from({ length: 8 }, (_, i) => `a${i * 11}`);
  for (const agent of agents) {
    await page.goto(`${registry.url}/results?agent=${encodeURIComponent(`did:web:${agent}.example`)}`);
    await page.getByText(/100 results/).waitFor();
    await choose("Verdict", "Passed");
  }
  report(
    "filter",
    median(took),
    "ms",
    100,
    `from the input to new rows painted, median of ${took.length} filters of 10,000 results: ${list(took)}`,
  );
  await page.context().close();
}

/** A run of 100 agents that records 50 results a second for a minute, watched. */
async function live(browser: Browser) {
  const agents = 100;
  const tasks = 30;
  const perSecond = 50;
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => void waiting.push(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const registry = await startRegistry({
    ASSAY_RUN_BATCH: String(agents),
    ASSAY_HOST_CONCURRENCY: String(agents),
    ASSAY_TASK_TIMEOUT: "30s",
  });
  for (let i = 0; i < agents; i++) {
    await registry.graphql(
      `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { userErrors { message } } }`,
      {
        input: {
          did: `did:web:a${i}.example`,
          name: `Agent ${i} of the registry`,
          endpoint: `http://127.0.0.1:${port}/${i}`,
        },
      },
    );
  }
  await registry.graphql(`mutation ($input: PutSuiteInput!) { putSuite(input: $input) { userErrors { message } } }`, {
    input: {
      key: "live",
      name: "Live",
      enabled: true,
      tasks: Array.from({ length: tasks }, (_, i) => ({
        name: `Task ${i}`,
        input: `/${i}`,
        scorer: "CONTAINS",
        expected: "ok",
      })),
    },
  });
  const { runSuite } = await registry.graphql<{ runSuite: { run: { id: string } } }>(
    `mutation { runSuite(input: {key: "live"}) { run { id } } }`,
  );
  const page = await fresh(browser, registry, () => {
    const tasksSeen: number[] = [];
    (window as unknown as { longTasks: number[] }).longTasks = tasksSeen;
    new PerformanceObserver((entries) => tasksSeen.push(...entries.getEntries().map((e) => e.duration))).observe({
      type: "longtask",
    });
  });
  await page.goto(`${registry.url}/runs/${runSuite.run.id}`);
  await page.getByRole("row").nth(agents).waitFor();
  const loading = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));

  // So many answers are let go that the whole run takes a minute, however late a timer is.
  const began = performance.now();
  let answered = 0;
  const pace = setInterval(() => {
    for (
      const due = ((performance.now() - began) / 1000) * perSecond;
      answered < due && waiting.length > 0;
      answered++
    ) {
      const response = waiting.shift();
      if (answered % 7 === 0) response?.writeHead(503);
      response?.end(answered % 7 === 0 ? "down" : "ok");
    }
  }, 20);
  await page
    .getByText(
      `${agents * tasks} of ${agents * tasks} recorded`.replace(/\d{4,}/g, (n) => Number(n).toLocaleString("en")),
    )
    .waitFor({ timeout: 180_000 });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(pace);
  const long = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  const rate = (agents * tasks) / seconds;
  report(
    "live",
    Math.max(0, ...long),
    "ms",
    200,
    `longest task while ${agents * tasks} results came at ${rate.toFixed(0)}/s for ${seconds.toFixed(0)} s; over 50 ms: ${long.length}; while loading: ${list(loading) || "none"}`,
  );
  await page.context().close();
  await registry.stop();
  server.closeAllConnections();
  server.close();
}

await main();
