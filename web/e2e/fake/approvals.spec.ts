import { as, expect, type Page, test } from "./test";
import { ask, workOf } from "./work";

/** The inbox of approvals, by keyboard. */

const lines = (page: Page) => page.getByRole("list", { name: "Approvals" }).locator("[data-approval]");
const openOnes = (page: Page) => page.locator("[data-approval][aria-expanded=true]");

test("the inbox is gone through by keyboard alone", async ({ page }) => {
  await as(page, "dana");
  await page.goto("/approvals");
  await expect(lines(page)).toHaveCount(7);
  const ids = await lines(page).evaluateAll((all) => all.map((line) => (line as HTMLElement).dataset.approval!));
  const open = () => openOnes(page).getAttribute("data-approval");
  // One is open at a time, the first one at the start.
  await expect(openOnes(page)).toHaveCount(1);
  expect(await open()).toBe(ids[0]);
  await page.keyboard.press("j");
  await expect(lines(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(lines(page).nth(1)).toBeFocused();
  await expect(openOnes(page)).toHaveCount(1);
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  expect(await open()).toBe(ids[0]);

  // One press decides nothing, nor do two of different keys.
  await page.keyboard.press("a");
  await expect(page.getByText("Press a again to grant it")).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByText("Press r again to reject it")).toBeVisible();
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await expect(lines(page).nth(0)).toContainText("Granted");
  // What is decided stays where it was, and the next one is open.
  await expect(lines(page)).toHaveCount(7);
  await expect(lines(page).nth(1)).toBeFocused();
  expect(await open()).toBe(ids[1]);

  await page.keyboard.press("c");
  await page.keyboard.type("arr");
  await expect(lines(page).nth(1)).toContainText("Pending");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await page.keyboard.press("r");
  await expect(lines(page).nth(1)).toContainText("Rejected");
  await expect(lines(page).nth(2)).toBeFocused();

  await page.goto("/approvals?state=REJECTED");
  await expect(lines(page).nth(0)).toHaveAttribute("data-approval", ids[1]!);
  await expect(page.getByText(/Rejected by Dana Novak/)).toContainText("arr");
});

test("the last decision leaves nothing to do, and says so", async ({ page, fake }) => {
  const made = fake.of();
  for (const work of workOf(made.world, made.access).all) {
    if (work.id !== "wrk_1") work.approvals = work.approvals.filter((a) => a.state !== "PENDING");
  }
  await as(page, "dana");
  await page.goto("/approvals");
  await expect(lines(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("All of these are decided.")).toBeVisible();
  await page.getByRole("button", { name: "Look for more" }).click();
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
});

test("a new call waits behind a button, and what somebody else decides is seen", async ({ page, otherPage, fake }) => {
  await as(page, "dana");
  await page.goto("/approvals");
  await expect(lines(page)).toHaveCount(7);
  const made = fake.of();
  await expect.poll(() => workOf(made.world, made.access).watchers.size).toBeGreaterThan(0);
  const other = await otherPage();
  await as(other, "bruno");
  await other.goto("/work/wrk_1");
  await other.getByRole("button", { name: "Grant", exact: true }).click();
  await expect(lines(page).nth(0)).toContainText("Granted");
  await expect(page.getByRole("button", { name: "Grant", exact: true })).toHaveCount(0);

  ask(
    made,
    workOf(made.world, made.access).all.find((w) => w.id === "wrk_2")!,
    "GET https://example.com/prices",
  );
  await page.getByRole("button", { name: "1 new · show" }).click();
  await expect(lines(page).nth(0)).toContainText("GET https://example.com/prices");
});

test("a new call comes at once where nothing waits, and the ones after it wait behind the button", async ({
  page,
  fake,
}) => {
  const made = fake.of();
  const works = workOf(made.world, made.access);
  for (const work of works.all) work.approvals = work.approvals.filter((a) => a.state !== "PENDING");
  await as(page, "dana");
  await page.goto("/approvals");
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  await expect.poll(() => works.watchers.size).toBeGreaterThan(0);
  const piece = works.all.find((w) => w.id === "wrk_2")!;
  ask(made, piece, "GET https://example.com/prices");
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText("GET https://example.com/prices");
  await expect(page.getByText("Nothing waits for you")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /new · show/ })).toHaveCount(0);
  ask(made, piece, "GET https://example.com/stock");
  await expect(page.getByRole("button", { name: "1 new · show" })).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
});

test("who only looks decides nothing, and a stranger sees nothing", async ({ page, otherPage }) => {
  await as(page, "emil");
  await page.goto("/approvals");
  await expect(lines(page)).toHaveCount(7);
  await expect(page.getByRole("button", { name: "Grant", exact: true })).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await expect(lines(page).nth(0)).toContainText("Pending");
  const stranger = await otherPage();
  await stranger.goto("/approvals");
  await expect(stranger.getByText("Sign in to see work and approvals")).toBeVisible();
});
