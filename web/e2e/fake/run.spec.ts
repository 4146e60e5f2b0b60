import { execFileSync } from "node:child_process";
import { flaws } from "../page";
import { asAdmin, expect, test } from "./test";

/** Runs, a run as it goes on, and one result. */

test("two runs are picked, on different pages of the list, and compared the older first", async ({ page }) => {
  await page.goto("/runs?suite=a2a-basics&trials=none");
  const boxes = page.getByRole("checkbox", { name: /^Compare A2A basics/ });
  await boxes.nth(2).check();
  await expect(page.getByText("1 run picked; tick the one to compare it with")).toBeVisible();
  await page.getByLabel("Status").selectOption({ label: "Running" });
  await expect(boxes).toHaveCount(1);
  await boxes.first().check();
  await page.getByLabel("Status").selectOption({ label: "Any status" });
  await expect(boxes.nth(1)).toBeDisabled();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/\/compare\?kind=runs&a=run_a2a-basics_2&b=run_a2a-basics_99$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/runs\?suite=a2a-basics/);
});

test("a run is started from the list by those who may, as a trial where the suite is a draft", async ({ page }) => {
  await page.goto("/runs");
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start a run" })).toHaveCount(0);
  await asAdmin(page);
  await page.goto("/runs");
  await page.getByRole("button", { name: "Start a run" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a run" });
  await dialog.getByLabel("Suite").selectOption({ label: "Refund desk (draft)" });
  await expect(dialog.getByText(/its results are a trial/)).toBeVisible();
  expect(await flaws(page, "start a run")).toEqual([]);
  await dialog.getByRole("button", { name: "Run a trial" }).click();
  await expect(page).toHaveURL(/\/runs\/run_refund-desk_live/);
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.locator("main").getByText("Trial", { exact: true })).toBeVisible();
});

test("the log of a run says what happens; it waits while it is paused or read", async ({ page, fake }) => {
  await asAdmin(page);
  fake.of().simulation.allow(4);
  await page.goto("/suites/http-basics");
  await page.getByRole("button", { name: "Run now" }).click();
  const log = page.getByRole("list", { name: "Events, the newest first" });
  const newest = log.getByRole("listitem").first();
  await expect(page.getByText("4 of 48 recorded")).toBeVisible();
  await expect(newest).toContainText("Through, score");
  await expect(log.getByRole("listitem").last()).toContainText("Queued");

  await page.getByRole("button", { name: "Pause" }).click();
  const before = await newest.textContent();
  fake.of().simulation.allow(5);
  await expect(page.getByText(/^[5-9] new events wait$/)).toBeVisible();
  expect(await newest.textContent()).toBe(before);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(newest).not.toHaveText(before!);
  await expect(page.getByText(/new events? waits?$/)).toHaveCount(0);

  await newest.hover();
  const under = await newest.textContent();
  fake.of().simulation.allow(5);
  await expect(page.getByText(/new events? waits?$/)).toBeVisible();
  expect(await newest.textContent()).toBe(under);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(newest).not.toHaveText(under!);

  await page.getByLabel("Part of the log").selectOption({ label: "Run and agents" });
  await expect(log.getByRole("link")).toHaveCount(0);
  await page.getByLabel("Part of the log").selectOption({ label: "Results" });
  await page.getByRole("searchbox", { name: "Agent or task" }).fill("home answers");
  await expect(log.getByRole("link", { name: "Health says ok" })).toHaveCount(0);
  await log.getByRole("link", { name: "Home answers" }).last().click();
  await expect(page).toHaveURL(/\/results\/re_run_http-basics_live\d+_0_0$/);
  fake.of().simulation.allow(Number.POSITIVE_INFINITY);
});

test("a run is compared with the one before it that measured something", async ({ page }) => {
  await page.goto("/runs/run_a2a-basics_8");
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(page.getByRole("link", { name: "Compare with the run before" })).toHaveCount(0); // before it one failed
  await page.goto("/runs/run_a2a-basics_1");
  await page.getByRole("link", { name: "Compare with the run before" }).click();
  await expect(page).toHaveURL(/\/compare\?kind=runs&a=run_a2a-basics_2&b=run_a2a-basics_1$/);
});

test("a result's request is copied as a command that the shell takes as it is meant", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/results/re_run_a2a-basics_1_1_0");
  await expect(page.getByText(/Credentials were sent and are not kept/)).toBeVisible();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  const said = execFileSync("bash", ["-c", `curl() { printf '%s\\n' "$@"; }; ${command}`])
    .toString()
    .split("\n");
  expect(said).toContain("https://courier.example/a2a/v1");
  expect(said).toContain("Authorization: Bearer [secret]");
  expect(said.at(-2)).toMatch(/^\{"jsonrpc":"2.0".*Please answer with a greeting\./);
});

test("evidence that was removed after its time is said to be", async ({ page }) => {
  await page.goto("/results/re_run_a2a-basics_8_0_0");
  await expect(page.getByText("The evidence was removed after its retention time")).toBeVisible();
  await expect(page.getByRole("button", { name: /copy the evidence hash/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Request and response" })).toHaveCount(0);
});

test("a body is shown as text, as JSON and as bytes", async ({ page }) => {
  await page.goto("/results/re_run_a2a-basics_1_0_0");
  const response = page.getByRole("region", { name: "the response body" });
  await expect(response).toContainText('{"jsonrpc":"2.0"');
  const as = (mode: string) =>
    page.getByRole("group", { name: "Show the response body as" }).getByText(mode, { exact: true }).click();
  await as("JSON");
  await expect(response).toContainText('  "jsonrpc": "2.0"');
  await as("Hex");
  await expect(response).toContainText("00000000  7b 22 6a 73 6f 6e");
});

test("in the matrix the arrow keys reach the agents, too", async ({ page }) => {
  await page.goto("/runs/run_a2a-basics_1");
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator('[data-cell="1:-1"]')).toBeFocused();
  await page.keyboard.press("ArrowLeft"); // there is none further
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/did:web:courier.example$/);
});
