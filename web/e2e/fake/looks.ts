import { mkdirSync } from "node:fs";
import { flaws } from "../page";
import { expect, type Page, test } from "./test";

/** For whom a screen is shown; null: for a stranger. */
export type Viewer = string | null;

/** Width and height of the window, in CSS pixels. */
export const widths = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } } as const;
export type Width = keyof typeof widths;

const themes = ["light", "dark"] as const;
/** Folder for pictures of all that is looked at, when they are wanted. Those that are kept are taken by screenshots.ts. */
const pictures = process.env.ASSAY_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

/** What is wrong with what the page shows, in both themes. Empty when all is well. It goes from the theme that the page has to the other. */
export async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  const now = await page.locator("html").getAttribute("data-theme");
  for (const theme of now === "dark" ? themes.toReversed() : themes) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    const what = `${name}, ${theme}`;
    if (pictures) await page.screenshot({ path: `${pictures}/${what.replaceAll(", ", "-")}.png` });
    // The theme changes colours only: what else there is to find is found in the light.
    found.push(...(await flaws(page, what, theme === "dark" ? ["color-contrast"] : undefined)));
  }
  return found;
}

/** Gives the page another width, as a tablet does that is turned, and waits until what measures itself has done so. */
export async function resize(page: Page, width: Width): Promise<void> {
  await page.setViewportSize(widths[width]);
  const frame = () => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await frame();
  await frame();
}

/** Waits until the page shows what it has to show: its heading, and unless `state` says otherwise no loading and no failure. */
export async function shown(page: Page, state: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, includeHidden: true })).toBeVisible();
  // The big world takes its time to be made up.
  const long = { timeout: 30_000 };
  if (state !== "loading")
    await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0, long);
  if (state === "error") await expect(page.locator("main").getByRole("alert").first()).toBeVisible();
}

/** Tests in this file look at one thing each at one width, with reduced motion: what moves is looked at where it comes to rest. */
export function asLooks(): void {
  test.describe.configure({ mode: "parallel", timeout: 240_000 });
  test.use({ contextOptions: { reducedMotion: "reduce" }, colorScheme: "light" });
}
