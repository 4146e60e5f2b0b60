import { asAdmin, expect, type Page, test } from "./test";

/** What lists leave out at first is said, and can be reached; what a page is narrowed to is in its address. */

const day = 86_400_000;
const daysAgo = (n: number) => new Date(Date.UTC(2026, 0, 1) - n * day).toISOString();

/** The operations that the page asks for, by name, as they go out. */
function asked(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    const name = /"query":"query (\w+)/.exec(request.postData() ?? "")?.[1];
    if (name) names.push(name);
  });
  return names;
}

test("all versions of a suite are reached, and the address finds any two", async ({ page, fake }) => {
  const suite = fake.of().world.suites.find((s) => s.key === "a2a-basics")!;
  suite.versions = Array.from({ length: 90 }, (_, i) => ({
    version: 90 - i,
    digest: (90 - i).toString(16).padStart(64, "0"),
    createdAt: daysAgo(i),
    definition: {},
  }));
  await page.goto("/suites/a2a-basics");
  const rows = page.getByRole("table", { name: "Versions" }).getByRole("row");
  await expect(rows).toHaveCount(21);
  await expect(page.getByText("20 of 90 versions")).toBeVisible();
  const more = page.getByRole("button", { name: "Show more versions" });
  await more.click();
  await expect(page.getByText("70 of 90 versions")).toBeVisible();
  await more.click();
  await expect(rows).toHaveCount(91);
  await expect(more).toHaveCount(0);
  await expect(rows.last()).toContainText("Version 1");

  await page.goto("/suites/a2a-basics?versions=1..2");
  await expect(page.getByRole("region", { name: "Version 1 to version 2" })).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("1");
  await page.goto("/suites/a2a-basics?versions=1..91");
  await expect(page.getByText(/versions “1\.\.91\s*”, which are not there.*from 1 to 90/)).toBeVisible();
});

test("all that changed about an agent is reached", async ({ page, fake }) => {
  const agent = fake.of().world.agents.find((a) => a.did === "did:web:courier.example")!;
  agent.history = Array.from({ length: 40 }, (_, i) => ({
    at: daysAgo(i),
    kind: "UPDATED" as const,
    detail: `change ${40 - i}`,
    fingerprint: agent.fingerprint,
    previousFingerprint: null,
  }));
  await page.goto("/agents/did:web:courier.example");
  await expect(page.getByText("20 of 40 changes")).toBeVisible();
  await page.getByRole("button", { name: "Show more changes" }).click();
  const rows = page.getByRole("table", { name: "History" }).getByRole("row");
  await expect(rows).toHaveCount(41);
  await expect(rows.last()).toContainText("change 1");
});

test("an agent's standings come in one request, a page at a time", async ({ page, fake }) => {
  const { world } = fake.of();
  const names = asked(page);
  await page.goto("/agents/did:web:courier.example");
  const rows = page.getByRole("table", { name: "Standing per suite" }).getByRole("row");
  await expect(rows.nth(2)).toBeVisible();
  expect(names.filter((n) => n === "AgentStandings")).toHaveLength(1);
  const stood = (await rows.count()) - 1;

  const [suite, ...others] = world.runs.filter((r) => r.suite.key === "http-basics" && r.status === "COMPLETED");
  expect(others.length).toBeGreaterThan(0);
  for (let i = 0; i < 30; i++) {
    const copy = { ...suite!.suite, id: `su_copy_${i}`, key: `copy-${String(i).padStart(2, "0")}`, name: `Copy ${i}` };
    world.suites.push(copy);
    world.runs.push({ ...suite!, id: `run_copy_${i}`, suite: copy });
  }
  await page.reload();
  await expect(page.getByText(`25 of ${stood + 30} suites`)).toBeVisible();
  await page.getByRole("button", { name: "Next suites" }).click();
  await expect(rows).toHaveCount(stood + 30 - 25 + 1);
  await expect(page.getByRole("button", { name: "Next suites" })).toBeDisabled();
  await page.getByRole("button", { name: "Previous suites" }).click();
  await expect(rows).toHaveCount(26);
});

