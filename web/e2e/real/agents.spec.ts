import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { type Agent, startAgent } from "./agents";
import { join } from "./people";
import { type Registry, startRegistry } from "./registry";

/** What becomes of agents and suites over time, through the console, against the real binary and real agents. */
test.describe.configure({ timeout: 60_000 });
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
test.beforeEach(({ page }) => {
  found = watchFor(page);
});
test.afterEach(() => {
  expect(found).toEqual([]);
});

const start = async (...args: Parameters<typeof startAgent>) => {
  const agent = await startAgent(...args);
  agents.push(agent);
  return agent;
};

const byKey = (page: Page) => page.addInitScript((key) => sessionStorage.setItem("assay.key", key), registry.key);

/** Signs the line that is shown, and has the signature checked. */
async function signLine(within: Page | Locator, key: KeyObject) {
  await within.locator("summary", { hasText: "Or sign it with a key of the DID" }).click();
  const line = await within.getByRole("group", { name: "the line to sign" }).locator("code").textContent();
  await within.getByLabel("Signature").fill(sign(null, Buffer.from(line!), key).toString("base64"));
  await within.getByRole("button", { name: "Check the signature" }).click();
}

test("control is shown by signature; an operator opts out so, and in again", async ({ page, browser }) => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  let did = "";
  const document = () =>
    JSON.stringify({
      id: did,
      verificationMethod: [{ id: "#key", type: "JsonWebKey2020", publicKeyJwk: publicKey.export({ format: "jwk" }) }],
      authentication: ["#key"],
    });
  const agent = await start({
    name: "Signer",
    answer: (asked) => (asked === "/.well-known/did.json" ? document() : "ok"),
  });
  did = `did:web:127.0.0.1%3A${new URL(agent.url).port}`;

  await join(page, registry, { name: "Mia", email: "mia@example.org", password: "a long enough password" }, "MEMBER");
  await page.goto(`${registry.url}/register-agent`);
  await page.getByText("Bare endpoint").click();
  await page.getByLabel("Endpoint", { exact: true }).fill(agent.url);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Get a challenge" }).click();
  await signLine(page, generateKeyPairSync("ed25519").privateKey);
  await expect(page.getByText(/is not one over the challenge's line by a key of/)).toBeVisible();
  expect(await flaws(page, "signature")).toEqual([]);
  await page.locator("summary", { hasText: "Or sign it" }).click();
  await signLine(page, privateKey);
  await expect(page.getByText("Control is shown.")).toBeVisible();
  await page.getByRole("link", { name: "See the agent" }).click();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  await expect(page.getByText("a signature by its DID's key")).toBeVisible();

  // Its operator has no account.
  const operator = await (await browser.newContext()).newPage();
  watchFor(operator, found);
  await operator.goto(page.url());
  await operator.locator("summary", { hasText: "it should not be called" }).click();
  await operator.getByRole("button", { name: "Opt out" }).click();
  await signLine(operator, privateKey);
  await expect(operator.getByText("The agent is called no more.")).toBeVisible();
  await expect(operator.getByText("Opted out", { exact: true }).first()).toBeVisible();

  await operator.reload();
  await operator.locator("summary", { hasText: "it may be called again" }).click();
  await operator.getByRole("button", { name: "Opt in again" }).click();
  await signLine(operator, privateKey);
  await expect(operator.getByText("The agent may be called again.")).toBeVisible();
  const history = operator.getByRole("table", { name: "History" });
  await expect(history.getByRole("row").nth(1)).toContainText("Opted in");
  await expect(history.getByRole("row").nth(2)).toContainText("Opted out");
  await operator.context().close();
});

test("an agent is deactivated, activated and removed", async ({ page }) => {
  const agent = await start({ name: "Passing", answer: () => "ok" });
  await register("did:web:passing.example", agent);
  await byKey(page);
  await page.goto(`${registry.url}/agents/did:web:passing.example`);
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await expect(page.getByText("It is inactive: runs leave it out until somebody activates it.")).toBeVisible();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(page.getByRole("button", { name: "Deactivate", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the agent" }).click();
  await expect(page.getByText("Removed", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove", exact: true })).toHaveCount(0);
  const events = page.getByRole("table", { name: "History" }).getByRole("row");
  for (const [i, event] of ["Removed", "Activated", "Deactivated", "Registered"].entries())
    await expect(events.nth(i + 1)).toContainText(event);
  expect(await flaws(page, "removed")).toEqual([]);
  await page.goto(`${registry.url}/agents`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main").getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Passing" })).toHaveCount(0);
});

test("tasks are dragged, a suite is run, its board saved as JSON; a copy is made and deleted", async ({ page }) => {
  const agent = await start({ name: "Ranked", answer: (asked) => (asked === "/b" ? "no" : "ok") });
  await register("did:web:ranked.example", agent);
  await registry.graphql(`mutation ($input: PutSuiteInput!) { putSuite(input: $input) { userErrors { message } } }`, {
    input: {
      key: "order",
      name: "Order",
      enabled: true,
      targetDids: ["did:web:ranked.example"],
      tasks: ["a", "b", "c"].map((name) => ({ name, input: `/${name}`, scorer: "CONTAINS", expected: "ok" })),
    },
  });
  await byKey(page);
  await page.goto(`${registry.url}/suites/order/edit`);
  const names = page.getByLabel("Task name");
  const order = () => names.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join(""));
  await expect.poll(order).toBe("abc");
  const task = (n: number) => page.getByRole("group", { name: `Task ${n}`, exact: true });
  await task(3).scrollIntoViewIfNeeded();
  await task(1).getByTitle("Drag to another place").hover();
  await page.mouse.down();
  const last = (await task(3).boundingBox())!;
  await page.mouse.move(last.x + 20, last.y + last.height - 4, { steps: 5 });
  await expect.poll(order).toBe("bca");
  await page.mouse.up();
  await expect(page.getByText("Task “a” is now 3 of 3")).toBeAttached();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const tasks = page.getByRole("table", { name: "Tasks" }).getByRole("row");
  for (const [i, name] of ["b", "c", "a"].entries()) await expect(tasks.nth(i + 1)).toContainText(`/${name}`);

  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("3 of 3 recorded")).toBeVisible();
  await expect(page.locator("main").getByText("Completed")).toBeVisible();
  await page.goto(`${registry.url}/leaderboard?suite=order`);
  await expect(page.getByRole("table", { name: "Leaderboard" })).toContainText("Ranked");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^leaderboard.order.*\.json$/);
  const board = JSON.parse(readFileSync(await download.path(), "utf8")) as unknown;
  expect(board).toMatchObject({
    filter: { suite: "order" },
    agents: [{ rank: 1, did: "did:web:ranked.example", name: "Ranked", results: 3 }],
  });

  await page.goto(`${registry.url}/suites/order`);
  await page.getByRole("link", { name: "Clone" }).click();
  await expect(page.getByText("A copy of Order, as a draft of its own.")).toBeVisible();
  await expect.poll(order).toBe("bca");
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(`${registry.url}/suites/order-copy`);
  await expect(page.getByRole("heading", { level: 1, name: "Order copy" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the suite" }).click();
  await expect(page).toHaveURL(`${registry.url}/suites`);
  await expect(page.getByRole("link", { name: "Order", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Order copy" })).toHaveCount(0);
});

async function register(did: string, agent: Agent) {
  await registry.graphql(
    `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { userErrors { message } } }`,
    { input: { did, name: agent.name, endpoint: agent.url } },
  );
}
