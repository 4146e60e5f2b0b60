import { type Browser, expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";

/** The screens of access × state × theme × width, what opens on them, and what is shown to whom. */
type Theme = "light" | "dark";
interface Look {
  baseURL: string;
  state: string;
  theme: Theme;
  width: keyof typeof widths;
  /** The user; null: a stranger. */
  as: string | null;
}

const states = ["data", "nasty", "big", "empty", "error", "loading", "off"] as const;
const themes = ["light", "dark"] as const;
const widths = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } };

/** For who is signed in. */
const inside = {
  people: "/people",
  keys: "/keys",
  audit: "/audit",
  "audit-filtered": "/audit?outcome=REFUSED&since=2020-01-01&actor=anonymous",
  settings: "/settings",
};
/** For a stranger. */
const outside = {
  invitation: "/invitation#invite-2",
  reset: "/reset#token",
  signin: "/signin?problem=expired&to=/runs",
};
/** These ask for nothing. */
const still = ["reset", "signin"];

test.describe.configure({ mode: "parallel" });

async function open(browser: Browser, { baseURL, state, theme, width, as }: Look) {
  const context = await browser.newContext({
    viewport: widths[width],
    colorScheme: theme,
    baseURL,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "fake", value: state, url: baseURL }]);
  if (as) await context.addCookies([{ name: "fake_session", value: `as-${as}`, url: baseURL }]);
  return context.newPage();
}

/** Takes the picture and gives what is wrong with it. The theme changes colours only. */
async function look(page: Page, name: string, theme: Theme): Promise<string[]> {
  await page.screenshot({ path: `test-results/screens/${name}.png` });
  return flaws(page, name, theme === "dark" ? ["color-contrast"] : undefined);
}

for (const state of states) {
  for (const theme of themes) {
    for (const width of ["wide", "narrow"] as const) {
      test(`${state}, ${theme}, ${width}`, async ({ browser, baseURL }) => {
        test.setTimeout(180_000);
        for (const [as, screens] of [
          ["ada", inside],
          [null, outside],
        ] as const) {
          const page = await open(browser, { baseURL: baseURL!, state, theme, width, as });
          const found = watchFor(page);
          for (const [screen, path] of Object.entries(screens)) {
            if (state !== "data" && still.includes(screen)) continue;
            await page.goto(path);
            await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
            if (state !== "loading") {
              // The big world takes its time to be made up.
              await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0, {
                timeout: 30_000,
              });
            }
            if (state === "error") await expect(page.locator("main").getByRole("alert").first()).toBeVisible();
            found.push(...(await look(page, `${screen}-${state}-${theme}-${width}`, theme)));
          }
          expect(found).toEqual([]);
          await page.context().close();
        }
      });
    }
  }
}

/** What has to be opened, by whom, before it is seen. */
const openings: Record<
  string,
  { as?: string | null; state?: string; path: string; act?: (page: Page) => Promise<void> }
> = {
  member: { path: "/people?member=usr_dana" },
  oneself: { path: "/people?member=usr_ada" },
  invite: { path: "/people?do=invite" },
  "invitation-link": {
    path: "/people?do=invite",
    act: async (page) => {
      await page.getByRole("button", { name: "Make the link" }).click();
      await expect(page.getByRole("group", { name: "the link" })).toBeVisible();
    },
  },
  "create-key": { path: "/keys?do=create" },
  "key-token": {
    path: "/keys?do=create",
    act: async (page) => {
      await page.getByLabel("What it is for").fill("A look at the token");
      await page.getByRole("button", { name: "Create key" }).last().click();
      await expect(page.getByRole("group", { name: "the token" })).toBeVisible();
    },
  },
  "audit-entry": { path: "/audit?entry=120" },
  palette: {
    path: "/people",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill("co");
      await expect(page.getByRole("option", { name: /Courier/ })).toBeVisible();
    },
  },
  "key-sheet": { path: "/people", act: (page) => page.keyboard.press("?") },
  menu: { path: "/keys", act: (page) => page.getByRole("button", { name: /^(Ada Keller|More)$/ }).click() },
  "session-ended": {
    path: "/people",
    act: async (page) => {
      await page.context().addCookies([{ name: "fake_session", value: "gone", url: page.url() }]);
      await page.getByRole("link", { name: "Dana Novak" }).click();
      await page.getByRole("button", { name: "Make a password reset link" }).click();
      await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
    },
  },
  "not-allowed": { as: "emil", path: "/audit" },
  "not-signed-in": { as: null, path: "/people" },
  setup: { as: null, state: "fresh", path: "/setup#the-admin-key" },
  "setup-done": { as: null, path: "/setup" },
  "sign-in-by-key": {
    as: null,
    path: "/signin",
    act: (page) => page.getByRole("button", { name: "Use a key instead" }).click(),
  },
  "invitation-used": { as: null, path: "/invitation#invite-4" },
  "invitation-cut": { as: null, path: "/invitation" },
  "accept-as-user": { as: "emil", path: "/invitation#invite-2" },
  offline: {
    path: "/people",
    act: async (page) => {
      await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.getByText("You are offline.")).toBeVisible();
    },
  },
  "not-found": { path: "/nothing/here" },
};

for (const theme of themes) {
  for (const width of ["wide", "narrow"] as const) {
    test(`what opens, ${theme}, ${width}`, async ({ browser, baseURL }) => {
      test.setTimeout(300_000);
      const told: string[] = [];
      for (const [name, { as = "ada", state = "data", path, act }] of Object.entries(openings)) {
        const page = await open(browser, { baseURL: baseURL!, state, theme, width, as });
        const found = watchFor(page);
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeVisible();
        await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0);
        await act?.(page);
        if (!act && path.includes("?")) await expect(page.getByRole("dialog")).toBeVisible();
        told.push(...(await look(page, `${name}-data-${theme}-${width}`, theme)), ...found);
        await page.context().close();
      }
      expect(told).toEqual([]);
    });
  }
}

test("GraphiQL", async ({ browser, baseURL }) => {
  for (const theme of themes) {
    for (const width of ["wide", "narrow"] as const) {
      const page = await open(browser, { baseURL: baseURL!, state: "data", theme, width, as: "ada" });
      const found = watchFor(page);
      await page.goto("/graphiql");
      await expect(page.getByRole("region", { name: "Query Editor" })).toContainText("leaderboard");
      await page.getByRole("button", { name: /Execute/ }).click();
      await expect(page.getByRole("region", { name: "Result Window" })).toContainText("meanScore");
      await page.screenshot({ path: `test-results/screens/graphiql-data-${theme}-${width}.png` });
      expect(found).toEqual([]);
      await page.context().close();
    }
  }
});
