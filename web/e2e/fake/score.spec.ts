import type { ClassScore } from "../../src/gql/schema";
import { countOutcome, listeners, scoreRoot } from "./score";
import type { Context } from "./resolvers";
import { as, expect, type Page, test } from "./test";

/** What agents earned, and how each score is made. */
const courier = "/agents/did:web:courier.example";

const part = (page: Page, name: string) =>
  page.locator("section", { has: page.getByRole("heading", { level: 2, name, exact: true }) });

test("claimed, measured, earned and trust stand side by side, and nothing blends them", async ({ page }) => {
  await as(page, "emil");
  await page.goto(courier);
  await expect(part(page, "Claimed")).toContainText("Short factual answers.");
  await expect(part(page, "Measured")).toContainText("Availability");
  const scores = page.getByRole("list", { name: "Scores" }).getByRole("listitem");
  await expect(scores).toHaveCount(4);
  await expect(scores.nth(1)).toContainText("Research");
  await expect(scores.nth(1)).toContainText("Established");
  await expect(scores.nth(3)).toContainText("Stale");
  await expect(scores.nth(2).getByRole("img")).toHaveAccessibleName(/^Score \d+, 90 % range \d+ to \d+, new, n /);
  await expect(part(page, "Trust")).toContainText("Not computed yet");
  await expect(part(page, "Trust")).not.toContainText(/\d/);
  // He may look, and no more.
  await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
});

test("scores that cannot be read say why, and the rest of the record is there", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/agents/did:web:atlas-search.example");
  await expect(part(page, "Earned")).toContainText("cannot be read now");
  await expect(part(page, "Earned")).toContainText("scores_unreadable");
  await expect(part(page, "Measured")).toContainText("Availability");
  await page.goto("/agents/did:web:atlas-search.example/scores/code");
  await expect(page.getByText("Its scores cannot be read now")).toBeVisible();
});

test("an admin publishes scores, and then a stranger sees them", async ({ page, otherPage }) => {
  const other = await otherPage();
  await other.goto(courier);
  await expect(part(other, "Earned")).toContainText("Not shown to you");
  await other.goto(`${courier}/scores/research`);
  await expect(other.getByText("Not shown to you")).toBeVisible();

  await as(page, "bruno");
  await page.goto(courier);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Everybody may see these.")).toBeVisible();

  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: "Research" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Export with its receipts" })).toHaveCount(0);

  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Only its workspace sees these.")).toBeVisible();
});

test("a score that is not there names the agent, and says why", async ({ page }) => {
  await as(page, "ada");
  await page.goto(`${courier}/scores/other`);
  await expect(page.getByText("No score", { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText("Courier");
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).not.toContainText("did:web");
});

test("the outcomes add up to the score, and the caps say what they cut", async ({ page }) => {
  await as(page, "ada");
  await page.goto(`${courier}/scores/code`);
  const counted = { Success: 0, Failure: 0 };
  let rows = 0;
  for (;;) {
    const table = page.getByRole("table", { name: "Outcomes" });
    await expect(table).toHaveAttribute("aria-busy", "false");
    for (const row of (await table.getByRole("row").all()).slice(1)) {
      const outcome = (await row.getByRole("cell").nth(1).innerText()).startsWith("Success") ? "Success" : "Failure";
      counted[outcome] += Number(await row.getByRole("cell").nth(4).innerText());
      rows++;
    }
    const next = page.getByRole("button", { name: "Next" });
    if ((await next.count()) === 0 || (await next.isDisabled())) break;
    const first = await table.getByRole("row").nth(1).innerText();
    await next.click();
    await expect(table.getByRole("row").nth(1)).not.toHaveText(first);
  }
  expect(rows).toBe(30);
  const steps = part(page, "The arithmetic").getByRole("listitem");
  const [, s, f] = /s = ([\d.]+), f = ([\d.]+)/.exec(await steps.first().innerText())!.map(Number);
  // Each row is rounded to two digits.
  expect(Math.abs(counted.Success - s!)).toBeLessThan(0.005 * rows);
  expect(Math.abs(counted.Failure - f!)).toBeLessThan(0.005 * rows);
  const number = await page.locator("main p").filter({ hasText: "of 100" }).innerText();
  await expect(steps.nth(3)).toContainText(/^.*rounded\s*(\d+)$/s);
  expect(number).toContain(/(\d+)$/.exec(await steps.nth(3).innerText())![1]);
  await expect(steps.nth(5)).toContainText(/ (\d+) to (\d+)$/);

  const sources = page.getByRole("table", { name: "Sources that are not verified" });
  const own = sources.getByRole("row", { name: /Its own word/ });
  await expect(own.getByRole("cell").nth(4)).toHaveText(/^−\d\.\d\d$/);
  await expect(part(page, "What the caps cut")).toContainText("may count 4.00 at most");
});

test("the history has its numbers in words, and says what was cleared", async ({ page, fake }) => {
  await as(page, "ada");
  await page.goto(`${courier}/scores/research`);
  const chart = part(page, "History");
  await chart.getByText("Numbers").click();
  const rows = chart.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(1 + 34);
  const context = { ...fake.of(), caller: { admin: true, user: null, session: null, key: null } } as Context;
  const score = scoreRoot.score({ agent: "did:web:courier.example", workClass: "RESEARCH" }, context);
  const { score: now, low, high } = score as ClassScore;
  await expect(rows.nth(1)).toContainText(`${now}${low} to ${high}Established`);
  const cleared = chart.getByRole("row").filter({ hasText: "cleared" });
  await expect(cleared).toHaveCount(3);
  await expect(cleared.first()).not.toContainText(/\d to \d/);
  // What was cleared can be checked nevertheless.
  await cleared
    .first()
    .getByRole("link", { name: /check the receipt/ })
    .click();
  await expect(page.getByText("All were cleared; their hashes are the sealed ones.")).toBeVisible();
});

test("a new outcome is shown as it happens, and waits where somebody reads", async ({ page, fake }) => {
  await as(page, "ada");
  await page.goto(courier);
  await expect.poll(() => listeners(fake.of().world)).toBe(1);
  const writing = page.getByRole("list", { name: "Scores" }).getByRole("listitem").nth(2);
  await expect(writing).toContainText("New");
  const before = await writing.innerText();
  for (let i = 0; i < 3; i++)
    countOutcome(fake.of(), "did:web:courier.example", "WRITING", { title: `Piece ${i}`, success: true });
  await expect(writing).toContainText("Provisional");
  await expect(writing).toContainText("just now");
  expect(await writing.innerText()).not.toBe(before);

  await writing.getByRole("link", { name: /Writing/ }).click();
  const table = page.getByRole("table", { name: "Outcomes" });
  await expect(table.getByRole("row")).toHaveCount(1 + 5);
  await table.getByRole("row").nth(2).hover();
  // The one of the page before is let go of with the next score.
  await expect.poll(() => listeners(fake.of().world)).toBe(2);
  countOutcome(fake.of(), "did:web:courier.example", "WRITING", { title: "The newest", success: false });
  await page.getByRole("button", { name: /A newer score was computed/ }).waitFor();
  await expect(table.getByRole("row")).toHaveCount(1 + 5);
  await page.getByRole("button", { name: /A newer score was computed/ }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("The newest");
});
