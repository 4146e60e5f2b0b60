import { type Browser, expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { join, type Person, setUp, signIn } from "./people";
import { type Registry, startRegistry } from "./registry";

/** What people do about themselves and about each other, each in a browser of their own, against the real binary. */
test.describe.configure({ timeout: 60_000 });
let registry: Registry;
const owner: Person = { name: "Ola", email: "ola@northwind.example", password: "seven tall lighthouses" };
const person = (name: string): Person => ({
  name,
  email: `${name.toLowerCase()}@northwind.example`,
  password: `the harbour of ${name.toLowerCase()}`,
});

test.beforeAll(async ({ browser }) => {
  registry = await startRegistry();
  const first = await browser.newPage();
  await setUp(first, registry, owner);
  await first.close();
});
test.afterAll(() => registry.stop());

let found: string[];
const opened: Page[] = [];
test.beforeEach(({ page }) => {
  found = watchFor(page);
});
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
  expect(found).toEqual([]);
});

/** A browser of its own, watched like the first. */
async function another(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  opened.push(page);
  watchFor(page, found);
  return page;
}

async function enter(page: Page, who: Person) {
  await page.goto(`${registry.url}/signin?to=%2Fsettings`);
  await signIn(page, who);
  await expect(page.getByRole("button", { name: who.name })).toBeVisible();
}

/** Where a session is open that ended elsewhere, this stands above the page. */
const over = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });
const soon = { timeout: 15_000 };

test("a session is ended from afar, and a changed password ends the others", async ({ page, browser }) => {
  const mia = person("Mia");
  await join(page, registry, mia, "VIEWER");
  const other = await another(browser);
  await enter(other, mia);
  const sessions = other.getByRole("table", { name: "Sessions" });
  await expect(sessions.getByRole("row")).toHaveCount(3);

  await page.goto(`${registry.url}/settings`);
  await page.getByRole("button", { name: /^End the session from/ }).click();
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(2);
  await expect(over(other)).toBeVisible(soon);
  await over(other).getByLabel("Password", { exact: true }).fill(mia.password);
  await over(other).getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(over(other)).toHaveCount(0);
  await expect(sessions.getByRole("row")).toHaveCount(3);

  await page.getByLabel("Present password").fill("not the harbour of mia");
  await page.getByLabel("New password").fill("ten new harbours");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByLabel("Present password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Present password").fill(mia.password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Changed. Your other sessions have ended.")).toBeVisible();
  expect(await flaws(page, "settings")).toEqual([]);

  await expect(over(other)).toBeVisible(soon);
  await over(other).getByRole("button", { name: "Go on without signing in" }).click();
  await expect(other.getByText("Sign in to see your settings")).toBeVisible();
  await enter(other, { ...mia, password: "ten new harbours" });
  await page.reload();
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(3);
});

test("a workspace is made and renamed; one member is removed, another leaves", async ({ page, browser }) => {
  await enter(page, owner);
  await page.getByRole("button", { name: "New workspace" }).click();
  await page.getByLabel("Key", { exact: true }).fill("Harbour");
  await page.getByRole("button", { name: "Create it" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Key", { exact: true }).fill("harbour");
  await page.getByRole("button", { name: "Create it" }).click();
  const workspaces = page.getByRole("table", { name: "Workspaces" });
  await workspaces.getByRole("button", { name: "Rename harbour" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Harbour Lab");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const [ines, lea] = [person("Ines"), person("Lea")];
  const [hers, leas] = [await another(browser), await another(browser)];
  await join(hers, registry, ines, "MEMBER", "harbour");
  await join(leas, registry, lea, "ADMIN", "harbour");
  const people = `${registry.url}/people?workspace=harbour`;
  await hers.goto(people);
  await expect(hers.getByRole("table", { name: "Members" }).getByRole("row")).toHaveCount(4);

  await workspaces.getByRole("link", { name: "Harbour Lab" }).click();
  await expect(page).toHaveURL(people);
  const members = page.getByRole("table", { name: "Members" });
  await members.getByRole("link", { name: ines.name }).click();
  await page.getByRole("button", { name: "Remove from this workspace" }).click();
  expect(await flaws(page, "member")).toEqual([]);
  await page.getByRole("button", { name: "Remove now" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(members.getByRole("row")).toHaveCount(3);
  await expect(hers.getByText("You may not see people")).toBeVisible(soon);

  await leas.goto(people);
  await leas.getByRole("table", { name: "Members" }).getByRole("link", { name: lea.name }).click();
  await leas.getByRole("button", { name: "Leave this workspace" }).click();
  await leas.getByRole("button", { name: "Leave now" }).click();
  await expect(leas.getByText("You may not see people")).toBeVisible();
  await leas.goto(`${registry.url}/settings`);
  await expect(leas.getByText("You are a member of no workspace")).toBeVisible();
  await page.reload();
  await expect(members.getByRole("row")).toHaveCount(2);
  await expect(members.getByRole("row", { name: owner.email })).toContainText("Owner");
});

test("platform admin is given, used and taken back", async ({ page, browser }) => {
  const noor = person("Noor");
  const hers = await another(browser);
  await join(hers, registry, noor, "VIEWER");
  await enter(page, owner);
  await page.goto(`${registry.url}/people`);
  const row = page.getByRole("table", { name: "Members" }).getByRole("row", { name: noor.email });
  await row.getByRole("link", { name: noor.name }).click();
  await page.getByRole("button", { name: "Make them platform admin" }).click();
  await expect(page.getByRole("button", { name: "Make them platform admin no longer" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Platform admin");

  await hers.goto(`${registry.url}/settings`);
  await hers.getByRole("button", { name: "New workspace" }).click();
  await hers.getByLabel("Key", { exact: true }).fill("noors");
  await hers.getByRole("button", { name: "Create it" }).click();
  const made = hers.getByRole("table", { name: "Workspaces" }).getByRole("row", { name: "noors" });
  await expect(made).toContainText("Owner");

  await row.getByRole("link", { name: noor.name }).click();
  await page.getByRole("button", { name: "Make them platform admin no longer" }).click();
  await expect(page.getByRole("button", { name: "Make them platform admin", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row).not.toContainText("Platform admin");
  await hers.reload();
  await expect(made).toBeVisible();
  await expect(hers.getByRole("button", { name: "New workspace" })).toHaveCount(0);
});
