import { expect, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { type Agent, gate, startAgent } from "./agents";
import { type Registry, startRegistry } from "./registry";

/** The main job, through the console, against the real binary and real agents. */
let registry: Registry;
const agents: Agent[] = [];

test.beforeAll(async () => {
  registry = await startRegistry();
});
test.afterAll(async () => {
  for (const agent of agents) await agent.stop();
  await registry.stop();
});

const start = async (...args: Parameters<typeof startAgent>) => {
  const agent = await startAgent(...args);
  agents.push(agent);
  return agent;
};

test("sign in, register, write a suite, run it, watch it fill, open a result, see the board", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const found = watchFor(page);
  const held = gate();
  const prompt = await start({ name: "Prompt", answer: () => "all ok, pong" });
  const late = await start({
    name: "Late",
    answer: (asked) => (asked === "/health" ? "down" : "pong"),
    wait: held.wait,
  });
  const cut = await start({ name: "Cut", answer: () => null });

  // A stranger looks on all the while.
  const stranger = await (await browser.newContext()).newPage();
  const seen = watchFor(stranger);
  await stranger.goto(`${registry.url}/leaderboard`);
  await expect(stranger.getByText("No results yet")).toBeVisible();

  await page.goto(`${registry.url}/signin`);
  await page.getByRole("button", { name: "Use a key instead" }).click();
  await page.getByLabel("Key", { exact: true }).fill(registry.key);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Platform admin" })).toBeVisible();

  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.getByRole("link", { name: "Register agent" }).first().click();
  await page.getByLabel("Address of its card").fill(`${prompt.url}/.well-known/agent-card.json`);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Prompt" })).toBeVisible();
  await expect(page.getByText("A2A JSON-RPC 1.0")).toBeVisible();
  for (const agent of [late, cut]) {
    await page.goto(`${registry.url}/register-agent`);
    await page.getByText("Bare endpoint").click();
    await page.getByLabel("Endpoint", { exact: true }).fill(agent.url);
    await page.getByLabel("Name").fill(agent.name);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("heading", { level: 1, name: agent.name })).toBeVisible();
  }

  await page.getByRole("link", { name: "Suites", exact: true }).click();
  await page.getByRole("link", { name: "New suite" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Basics");
  const task = (n: number) => page.getByRole("group", { name: `Task ${n}`, exact: true });
  await task(1).getByLabel("Task name").fill("up");
  await task(1).getByLabel("Path").fill("/");
  await page.getByRole("button", { name: "Add task" }).click();
  await task(2).getByLabel("Task name").fill("says ok");
  await task(2).getByLabel("Path").fill("/health");
  await task(2).getByLabel("Passes when").selectOption({ label: "Body contains" });
  await task(2).getByLabel("Expected text").fill("ok");
  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Create and publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Basics" })).toBeVisible();

  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  // Two of three agents are done; the third holds its answers back.
  await expect(page.getByText("4 of 6 recorded")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Running" })).toHaveCount(2);
  await expect(page.locator("main").getByText("Running").first()).toBeVisible();
  held.open();
  await expect(page.getByText("6 of 6 recorded")).toBeVisible();
  await expect(page.locator("main").getByText("Completed")).toBeVisible();
  expect(await flaws(page, "run")).toEqual([]);

  const row = page.getByRole("row").filter({ hasText: "Prompt" });
  await expect(row).toContainText("1.00");
  await row.locator('[data-cell$=":1"]').focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/results\/res_/);
  await expect(page.locator("main").getByText("Passed", { exact: true })).toBeVisible();
  await expect(page.locator("mark")).toHaveText("ok");
  await expect(page.getByText("200 response")).toBeVisible();
  expect(await flaws(page, "result")).toEqual([]);
  await page.goBack();
  await page.getByRole("row").filter({ hasText: "Cut" }).getByRole("link", { name: /Error/ }).first().click();
  await expect(page.getByText("The network's fault, on the way to the agent")).toBeVisible();

  // The stranger's board has filled without a reload.
  const board = stranger.getByRole("table", { name: "Leaderboard" });
  await expect(board.getByRole("row")).toHaveCount(4);
  await expect(board.getByRole("row").nth(1)).toContainText("Prompt");
  await expect(board.getByRole("row").nth(1)).toContainText("small sample");
  await expect(board.getByRole("row").nth(2)).toContainText("Late");
  expect(await flaws(stranger, "board")).toEqual([]);

  // Whoever reads the record needs no key: every page of it works for a stranger, within the limits for strangers.
  const result = await stranger.evaluate(async () =>
    fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ results(first: 1) { nodes { id run { id } agent { did } } } }" }),
    }).then(
      (response) =>
        response.json() as Promise<{
          data: { results: { nodes: [{ id: string; run: { id: string }; agent: { did: string } }] } };
        }>,
    ),
  );
  const [{ id, run, agent }] = result.data.results.nodes;
  for (const path of [
    "suites",
    "suites/basics",
    "runs",
    `runs/${run.id}`,
    `results/${id}`,
    "agents",
    `agents/${encodeURIComponent(agent.did)}`,
  ]) {
    await stranger.goto(`${registry.url}/${path}`);
    await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(stranger.locator("main").getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
    await expect(stranger.getByRole("heading", { name: "Not found" })).toHaveCount(0);
    await expect(stranger.getByRole("alert")).toHaveCount(0);
  }

  expect(found).toEqual([]);
  expect(seen).toEqual([]);
  await stranger.context().close();
});

