import { readFileSync } from "node:fs";
import { type Locator } from "@playwright/test";
import { flaws } from "../page";
import { asAdmin, expect, type Page, test } from "./test";

/** The suite editor: order, the scorer tester, trials, copies, files. */
test.beforeEach(({ page }) => asAdmin(page));

const task = (page: Page, n: number) => page.getByRole("group", { name: `Task ${n}`, exact: true });
const names = (page: Page) =>
  page.getByLabel("Task name").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

test("tasks change places by keyboard, which is said, and by pointer, and back with Escape", async ({ page }) => {
  await page.goto("/suites/http-basics/edit");
  const before = ["Home answers", "Health says ok", "Version is semantic", "Within 300 ms"];
  await expect.poll(() => names(page)).toEqual(before);
  await task(page, 2).getByRole("button", { name: "Move task 2 up" }).press("Enter");
  expect((await names(page))[0]).toBe("Health says ok");
  await expect(page.getByText("Task “Health says ok” is now 1 of 4")).toBeAttached();
  await page.keyboard.press("Enter"); // at the top the focus is on the way down
  await expect(page.getByText("Task “Health says ok” is now 2 of 4")).toBeAttached();
  await expect.poll(() => names(page)).toEqual(before);

  const grip = (n: number) => task(page, n).getByTitle("Drag to another place");
  const middle = async (what: Locator) => {
    const box = (await what.boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await grip(1).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middle(grip(1))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(task(page, 2))), { steps: 4 });
  const [x, y] = await middle(task(page, 2));
  await page.mouse.move(x, y + 100, { steps: 4 });
  await expect.poll(async () => (await names(page))[0]).toBe("Health says ok");
  await page.mouse.up();
  await expect(page.getByText(/Task “Home answers” is now \d of 4/)).toBeAttached();

  const after = await names(page);
  await page.mouse.move(...(await middle(grip(1))));
  await page.mouse.down();
  await page.mouse.move(x, y + 100, { steps: 4 });
  await expect.poll(() => names(page)).not.toEqual(after);
  await page.keyboard.press("Escape");
  await expect.poll(() => names(page)).toEqual(after);
  await page.mouse.up();
});

test("a rule is tried on a pasted response, and says why, and what is wrong with it", async ({ page }) => {
  await page.goto("/new-suite");
  await task(page, 1).getByLabel("Passes when").selectOption({ label: "Body matches" });
  await task(page, 1).getByLabel("RE2 pattern").fill("b(a+)r");
  await page.getByRole("button", { name: "Try the rule of task 1" }).click();
  const tester = page.getByRole("group", { name: "Try the rule of task 1" });
  await expect(tester.getByText(/No answer of an agent to this task/)).toBeVisible();
  await tester.getByLabel("Response body").fill("foo über baaar");
  await expect(tester.getByText("Passes.")).toBeVisible();
  await expect(tester.getByText("The pattern matches at byte 10.")).toBeVisible();
  await expect(tester.locator("mark")).toHaveText("baaar");
  await tester.getByLabel("Response body").fill("<script>alert(1)</script>");
  await expect(tester.getByText("Fails.")).toBeVisible();
  await expect(tester.locator("mark")).toHaveCount(0);
  await task(page, 1).getByLabel("RE2 pattern").fill("(");
  await expect(tester.getByText("missing closing )")).toBeVisible();

  await task(page, 1).getByLabel("Passes when").selectOption({ label: "Status is 2xx" });
  await tester.getByLabel("Status", { exact: true }).fill("503");
  await expect(tester.getByText("The status is 503, not 2xx.")).toBeVisible();
  await tester.getByLabel("Status", { exact: true }).fill("many");
  await expect(tester.getByText("Status and latency are whole numbers.")).toBeVisible();
  expect(await flaws(page, "tester")).toEqual([]);
});

test("a rule is tried on the last real response, or another one", async ({ page }) => {
  await page.goto("/suites/a2a-basics/edit");
  await page.getByRole("button", { name: "Try the rule of task 3" }).click();
  const tester = page.getByRole("group", { name: "Try the rule of task 3" });
  await tester.getByRole("button", { name: "Use the last real response" }).click();
  await expect(tester.getByLabel("Response body")).not.toHaveValue("");
  await expect(tester.getByRole("link", { name: "its result" })).toHaveAttribute(
    "href",
    /\/results\/re_run_a2a-basics_/,
  );
  await tester.getByLabel("Or another one").selectOption({ index: 2 });
  await expect(tester.getByRole("link", { name: "its result" })).toHaveAttribute("href", /_2$/);
  await tester.getByLabel("Response body").fill("one's own");
  await expect(tester.getByRole("link", { name: "its result" })).toHaveCount(0);
});

