import { type Browser, expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";

/** The screens of the record × state × theme × width, and what opens on them. */
const screens = {
  overview: "/",
  "leaderboard-filtered": "/leaderboard?suite=http-basics&order=capability&q=a&min=30&active=yes",
  results: "/results?suite=a2a-basics&passed=no",
  compare: "/compare",
  "compare-runs": "/compare?kind=runs&a=run_http-basics_3&b=run_http-basics_1",
  "compare-agents": "/compare?kind=agents&a=did:web:courier.example&b=did:web:meridian.example",
  "suite-versions": "/suites/a2a-basics?versions=2..3",
  "agent-opted-out": "/agents/did:web:ledgerline.example",
  "agent-lapsed": "/agents/did:web:sextant.example",
  "agent-mirror": "/agents/did:web:parallax.example",
  operations: "/operations",
};

/** These ask for nothing until something is chosen. */
const still = ["compare"];
const states = ["data", "nasty", "big", "empty", "error", "loading", "off"] as const;
const themes = ["light", "dark"] as const;
const widths = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } };

test.describe.configure({ mode: "parallel" });

async function open(
  browser: Browser,
  baseURL: string,
  state: string,
  theme: (typeof themes)[number],
  width: keyof typeof widths,
) {
  const context = await browser.newContext({
    viewport: widths[width],
    colorScheme: theme,
    baseURL,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "fake", value: state, url: baseURL }]);
  await context.addInitScript(() => sessionStorage.setItem("assay.key", "fake-admin-key"));
  return context.newPage();
}

for (const state of states) {
  for (const theme of themes) {
    for (const width of ["wide", "narrow"] as const) {
      test(`${state}, ${theme}, ${width}`, async ({ browser, baseURL }) => {
        test.setTimeout(300_000);
        const page = await open(browser, baseURL!, state, theme, width);
        const found = watchFor(page);
        for (const [screen, path] of Object.entries(screens)) {
          if (state !== "data" && still.includes(screen)) continue;
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          if (state !== "loading") {
            await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0);
          }
          if (state === "error") await expect(page.locator("main").getByRole("alert").first()).toBeVisible();
          await page.screenshot({ path: `test-results/screens/${screen}-${state}-${theme}-${width}.png` });
          // The theme changes colours only.
          found.push(...(await flaws(page, screen, theme === "dark" ? ["color-contrast"] : undefined)));
        }
        expect(found).toEqual([]);
        await page.context().close();
      });
    }
  }
}

/** What has to be opened before it is seen. */
const openings: Record<string, { path: string; act: (page: Page) => Promise<void> }> = {
  numbers: {
    path: "/suites/http-basics",
    act: async (page) => {
      await page.locator("summary", { hasText: "Numbers" }).click();
      await expect(page.getByRole("columnheader", { name: "Availability" }).first()).toBeVisible();
    },
  },
  "picker-open": {
    path: "/compare?kind=agents",
    act: async (page) => {
      await page.getByRole("combobox", { name: "Agent a" }).click();
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  "proof-and-opt-out": {
    path: "/agents/did:web:sextant.example",
    act: async (page) => {
      await page.getByRole("button", { name: "Get a challenge" }).click();
      await page.locator("summary", { hasText: "Or sign it" }).click();
      await page.getByRole("button", { name: "Check the signature" }).click();
      await expect(page.getByText("Fill this in.")).toBeVisible();
      await page.locator("summary", { hasText: "it should not be called" }).click();
      await page.getByRole("button", { name: "Opt out" }).click();
      await expect(page.getByRole("button", { name: "Check the file" })).toHaveCount(2);
    },
  },
  credentials: {
    path: "/agents/did:web:courier.example",
    act: async (page) => {
      await page.getByRole("button", { name: "Replace" }).click();
      await page.getByRole("button", { name: "Set credentials" }).click();
      await expect(page.getByText("Fill this in.")).toBeVisible();
    },
  },
  "register-read": {
    path: "/register-agent",
    act: async (page) => {
      await page.getByLabel("Address of its card").fill("https://unreachable-secure.example/card.json");
      await expect(page.getByText("It could not be reached")).toBeVisible();
      await expect(page.getByText(/Its callers have to show who they are/)).toBeVisible();
    },
  },
  "register-refused": {
    path: "/register-agent",
    act: async (page) => {
      await page.getByLabel("Address of its card").fill("https://missing.example/card.json");
      await expect(page.getByText(/answered 404/)).toBeVisible();
    },
  },
  "board-two-chosen": {
    path: "/leaderboard",
    act: async (page) => {
      await page.getByRole("checkbox", { name: "Compare Foundry" }).check();
      await page.getByRole("checkbox", { name: "Compare Quill" }).check();
      await expect(page.getByRole("link", { name: "Compare the two" })).toBeVisible();
    },
  },
};

for (const theme of themes) {
  for (const width of ["wide", "narrow"] as const) {
    test(`what opens, ${theme}, ${width}`, async ({ browser, baseURL }) => {
      test.setTimeout(240_000);
      const page = await open(browser, baseURL!, "data", theme, width);
      const found = watchFor(page);
      for (const [name, { path, act }] of Object.entries(openings)) {
        await page.goto(path);
        await act(page);
        await page.screenshot({ path: `test-results/screens/${name}-${theme}-${width}.png`, fullPage: true });
        found.push(...(await flaws(page, name, theme === "dark" ? ["color-contrast"] : undefined)));
      }
      expect(found).toEqual([]);
      await page.context().close();
    });
  }
}
