import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { flaws, watchFor } from "../page";
import { serve } from "./server";

/** The server goes away, comes back, or comes back as another build: the console stays. */

/** A fake server of the test's own that can be taken down and put up again at the same address. */
class Host {
  #server: Server | undefined;
  #sockets = new Set<Socket>();
  port = 0;

  async up() {
    const { server } = serve(20);
    server.on("connection", (socket: Socket) => this.#sockets.add(socket));
    await new Promise<void>((done) => server.listen(this.port, "127.0.0.1", done));
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async down() {
    const closed = new Promise((done) => this.#server?.close(done));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}

const host = new Host();
test.beforeEach(() => host.up());
test.afterEach(() => host.down());

// That something could not be fetched is what these tests are about; the browser logs it.
const watch = (page: Page) => watchFor(page, [], (text) => /Failed to load resource|WebSocket connection/.test(text));
const opened = (page: Page) => page.evaluate(() => performance.timeOrigin);

test("a page that cannot be fetched says so within the console, and comes when the server is back", async ({
  page,
}) => {
  const found = watch(page);
  await page.goto(`http://127.0.0.1:${host.port}/suites`);
  await expect(page.getByRole("link", { name: "HTTP basics" })).toBeVisible();
  const origin = await opened(page);

  await host.down();
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await expect(page.getByText("Connection lost").locator("visible=true").first()).toBeVisible();
  await expect(page).toHaveURL(/\/agents$/);
  expect(await flaws(page, "not loaded")).toEqual([]);
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await again.click();
  await expect(again).toBeEnabled();

  // A page that was seen before is still there.
  await page.getByRole("link", { name: "Suites", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Suites" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  expect(await opened(page)).toBe(origin);

  await host.up();
  await again.click();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  await expect(page.getByText("Live", { exact: true }).locator("visible=true")).toBeVisible({ timeout: 20_000 });
  expect(found).toEqual([]);
});

test("a script that the server no longer has reloads the console once, and not again where that does not help", async ({
  page,
}) => {
  const found = watch(page);
  let asked = 0;
  let gone = true;
  await page.route(/\/assets\/agents-[^/]*\.js$/, (route) => {
    asked++;
    return gone ? route.fulfill({ status: 404, body: "no such asset" }) : route.continue();
  });
  await page.goto(`http://127.0.0.1:${host.port}/suites`);
  await expect(page.getByRole("link", { name: "HTTP basics" })).toBeVisible();
  const origin = await opened(page);
  await page.getByRole("link", { name: "Agents", exact: true }).focus();
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(await opened(page)).toBe(origin); // looking ahead does nothing

  await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
  await expect(page.getByText("The server answers, but not with this page.")).toBeVisible();
  const reloaded = await opened(page);
  expect(reloaded).not.toBe(origin);
  await page.getByRole("link", { name: "Suites", exact: true }).click();
  await page.goBack();
  await expect(page.getByText("The server answers, but not with this page.")).toBeVisible();
  expect(await opened(page)).toBe(reloaded);

  gone = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  expect(found).toEqual([]);
});
