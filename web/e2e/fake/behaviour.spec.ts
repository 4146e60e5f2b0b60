import { type WebSocketRoute } from "@playwright/test";
import { adminKey } from "./server";
import { asAdmin, expect, type Page, test, world } from "./test";

/** Habits and live behaviour, against made-up data. Each test ends with nothing found that must never happen. */

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

test("the keyboard goes everywhere", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Overview · Northwind Registry");
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect(page).toHaveURL(/\/leaderboard$/);
  await expect(page).toHaveTitle("Leaderboard · Northwind Registry");
  await expect(page.getByRole("row")).toHaveCount(12);

  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = await page.locator("[data-row-link]").nth(1).textContent();
  expect(await focused(page)).toBe(second);
  await page.keyboard.press("k");
  await page.keyboard.press("k"); // there is none above the first
  expect(await focused(page)).toBe(await page.locator("[data-row-link]").first().textContent());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/did:web:/);

  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(/\/suites$/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("gj?"); // typing is no command
  await expect(page.getByRole("searchbox")).toHaveValue("gj?");
});

test("the first stop of the tab key skips to the page", async ({ page }) => {
  await page.goto("/suites");
  await expect(page.getByRole("link", { name: "HTTP basics" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("filters and pages are in the URL, and the back button is exact", async ({ page }) => {
  await world(page, "big");
  await page.goto("/leaderboard");
  // The fake takes its time to make up ten thousand agents.
  await expect(page.getByText(/^1–100 of 3,/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/^101–200 of 3,/)).toBeVisible();
  await expect(page).toHaveURL(/after=/);
  await page.getByLabel("Order", { exact: true }).selectOption({ label: "By lower bound" });
  await expect(page).toHaveURL(/order=lower-bound/);
  expect(page.url()).not.toContain("after=");
  await page.getByLabel("Suite", { exact: true }).selectOption({ label: "HTTP basics" });
  await expect(page).toHaveURL(/suite=http-basics/);

  await page.goBack();
  await expect(page.getByLabel("Suite", { exact: true })).toHaveValue("");
  await page.goBack();
  await expect(page.getByText(/^101–200 of 3,/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^1–100 of 3,/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^1–100 of 3,/)).toBeVisible();
});

test("ten thousand agents are a search and a page of fifty", async ({ page }) => {
  await world(page, "big");
  await page.goto("/agents");
  await expect(page.getByText("50 of 10,000 agents")).toBeVisible();
  await page.getByRole("searchbox").fill("lantern 7");
  await expect(page).toHaveURL(/q=lantern/);
  await expect(page.getByRole("link", { name: "Lantern 7", exact: true })).toBeVisible();
});

test("a change of the board waits while the pointer is on it, and is shown at once when not", async ({
  page,
  fake,
}) => {
  await page.goto("/leaderboard");
  const board = page.getByRole("table", { name: "Leaderboard" });
  await expect(board).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).locator("visible=true")).toBeVisible();
  const change = () => fake.of().simulation.changeBoard();
  const asked = () => page.waitForRequest((r) => r.postData()?.includes("query Leaderboard") ?? false);

  await board.getByRole("row").nth(2).hover();
  await change();
  const pill = page.getByRole("button", { name: /Board changed/ });
  await expect(pill).toBeVisible();
  await Promise.all([asked(), pill.click()]);
  await expect(pill).toHaveCount(0);

  await page.getByRole("heading", { name: "Leaderboard" }).hover();
  await page.getByRole("heading", { name: "Leaderboard" }).click();
  await Promise.all([asked(), change()]);
  await expect(pill).toHaveCount(0);
});

test("a run fills in, and its cells are reached by the arrow keys", async ({ page }) => {
  await asAdmin(page);
  await page.goto("/suites/latency-ladder");
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page).toHaveURL(/\/runs\/run_latency-ladder_live/);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("main").getByText("Completed")).toBeVisible();
  await expect(page.getByText("36 of 36 recorded")).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Waiting" })).toHaveCount(0);

  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('[data-cell="1:1"]')).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(page.locator('[data-cell="11:2"]')).toBeFocused();
  await page.keyboard.press("ArrowRight"); // there is none further
  await expect(page.locator('[data-cell="11:2"]')).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/results\/re_.*_0_1$/);
  for (const [key, button, url] of [
    ["]", "Next", /_0_2$/],
    ["]", "Next", /_1_0$/],
    ["[", "Previous", /_0_2$/],
  ] as const) {
    await expect(page.getByRole("button", { name: button })).toBeEnabled();
    await page.keyboard.press(key);
    await expect(page).toHaveURL(url);
  }
});