test("a trial of a draft is cancelled; strangers see neither", async ({ page, browser }) => {
  const found = watchFor(page);
  const held = gate();
  const silent = await start({ name: "Silent", answer: () => "late", wait: held.wait });
  await registry.graphql(
    `mutation ($agent: RegisterAgentInput!, $suite: PutSuiteInput!) {
       registerAgent(input: $agent) { userErrors { message } }
       putSuite(input: $suite) { userErrors { message } }
     }`,
    {
      agent: { did: "did:web:silent.example", name: silent.name, endpoint: silent.url },
      suite: {
        key: "draft",
        name: "Draft",
        targetDids: ["did:web:silent.example"],
        tasks: Array.from({ length: 20 }, (_, i) => ({ name: `task ${i}`, input: `/${i}`, scorer: "STATUS_OK" })),
      },
    },
  );
  await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
  await page.goto(`${registry.url}/suites/draft`);
  await page.getByRole("button", { name: "Run a trial" }).click();
  await expect(page.getByText("Trial", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).click();
  await expect(page.getByText("Cancelling").first()).toBeVisible();
  held.open();
  await expect(page.getByText("20 of 20 recorded")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Cancelled" }).first()).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText("There is no such run here")).toBeVisible();
  await stranger.goto(`${registry.url}/suites/draft`);
  await expect(stranger.getByText("There is no suite draft here")).toBeVisible();
  await stranger.context().close();
  expect(found).toEqual([]);
});

test("what an agent sends stays text", async ({ page }) => {
  const found = watchFor(page);
  const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>\u202egnp.exe\u0000 needle`;
  const agent = await start({ name: "<svg onload=alert(3)>", answer: () => evil });
  await registry.graphql(
    `mutation ($agent: RegisterAgentInput!, $suite: PutSuiteInput!) {
       registerAgent(input: $agent) { userErrors { message } }
       putSuite(input: $suite) { userErrors { message } }
     }`,
    {
      agent: { did: "did:web:evil.example", name: agent.name, owner: "\u202eowner<b>", endpoint: agent.url },
      suite: {
        key: "evil",
        name: "</title><script>alert(4)</script>",
        description: "<iframe src=javascript:alert(5)>",
        enabled: true,
        targetDids: ["did:web:evil.example"],
        tasks: [{ name: "<b onmouseover=alert(6)>x", input: "/?q=<script>", scorer: "CONTAINS", expected: "needle" }],
      },
    },
  );
  await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
  await page.goto(`${registry.url}/suites/evil`);
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("link", { name: /Passed/ }).click();
  await expect(page.locator("mark")).toHaveText("needle");
  await expect(page.getByRole("region", { name: "the scored body" })).toContainText("<script>alert(1)</script>");
  await expect(page.getByRole("region", { name: "the scored body" })).toContainText("RLOgnp.exeNUL needle");
  await page.goto(`${registry.url}/agents/did:web:evil.example`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("<svg onload=alert(3)>");
  await page.goto(`${registry.url}/leaderboard?suite=evil`);
  await expect(page.getByRole("link", { name: "<svg onload=alert(3)>" })).toBeVisible();
  expect(found).toEqual([]);
});

test("with the gate down the console says so and runs nothing", async ({ page }) => {
  const off = await startRegistry({ EVALS_ENABLED: "false" });
  try {
    await off.graphql(`mutation { putSuite(input: {key: "s", tasks: [{name: "t", scorer: STATUS_OK}]}) { created } }`);
    await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), off.key);
    await page.goto(`${off.url}/`);
    await expect(page.getByText("Evals are off here")).toBeVisible();
    await page.goto(`${off.url}/suites/s`);
    await expect(page.getByRole("button", { name: "Run a trial" })).toBeDisabled();
  } finally {
    await off.stop();
  }
});
