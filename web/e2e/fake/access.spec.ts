import { watchFor } from "../page";
import { password } from "./access";
import { as, expect, type Page, test, world } from "./test";

/** Signing in, people, keys, the audit log and the palette, against made-up data. */

const signIn = async (page: Page, email: string, word = password) => {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(word);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

test("signing in says what is missing or wrong, leads back to where one was, and ends with signing out", async ({
  page,
}) => {
  await page.goto("/runs?status=COMPLETED");
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Enter your address.")).toBeVisible();
  await signIn(page, "bruno@northwind.example", "not the password");
  await expect(page.getByRole("alert")).toHaveText("The address or the password is wrong.");
  await signIn(page, "Bruno@Northwind.example");
  await expect(page).toHaveURL(/\/runs\?status=COMPLETED$/);
  await page.getByRole("button", { name: "Bruno Silva" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toContainText("bruno@northwind.example");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect((await page.context().cookies()).filter((c) => c.name === "fake_session")).toEqual([]);
});

test("signing in leads nowhere else, and says why the identity provider's way failed", async ({ page }) => {
  await page.goto("/signin?to=//elsewhere.example/&problem=denied");
  await expect(page.getByRole("alert")).toContainText("did not let you in");
  const provider = page.getByRole("link", { name: "Continue with Northwind SSO" });
  expect(await provider.getAttribute("href")).toBe("/auth/oidc/start?to=%2F");
  await signIn(page, "bruno@northwind.example");
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test("a password is offered to password managers, and can be pasted and shown", async ({ page }) => {
  await page.goto("/signin");
  const field = page.getByLabel("Password", { exact: true });
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "username");
  await expect(field).toHaveAttribute("autocomplete", "current-password");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.goto("/reset#token");
  await expect(page.getByLabel("New password", { exact: true })).toHaveAttribute("autocomplete", "new-password");
});

test("a session that ends is said, and what was typed is there after signing in again", async ({ page, fake }) => {
  await world(page, "big");
  await page.goto("/signin?to=/new-suite");
  await signIn(page, "bruno@northwind.example");
  await page.getByLabel("Name", { exact: true }).fill("Kept while away");
  await page.getByLabel("Task name").first().fill("Answers");
  fake.endSessions("big");
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByLabel("E-mail address")).toHaveValue("bruno@northwind.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kept while away");
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/\/suites\/kept-while-away$/);
});

test("one goes on as a stranger when a session has ended, and other tabs follow who signs out", async ({
  page,
  found,
}) => {
  await page.goto("/signin");
  await signIn(page, "dana@northwind.example");
  await expect(page.getByRole("button", { name: "Dana Novak" })).toBeVisible();
  const second = await page.context().newPage();
  watchFor(second, found);
  await second.goto("/people");
  await expect(second.getByRole("table", { name: "Members" })).toBeVisible();
  await page.getByRole("button", { name: "Dana Novak" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(second.getByText("Sign in to see people")).toBeVisible();

  await signIn(await goTo(page, "/signin"), "dana@northwind.example");
  await expect(page.getByRole("button", { name: "Dana Novak" })).toBeVisible();
  await page.context().clearCookies({ name: "fake_session" });
  await page.goto("/leaderboard");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("pages open on the workspace that one belongs to, also where that is not the registry's own", async ({
  page,
  otherPage,
  fake,
}) => {
  const { workspaces } = fake.of().access;
  const [northwind, partners] = workspaces as [(typeof workspaces)[0], (typeof workspaces)[0]];
  northwind.members = northwind.members.filter((m) => m.user.id !== "usr_chen");
  northwind.members.find((m) => m.user.id === "usr_bruno")!.role = "VIEWER";
  await as(page, "chen");
  await page.goto("/people");
  await expect(page.getByRole("table", { name: "Members" }).locator("tbody tr")).toHaveCount(partners.members.length);
  await expect(page).toHaveURL(/\/people$/);
  await page.goto("/keys");
  await page.getByRole("main").getByRole("button", { name: "Create key" }).first().click();
  await page.getByLabel("What it is for").fill("Of the partners");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "I have kept it" }).click();
  await expect(page.getByRole("row", { name: /Of the partners/ })).toBeVisible();
  expect(partners.keys).toHaveLength(1);
  await page.goto("/audit");
  await expect(page.getByLabel("Who").getByRole("option", { name: "Bruno Silva" })).toHaveCount(1);

  // Who may only look in the registry's own comes to the other first, and can go there nevertheless.
  const other = await otherPage();
  await as(other, "bruno");
  await other.goto("/keys");
  await expect(other.getByLabel("Workspace").locator("option:checked")).toHaveText("Partners");
  await expect(other.getByRole("row", { name: /Of the partners/ })).toBeVisible();
  await other.getByLabel("Workspace").selectOption("Northwind Registry");
  await expect(other).toHaveURL(/\/keys\?workspace=default$/);
  await expect(other.getByText("You may not make keys in this workspace")).toBeVisible();
  await other.getByLabel("Workspace").selectOption("Partners");
  await expect(other).toHaveURL(/\/keys$/);
});

async function goTo(page: Page, path: string) {
  await page.goto(path);
  return page;
}

test("the first run leads to setting up, takes the key from the link, and makes the owner", async ({ page }) => {
  await world(page, "fresh");
  await page.goto("/");
  await expect(page).toHaveURL(/\/setup$/);
  await page.goto("/setup#fake-admin-key");
  await expect(page).toHaveURL(/\/setup$/);
  await expect(page.getByLabel("Platform-admin key")).toHaveValue("fake-admin-key");
  expect(await page.evaluate(() => JSON.stringify([history.length, location.href, document.referrer]))).not.toContain(
    "fake-admin-key",
  );
  await page.getByLabel("Your name").fill("Ola Nord");
  await page.getByLabel("E-mail address").fill("ola@northwind.example");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("At least 12 characters; this has 5.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a long enough one");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("button", { name: "Ola Nord" })).toBeVisible();
  await page.goto("/setup");
  await expect(page.getByRole("heading", { name: "This registry is set up" })).toBeVisible();
});

test("somebody is invited, comes by the link in another browser, gets another role, and leaves", async ({
  page,
  otherPage,
}) => {
  await as(page, "ada");
  await page.goto("/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("Role").selectOption("VIEWER");
  await page.getByLabel("E-mail address (optional)").fill("nobody");
  await page.getByRole("button", { name: "Make the link" }).click();
  await page.getByLabel("E-mail address (optional)").fill("ines@northwind.example");
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = (await page.getByRole("group", { name: "the link" }).locator("code").textContent())!;
  expect(link).toMatch(/\/invitation#\w{20,}$/);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /ines@northwind\.example/ })).toContainText("Open");

  const guest = await otherPage();
  await guest.goto(link);
  await expect(guest).toHaveURL(/\/invitation$/);
  await expect(guest.getByLabel("E-mail address")).toHaveValue("ines@northwind.example");
  await guest.getByLabel("Your name").fill("Ines Moreau");
  await guest.getByLabel("Password", { exact: true }).fill("a long enough one");
  await guest.getByRole("button", { name: "Create the account and accept" }).click();
  await expect(guest.getByRole("button", { name: "Ines Moreau" })).toBeVisible();
  await expect(guest.getByRole("link", { name: "Keys" })).toHaveCount(0);
  await guest.goto("/keys");
  await expect(guest.getByText("You may not make keys")).toBeVisible();

  await page.reload();
  await page.getByRole("link", { name: "Ines Moreau" }).click();
  await page.getByLabel("New role").selectOption("MEMBER");
  await page.getByRole("button", { name: "Change the role" }).click();
  await expect(page.getByRole("dialog")).toContainText("Member");
  await expect(page.getByRole("button", { name: "Change the role" })).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await guest.goto("/people");
  await expect(guest.getByRole("link", { name: "Keys" })).toBeVisible();
  await expect(guest.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await guest.getByRole("link", { name: "Ines Moreau" }).click();
  await guest.getByRole("button", { name: "Leave this workspace" }).click();
  await guest.getByRole("button", { name: "Leave now" }).click();
  await expect(guest.getByText(/see people/)).toBeVisible();
  await guest.close();
});

test("the last owner stays, and says so", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/people?member=usr_ada");
  await page.getByLabel("New role").selectOption("MEMBER");
  await page.getByRole("button", { name: "Change the role" }).click();
  await expect(page.getByRole("alert")).toContainText("The last owner stays");
});

test("a reset link is made, and the new password is the one that counts", async ({ page, otherPage }) => {
  await as(page, "ada");
  await page.goto("/people?member=usr_dana");
  await page.getByRole("button", { name: "Make a password reset link" }).click();
  const link = (await page.getByRole("group", { name: "the link" }).locator("code").textContent())!;
  const guest = await otherPage();
  await guest.goto(link);
  await guest.getByLabel("New password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Set the password" }).click();
  await expect(guest.getByRole("button", { name: "Dana Novak" })).toBeVisible();
  await guest.goto(link);
  await guest.getByLabel("New password", { exact: true }).fill(password);
  await guest.getByRole("button", { name: "Set the password" }).click();
  await expect(guest.getByRole("alert")).toContainText("unknown, used or too old");
  await guest.close();
});

test("who is platform admin stays a member, and is seen in the settings, where it is taken back", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/people?member=usr_chen");
  const remove = async () => {
    await page.getByRole("button", { name: "Remove from this workspace" }).click();
    await page.getByRole("button", { name: "Remove now" }).click();
  };
  await page.getByRole("button", { name: "Make them platform admin" }).click();
  await expect(page.getByRole("button", { name: "Make them platform admin no longer" })).toBeVisible();
  await remove();
  await expect(page.getByText("This member is platform admin: have that taken from them first")).toBeVisible();

  await page.goto("/settings");
  const admins = page.getByRole("list", { name: "Platform admins" });
  await expect(admins.getByRole("listitem")).toHaveText([/Ada Keller.*You/, /Chen Wei/]);
  await admins.getByRole("button", { name: "Take it back from Chen Wei" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take it back" }).click();
  await expect(admins.getByRole("listitem")).toHaveText([/Ada Keller/]);

  await page.goto("/people?member=usr_chen");
  await remove();
  await expect(page.getByRole("table", { name: "Members" })).not.toContainText("Chen Wei");
});

test("a key's token is shown once, with a command that works, and is revoked", async ({ page, request }) => {
  await as(page, "bruno");
  await page.goto("/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByLabel("What it is for")).toBeFocused();
  await page.getByRole("checkbox", { name: "Read" }).uncheck();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Say what it is for.")).toBeVisible();
  await expect(page.getByText("A key needs at least one scope.")).toBeVisible();
  await page.getByLabel("What it is for").fill("Nightly");
  await page.getByRole("checkbox", { name: "Run" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const token = (await page.getByRole("group", { name: "the token of Nightly" }).locator("code").textContent())!;
  expect(await page.getByRole("group", { name: "the command" }).textContent()).toContain(`Bearer ${token}`);
  const ask = async () => {
    const query = "{ viewer { key { name } } }";
    const response = await request.post("/graphql", { data: { query }, headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { data: { viewer: { key: { name: string } | null } } }).data.viewer.key;
  };
  expect(await ask()).toEqual({ name: "Nightly" });
  await page.getByRole("button", { name: "I have kept it" }).click();
  await page.reload();
  await expect(page.getByRole("table", { name: "API keys" })).toContainText("Nightly");
  expect(await page.content()).not.toContain(token);

  await page.getByRole("button", { name: "Revoke Nightly", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  await expect(page.getByRole("row", { name: /Nightly assay/ })).toContainText("Revoked");
  expect(await ask()).toBeNull();
  await page.getByText("Ended", { exact: true }).click();
  await expect(page).toHaveURL(/state=ended/);
  await expect(page.getByRole("row", { name: /CI: run suites/ })).toHaveCount(0);
});

test("the audit log is narrowed in the URL, paged, opened and exported", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/audit");
  await expect(page.getByText(/^50 of 1[34]\d entries/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/after=/);
  await page.getByLabel("Action").selectOption("putSuite");
  await page.getByLabel("Outcome").selectOption("INVALID");
  await expect(page).toHaveURL(/action=putSuite/);
  expect(page.url()).not.toContain("after=");
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("refund-desk");
  await expect(page.getByRole("cell", { name: "Done" })).toHaveCount(0);
  const [download, request] = await Promise.all([
    page.waitForEvent("download"),
    page.waitForRequest(/\/api\/v1\/audit/),
    page.getByRole("button", { name: "JSONL" }).click(),
  ]);
  expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
    format: "jsonl",
    action: "putSuite",
    outcome: "INVALID",
  });
  expect(download.suggestedFilename()).toBe("assay-audit.jsonl");

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const entry = page.getByRole("dialog");
  await expect(entry).toContainText("Hash before");
  await expect(page).toHaveURL(/entry=\d+/);
  await page.keyboard.press("Escape");
  await expect(entry).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/after=/);
});

test("the palette goes to screens, finds what the server knows, and does what one may", async ({ page }) => {
  await as(page, "bruno");
  await page.goto("/leaderboard");
  await expect(page.getByRole("table").first()).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search" });
  await page.keyboard.press("Control+k");
  await search.fill("peo");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/people$/);

  await page.keyboard.press("Control+k");
  await search.fill("courier");
  await expect(page.getByRole("option", { name: /Courier.*did:web:courier/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/did:web:courier/);

  await page.keyboard.press("Control+k");
  await search.fill("run_a2a-basics_2");
  await expect(page.getByRole("option", { name: /Run of A2A basics/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/run_a2a-basics_2$/);

  await page.keyboard.press("Control+k");
  await search.fill("run latency");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/runs\/run_latency-ladder_live/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await search.fill("zzzz nothing");
  await expect(page.getByText("Nothing is found under these words.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await search.fill("create key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create key" })).toBeVisible();
});

test("who may less is shown less, and told why", async ({ page }) => {
  await page.goto("/people");
  await expect(page.getByText("Sign in to see people")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText([
    "Overview",
    "Leaderboard",
    "Suites",
    /^Runs/,
    "Results",
    "Agents",
    "Check a receipt",
  ]);
  await as(page, "emil");
  await page.goto("/audit");
  await expect(page.getByText("You may not read the audit log")).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /Keys|Audit|Operations/ }),
  ).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("People");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).not.toContainText("Audit");
});

test("without a network it is said, and what is shown is asked for anew after it", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/people");
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
  const asked = page.waitForRequest((r) => r.postData()?.includes("query People") ?? false);
  await page.context().setOffline(false);
  await asked;
  await expect(page.getByText("You are offline.")).toHaveCount(0);
});

test("one's name, password and sessions are changed", async ({ page }) => {
  await page.goto("/signin?to=/settings");
  await signIn(page, "emil@northwind.example");
  await page.getByLabel("Name").fill("Emil Haas-Berg");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("button", { name: "Emil Haas-Berg" })).toBeVisible();
  await page.getByLabel("Present password", { exact: true }).fill("wrong one, sorry");
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("This is not the present password.")).toBeVisible();
  await page.getByLabel("Present password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Changed. Your other sessions have ended.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(2);
});