test("a run is cancelled", async ({ page }) => {
  await asAdmin(page);
  await page.goto("/suites/instruction-following");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the run" }).click();
  await expect(page.locator("main").getByText("Cancelled", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Cancelled" }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel run" })).toHaveCount(0);
});

test("a lost connection is said, what is shown is dated, and the run goes on after the last event", async ({
  page,
  fake,
}) => {
  const sockets: WebSocketRoute[] = [];
  const subscriptions: { runId?: string; after?: number }[] = [];
  let refuse = false;
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    if (refuse) {
      void socket.close({ code: 1013 });
      return;
    }
    sockets.push(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { type, payload } = JSON.parse(String(message)) as {
        type: string;
        payload?: { query: string; variables: object };
      };
      if (type === "subscribe" && payload?.query.includes("RunEvents")) subscriptions.push(payload.variables);
      server.send(message);
    });
  });
  await asAdmin(page);
  fake.of().simulation.allow(12);
  await page.goto("/suites/a2a-basics");
  await page.getByRole("button", { name: "Run now" }).click();
  await expect(page.getByText("12 of 60 recorded")).toBeVisible();
  await expect.poll(() => subscriptions.length).toBe(1);
  fake.of().simulation.allow(10);
  await expect(page.getByText("22 of 60 recorded")).toBeVisible();

  refuse = true;
  for (const socket of sockets) await socket.close({ code: 1012 });
  await expect(page.getByText(/Connection lost; it is tried again. What is shown is as of \d{4}-/)).toBeVisible();
  await expect(
    page
      .locator("header")
      .getByText(/Connection lost/)
      .locator("visible=true"),
  ).toBeVisible();

  refuse = false;
  fake.of().simulation.allow(Number.POSITIVE_INFINITY);
  await expect(page.locator("main").getByText("Completed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("60 of 60 recorded")).toBeVisible();
  await expect(page.getByText(/What is shown is as of/)).toHaveCount(0);
  expect(subscriptions).toHaveLength(2);
  expect(subscriptions[1]!.after).toBeGreaterThanOrEqual(subscriptions[0]!.after! + 10);
});

test("three thousand agents are drawn a screen at a time", async ({ page }) => {
  await world(page, "big");
  await page.goto("/runs/run_wide_1");
  await expect(page.getByText("200 of 3,000 agents loaded")).toBeVisible();
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Control+End");
  await expect(page.locator('[data-cell="199:11"]')).toBeFocused();
  await expect(page.getByText(/(300|400) of 3,000 agents loaded/)).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(page.locator("[data-cell]:focus")).toBeVisible();
  expect(await page.getByRole("row").count()).toBeLessThan(80);
});

test("a key is tried before it is taken for this tab, leads back to where one was, and is forgotten by signing out", async ({
  page,
}) => {
  await page.goto("/suites/http-basics");
  await expect(page.getByRole("button", { name: "Run now" })).toHaveCount(0);
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Use a key instead" }).click();
  await page.getByLabel("Key", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("This key is not accepted.")).toBeVisible();
  await page.getByLabel("Key", { exact: true }).fill(adminKey);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/suites\/http-basics$/);
  await expect(page.getByRole("button", { name: "Run now" })).toBeVisible();
  await page.getByRole("button", { name: "Platform admin" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/suites/refund-desk");
  await expect(page.getByText("There is no suite refund-desk here")).toBeVisible();
});

test("a suite is written, refused where it is wrong, reordered by keyboard and not lost by accident", async ({
  page,
}) => {
  await asAdmin(page);
  await page.goto("/new-suite");
  await page.getByLabel("Name", { exact: true }).fill("Weather desk");
  await expect(page.getByLabel("Key")).toHaveValue("weather-desk");
  const tasks = page.getByRole("group", { name: /^Task/ });
  await tasks.nth(0).getByLabel("Passes when").selectOption({ label: "Body matches" });
  await tasks.nth(0).getByLabel("RE2 pattern").fill("(sun");
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page.getByText("a task needs a name")).toBeVisible();
  await expect(page.getByText("missing closing )")).toBeVisible();
  await tasks.nth(0).getByLabel("RE2 pattern").fill("(sun|rain)");
  await tasks.nth(0).getByLabel("Task name").fill("Names the weather");
  await expect(page.getByText("missing closing )")).toHaveCount(0);

  await page.getByRole("button", { name: "Add task" }).click();
  await expect(tasks.nth(1).getByLabel("Task name")).toBeFocused();
  await page.keyboard.type("Answers");
  await tasks.nth(1).getByRole("button", { name: "Move task 2 up" }).press("Enter");
  await expect(tasks.nth(0).getByLabel("Task name")).toHaveValue("Answers");
  await expect(tasks.nth(0).getByRole("button", { name: "Move task 1 down" })).toBeFocused();

  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/new-suite/);
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/\/suites\/weather-desk$/);
  await expect(page.getByRole("row").nth(1)).toContainText("Answers");
  await expect(page.locator("main").getByText("Draft", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  await tasks.nth(0).getByLabel("Weight").fill("3");
  await expect(page.getByText("What saving changes")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("75 %");
});

test("a suite for named agents names one, and what is probably not meant is said before and after saving", async ({
  page,
}) => {
  await asAdmin(page);
  await page.goto("/new-suite");
  await page.getByLabel("Name", { exact: true }).fill("Narrow");
  await page.getByLabel("Task name").fill("Answers");
  await page.getByLabel("Only named agents").check();
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page.getByText("Name at least one agent.")).toBeVisible();
  await expect(page).toHaveURL(/new-suite/);
  await page.getByLabel("DIDs").fill("did:web:nobody.example");
  const warning = page.getByText("Target did:web:nobody.example is not registered: runs leave it out.");
  await expect(warning).toBeVisible();
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/\/suites\/narrow$/);
  await expect(warning).toBeVisible();
});

