import { expect, test } from "@playwright/test";
import { flaws, watchFor } from "../page";

/** Every screen × state × theme × width: no violation that axe knows, no error, no dialog, nothing from elsewhere. */
const screens = {
  leaderboard: "/leaderboard",
  "leaderboard-of-a-suite": "/leaderboard?suite=latency-ladder&order=lower-bound&window=24h",
  suites: "/suites",
  suite: "/suites/http-basics",
  draft: "/suites/refund-desk",
  "new-suite": "/new-suite",
  "copy-of-suite": "/new-suite?from=a2a-basics",
  "edit-suite": "/suites/a2a-basics/edit",
  runs: "/runs",
  "run-under-way": "/runs/run_a2a-basics_99",
  "run-of-many-tasks": "/runs/run_instruction-following_1",
  "run-queued": "/runs/run_http-basics_99",
  "run-cancelled": "/runs/run_latency-ladder_90",
  result: "/results/re_run_a2a-basics_1_0_0",
  "result-of-a-probe": "/results/re_run_http-basics_1_2_1",
  "result-without-evidence": "/results/re_run_a2a-basics_8_0_0",
  agents: "/agents",
  agent: "/agents/did:web:courier.example",
  "register-agent": "/register-agent",
  "sign-in": "/signin",
  "not-found": "/nothing/here",
};

/** These look the same in every state. */
const still = ["new-suite", "register-agent", "sign-in", "not-found"];

// Each is a page of its own, and none changes anything: they can be looked at side by side.
test.describe.configure({ mode: "parallel" });

const states = ["data", "nasty", "empty", "error", "loading", "off"] as const;
const widths = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } };

for (const state of states) {
  for (const theme of ["light", "dark"] as const) {
    for (const [name, viewport] of Object.entries(widths)) {
      test(`${state}, ${theme}, ${name}`, async ({ browser, baseURL }) => {
        test.setTimeout(180_000);
        const context = await browser.newContext({ viewport, colorScheme: theme, baseURL, reducedMotion: "reduce" });
        await context.addCookies([{ name: "fake", value: state, url: baseURL! }]);
        await context.addInitScript(() => sessionStorage.setItem("assay.key", "fake-admin-key"));
        const page = await context.newPage();
        const found = watchFor(page);
        for (const [screen, path] of Object.entries(screens)) {
          if (state !== "data" && still.includes(screen)) continue;
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          if (state === "data") await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0);
          if (state === "error") {
            await expect(page.locator("main").getByRole("alert").first()).toBeVisible();
          }
          await page.screenshot({ path: `test-results/screens/${screen}-${state}-${theme}-${name}.png` });
          // The theme changes colours only.
          found.push(...(await flaws(page, screen, theme === "dark" ? ["color-contrast"] : undefined)));
        }
        expect(found).toEqual([]);
        await context.close();
      });
    }
  }
}
