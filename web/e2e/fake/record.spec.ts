import { readFileSync } from "node:fs";
import { adminKey } from "./server";
import { as, asAdmin, expect, type Page, test, world } from "./test";

/** The record's screens at work: overview, board, results, comparison, suites, operations. */

/** The fake takes its time to make up ten thousand agents. */
const large = { timeout: 20_000 };

/** Asks the server as the admin, beside the page. */
async function graphql<T>(page: Page, query: string): Promise<T> {
  const response = await page.request.post("/graphql", {
    data: { query },
    headers: { authorization: `Bearer ${adminKey}` },
  });
  return ((await response.json()) as { data: T }).data;
}

test("a run that begins shows up on the overview, fills, and stays with its outcome", async ({ page, fake }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Overview · Northwind Registry");
  const running = page.getByRole("table", { name: "Runs" });
  await expect(running.getByText("run_a2a-basics_99")).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).locator("visible=true")).toBeVisible();

  fake.of().simulation.allow(5);
  const { runSuite } = await graphql<{ runSuite: { run: { id: string } } }>(
    page,
    `
      mutation {
        runSuite(input: { key: "latency-ladder" }) {
          run {
            id
          }
        }
      }
    `,
  );
  const row = running.getByRole("row").filter({ hasText: runSuite.run.id });
  await expect(row).toContainText("5 / 36");
  fake.of().simulation.allow(Number.POSITIVE_INFINITY);
  await expect(row).toContainText("Completed");
  await expect(row.getByRole("img", { name: /36 of 36 recorded/ })).toBeVisible();
});

test("what broke is listed with how far it fell, and leads to the last failure", async ({ page }) => {
  await page.goto("/");
  const failing = page.getByRole("table", { name: "Failing agents" });
  await expect(failing.getByRole("row")).toHaveCount(11);
  const first = failing.getByRole("row").nth(1);
  await expect(first.getByText(/fell by/)).toBeAttached();
  await first.getByRole("link").nth(1).click();
  await expect(page).toHaveURL(/\/results\/re_/);
  await expect(
    page
      .locator("main")
      .getByText(/^(Failed|Error)/)
      .first(),
  ).toBeVisible();
});

test("the numbers of the day's chart are there to be read", async ({ page }) => {
  await page.goto("/");
  await page.locator("summary", { hasText: "Numbers" }).click();
  const numbers = page.getByRole("region", { name: "Results an hour: numbers" });
  await expect(numbers.getByRole("row")).toHaveCount(25);
});

test("a fresh registry says what comes first, to each as they may", async ({ page }) => {
  await world(page, "empty");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Nothing has been measured here yet" })).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "Register agent" })).toHaveCount(0);
  await asAdmin(page);
  await page.goto("/");
  await expect(page.locator("main").getByRole("link", { name: "New suite" })).toBeVisible();
  await page.locator("main").getByRole("link", { name: "Register agent" }).click();
  await expect(page).toHaveURL(/\/register-agent$/);
});

test("the board is narrowed and ordered by its URL, and the way back is exact", async ({ page }) => {
  await page.goto("/leaderboard");
  const rows = page.getByRole("table", { name: "Leaderboard" }).getByRole("row");
  await expect(rows).toHaveCount(12);
  await page.getByLabel("Order", { exact: true }).selectOption({ label: "By availability" });
  await expect(page).toHaveURL(/order=availability/);
  await expect(rows.nth(1)).toContainText("Sextant");
  await page.getByLabel("Results at least").selectOption({ label: "n 1,000 or more" });
  await expect(page.getByText("No results under this filter")).toBeVisible();
  await page.getByLabel("Results at least").selectOption({ label: "n 100 or more" });
  await expect(rows).toHaveCount(12);
  await page.getByRole("searchbox").fill("lantern");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=lantern/);
  // Its rank stays the one of the whole board.
  await expect(rows.nth(1)).toContainText("2–5");
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.goBack();
  await expect(page.getByLabel("Results at least")).toHaveValue("1000");
  await page.goBack();
  await expect(page.getByLabel("Results at least")).toHaveValue("");
  await expect(rows.nth(1)).toContainText("Sextant");
});

