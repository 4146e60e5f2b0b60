import { as, expect, type Page, test } from "./test";
import { ask, send, workOf } from "./work";

/** Work, what is said of it, and sending it, against made-up data. */

const row = (page: Page, name: string | RegExp) => page.getByRole("table", { name: "Work" }).getByRole("row", { name });
const titles = (page: Page) => page.getByRole("table", { name: "Work" }).locator("[data-row-link]").allInnerTexts();

test("the list of work is filtered by agent, kind and status, all of it in the URL", async ({ page }) => {
  await as(page, "emil");
  await page.goto("/work");
  await expect(page.getByText("50 of 64 pieces of work")).toBeVisible();
  await page.getByLabel("Kind of work").selectOption("WRITING");
  await page.getByLabel("Status").selectOption("SUBMITTED");
  await expect(page).toHaveURL(/\/work\?kind=WRITING&status=SUBMITTED$/);
  await expect(row(page, /Write the release notes of 2\.14 /)).toBeVisible();
  const rows = page.getByRole("table", { name: "Work" }).locator("tbody tr");
  await expect(rows.filter({ hasNotText: "Submitted" })).toHaveCount(0);
  await expect(rows.filter({ hasNotText: "Writing" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Agent" }).fill("quill");
  await page.getByRole("option", { name: /Quill/ }).click();
  await expect(page).toHaveURL(/agent=did(%3A|:)web(%3A|:)quill\.example/);
  await expect(rows.filter({ hasNotText: "Quill" })).toHaveCount(0);
  await expect(row(page, /Write the release notes of 2\.14 /)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel("Kind of work")).toHaveValue("WRITING");
  await expect(page.getByLabel("Status")).toHaveValue("SUBMITTED");
  await expect(page.getByRole("button", { name: /^Agent ?Quill$/ })).toBeVisible();
  await page.getByLabel("Status").selectOption("MISSED");
  await expect(page.getByText("No work under this filter")).toBeVisible();
  await page.getByRole("link", { name: "Show all work" }).click();
  await expect(page).toHaveURL(/\/work$/);
  await expect(page.getByText("50 of 64 pieces of work")).toBeVisible();
  await page.goto("/work?kind=NONSENSE&status=NONSENSE");
  await expect(page.getByText("50 of 64 pieces of work")).toBeVisible();
  // Who only looks sends nothing.
  await expect(page.getByRole("link", { name: "Send a task" })).toHaveCount(0);
});

test("new work waits behind a button, and rows that are shown move on in their places", async ({ page, fake }) => {
  await as(page, "dana");
  await page.goto("/work");
  await expect(row(page, /Find three suppliers/).first()).toContainText("Sent");
  const before = await titles(page);
  const made = fake.of();
  await expect.poll(() => workOf(made.world, made.access).watchers.size).toBeGreaterThan(0);
  const piece = workOf(made.world, made.access).all.find((w) => w.id === "wrk_2")!;
  ask(made, piece, "GET https://example.com/prices");
  await expect(row(page, /Find three suppliers/).first()).toContainText("Waiting");
  for (const n of [1, 2]) {
    send(made, { title: `Brand new ${n}`, from: "did:web:quill.example", to: "did:web:courier.example" });
  }
  await expect(page.getByRole("button", { name: "2 new · show" })).toBeVisible();
  expect(await titles(page)).toEqual(before);
  await page.getByRole("button", { name: "2 new · show" }).click();
  await expect(row(page, /Brand new 2/)).toBeVisible();
  await expect(page.getByRole("button", { name: /new · show/ })).toHaveCount(0);
});

test("a person says what they think of a result, changes it, and takes it back, and sees what decides", async ({
  page,
}) => {
  await as(page, "dana");
  await page.goto("/work/wrk_9");
  const verdict = page.getByRole("group", { name: "Your verdict" });
  const voices = page.getByRole("list", { name: "What was said of the result" });
  const mine = voices.getByRole("listitem").filter({ hasText: "Dana Novak" });
  await expect(voices.getByRole("listitem")).toHaveCount(2);

  await verdict.getByRole("button", { name: "Good" }).click();
  await expect(verdict.getByRole("button", { name: "Good" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Dana Novak said it was good")).toBeVisible();
  await expect(page.getByText("Verified by a person: it counts 1.")).toBeVisible();
  await expect(mine).toContainText("Decides");
  await expect(voices.getByRole("listitem").first()).toContainText("a person has spoken");
  // The same again adds nothing.
  await verdict.getByRole("button", { name: "Good" }).click();
  await expect(mine).toHaveCount(1);

  await verdict.getByRole("button", { name: "Add a comment" }).click();
  await verdict.getByLabel("Comment").fill("I looked <b>again</b>.");
  await verdict.getByRole("button", { name: "Bad" }).click();
  await expect(mine).toHaveCount(2);
  await expect(mine.first()).toContainText("Replaced");
  await expect(mine.last()).toContainText("I looked <b>again</b>.");
  await expect(mine.last()).toContainText("Decides");
  await expect(page.getByText("Dana Novak said it was bad")).toBeVisible();

  await verdict.getByRole("button", { name: "Take back" }).click();
  await expect(mine.last()).toContainText("Taken back");
  await expect(page.getByText("Dana Novak said")).toHaveCount(0);
  await expect(verdict.getByRole("button", { name: "Take back" })).toHaveCount(0);
});

test("verdicts are given with single keys, not while one types nor after g", async ({ page }) => {
  await as(page, "dana");
  await page.goto("/work/wrk_9");
  const verdict = page.getByRole("group", { name: "Your verdict" });
  const mine = page.getByRole("list", { name: "What was said of the result" }).getByText("Dana Novak");
  await expect(verdict).toBeVisible();
  await page.keyboard.press("c");
  await expect(verdict.getByLabel("Comment")).toBeFocused();
  await page.keyboard.type("bud");
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(mine).toHaveCount(1);
  await expect(page.getByText("Dana Novak said it was bad")).toBeVisible();
  await expect(page.getByText("bud", { exact: true })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("Dana Novak said it was good")).toBeVisible();
  await page.keyboard.press("b");
  await expect(mine).toHaveCount(3);
  await expect(page.getByText("You said")).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/audit$/);
  await page.goBack();
  await expect(mine).toHaveCount(3);
});

test("a voice shows whether it is signed, and the bytes that were", async ({ page }) => {
  await as(page, "emil");
  await page.goto("/work/wrk_3");
  const signed = page.getByRole("listitem").filter({ hasText: "Every point of the brief is there." });
  await expect(signed).toContainText("Signed");
  await signed.locator("summary").click();
  await expect(signed.getByRole("region", { name: "what was signed" })).toContainText('"reaction":"thumbs_up"');
  // Who only looks says nothing.
  await expect(page.getByRole("group", { name: "Your verdict" })).toHaveCount(0);
});

test("voices lead to their receipts, and that texts were cleared is said once", async ({ page }) => {
  await as(page, "emil");
  await page.goto("/work/wrk_20");
  const voices = page.getByRole("list", { name: "What was said of the result" });
  await expect(voices.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByText("The texts were cleared, and the comments with them.")).toHaveCount(1);
  await expect(voices).not.toContainText("cleared");
  await voices
    .getByRole("link", { name: /check the receipt/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/check\?hash=[0-9a-f]{64}$/);
  await page.goto("/work/wrk_3");
  await expect(voices.getByRole("listitem").first()).toBeVisible();
  await expect(page.getByText("The texts were cleared")).toHaveCount(0);
});

test("a task is sent from an agent to another, done for the assignee, and judged", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/work");
  await page.getByRole("main").getByRole("link", { name: "Send a task" }).click();
  await page.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("Say who hands it over.")).toBeVisible();
  await expect(page.getByText("A task needs a title.")).toBeVisible();
  await page.getByRole("combobox", { name: "From" }).fill("quill");
  await page.getByRole("option", { name: /Quill/ }).click();
  await page.getByRole("combobox", { name: "To", exact: true }).click();
  await expect(page.getByRole("option", { name: /Meridian/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /Quill/ })).toHaveCount(0);
  await page.getByRole("option", { name: /Courier/ }).click();
  await page.getByLabel("Title").fill("Count the lighthouses");
  await page.getByLabel("Brief").fill("Only the <b>lit</b> ones.");
  await page.getByLabel("Kind of work").selectOption("RESEARCH");
  await page.getByLabel("Deadline").fill("2020-01-01T10:00");
  await page.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("This time has gone by.")).toBeVisible();
  await page.getByLabel("Deadline").fill("");
  await page.getByRole("button", { name: "Send it" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Count the lighthouses");
  await expect(page.getByRole("region", { name: "the brief" })).toHaveText("Only the <b>lit</b> ones.");
  await page.getByRole("button", { name: "Ask for an approval" }).click();
  await page.getByLabel("What is to be done").fill("Rent a boat");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("button", { name: "Grant" }).click();
  await expect(page.getByRole("list", { name: "Events" })).toContainText("Granted the call");
  await page.getByRole("button", { name: "Give the result" }).click();
  await page.getByRole("dialog").getByLabel("Result").fill("There are 1,205.");
  await page.getByRole("button", { name: "Give it" }).click();
  await expect(page.getByRole("region", { name: "the result" })).toHaveText("There are 1,205.");
  await expect(page.getByText("Courier gave its own word")).toBeVisible();
  await expect(page.getByText("it counts ¼, before the caps")).toBeVisible();
  await expect(page.getByRole("button", { name: "Give the result" })).toHaveCount(0);
});

test("a key is made for one agent, and says so", async ({ page }) => {
  await as(page, "ada");
  await page.goto("/keys?do=create");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What it is for").fill("Quill on host 7");
  await dialog.getByText("For one agent").click();
  await expect(dialog.getByRole("group", { name: "Scopes" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Say which agent it is to act as.")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Agent" }).fill("quill");
  await dialog.getByRole("option", { name: /Quill/ }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("It is not shown again")).toBeVisible();
  await page.getByRole("button", { name: "I have kept it" }).click();
  const made = page.getByRole("table", { name: "API keys" }).getByRole("row", { name: /Quill on host 7/ });
  await expect(made).toContainText("acts as Quill");
  await expect(made.getByRole("cell").nth(3)).toHaveText("Agent");
});