test("suites are searched by name and key, in the address", async ({ page }) => {
  await page.goto("/suites");
  const rows = page.getByRole("table", { name: "Suites" }).getByRole("row");
  await expect(rows.nth(2)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("HTTP");
  await expect(page).toHaveURL(/\/suites\?q=HTTP$/);
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel("Name or key")).toHaveValue("HTTP");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Name or key").fill("no such thing");
  await expect(page.getByText("No suites under this filter")).toBeVisible();
  await page.getByRole("link", { name: "Show all suites" }).click();
  await expect(page).toHaveURL(/\/suites$/);
});

test("a suite beyond the first hundred is chosen, filtered by and found", async ({ page, fake }) => {
  const { world } = fake.of();
  const like = world.suites.find((s) => s.key === "http-basics")!;
  for (let i = 0; i < 210; i++)
    world.suites.push({ ...like, id: `su_copy_${i}`, key: `zz-${String(i).padStart(3, "0")}`, name: `Copy ${i}` });
  await asAdmin(page);
  await page.goto("/runs?suite=zz-209");
  await expect(page.getByLabel("Suite").locator("option")).toHaveCount(world.suites.length + 1);
  await expect(page.getByLabel("Suite").locator("option:checked")).toHaveText("Copy 209");
  await page.getByRole("button", { name: "Start a run" }).click();
  await expect(page.getByRole("dialog").getByLabel("Suite")).toHaveValue("zz-209");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("copy 209");
  await expect(page.getByRole("option", { name: /^Copy 209.*zz-209/ })).toBeVisible();
});

test("what a run's log is narrowed to is in the address", async ({ page }) => {
  await page.goto("/runs/run_a2a-basics_1");
  await page.getByRole("button", { name: "Open the log" }).click();
  await page.getByLabel("Part of the log").selectOption({ label: "Not passed" });
  await expect(page).toHaveURL(/\?part=failures$/);
  await page.getByLabel("Agent or task").fill("no such agent");
  await expect(page).toHaveURL(/\?part=failures&q=no/);
  await expect(page.getByText("No event under this filter.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No event under this filter.")).toBeVisible();
  await expect(page.getByLabel("Part of the log")).toHaveValue("failures");
  await page.getByLabel("Agent or task").fill("");
  await page.getByLabel("Part of the log").selectOption({ label: "Everything" });
  await expect(page).toHaveURL(/\/runs\/run_a2a-basics_1$/);
});

test("the neighbours of a result are asked for once, and again when that failed", async ({ page }) => {
  let down = true;
  await page.route("**/graphql", (route) => {
    if (!down || !route.request().postData()?.includes("query Neighbours")) return route.fallback();
    return route.fulfill({
      contentType: "application/graphql-response+json",
      body: '{"errors":[{"message":"the log has the details","extensions":{"code":"INTERNAL"}}]}',
    });
  });
  const names = asked(page);
  await page.goto("/results/re_run_a2a-basics_1_11_0");
  await expect(page.getByRole("alert")).toContainText("before and after it could not be read");
  down = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Previous" })).toBeEnabled();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/_11_1$/);
  await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
  expect(names.filter((n) => n === "Neighbours")).toHaveLength(3);
});

test("an export of the audit log that is refused says why", async ({ page, found }) => {
  await asAdmin(page);
  await page.goto("/audit?outcome=DONE");
  const answers = [
    { status: 429, body: '{"error":{"code":"rate_limited","message":"come back in 3 s"}}' },
    { status: 502, body: "<html>" },
  ];
  await page.route("**/api/v1/audit?**", (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.fallback();
  });
  const csv = page.getByRole("button", { name: "CSV" });
  await csv.click();
  await expect(page.getByRole("alert")).toContainText("Too many requests");
  await expect(page.getByRole("alert")).toContainText("come back in 3 s");
  await csv.click();
  await expect(page.getByRole("alert")).toContainText("the server answered 502");
  const [saved] = await Promise.all([page.waitForEvent("download"), csv.click()]);
  expect(saved.suggestedFilename()).toBe("assay-audit.csv");
  await expect(page.getByRole("alert")).toHaveCount(0);
  // The browser's own report of the two refusals.
  found.splice(0, found.length, ...found.filter((text) => !/Failed to load resource/.test(text)));
});
