import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

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

/** What axe is in a page, as far as it is used here. */
interface AxePage {
  axe?: {
    run(on: Document, options: RunOptions): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
    commons: { color: { Color: { prototype: { parseString(text: string): Rgba } } } };
  };
}
type Rgba = { r: number; g: number; b: number; alpha: number };

/** Puts axe into the page's document. A third of its time went into reading the same few colours anew for each element: now it knows them. */
async function load(page: Page): Promise<void> {
  if (await page.evaluate(() => (window as AxePage).axe !== undefined)) return;
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const color = (window as AxePage).axe!.commons.color.Color.prototype;
    const parse = color.parseString;
    const known = new Map<string, Rgba>();
    color.parseString = function (this: Rgba, text) {
      const seen = known.get(text);
      if (seen) return Object.assign(this, seen);
      parse.call(this as never, text);
      const { r, g, b, alpha } = this;
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
}

/**
 * What axe finds wrong, under some of its rules or all, and whether anything is wider than the screen. Empty when all is well. `except` are
 * rules that are broken where nobody here can mend it. There are no frames, which axe would have to be put into one by one.
 */
export async function flaws(page: Page, what: string, rules?: string[], except: string[] = []): Promise<string[]> {
  await load(page);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  };
  const told = await page.evaluate(async (given) => {
    const { violations } = await (window as AxePage).axe!.run(document, given);
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  }, options);
  return [...told.map((text) => `${what}: ${text}`), ...(await overflow(page, what))];
}

/** Says whether anything is wider than the screen. Empty when all is well. */
export async function overflow(page: Page, what: string): Promise<string[]> {
  const px = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return px > 0 ? [`${what}: ${px} px wider than the screen`] : [];
}
