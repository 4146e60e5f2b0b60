import { look, widths } from "./looks";
import { takeUp } from "./receipt";
import type { Context } from "./resolvers";
import { countOutcome, scoreRoot } from "./score";
import { scoreExport } from "./server";
import { as, expect, type Page, test } from "./test";

/** Receipts and exports that are checked, and the log. */
interface Made {
  receiptHash: () => string;
  explanation: () => { outcomes: (args: object) => { nodes: { receiptHash: () => string }[] } };
}

function hashes(of: Pick<Context, "world" | "access">) {
  const context = { ...of, caller: { admin: true, user: null, session: null, key: null } } as Context;
  const made = scoreRoot.score({ agent: "did:web:courier.example", workClass: "RESEARCH" }, context) as unknown as Made;
  const { nodes } = made.explanation().outcomes({ first: 5 });
  return { score: made.receiptHash(), outcome: nodes[1]!.receiptHash() };
}

const checks = (page: Page, of: "receipt" | "export") => page.getByRole("list", { name: `Checks of the ${of}` });
const give = (page: Page, text: string | Buffer) =>
  page.getByLabel(/Choose an export/).setInputFiles({
    name: "export.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });

test("a stranger checks a receipt by its hash", async ({ page, fake }) => {
  const { outcome } = hashes(fake.of());
  await page.goto("/check");
  await page.getByLabel("Hash of the receipt").fill("no hash");
  await page.getByRole("button", { name: "Check the receipt" }).click();
  await expect(page.getByText("This is no hash")).toBeVisible();
  await page.getByLabel("Hash of the receipt").fill(` ${outcome.toUpperCase()}\n`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/check?hash=${outcome}`);
  await expect(page.getByRole("heading", { name: "Outcome recorded" })).toBeVisible();
  await expect(page.getByText("Holds", { exact: true })).toBeVisible();
  await expect(checks(page, "receipt").getByRole("listitem")).toHaveCount(1);
  await expect(checks(page, "receipt")).toContainText("The receipt is in the log: holds");
  await expect(page.getByText("Facts and texts are shown to members of its workspace.")).toBeVisible();

  await page.goto(`/check?hash=${"0f".repeat(32)}`);
  await expect(page.getByText("No receipt has this hash")).toBeVisible();
});

test("what the server shows is not believed but checked", async ({ page, fake, found }) => {
  const { outcome } = hashes(fake.of());
  const hash = "0f".repeat(32);
  await as(page, "emil");
  await page.route("**/graphql", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(String.raw`\"value\":\"success\"`, String.raw`\"value\":\"failure\"`);
    await route.fulfill({ response, body: text.replace(/"index":(\d+)/, (_, n) => `"index":${Number(n) + 1}`) });
  });
  await page.goto(`/check?hash=${outcome}`);
  await expect(page.getByText("Does not hold", { exact: true })).toBeVisible();
  await expect(checks(page, "receipt")).toContainText("hash: seal_broken");
  await expect(checks(page, "receipt")).toContainText("log: not_in_log");
  await expect(checks(page, "receipt")).toContainText("The texts are the ones that were sealed: holds");
  expect(found).toEqual([]);

  // Another receipt than the one that was asked for is a true one, and yet no answer.
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/graphql", async (route) => {
    await route.continue({ postData: route.request().postData()!.replace(hash, outcome) });
  });
  await page.goto(`/check?hash=${hash}`);
  await expect(page.getByText("Does not hold", { exact: true })).toBeVisible();
});

