import { expect, type Page, test } from "@playwright/test";
import WebSocket from "ws";
import { flaws, watchFor } from "../page";
import { type Registry, startRegistry } from "./registry";

/** People and keys, through the console, against the real binary. Names are such as would run if they were not text. */
let registry: Registry;
test.beforeAll(async () => {
  registry = await startRegistry();
});
test.afterAll(() => registry.stop());

const owner = {
  name: "<img src=x onerror=alert(1)> Ola",
  email: "ola@northwind.example",
  password: "seven tall lighthouses",
};
const guest = {
  name: `"><script>alert(2)</script> Ines`,
  email: "ines@northwind.example",
  password: "nine quiet harbours",
};

const secretIn = async (page: Page, label: string | RegExp) =>
  (await page.getByRole("group", { name: label }).locator("code").textContent())!;

/** Asks as a program would, by its key. */
async function ask(token: string): Promise<{ name: string } | null> {
  const response = await fetch(`${registry.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: "{ viewer { key { name } } }" }),
  });
  const answer = (await response.json()) as { data?: { viewer: { key: { name: string } | null } } | null };
  return answer.data?.viewer.key ?? null;
}

/** A subscription by a key, once it is accepted; `closed` is settled with the time when the server ends it. */
async function listen(token: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${registry.url.replace("http", "ws")}/graphql`, "graphql-transport-ws");
  const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(Date.now())));
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("open", () => {
      socket.send(JSON.stringify({ type: "connection_init", payload: { authorization: `Bearer ${token}` } }));
    });
    socket.on("message", (data) => {
      const { type } = JSON.parse(String(data)) as { type: string };
      if (type === "ping") socket.send(JSON.stringify({ type: "pong" }));
      if (type === "next") resolve();
      if (type !== "connection_ack") return;
      const payload = { query: "subscription { liveRuns { runs { id } } }" };
      socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
    });
  });
  return { closed };
}

