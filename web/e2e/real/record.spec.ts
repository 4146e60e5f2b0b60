import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { type Agent, startAgent } from "./agents";
import { join } from "./people";
import { type Registry, startRegistry } from "./registry";

/** From an agent of a member's own to a board that leaves the console as a file, against the real binary and real agents. */
let registry: Registry;
const agents: Agent[] = [];
/** What stands at each agent's well-known path. */
const published = new Map<string, string>();

test.beforeAll(async () => {
  registry = await startRegistry({ ASSAY_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") });
});
test.afterAll(async () => {
  for (const agent of agents) await agent.stop();
  await registry.stop();
});

async function start(name: string, answers: Record<string, string>) {
  const agent = await startAgent({
    name,
    answer: (asked) =>
      asked === "/.well-known/assay-challenge" ? (published.get(name) ?? "nothing here") : (answers[asked] ?? "no"),
  });
  agents.push(agent);
  return agent;
}

test("a member's agent is registered, proven, run, ranked, compared and exported", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const found = watchFor(page);
  const mine = await start("Mine", { "/": "up", "/health": "all ok", "What is 2 + 2?": "4" });
  const other = await start("Other", { "/": "up" });
  await registry.graphql(
    `mutation ($agent: RegisterAgentInput!, $suite: PutSuiteInput!) {
       registerAgent(input: $agent) { userErrors { message } }
       putSuite(input: $suite) { userErrors { message } }
     }`,
    {
      agent: { did: "did:web:other.example", name: '=HYPERLINK("http://x","y")', endpoint: other.url },
      suite: {
        key: "basics",
        name: "Basics",
        enabled: true,
        tasks: ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => ({
          name: `says ok ${name}`,
          input: "/health",
          scorer: "CONTAINS",
          expected: "ok",
        })),
      },
    },
  );

  await join(page, registry, { name: "Mia", email: "mia@example.org", password: "a long enough password" }, "MEMBER");
  await page.goto(`${registry.url}/register-agent`);
  await page.getByLabel("Address of its card").fill(`${mine.url}/.well-known/agent-card.json`);
  await expect(page.getByText(/^taken in/)).toBeVisible();
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Show that you control it" })).toBeVisible();
  await page.getByRole("button", { name: "Get a challenge" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("alert")).toBeVisible(); // nothing is published yet
  published.set(
    "Mine",
    (await page.getByRole("group", { name: "the line", exact: true }).locator("code").textContent())!,
  );
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Control is shown.")).toBeVisible();
  expect(await flaws(page, "proof")).toEqual([]);
  await page.getByRole("link", { name: "See the agent" }).click();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  const did = decodeURIComponent(page.url().split("/agents/")[1]!);

  // It shows its callers' key to nobody.
  await page.getByRole("button", { name: "Set credentials" }).click();
  await page.getByLabel("Token", { exact: true }).fill("canary-4f7a");
  await page.getByRole("button", { name: "Set credentials" }).click();
  await expect(page.getByText("Set. It is sent from the next call on")).toBeVisible();
  expect(await page.content()).not.toContain("canary-4f7a");

  for (let round = 0; round < 2; round++) {
    await page.goto(`${registry.url}/suites/basics`);
    await page.getByRole("button", { name: "Run now" }).click();
    await expect(page.locator("main").getByText("Completed")).toBeVisible({ timeout: 30_000 });
  }
  await page.goto(`${registry.url}/agents/${encodeURIComponent(did)}`);
  await expect(page.getByText("Half took at most")).toBeVisible();

  await page.goto(`${registry.url}/`);
  await expect(page.getByRole("table", { name: "Failing agents" })).toContainText("=HYPERLINK");
  expect(await flaws(page, "overview")).toEqual([]);

  await page.goto(`${registry.url}/leaderboard?suite=basics`);
  const board = page.getByRole("table", { name: "Leaderboard" });
  await expect(board.getByRole("row").nth(1)).toContainText("Mine");
  await expect(page.getByRole("img", { name: /^Last 14 days: mean/ })).toHaveCount(2);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(csv).toContain(did);

  for (const box of await board.getByRole("checkbox").all()) await box.check();
  await page.getByRole("link", { name: "Compare the two" }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Mine is surely better than");
  await expect(page.getByRole("table", { name: "Tasks" }).getByRole("row")).toHaveCount(9);
  expect(await flaws(page, "compare")).toEqual([]);

  await page.goto(`${registry.url}/results?suite=basics&passed=no`);
  await expect(page.getByText("16 results")).toBeVisible();
  await page.goto(`${registry.url}/runs?suite=basics`);
  const runs = page.getByRole("table", { name: "Runs" }).getByRole("checkbox");
  await runs.nth(0).check();
  await runs.nth(1).check();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Not sure");

  // Its operator, who has no account here, opts out.
  const stranger = await (await browser.newContext()).newPage();
  const seen = watchFor(stranger);
  await stranger.goto(`${registry.url}/agents/${encodeURIComponent(did)}`);
  await stranger.locator("summary", { hasText: "it should not be called" }).click();
  await stranger.getByRole("button", { name: "Opt out" }).click();
  published.set(
    "Mine",
    (await stranger.getByRole("group", { name: "the line", exact: true }).locator("code").textContent())!,
  );
  await stranger.getByRole("button", { name: "Check the file" }).click();
  await expect(stranger.getByText("The agent is called no more.")).toBeVisible();
  await expect(stranger.getByText(/^Its operator asked .* that it be called no more/)).toBeVisible();
  expect(await flaws(stranger, "opted out")).toEqual([]);
  expect(seen).toEqual([]);
  await stranger.context().close();
  expect(found).toEqual([]);
});

test("an admin sees how the registry runs; a suite's versions are told apart and saved", async ({ page }) => {
  const found = watchFor(page);
  for (const description of ["With one task.", "Now with words."]) {
    await registry.graphql(`mutation ($suite: PutSuiteInput!) { putSuite(input: $suite) { userErrors { message } } }`, {
      suite: { key: "told", description, tasks: [{ name: "up", input: "/", scorer: "STATUS_OK" }] },
    });
  }
  await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
  await page.goto(`${registry.url}/operations`);
  await expect(page.getByRole("table", { name: "Nodes" })).toContainText("Up");
  await expect(page.getByRole("table", { name: "Settings" })).toContainText("ASSAY_ADDR");
  expect(await page.content()).not.toContain(registry.key);
  expect(await flaws(page, "operations")).toEqual([]);

  await page.goto(`${registry.url}/suites/told`);
  await page.getByRole("button", { name: "Differences of version 2" }).click();
  await expect(page.getByRole("region", { name: "Version 1 to version 2" })).toContainText("Now with words.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "YAML" }).click(),
  ]);
  expect(readFileSync(await download.path(), "utf8")).toContain("key: told");
  expect(await flaws(page, "suite")).toEqual([]);
  expect(found).toEqual([]);
});
