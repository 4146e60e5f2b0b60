import { as, asAdmin, expect, type Page, test, world } from "./test";

/**
 * Every action is reached by keyboard: what the tab key stops at is held against everything on the page that can be pressed. Cells of a
 * grid and radio buttons are one stop each as a group; arrow keys move within.
 */
const screens = [
  "/",
  "/leaderboard",
  "/suites",
  "/suites/http-basics",
  "/suites/refund-desk",
  "/new-suite",
  "/suites/a2a-basics/edit",
  "/runs",
  "/runs/run_a2a-basics_99",
  "/results",
  "/results/re_run_a2a-basics_1_0_0",
  "/compare?kind=runs&a=run_a2a-basics_2&b=run_a2a-basics_1",
  "/agents",
  "/agents/did:web:courier.example",
  "/agents/did:web:courier.example/scores/research",
  "/check",
  "/log",
  "/register-agent",
  "/work",
  "/work/wrk_1",
  "/work/wrk_4",
  "/send-task",
  "/approvals",
  "/operations",
  "/people",
  "/keys",
  "/audit",
  "/settings",
  "/nothing/here",
];

/** GraphiQL's bars between panes are for the pointer alone: a mark on one says that it can be dragged. The panes scroll by keyboard. */
const ofGraphiQL = /^\.graphiql-horizontal-drag-bar:hover/;

/** Screens of a frame of their own, as those see them who come there. */
const entries: Record<string, (page: Page) => Promise<void>> = {
  "/setup#fake-admin-key": (page) => world(page, "fresh"),
  "/signin": async () => {},
  "/invitation#invite-2": async () => {},
  "/reset#token": async () => {},
  "/graphiql": (page) => as(page, "ada"),
};

test.describe.configure({ mode: "parallel" });

for (const [path, enter] of [...screens.map((screen) => [screen, asAdmin] as const), ...Object.entries(entries)]) {
  test(`every action of ${path} is reached by keyboard`, async ({ page }) => {
    await enter(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0);
    await still(page);

    const wanted = await page.evaluate(mark);
    expect(wanted.length).toBeGreaterThan(2);
    const reached = new Set<string>();
    // Round once: until the focus has left the page and come back to its first stop.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    let first: string | null = null;
    for (let i = 0; i < 3 * wanted.length + 20; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.getAttribute("data-stop") ?? null);
      if (at === null) continue;
      if (at === first && reached.size > 1) break;
      first ??= at;
      reached.add(at);
    }
    expect(wanted.filter((w) => !reached.has(w.stop)).map((w) => w.what)).toEqual([]);
    const onHover = await page.evaluate(shownOnHoverOnly);
    expect(onHover.filter((rule) => !ofGraphiQL.test(rule))).toEqual([]);
  });
}

/** Waits until the page has asked for nothing for a while. */
async function still(page: Page) {
  await page.waitForLoadState("networkidle");
}

/** Numbers everything that can be pressed and is in sight; one of each group that is one stop. */
function mark(): { stop: string; what: string }[] {
  const all = document.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [role=button], [contenteditable], [data-cell]",
  );
  const groups = new Set<string>();
  const out: { stop: string; what: string }[] = [];
  for (const element of all) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if ((element as HTMLButtonElement).disabled || element.closest("[inert]")) continue;
    // Of a grid one cell is the stop, arrow keys go to the others, and Enter opens what is in one: nothing may stand beside them.
    if (element.closest("[role=grid]")) {
      if (element.closest("[data-cell]") && !element.matches("[data-cell][tabindex='0']")) continue;
    } else if (element instanceof HTMLInputElement && element.type === "radio") {
      if (groups.has(element.name) || !element.checked) continue;
      groups.add(element.name);
    }
    const stop = String(out.length);
    element.dataset.stop = stop;
    out.push({ stop, what: `${element.tagName.toLowerCase()} ${(element.textContent || element.title).trim()}` });
  }
  return out;
}

/** Rules of style that bring something into sight for the pointer and not for the focus. */
function shownOnHoverOnly(): string[] {
  const out: string[] = [];
  const visible = ["display", "visibility", "opacity", "clip-path"];
  for (const sheet of document.styleSheets) {
    const rules = [...sheet.cssRules].filter((r): r is CSSStyleRule => r instanceof CSSStyleRule);
    const focused = rules.filter((r) => /:focus/.test(r.selectorText)).map((r) => r.selectorText);
    for (const rule of rules) {
      if (!rule.selectorText.includes(":hover") || !visible.some((p) => rule.style.getPropertyValue(p) !== ""))
        continue;
      const base = rule.selectorText.split(":hover")[0] ?? "";
      if (!focused.some((f) => f.includes(base)) && !rule.selectorText.includes(":focus")) out.push(rule.selectorText);
    }
  }
  return out;
}