test("first run, invitation, role, key, audit, password reset, end", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const found = watchFor(page);

  // Whoever opens a registry that nobody has set up is led there; the link that the server prints carries the key.
  await page.goto(registry.url);
  await expect(page).toHaveURL(/\/setup$/);
  await page.goto(`${registry.url}/setup#${registry.key}`);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByLabel("Your name").fill(owner.name);
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByRole("button", { name: owner.name })).toBeVisible();

  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByLabel("E-mail address (optional)").fill(guest.email);
  await page.getByRole("button", { name: "Make the link" }).click();
  const invitation = await secretIn(page, "the link");
  await page.getByRole("button", { name: "Done" }).click();

  const second = await (await browser.newContext()).newPage();
  const seen = watchFor(second);
  await second.goto(invitation);
  await expect(second.getByText("as member")).toBeVisible();
  await second.getByLabel("Your name").fill(guest.name);
  await second.getByLabel("Password", { exact: true }).fill(guest.password);
  await second.getByRole("button", { name: "Create the account and accept" }).click();
  await expect(second.getByRole("button", { name: guest.name })).toBeVisible();
  await expect(second.getByRole("link", { name: "Keys" })).toBeVisible();
  await expect(second.getByRole("link", { name: "Audit" })).toHaveCount(0);

  await page.reload();
  await page.getByRole("link", { name: guest.name }).click();
  await page.getByLabel("New role").selectOption("ADMIN");
  await page.getByRole("button", { name: "Change the role" }).click();
  await expect(page.getByRole("button", { name: "Change the role" })).toBeDisabled();
  await page.keyboard.press("Escape");
  const members = page.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row", { name: guest.email })).toContainText("Admin");
  expect(await flaws(page, "people")).toEqual([]);

  await second.goto(`${registry.url}/keys`);
  await expect(second.getByRole("link", { name: "Audit" })).toBeVisible();
  await second.getByRole("button", { name: "Create key" }).first().click();
  await second.getByLabel("What it is for").fill("<b>nightly</b>");
  await second.getByRole("checkbox", { name: "Run" }).check();
  await second.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const token = await secretIn(second, /^the token of/);
  await second.getByRole("button", { name: "I have kept it" }).click();
  expect(await ask(token)).toEqual({ name: "<b>nightly</b>" });
  const stream = await listen(token);
  await second.reload();
  expect(await second.content()).not.toContain(token);
  await second.getByRole("button", { name: "Revoke <b>nightly</b>" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  const revoked = Date.now();
  await expect(second.getByRole("row", { name: /nightly/ })).toContainText("Revoked");
  expect((await stream.closed) - revoked).toBeLessThan(5_000);
  expect(await ask(token)).toBeNull();

  // A wrong password, for the log.
  const third = await (await browser.newContext()).newPage();
  await third.goto(`${registry.url}/signin`);
  await third.getByLabel("E-mail address").fill(owner.email);
  await third.getByLabel("Password", { exact: true }).fill("not the password at all");
  await third.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(third.getByRole("alert")).toBeVisible();

  await page.getByRole("link", { name: "Audit" }).click();
  const log = page.getByRole("table", { name: "Audit log" });
  for (const action of ["setUp", "inviteMember", "acceptInvitation", "updateMember", "createKey", "revokeKey"]) {
    await expect(log.getByRole("row", { name: new RegExp(`^${action}`) }).first()).toContainText("Done");
  }
  await page.getByLabel("Action").selectOption("signIn");
  await expect(log.getByRole("row").nth(1)).toContainText("Invalid");
  await expect(log.getByRole("row").nth(1)).toContainText("Nobody signed in");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Hash before");
  expect(await flaws(page, "audit entry")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByLabel("Action").selectOption("createKey");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "JSONL" }).click(),
  ]);
  const lines = (await (await download.createReadStream()).toArray()).join("").trim().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(token);

  await page.goto(`${registry.url}/people`);
  await page.getByRole("link", { name: guest.name }).click();
  await page.getByRole("button", { name: "Make a password reset link" }).click();
  const reset = await secretIn(page, "the link");
  await third.goto(reset);
  await third.getByLabel("New password", { exact: true }).fill("ten new harbours");
  await third.getByRole("button", { name: "Set the password" }).click();
  await expect(third.getByRole("button", { name: guest.name })).toBeVisible();

  // The session elsewhere is over, and says so where it was open.
  await expect(second.getByRole("dialog", { name: "Your session has ended" })).toBeVisible({ timeout: 15_000 });
  await second.getByLabel("Password", { exact: true }).fill("ten new harbours");
  await second.keyboard.press("Enter");
  await expect(second.getByRole("dialog")).toHaveCount(0);
  await expect(second.getByRole("table", { name: "API keys" })).toBeVisible();

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: owner.name }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto(`${registry.url}/people`);
  await expect(page.getByText("Sign in to see people")).toBeVisible();
  expect([...found, ...seen]).toEqual([]);
  await second.context().close();
  await third.context().close();
});

test("GraphiQL asks as who is signed in, from this origin alone", async ({ page }) => {
  const found = watchFor(page);
  const setUp = "mutation ($input: SetUpInput!) { setUp(input: $input) { userErrors { code } } }";
  await registry.graphql(setUp, { input: { ...owner, adminKey: registry.key } });
  await page.goto(`${registry.url}/graphiql`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/graphiql$/);
  await expect(page.getByText(`As ${owner.name}`)).toBeVisible();
  await expect(page.getByRole("region", { name: "Query Editor" })).toContainText("leaderboard");
  await page.getByRole("button", { name: /Execute/ }).click();
  await expect(page.getByRole("region", { name: "Result Window" })).toContainText('"leaderboard"');
  await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
  await expect(page.getByText("Root Types")).toBeVisible();
  expect(found).toEqual([]);
});