test("trends come with the board, in words too, and move nothing", async ({ page }) => {
  let trends = 0;
  const held: (() => void)[] = [];
  await page.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes("query BoardTrends")) {
      trends++;
      await new Promise<void>((go) => held.push(go));
    }
    await route.continue();
  });
  await page.goto("/leaderboard?suite=http-basics");
  const last = page.locator("[data-row-link]").last();
  await expect(last).toBeVisible();
  const before = await last.boundingBox();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const go of held.splice(0)) go();
  const trend = page.getByRole("img", { name: /^Last 14 days: mean/ });
  await expect(trend).toHaveCount(11);
  const foundry = page.getByRole("row").filter({ hasText: "did:web:foundry.example" });
  await expect(foundry.getByRole("img", { name: /suite changed .*agent changed/ })).toBeVisible();
  expect(await last.boundingBox()).toEqual(before);
  expect(trends).toBe(1);
});

test("two agents of the board are compared; a third takes the place of the first", async ({ page }) => {
  await page.goto("/leaderboard");
  await page.getByRole("checkbox", { name: "Compare Foundry" }).check();
  await expect(page.getByRole("link", { name: "Compare the two" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Compare Quill" }).press("Space");
  await page.getByRole("checkbox", { name: "Compare Courier" }).check();
  await expect(page.getByRole("checkbox", { name: "Compare Foundry" })).not.toBeChecked();
  await page.getByRole("link", { name: "Compare the two" }).click();
  await expect(page).toHaveURL(/\/compare\?kind=agents&a=did%3Aweb%3Aquill.example&b=did%3Aweb%3Acourier.example$/);
  await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
});

test("the whole filtered board is saved, defused, and nothing is opened", async ({ page }) => {
  test.setTimeout(90_000);
  await world(page, "big");
  await page.goto("/leaderboard?q=halyard");
  await expect(page.getByRole("table", { name: "Leaderboard" })).toBeVisible(large);
  const total = Number(
    (await page.getByText(/of [\d,]+ agents$/).textContent())!.replace(/.*of ([\d,]+) .*/, "$1").replace(",", ""),
  );
  expect(total).toBeGreaterThan(100);
  const saved = async (name: "CSV" | "JSON") => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };
  const csv = await saved("CSV");
  expect(csv.name).toMatch(/^leaderboard-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toMatch(/^\ufeffrank,best_rank,worst_rank,did,name,mean_score/);
  expect(lines).toHaveLength(total + 2);
  const json = JSON.parse((await saved("JSON")).text) as { filter: object; agents: { name: string }[] };
  expect(json.agents).toHaveLength(total);
  expect(json.filter).toMatchObject({ search: "halyard", orderBy: "MEAN" });
  await expect(page).toHaveURL(/q=halyard$/);

  await world(page, "nasty");
  await page.goto("/leaderboard");
  await expect(page.getByRole("table", { name: "Leaderboard" })).toBeVisible();
  expect((await saved("CSV")).text).toContain(`"<img src=x onerror=alert(1)>"`.replaceAll('"', ""));
});

test("an export can be stopped", async ({ page }) => {
  await world(page, "big");
  const held: (() => void)[] = [];
  await page.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes("query BoardExport")) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto("/leaderboard");
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  for (const go of held.splice(0)) go();
  await expect(page.getByRole("button", { name: "CSV" })).toBeEnabled();
});

test("results are narrowed on the server, by keyboard too, and every filter is in the URL", async ({ page }) => {
  await page.goto("/results");
  const rows = page.getByRole("table", { name: "Results" }).getByRole("row");
  await expect(rows).toHaveCount(101);
  await page.getByLabel("Suite").selectOption({ label: "A2A basics" });
  await page.getByLabel("Task", { exact: true }).selectOption({ label: "Returns JSON" });
  await expect(page).toHaveURL(/suite=a2a-basics&task=ta_a2a-basics_4/);
  await page.getByText("Not passed", { exact: true }).click();
  await page.getByLabel("Whose fault").selectOption({ label: "Fault: Agent" });
  await expect(page).toHaveURL(/fault=AGENT/);
  await expect(rows.filter({ hasNotText: "(agent)" })).toHaveCount(1); // the head
  expect(await rows.count()).toBeGreaterThan(1);
  await page.getByLabel("Error", { exact: true }).selectOption({ label: "Timed out" });
  await expect(page).toHaveURL(/error=TIMEOUT/);
  await expect(rows.nth(1)).toContainText("timed out");

  await page.getByLabel("Suite").selectOption({ label: "All suites" });
  await expect(page).not.toHaveURL(/task=/);
  await page.getByRole("combobox", { name: "Agent", exact: true }).focus();
  await page.keyboard.type("quil");
  await expect(page.getByRole("option", { name: /Quill/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/agent=did%3Aweb%3Aquill.example/);
  await expect(page.getByRole("button", { name: "Agent Quill" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Agent Quill" })).toBeVisible();
  await page.getByRole("button", { name: "Clear agent" }).click();
  await expect(page).not.toHaveURL(/agent=/);

  await page.goto("/results?since=24h");
  await expect(rows).toHaveCount(101);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator("[data-row-link]").nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/results\/re_/);
  await page.goBack();
  await expect(page).toHaveURL(/since=24h/);
});

test("new results wait until they are asked for", async ({ page, fake }) => {
  await page.goto("/results?suite=latency-ladder");
  const rows = page.locator("[data-row-link]");
  await expect(rows.first()).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).locator("visible=true")).toBeVisible();
  const first = await rows.first().getAttribute("href");
  fake.of().simulation.allow(Number.POSITIVE_INFINITY);
  const { runSuite } = await graphql<{ runSuite: { run: { id: string } } }>(
    page,
    `
      mutation {
        runSuite(input: { key: "latency-ladder" }) {
          run {
            id
          }
        }
      }
    `,
  );
  const pill = page.getByRole("button", { name: /^\d+ new results · show$/ });
  await expect(pill).toBeVisible({ timeout: 20_000 });
  expect(await rows.first().getAttribute("href")).toBe(first);
  await pill.click();
  await expect(rows.first()).toHaveAttribute("href", new RegExp(runSuite.run.id));
  await expect(pill).toHaveCount(0);
});

test("two runs are chosen by keyboard and compared: in words first, flipped tasks first", async ({ page }) => {
  await page.goto("/compare");
  await expect(page.getByText("Choose two runs")).toBeVisible();
  const pick = async (label: string, text: string) => {
    await page.getByRole("combobox", { name: label }).focus();
    await page.keyboard.type(text);
    await expect(page.getByRole("option").first()).toContainText(text);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
  };
  await pick("Run a", "HTTP basics");
  await expect(page).toHaveURL(/a=run_http-basics_99$/);
  // Beside a run of one suite, runs of that suite.
  await page.getByRole("combobox", { name: "Run b" }).focus();
  await expect(page.getByRole("option")).toHaveCount(13);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);

  await page.goto("/compare?kind=runs&a=run_http-basics_3&b=run_http-basics_1");
  const verdict = page.getByRole("region", { name: "Verdict" });
  await expect(verdict).toContainText("Run b is surely better than Run a.");
  await expect(verdict.getByRole("img", { name: /^Difference \+0\.\d\d, 95 % interval \+/ })).toBeVisible();
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(verdict).toContainText("Run a is surely better than Run b.");
  await expect(page).toHaveURL(/a=run_http-basics_1&b=run_http-basics_3/);
  await expect(page.getByText("3 agents had another fingerprint in a than in b.")).toBeVisible();

  const rows = page.getByRole("table", { name: "Tasks" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Lost");
  await page.getByText(/^Won \d+$/).click();
  await expect(page).toHaveURL(/show=won/);
  await expect(rows.filter({ hasNotText: "Won" })).toHaveCount(1); // the head
  expect(await rows.count()).toBeGreaterThan(1);
  await rows.nth(1).getByRole("link", { name: "Passed" }).click();
  await expect(page).toHaveURL(/\/results\/re_run_http-basics_3/);
});

test("what cannot be compared is said", async ({ page }) => {
  await page.goto("/compare?kind=runs&a=run_http-basics_1&b=run_nothing");
  await expect(page.getByText("One of these runs is unknown here")).toBeVisible();
  await page.goto("/compare?kind=runs&a=run_http-basics_1&b=run_http-basics_1");
  await expect(page.getByText("These are the same")).toBeVisible();
  await page.goto("/compare?kind=runs&a=run_http-basics_1&b=run_a2a-basics_1");
  await expect(page.getByText(/Nothing to compare/)).toBeVisible();
});

test("hundreds of pairs are drawn a screen at a time", async ({ page }) => {
  test.setTimeout(60_000);
  await world(page, "big");
  await page.goto("/compare?kind=runs&a=run_http-basics_3&b=run_http-basics_1");
  const table = page.getByRole("table", { name: "Tasks" });
  await expect(table).toBeVisible(large);
  expect(Number(await table.getAttribute("aria-rowcount"))).toBeGreaterThan(201);
  expect(await table.getByRole("row").count()).toBeLessThan(80);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan(200 * 30);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = table.locator(`[aria-rowindex="${await table.getAttribute("aria-rowcount")}"]`);
  await expect(last).toBeVisible();
  await last.getByRole("link").first().focus();
  await page.keyboard.press("k");
  await expect(table.locator("[data-row-link]:focus")).toBeVisible();
});

test("a suite shows what its versions changed, leads to a copy, and is saved as a file", async ({ page }) => {
  await page.goto("/suites/a2a-basics");
  await expect(page.getByRole("img", { name: /Mean/ }).first()).toBeVisible();
  const versions = page.getByRole("table", { name: "Versions" });
  await expect(versions.getByRole("row").nth(1)).toContainText("weight");
  await versions.getByRole("button", { name: "Differences of version 3" }).click();
  await expect(page).toHaveURL(/versions=2\.\.3$/);
  const diff = page.getByRole("region", { name: "Version 2 to version 3" });
  await expect(diff).toContainText("added:");
  await page.getByLabel("From", { exact: true }).selectOption({ label: "Version 1" });
  await expect(page.getByRole("region", { name: "Version 1 to version 3" })).toBeVisible();
  await page.goBack();
  await expect(diff).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "YAML" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("a2a-basics.yaml");
  expect(readFileSync(await download.path(), "utf8")).toContain("key: a2a-basics");
  await expect(page.getByRole("link", { name: "Clone" })).toHaveCount(0);

  await asAdmin(page);
  await page.goto("/suites/a2a-basics");
  await page.getByRole("link", { name: "Clone" }).click();
  await expect(page).toHaveURL(/\/new-suite\?from=a2a-basics$/);
  await page.goto("/suites/a2a-basics");
  await page.getByRole("table", { name: "Tasks" }).getByRole("link", { name: "Returns JSON" }).click();
  await expect(page).toHaveURL(/\/results\?suite=a2a-basics&task=/);
});

test("operations are looked at again and again, and dated when no answer comes", async ({ page, found }) => {
  await asAdmin(page);
  await page.clock.install();
  let asked = 0;
  let fail = false;
  await page.route("**/graphql", (route) => {
    if (!route.request().postData()?.includes("query Operations")) return route.continue();
    asked++;
    return fail ? route.abort() : route.continue();
  });
  await page.goto("/operations");
  await expect(page.getByRole("table", { name: "Nodes" })).toContainText("alpha");
  const first = asked;
  await page.clock.runFor(5_100);
  await expect.poll(() => asked).toBe(first + 1);
  await expect(page.getByRole("table", { name: "Settings" })).toContainText("ASSAY_ADDR");

  fail = true;
  await page.clock.runFor(5_100);
  await expect(page.getByRole("alert")).toContainText("What is shown below is the last answer.");
  await expect(page.getByRole("table", { name: "Nodes" })).toBeVisible();
  found.splice(0, found.length, ...found.filter((text) => !/Failed to load resource/.test(text)));
});

test("who may not operate is told what it takes", async ({ page }) => {
  await page.goto("/operations");
  await expect(page.getByText("Sign in to see how the registry is running")).toBeVisible();
  await as(page, "chen");
  await page.goto("/operations");
  await expect(page.getByText("You may not see how the registry is running")).toBeVisible();
});
