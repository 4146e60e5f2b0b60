import { expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { invite, setUp } from "./people";
import { client, type Provider, startProvider } from "./provider";
import { freePort, type Registry, startRegistry } from "./registry";

/** Signing in by an identity provider, through the console, against the real binary and a provider made with oidc-provider. */
test.describe.configure({ timeout: 60_000 });
let registry: Registry;
let provider: Provider;
test.beforeAll(async ({ browser }) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  provider = await startProvider(`${address}/auth/oidc/callback`);
  registry = await startRegistry({
    ASSAY_ADDR: `127.0.0.1:${port}`,
    ASSAY_PUBLIC_URL: address,
    ASSAY_OIDC_ISSUER: provider.issuer,
    ASSAY_OIDC_CLIENT_ID: client.id,
    ASSAY_OIDC_CLIENT_SECRET: client.secret,
    ASSAY_OIDC_NAME: "Northwind ID",
  });
  const first = await browser.newPage();
  await setUp(first, registry, { name: "Ola", email: "ola@example.com", password: "seven tall lighthouses" });
  await first.close();
});
test.afterAll(async () => {
  await registry.stop();
  await provider.stop();
});

let found: string[];
test.beforeEach(({ page }) => {
  found = watchFor(page, [], undefined, provider.issuer);
});
test.afterEach(() => {
  expect(found).toEqual([]);
});

const toProvider = (page: Page) => page.getByRole("link", { name: "Northwind ID" }).click();

/** Fills in the form that the provider shows to whom it does not know. */
async function logIn(page: Page, name: string) {
  await expect(page).toHaveURL((url) => url.href.startsWith(`${provider.issuer}/login/`));
  await page.getByRole("textbox").fill(name);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("an invitation is accepted by the provider, who then signs in by it", async ({ page }) => {
  await page.goto(await invite(registry, "MEMBER"));
  await toProvider(page);
  await logIn(page, "mia");
  await expect(page.getByRole("button", { name: "Name of mia" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Keys" })).toBeVisible();
  await page.getByRole("button", { name: "Name of mia" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();

  // The way back leads to the page that was asked for.
  await page.goto(`${registry.url}/settings`);
  await page.locator("main").getByRole("link", { name: "Sign in" }).click();
  expect(await flaws(page, "sign in")).toEqual([]);
  await toProvider(page); // it still knows who is there
  await expect(page).toHaveURL(`${registry.url}/settings`);
  await expect(page.getByLabel("E-mail address")).toHaveValue("mia@example.com");
  await expect(page.getByRole("button", { name: "Set a password" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Workspaces" })).toContainText("Member");
});

test("who turns back at the provider, or is nobody here, is told so and may try again", async ({ page }) => {
  await page.goto(`${registry.url}/signin?to=%2Fruns`);
  await toProvider(page);
  await logIn(page, "deny");
  await expect(page).toHaveURL(`${registry.url}/signin?problem=denied&to=%2Fruns`);
  await expect(page.getByText("The identity provider did not let you in, or you turned back there.")).toBeVisible();
  expect(await flaws(page, "denied")).toEqual([]);

  await toProvider(page);
  await logIn(page, "stranger");
  await expect(page).toHaveURL(`${registry.url}/signin?problem=unknown&to=%2Fruns`);
  await expect(page.getByText("Nobody here has this address. Ask an admin for an invitation")).toBeVisible();
  await page.goto(`${registry.url}/runs`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});