test("a draft is saved and tried without leaving the editor, and the trial is there again when one comes back", async ({
  page,
}) => {
  await page.goto("/new-suite");
  const checked = page.waitForResponse((r) => r.request().postData()?.includes("mutation CheckSuite") ?? false);
  await page.getByLabel("Name", { exact: true }).fill("Lighthouse");
  await checked; // it is refused, which is no word on whether the key is taken
  await page.getByRole("button", { name: "Save and run a trial" }).click();
  await expect(page.getByText("a task needs a name")).toBeVisible();
  await expect(task(page, 1).getByLabel("Task name")).toBeFocused();
  await task(page, 1).getByLabel("Task name").fill("Shines");
  await page.getByRole("button", { name: "Save and run a trial" }).click();
  await expect(page).toHaveURL(/\/suites\/lighthouse\/edit$/);
  const trial = page.getByRole("group", { name: "Trial" });
  await expect(trial.getByText(/\d+ of \d+ results passed in the trial/)).toBeVisible();
  await expect(task(page, 1).getByLabel("Task name")).toHaveValue("Shines");

  await trial.getByRole("link", { name: "See its results" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.goBack();
  await expect(trial.getByText(/results passed in the trial/)).toBeVisible();

  // The answers of the trial can be tried at once; what is changed is saved with the next trial.
  await page.getByRole("button", { name: "Try the rule of task 1" }).click();
  await expect(page.getByRole("button", { name: "Use the last real response" })).toBeVisible();
  await task(page, 1).getByLabel("Task name").fill("Shines bright");
  const first = await trial.getByRole("link").getAttribute("href");
  await page.getByRole("button", { name: "Save and run a trial" }).click();
  await expect(trial.getByRole("link")).not.toHaveAttribute("href", first!);
  await page.getByRole("link", { name: "Back to the suite" }).click(); // nothing is lost, so nothing is asked
  await expect(page.getByRole("row").nth(1)).toContainText("Shines bright");
});

test("a new suite does not write over one that is there", async ({ page }) => {
  await page.goto("/new-suite");
  await page.getByLabel("Name", { exact: true }).fill("HTTP basics");
  await task(page, 1).getByLabel("Task name").fill("Home");
  await expect(page.getByText(/There is a suite with this key already/)).toBeVisible();
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/new-suite/);
  await expect(page.getByLabel("Key")).toBeFocused();
  await page.getByLabel("Key").fill("http-basics-2");
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/\/suites\/http-basics-2$/);
});

test("a copy is a draft of its own", async ({ page }) => {
  await page.goto("/new-suite?from=a2a-basics");
  await expect(page.getByText("A copy of A2A basics")).toBeVisible();
  await expect(page.getByLabel("Key")).toHaveValue("a2a-basics-copy");
  await expect(page.getByLabel("Published")).not.toBeChecked();
  expect(await names(page)).toHaveLength(5);
  await page.getByRole("button", { name: "Create as a draft" }).click();
  await expect(page).toHaveURL(/\/suites\/a2a-basics-copy$/);
  await expect(page.locator("main").getByText("Draft", { exact: true })).toBeVisible();
  await page.goto("/new-suite?from=nothing");
  await expect(page.getByText("There is no suite nothing to make a copy of")).toBeVisible();
});

test("a suite file is read, mended where it is wrong, previewed and put into the form; nothing is stored by that", async ({
  page,
}) => {
  await page.goto("/new-suite");
  await page.getByRole("button", { name: "Read a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Read a suite file" });
  const text = dialog.getByLabel("Suite file (YAML)");
  await text.fill("key: tides\nname: Tides\ntasks:\n  - name: High\n    scorer: highest\n");
  const problem = dialog.getByRole("button", { name: /5:13/ });
  await expect(problem).toContainText('"highest" is no scorer');
  await expect(dialog.getByRole("button", { name: "Put it into the form" })).toBeDisabled();
  await problem.click();
  expect(
    await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe("highest");
  await page.keyboard.type("status_ok");
  await expect(dialog.getByText("What saving would change")).toBeVisible();
  expect(await flaws(page, "read a file")).toEqual([]);
  await dialog.getByRole("button", { name: "Put it into the form" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Tides");
  await expect(page.getByLabel("Key")).toHaveValue("tides");

  await page.getByRole("link", { name: "Back to the suites" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Suites" })).toBeVisible();
  await page.goto("/suites/tides");
  await expect(page.getByText("There is no suite tides here")).toBeVisible();
});

test("a file is opened from the disk, and one of several suites is taken; the key of a stored suite stays", async ({
  page,
}) => {
  await page.goto("/suites/refund-desk/edit");
  await page.getByRole("button", { name: "Read a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Read a suite file" });
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), dialog.getByText("Open a file").click()]);
  await chooser.setFiles({
    name: "two.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.from("key: one\ntasks:\n  - name: a\n---\nkey: two\nname: Second\ntasks:\n  - name: b\n"),
  });
  await dialog.getByLabel(/Suite, of the 2/).selectOption({ label: "Second (two)" });
  await expect(dialog.getByText(/The file is of the suite two/)).toBeVisible();
  await dialog.getByRole("button", { name: "Put it into the form" }).click();
  await expect(page.getByLabel("Key")).toHaveValue("refund-desk");
  expect(await names(page)).toEqual(["b"]);
  await expect(page.getByText("What saving changes")).toBeVisible();

  await page.getByRole("button", { name: "Read a file" }).click();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "large.yaml",
    mimeType: "application/yaml",
    buffer: Buffer.alloc(1_000_000, "#"),
  });
  await expect(dialog.getByText(/a suite file has at most/)).toBeVisible();
});

test("what stands in the form is shown as a file, copied and downloaded", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/suites/refund-desk/edit");
  await task(page, 1).getByLabel("Task name").fill("Asks <b>first</b>");
  await page.getByRole("button", { name: "Show as a file" }).click();
  const dialog = page.getByRole("dialog", { name: "The suite as a file" });
  await expect(dialog.getByRole("region", { name: "the suite file" })).toContainText("Asks <b>first</b>");
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("refund-desk.yaml");
  expect(readFileSync(await download.path(), "utf8")).toBe(copied);
  expect(copied).toContain("key: refund-desk");
});