test("a target that a run left out is said before its results", async ({ page }) => {
  await page.goto("/runs/run_a2a-basics_1");
  const left = page.getByRole("status").filter({ hasText: "left out and not evaluated" });
  await expect(left).toContainText("inactive");
  await expect(left).toContainText("a mirror, homed at another registry");
});

test("a list that fails is an error, not an empty list and not a thing that is not there", async ({ page }) => {
  await world(page, "nulls");
  for (const path of [
    "leaderboard",
    "suites",
    "suites/http-basics",
    "runs",
    "runs/run_a2a-basics_1",
    "results/re_run_a2a-basics_1_0_0",
    "agents",
    "agents/did:web:courier.example",
  ]) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("alert").filter({ hasText: "this list failed" }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Not found" })).toHaveCount(0);
    await expect(page.getByText(/^No /)).toHaveCount(0);
  }
});

test("a member is not told that only members may see it", async ({ page }) => {
  await page.goto("/suites/nothing");
  await expect(page.getByText(/only members may see/)).toBeVisible();
  await asAdmin(page);
  await page.goto("/suites/nothing");
  await expect(page.getByText("what it led to was deleted")).toBeVisible();
  await expect(page.getByText(/only members may see/)).toHaveCount(0);
});

test("a run of a suite that was deleted leads to no suite", async ({ page }) => {
  await asAdmin(page);
  await page.goto("/new-suite");
  await page.getByLabel("Name", { exact: true }).fill("Short lived");
  await page.getByLabel("Task name").fill("Answers");
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await page.getByRole("button", { name: "Run a trial", exact: true }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  const run = page.url();
  await page.getByRole("link", { name: "Suite", exact: true }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the suite" }).click();
  await expect(page).toHaveURL(/\/suites$/);
  await page.goto(run);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("link", { name: "Suite", exact: true })).toHaveCount(0);
});

test("an agent is registered, deactivated and removed", async ({ page }) => {
  await asAdmin(page);
  await page.goto("/register-agent");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Fill this in.")).toBeVisible();
  await page.getByText("Bare endpoint").click();
  await expect(page.getByLabel("Endpoint", { exact: true })).toBeVisible();
  await expect(page.getByText("Fill this in.")).toHaveCount(0);
  await page.getByText("Card address").click();
  await page.getByLabel("Address of its card").fill("https://missing.example/card.json");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText(/answered 404/)).toBeVisible();
  await page.getByText("Bare endpoint").click();
  await page.getByLabel("Endpoint", { exact: true }).fill("http://fresh.example:8080/api");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/agents\/did:web:fresh.example%253A8080$/);
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.locator("main").getByText("Inactive", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the agent" }).click();
  await expect(page.locator("main").getByText("Removed", { exact: true }).first()).toBeVisible();
});

test("theme and times are kept", async ({ page }) => {
  await page.goto("/runs");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByTitle("Dark").click();
  await page.getByText("UTC", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("main time").first()).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("main time").first()).toHaveText(/UTC$/);
});

test("what an agent sent is text, with its match marked at the right bytes", async ({ page }) => {
  await world(page, "nasty");
  await page.goto("/results/re_run_nasty_1_0_0");
  await expect(page.getByRole("region", { name: "the scored body" })).toContainText("NUL tail RLO reversed");
  expect(await page.locator("main script, main img").count()).toBe(0);

  await world(page, "data");
  await page.goto("/results/re_run_http-basics_1_2_1");
  await expect(page.locator("mark")).toHaveText("ok");
});
