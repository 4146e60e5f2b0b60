import type { AddressInfo } from "node:net";
import { expect, type Page, test as base } from "@playwright/test";
import { watchFor } from "../page";
import { adminKey, type Fake, serve } from "./server";

export { expect, type Page } from "@playwright/test";

interface Fixtures {
  /** The server of this test, with worlds that no other test sees. It listens at the base URL. */
  fake: Fake;
  /** What must never happen, on `page` and on those of `otherPage`; a test fails when there is any at its end. */
  found: string[];
  /** A page of another browser, with nothing of the first one's. */
  otherPage: () => Promise<Page>;
}

/** Tests against made-up data. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
  fake: async ({}, give) => {
    const fake = serve(20);
    await new Promise<void>((done) => fake.server.listen(0, "127.0.0.1", done));
    await give(fake);
    fake.server.close();
    fake.server.closeAllConnections();
  },
  baseURL: async ({ fake }, give) => {
    await give(`http://127.0.0.1:${(fake.server.address() as AddressInfo).port}`);
  },
  // oxlint-disable-next-line no-empty-pattern
  found: async ({}, give) => {
    const found: string[] = [];
    await give(found);
    expect(found).toEqual([]);
  },
  page: async ({ page, found }, give) => {
    watchFor(page, found);
    await give(page);
  },
  otherPage: async ({ browser, baseURL, found }, give) => {
    const opened: Page[] = [];
    await give(async () => {
      const page = await (await browser.newContext({ baseURL: baseURL! })).newPage();
      watchFor(page, found);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

const cookie = (page: Page, name: string, value: string) =>
  page.context().addCookies([{ name, value, domain: "127.0.0.1", path: "/" }]);

/** Shows the page another made-up world than the usual one, or a state of it: see server.ts. */
export const world = (page: Page, name: string) => cookie(page, "fake", name);
/** Signs a user in. */
export const as = (page: Page, user: string) => cookie(page, "fake_session", `as-${user}`);
/** Gives the page the platform-admin key. */
export const asAdmin = (page: Page) => page.addInitScript((key) => sessionStorage.setItem("assay.key", key), adminKey);
