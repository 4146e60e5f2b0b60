import { execFile } from "node:child_process";
import { expect, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { type Agent, gate, startAgent } from "./agents";
import { type Registry, startRegistry } from "./registry";

/** From an empty form to one result, against the real binary and real agents. */
let registry: Registry;
const agents: Agent[] = [];
test.beforeAll(async () => {
  registry = await startRegistry();
});
test.afterAll(async () => {
  for (const agent of agents) await agent.stop();
  await registry.stop();
});

let found: string[];
test.beforeEach(async ({ page }) => {
  found = watchFor(page);
  await page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);
});
test.afterEach(() => {
  expect(found).toEqual([]);
});

const register = async (did: string, ...manner: Parameters<typeof startAgent>) => {
  const agent = await startAgent(...manner);
  agents.push(agent);
  await registry.graphql(
    `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { userErrors { message } } }`,
    { input: { did, name: agent.name, endpoint: agent.url } },
  );
};

test("write a suite, try its rule, run a trial, publish, run, watch, read a result, send it again; cancel another run", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const held = gate();
  let holding = false;
  await register("did:web:prompt.example", { name: "Prompt", answer: (asked) => `it is ok at ${asked}` });
  await register("did:web:other.example", {
    name: "Other",
    answer: (asked) => (asked === "/health" ? "down" : "ok"),
    wait: () => (holding ? held.wait() : undefined),
  });

  await page.goto(`${registry.url}/new-suite`);
  await page.getByLabel("Name", { exact: true }).fill("Harbour");
  const task = (n: number) => page.getByRole("group", { name: `Task ${n}`, exact: true });
  await task(1).getByLabel("Task name").fill("says ok");
  await task(1).getByLabel("Path").fill("/health");
  await task(1).getByLabel("Passes when").selectOption({ label: "Body matches" });
  await task(1).getByLabel("RE2 pattern").fill("o(k");
  await page.getByRole("button", { name: "Try the rule of task 1" }).click();
  const tester = page.getByRole("group", { name: "Try the rule of task 1" });
  await tester.getByLabel("Response body").fill("größer ok");
  await expect(tester.getByText(/missing closing/)).toBeVisible();
  await task(1).getByLabel("RE2 pattern").fill("o(k)");
  await expect(tester.getByText("Passes.")).toBeVisible();
  await expect(tester.locator("mark")).toHaveText("ok");

  // A trial, watched from the editor; its answers can then be tried.
  await page.getByRole("button", { name: "Save and run a trial" }).click();
  await expect(page).toHaveURL(/\/suites\/harbour\/edit$/);
  const trial = page.getByRole("group", { name: "Trial" });
  await expect(trial.getByText("1 of 2 results passed in the trial.")).toBeVisible();
  await page.getByRole("button", { name: "Try the rule of task 1" }).click();
  await tester.getByRole("button", { name: "Use the last real response" }).click();
  await tester.getByLabel("Or another one").selectOption({ index: 1 });
  await tester.getByLabel("Or another one").selectOption({ index: 2 });
  await expect(tester.getByRole("link", { name: "its result" })).toBeVisible();

  // The file of what stands in the form is read back, with one task more.
  await page.getByRole("button", { name: "Show as a file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const file = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Read a file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Suite file (YAML)").fill(`${file}  - name: home\n    scorer: status-ok\n`);
  await expect(dialog.getByRole("button", { name: /\d+:\d+/ })).toContainText("status_ok");
  await dialog.getByLabel("Suite file (YAML)").fill(`${file}  - name: home\n    input: /\n    scorer: status_ok\n`);
  await expect(dialog.getByText("What saving would change")).toBeVisible();
  await dialog.getByRole("button", { name: "Put it into the form" }).click();
  await expect(task(2).getByLabel("Task name")).toHaveValue("home");
  await task(2).getByRole("button", { name: "Move task 2 up" }).click();
  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/suites\/harbour$/);
  await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();

  await page.goto(`${registry.url}/runs`);
  await page.getByRole("button", { name: "Start a run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("4 of 4 recorded")).toBeVisible();
  await expect(page.locator("main").getByText("Completed")).toBeVisible();
  // The log is open from the start only where the run was still going on.
  const closed = page.getByRole("button", { name: "Open the log" });
  if (await closed.isVisible()) await closed.click();
  const log = page.getByRole("list", { name: "Events, the newest first" });
  await expect(log.getByRole("listitem").first()).toContainText("Ended");
  await expect(log.getByRole("listitem").last()).toContainText("Queued");
  expect(await flaws(page, "run")).toEqual([]);

  await page.getByRole("row").filter({ hasText: "Prompt" }).locator("[data-cell]").last().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The pattern .* at byte 6/)).toBeVisible();
  const here = page.url();
  await expect(page.getByRole("button", { name: "Previous" })).toBeEnabled();
  await page.keyboard.press("[");
  await expect(page.getByRole("heading", { level: 1, name: "home" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(here);
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(await sent(command)).toBe("it is ok at /health");

  // Another run, which one agent holds up, is cancelled.
  holding = true;
  await page.goto(`${registry.url}/suites/harbour`);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("2 of 4 recorded")).toBeVisible();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).click();
  await expect(page.getByText("Cancelling").first()).toBeVisible();
  held.open();
  await expect(page.locator("main").getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Compare with the run before" }).click();
  await expect(page).toHaveURL(/\/compare\?kind=runs&a=run_/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

/** What the agent answers to the command; it runs beside this process, which serves the agent. */
function sent(command: string): Promise<string> {
  return new Promise((done, fail) =>
    execFile("bash", ["-c", command], (error, stdout) => (error ? fail(error) : done(stdout))),
  );
}

test("a socket that is cut says so and comes back after the last event", async ({ page }) => {
  const held = gate();
  await register("did:web:slow.example", { name: "Slow", answer: () => "ok", wait: held.wait });
  await registry.graphql(`mutation ($input: PutSuiteInput!) { putSuite(input: $input) { userErrors { message } } }`, {
    input: {
      key: "slow",
      enabled: true,
      targetDids: ["did:web:slow.example"],
      tasks: Array.from({ length: 5 }, (_, i) => ({ name: `t${i}`, scorer: "STATUS_OK" })),
    },
  });
  const asked: { after?: number }[] = [];
  const cut: (() => Promise<void>)[] = [];
  let refuse = false;
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    if (refuse) return void socket.close({ code: 1013 });
    cut.push(() => socket.close({ code: 1012 }));
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { payload } = JSON.parse(String(message)) as {
        payload?: { query?: string; variables?: { after?: number } };
      };
      if (payload?.query?.includes("RunEvents")) asked.push(payload.variables ?? {});
      server.send(message);
    });
  });
  await page.goto(`${registry.url}/suites/slow`);
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByRole("gridcell", { name: "Running" }).first()).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
  refuse = true;
  for (const socket of cut) await socket();
  await expect(page.getByText(/Connection lost; it is tried again/)).toBeVisible();
  held.open();
  refuse = false;
  await expect(page.locator("main").getByText("Completed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("5 of 5 recorded")).toBeVisible();
  expect(asked.at(-1)?.after).toBeGreaterThanOrEqual(asked[0]?.after ?? 0);
});
