import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What must never happen on any page: an error, a report, a dialog, a request to somewhere else. Gathered in `found` while a test runs.
 * `other` is the origin of somebody else whose pages are visited on the way; what happens there is theirs.
 */
export function watchFor(
  page: Page,
  found: string[] = [],
  allowed: (text: string) => boolean = () => false,
  other?: string,
): string[] {
  page.on("console", (message) => {
    if (other && message.location().url.startsWith(`${other}/`)) return;
    if (message.type() === "error" && !allowed(message.text())) found.push(`console: ${message.text()}`);
  });
  // Reports of the content security policy, also where the console would stay silent.
  void page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (e) => {
      console.error(`policy: ${e.violatedDirective} refused ${e.blockedURI}`);
    });
  });
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    const home = page.url() === "about:blank" ? url.origin : new URL(page.url()).origin;
    const visit = home === other || (url.origin === other && request.isNavigationRequest());
    if (url.protocol !== "data:" && url.origin !== home && !visit) found.push(`request: ${request.url()}`);
  });
  return found;
}

/**
 * What axe finds wrong, under some of its rules or all, and whether anything is wider than the screen. Empty when all is well. `except` are
 * rules that are broken where nobody here can mend it.
 */
export async function flaws(page: Page, what: string, rules?: string[], except: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true) // there are no frames, for which axe would otherwise open a page of its own each time
    .options({
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: rules } }),
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    });
  const { violations } = await axe.analyze();
  const told = violations.map((v) => `${what}: ${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  return [...told, ...(await overflow(page, what))];
}

/** Says whether anything is wider than the screen. Empty when all is well. */
export async function overflow(page: Page, what: string): Promise<string[]> {
  const px = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return px > 0 ? [`${what}: ${px} px wider than the screen`] : [];
}
