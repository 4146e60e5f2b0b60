import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { watchFor } from "../page";
import { type Agent, startAgent } from "./agents";
import { type Registry, startRegistry } from "./registry";

/** Exports are checked in the browser by the module that is served, under the policies that are served. */
let registry: Registry;
let agent: Agent;

test.beforeAll(async () => {
  registry = await startRegistry();
  agent = await startAgent({ name: "Prompt", answer: () => "pong" });
});
test.afterAll(async () => {
  await agent.stop();
  await registry.stop();
});

const golden = (name: string) =>
  readFileSync(new URL(`../../../eval/verify/testdata/${name}.json`, import.meta.url), "utf8");

const give = (page: Page, text: string) =>
  page.getByLabel(/Choose an export/).setInputFiles({
    name: "export.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });

const checks = (page: Page) => page.getByRole("list", { name: "Checks of the export" }).getByRole("listitem");
const holds = (page: Page) => page.getByText("Holds", { exact: true });

test("exports are checked by the verifier that is served, which is loaded for them only", async ({ page }) => {
  const found = watchFor(page);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${registry.url}/check`);
  await expect(page.getByLabel(/Choose an export/)).toBeAttached();
  expect(loaded.filter((path) => /wasm|verify-worker/.test(path))).toEqual([]);

  const score = golden("score");
  await give(page, score);
  await expect(holds(page)).toBeVisible();
  await expect(checks(page)).toHaveCount(6);
  await expect(page.getByText("Not anchored:")).toBeVisible();
  expect(loaded.filter((path) => /wasm|verify-worker/.test(path))).toHaveLength(3);

  const key = (JSON.parse(score) as { log: { keys: string[] } }).log.keys[0]!;
  await page.getByText("Pin a key of the log").click();
  await page.getByLabel("Keys, one a line").fill(key);
  await page.getByRole("button", { name: "Check again with these keys" }).click();
  await expect(page.getByText("Anchored: a checkpoint that a pinned key signed has the receipt.")).toBeVisible();

  await give(page, score.replace('"test":false', '"test":true'));
  await expect(page.getByText("Does not hold", { exact: true })).toBeVisible();
  await expect(page.getByText("facts: facts_changed")).toBeVisible();

  const results = golden("results");
  await give(page, results);
  await expect(holds(page)).toBeVisible();
  await expect(checks(page)).toHaveCount(8);
  await give(page, results.replace('"latency_ms":12,', '"latency_ms":11,'));
  await expect(page.getByText("results: results_differ")).toBeVisible();

  await give(page, ` ${score}`);
  await expect(page.getByText("it is not canonical JSON")).toBeVisible();
  expect(found).toEqual([]);
});

test("what the registry exports of a run holds", async ({ page }) => {
  const found = watchFor(page);
  await registry.graphql(
    `mutation($endpoint: String!) { registerAgent(input: { endpoint: $endpoint }) { userErrors { message } } }`,
    {
      endpoint: agent.url,
    },
  );
  const { runSuite } = await started();
  const address = `${registry.url}/api/v1/runs/${runSuite.run.id}/export`;
  await expect(async () => expect((await fetch(address)).status).toBe(200)).toPass();
  const text = await (await fetch(address)).text();
  await page.goto(`${registry.url}/check`);
  await give(page, text);
  await expect(holds(page)).toBeVisible();
  await expect(page.getByText("It is an export of the results of a run.")).toBeVisible();
  await give(page, text.replace('"passed":true', '"passed":false'));
  await expect(page.getByText("Does not hold", { exact: true })).toBeVisible();
  expect(found).toEqual([]);
});

/** Publishes a suite and runs it. */
async function started() {
  await registry.graphql(
    `mutation { putSuite(input: { key: "basics", enabled: true, tasks: [{ name: "up", input: "/", scorer: CONTAINS, expected: "pong", weight: 1 }] }) { userErrors { message } } }`,
  );
  return registry.graphql<{ runSuite: { run: { id: string } } }>(
    `mutation { runSuite(input: { key: "basics" }) { run { id } userErrors { message } } }`,
  );
}

test("no page may compile WebAssembly, and the worker may reach nowhere else", async ({ page }) => {
  await page.goto(`${registry.url}/check`);
  const refused = await page.evaluate(async () => {
    try {
      await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      return "";
    } catch (error) {
      return String(error);
    }
  });
  expect(refused).toContain("CompileError");
  const asked = page.waitForResponse(/\/assets\/verify-worker-/);
  await give(page, golden("score"));
  const policy = (await asked).headers()["content-security-policy"];
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("connect-src 'self'");
  await expect(holds(page)).toBeVisible();
});
