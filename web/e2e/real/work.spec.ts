import { expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { type Person, setUp, signIn } from "./people";
import { type Registry, startRegistry } from "./registry";

/** From a task that an agent sends to a score that a browser recomputes: against the real binary. */
test.describe.configure({ timeout: 60_000 });
let registry: Registry;
const owner: Person = { name: "Ola", email: "ola@northwind.example", password: "seven tall lighthouses" };
const scout = "did:web:scout.example";
const digger = "did:web:digger.example";

test.beforeAll(async ({ browser }) => {
  registry = await startRegistry();
  const first = await browser.newPage();
  await setUp(first, registry, owner);
  await first.close();
  for (const did of [scout, digger]) {
    await registry.graphql(
      `mutation ($did: String!) { registerAgent(input: { did: $did, endpoint: "http://127.0.0.1:9/" }) { userErrors { message } } }`,
      { did },
    );
  }
});
test.afterAll(() => registry.stop());

/** A key with which a program acts as an agent. */
async function keyOf(did: string): Promise<string> {
  const { createKey } = await registry.graphql<{ createKey: { token: string } }>(
    `mutation ($did: String!) { createKey(input: { name: "its own", scopes: [AGENT], agent: $did }) { token userErrors { message } } }`,
    { did },
  );
  return createKey.token;
}

async function post<T>(path: string, key: string, body: object): Promise<T> {
  const response = await fetch(registry.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as T;
}

async function enter(page: Page) {
  await page.goto(`${registry.url}/signin?to=%2Fwork`);
  await signIn(page, owner);
  await expect(page.getByRole("heading", { level: 1, name: "Work" })).toBeVisible();
}

const soon = { timeout: 15_000 };
const scoreShown = (page: Page) => page.getByRole("img", { name: /^Score \d+, 90 % range/ }).first();

test("a task is sent, done and judged, its score changes as one looks, and its receipt and export hold", async ({
  page,
  context,
}) => {
  const found = watchFor(page);
  await enter(page);
  const [sender, assignee] = [await keyOf(scout), await keyOf(digger)];

  await expect(page.getByText("No work yet")).toBeVisible();
  const sent = await post<{ id: string }>("/api/tasks", sender, {
    to: digger,
    work_class: "research",
    title: "How long is the Danube?",
    client_mutation_id: "danube",
  });
  await page.getByRole("button", { name: /1 new/ }).click(soon);
  await page.getByRole("link", { name: "How long is the Danube?" }).click();
  await post(`/api/tasks/${sent.id}/result`, assignee, { result: "2,850 km" });
  await expect(page.getByText("2,850 km")).toBeVisible(soon);
  found.push(...(await flaws(page, "a task")));

  // Its own word alone makes it 58; a person's good word lifts it, on a page that is open.
  const scores = await context.newPage();
  watchFor(scores, found);
  await scores.goto(`${registry.url}/agents/${digger}/scores/research`);
  await expect(scoreShown(scores)).toHaveAccessibleName(/^Score 58,/);
  await page.getByRole("button", { name: "Good", exact: true }).click();
  await expect(page.getByText("a person's word is the most trusted").first()).toBeVisible();
  await expect(scoreShown(scores)).toHaveAccessibleName(/^Score 73,/, soon);
  found.push(...(await flaws(scores, "a score")));

  // The score's receipt is in the log.
  const { score } = await registry.graphql<{ score: { receiptHash: string; score: number } }>(
    `{ score(agent: "${digger}", workClass: RESEARCH) { receiptHash score } }`,
  );
  expect(score.score).toBe(73);
  await page.goto(`${registry.url}/check?hash=${score.receiptHash}`);
  await expect(page.getByText("Holds", { exact: true })).toBeVisible(soon);
  await expect(page.getByText("Entry, from 0")).toBeVisible(soon);
  found.push(...(await flaws(page, "a receipt")));

  // And its export, fetched as she is signed in, is recomputed in her browser.
  await expect(async () => {
    const answer = await page.request.get(`${registry.url}/api/agent-record/${digger}/score/research?pool=1`);
    const text = await answer.text();
    expect(text).toContain('"log":{');
    await page.getByLabel(/Choose an export/).setInputFiles({
      name: "export.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  }).toPass(soon);
  await expect(page.getByRole("list", { name: "Checks of the export" }).getByRole("listitem")).toHaveCount(6);
  await expect(page.getByText("Does not hold")).toHaveCount(0);

  // It is one score at every door: over GraphQL, as above; in the record over REST; in the export; and as WebAssembly recomputed it.
  const record = await page.request.get(`${registry.url}/api/agent-record/${digger}`);
  expect(await record.json()).toMatchObject({ earned: { classes: { research: { score: 73 } } } });
  const exported = await page.request.get(`${registry.url}/api/agent-record/${digger}/score/research`);
  expect(await exported.json()).toMatchObject({ document: { score: 73 } });
  await expect(page.getByRole("list", { name: "Checks of the export" })).toContainText(
    /Recomputing gives the same numbers: holds73, range/,
  );
  expect(found).toEqual([]);
});

test("a call waits in the inbox until a person decides by keyboard", async ({ page }) => {
  const found = watchFor(page);
  await enter(page);
  const [sender, assignee] = [await keyOf(scout), await keyOf(digger)];
  const sent = await post<{ id: string }>("/api/tasks", sender, {
    to: digger,
    work_class: "operations",
    title: "Tidy up",
  });
  await post(`/api/tasks/${sent.id}/approvals`, assignee, { call: "Delete the old backups" });

  await page.goto(`${registry.url}/approvals`);
  await expect(page.getByText("Delete the old backups").first()).toBeVisible();
  found.push(...(await flaws(page, "the inbox")));
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await expect(page.getByText("Rejected").first()).toBeVisible(soon);
  await expect(async () => {
    const { score } = await registry.graphql<{ score: { score: number } | null }>(
      `{ score(agent: "${digger}", workClass: OPERATIONS) { score } }`,
    );
    expect(score?.score).toBeLessThan(50);
  }).toPass(soon);
  await post(`/api/tasks/${sent.id}/result`, assignee, { result: "left them alone" });
  expect(found).toEqual([]);
});