test("a receipt that is new is taken up by the log while one looks", async ({ page, fake }) => {
  await as(page, "ada");
  countOutcome(fake.of(), "did:web:courier.example", "RESEARCH", { title: "A new one", success: true });
  await page.goto("/agents/did:web:courier.example/scores/research");
  await page.getByRole("link", { name: "Check the receipt", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Score computed" })).toBeVisible();
  await expect(page.getByText("Not in the log yet")).toBeVisible();
  await expect(checks(page, "receipt").getByRole("listitem")).toHaveCount(2);
  takeUp(fake.of());
  await expect(checks(page, "receipt")).toContainText("The receipt is in the log: holds");
});

test("an owner clears the texts of a piece of work, and the seal holds; an admin cannot", async ({
  page,
  otherPage,
  fake,
}) => {
  const { outcome } = hashes(fake.of());
  const other = await otherPage();
  await as(other, "bruno");
  await other.goto(`/check?hash=${outcome}`);
  await expect(other.getByRole("table", { name: "Texts" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Clear the texts" })).toHaveCount(0);

  await as(page, "ada");
  await page.goto(`/check?hash=${outcome}`);
  const texts = page.getByRole("table", { name: "Texts" });
  await expect(texts).not.toContainText("cleared");
  await page.getByRole("button", { name: "Clear the texts" }).click();
  await expect(page.getByRole("dialog")).toContainText("The texts of the whole piece of work go");
  await page.getByRole("button", { name: "Keep them" }).click();
  await expect(texts).not.toContainText("cleared");
  await page.getByRole("button", { name: "Clear the texts" }).click();
  await page.getByRole("button", { name: "Clear them for good" }).click();
  await expect(texts.getByText("cleared")).toHaveCount(2);
  await expect(page.getByText("Holds", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear the texts" })).toHaveCount(0);
});

test("an export is checked in the browser, and nothing of it is sent", async ({ page, found }) => {
  await page.goto("/check");
  await expect(page.getByText("Of a score or a run.")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" || !/^\/(verify\.wasm|wasm_exec\.js|assets\/verify-worker-.*)$/.test(pathname))
      asked.push(`${request.method()} ${pathname}`);
  });
  await give(page, scoreExport);
  const region = page.getByRole("region", { name: "What the check found" });
  await expect(region.getByText("Holds", { exact: true })).toBeVisible();
  await expect(region).toContainText("It says: 76 in code, range 48 to 100, new.");
  await expect(checks(page, "export").getByRole("listitem")).toHaveCount(6);
  await expect(region).toContainText("Texts of 3 outcomes were cleared");
  await expect(region).toContainText("Not anchored");

  const { keys } = (JSON.parse(scoreExport.toString()) as { log: { keys: string[] } }).log;
  await page.getByText("Pin a key of the log").click();
  await page.getByLabel("Keys, one a line").fill(keys[0]!);
  await page.getByRole("button", { name: "Check again with these keys" }).click();
  await expect(region).toContainText("Anchored: a checkpoint that a pinned key signed");

  await give(page, scoreExport.toString().replace('"score":76', '"score":77'));
  await expect(region.getByText("Does not hold", { exact: true })).toBeVisible();
  await expect(checks(page, "export")).toContainText("seal: document_changed");

  await give(page, "no export");
  await expect(region.getByRole("alert")).toContainText("Nothing can be said of this file");
  await region.getByRole("button", { name: "Put the file away" }).click();
  await expect(region).toHaveCount(0);
  expect(asked).toEqual([]);
  expect(found).toEqual([]);
});

test("what an admin exports is what can be checked", async ({ page }) => {
  await as(page, "bruno");
  await page.goto("/agents/did:web:courier.example/scores/research");
  await expect(page.getByRole("button", { name: "Export with its receipts" })).toHaveAccessibleDescription(
    /owner or test mark has changed since this score, its check says facts_changed/,
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export with its receipts" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Courier-research.json");
  const path = await download.path();
  await page.goto("/check");
  await page.getByLabel(/Choose an export/).setInputFiles(path);
  await expect(page.getByText("Holds", { exact: true })).toBeVisible();
});

test("the log shows its checkpoint, its keys and entries, and holds against earlier ones", async ({ page }) => {
  await page.goto("/log");
  await expect(page.getByRole("region", { name: "the newest checkpoint" })).toContainText("registry.example/log");
  await expect(page.getByRole("button", { name: /registry.example\/log\+5d1f02aa\+.*copy the key/ })).toBeVisible();
  await expect(page.getByText("Retired", { exact: true })).toBeVisible();
  const consistency = page.locator("section", { has: page.getByRole("heading", { name: "Consistency" }) });
  await expect(consistency.getByText("Holds", { exact: true })).toBeVisible();
  const from = page.getByLabel("Earlier checkpoint");
  const earliest = (await from.locator("option").last().textContent())!;
  await from.selectOption(earliest);
  await expect(consistency).toContainText(`The first ${earliest.replace(" entries", "")} entries of`);
  await expect(page).toHaveURL(/from=\d+/);

  // A log that was changed is found out.
  await page.route("**/graphql", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/"consistency":\["../, '"consistency":["00'),
    });
  });
  await page.reload();
  await expect(consistency.getByText("Does not hold", { exact: true })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });

  const entries = page.getByRole("table", { name: "Newest entries" });
  await entries.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/check\?hash=[0-9a-f]{64}$/);
  await expect(page.getByRole("heading", { name: "Run completed" })).toBeVisible();
});

for (const [name, viewport] of Object.entries(widths)) {
  test(`receipts and reports look well, ${name}`, async ({ page, fake, found }) => {
    const { outcome, score } = hashes(fake.of());
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await page.goto(`/check?hash=${score}`);
    await give(page, scoreExport.toString().replace('"score":76', '"score":77'));
    await expect(page.getByText("Does not hold", { exact: true })).toBeVisible();
    await expect(page.getByText("Holds", { exact: true })).toBeVisible();
    await page.getByText("Pin a key of the log").click();
    found.push(...(await look(page, `check-stranger, ${name}`)));

    await as(page, "ada");
    await page.goto(`/check?hash=${outcome}`);
    await expect(page.getByText("Holds", { exact: true })).toBeVisible();
    await page.getByText("The proof", { exact: true }).click();
    await page.getByText("The signed checkpoint").click();
    found.push(...(await look(page, `check-owner, ${name}`)));
    await page.getByRole("button", { name: "Clear the texts" }).click();
    found.push(...(await look(page, `check-clear, ${name}`)));
  });
}
