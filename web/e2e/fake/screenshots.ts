import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../browser";
import { adminKey, scoreExport, serve } from "./server";

/**
 * Takes the pictures of docs/screenshots: every screen, or those named, in light, dark and at 390 px, with made-up data.
 *
 *     npm run build && npm run screenshots [NAME]...
 */
const folder = new URL("../../../docs/screenshots/", import.meta.url).pathname;
const only = process.argv.slice(2);

interface Screen {
  path: string;
  /** What is done before the picture is taken. */
  first?: (page: Page) => Promise<unknown>;
  /** What is brought to the top of the picture. */
  from?: string;
  stranger?: boolean;
  /** A user who is signed in; else it is the platform-admin key. */
  as?: string;
  /** Another made-up world than the usual one. */
  world?: string;
}

const screens: Record<string, Screen> = {
  overview: { path: "/" },
  leaderboard: { path: "/leaderboard" },
  suites: { path: "/suites" },
  suite: { path: "/suites/a2a-basics" },
  "suite-editor": { path: "/suites/a2a-basics/edit" },
  "suite-editor-tester": {
    path: "/suites/a2a-basics/edit",
    first: async (page) => {
      await page.getByRole("button", { name: "Try the rule of task 1" }).click();
      await page.getByRole("button", { name: "Use the last real response" }).click();
      await page.locator("mark").waitFor();
    },
    from: "Tasks",
  },
  "suite-editor-file": {
    path: "/suites/refund-desk/edit",
    first: async (page) => {
      await page.getByRole("button", { name: "Read a file" }).click();
      await page
        .getByLabel("Suite file (YAML)")
        .fill(
          "key: refund-desk\nname: Refund desk\ntask_type: a2a_message\ntasks:\n  - name: Asks for the order\n    input: I want my money back.\n    scorer: regexp\n    expected: (?i)order\n",
        );
      await page.getByText("is no scorer").waitFor();
    },
  },
  "suite-editor-trial": {
    path: "/suites/refund-desk/edit",
    first: async (page) => {
      await page.getByRole("button", { name: "Run a trial" }).click();
      await page.getByText(/results passed in the trial/).waitFor();
    },
  },
  runs: { path: "/runs" },
  "run-live": { path: "/runs/run_a2a-basics_99" },
  "run-log": {
    path: "/suites/http-basics",
    first: async (page) => {
      await page.getByRole("button", { name: "Run now" }).click();
      await page.getByRole("list", { name: "Events, the newest first" }).getByText("Ended").waitFor();
    },
    from: "Events",
  },
  result: { path: "/results/re_run_a2a-basics_1_0_0" },
  "result-request": { path: "/results/re_run_a2a-basics_1_1_0", from: "Request and response" },
  "result-without-evidence": { path: "/results/re_run_a2a-basics_8_0_0" },
  results: { path: "/results" },
  "compare-runs": { path: "/compare?kind=runs&a=run_http-basics_3&b=run_http-basics_1" },
  "compare-agents": { path: "/compare?kind=agents&a=did:web:courier.example&b=did:web:meridian.example" },
  agents: { path: "/agents" },
  agent: { path: "/agents/did:web:courier.example", as: "ada" },
  score: { path: "/agents/did:web:courier.example/scores/code", as: "ada" },
  "register-agent": { path: "/register-agent" },
  work: { path: "/work", as: "dana" },
  task: { path: "/work/wrk_3", as: "dana" },
  "send-task": { path: "/send-task", as: "dana" },
  approvals: { path: "/approvals", as: "dana" },
  check: {
    path: "/agents/did:web:courier.example/scores/research",
    as: "ada",
    first: async (page) => {
      await page.getByRole("table", { name: "Outcomes" }).getByRole("link", { name: /check/ }).first().click();
      await page.getByText("Holds", { exact: true }).waitFor();
    },
  },
  "check-export": {
    path: "/check",
    stranger: true,
    first: async (page) => {
      await page
        .getByLabel(/Choose an export/)
        .setInputFiles({ name: "Courier-code.json", mimeType: "application/json", buffer: scoreExport });
      await page.getByText("Holds", { exact: true }).waitFor();
    },
  },
  log: { path: "/log", stranger: true },
  operations: { path: "/operations" },
  people: { path: "/people", as: "ada" },
  "people-member": { path: "/people?member=usr_dana", as: "ada" },
  "people-invite": {
    path: "/people?do=invite",
    as: "ada",
    first: (page) => page.getByRole("button", { name: "Make the link" }).click(),
  },
  keys: { path: "/keys", as: "ada" },
  "key-create": { path: "/keys?do=create", as: "ada" },
  "key-token": {
    path: "/keys?do=create",
    as: "bruno",
    first: async (page) => {
      await page.getByLabel("What it is for").fill("Nightly board export");
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await page.getByText("It is not shown again").waitFor();
    },
  },
  audit: { path: "/audit", as: "ada" },
  "audit-entry": { path: "/audit?entry=120", as: "ada" },
  settings: { path: "/settings", as: "ada" },
  menu: {
    path: "/leaderboard",
    as: "ada",
    first: (page) => page.getByRole("button", { name: /^(Ada Keller|More)$/ }).click(),
  },
  "key-sheet": { path: "/leaderboard", as: "ada", first: (page) => page.keyboard.press("?") },
  palette: {
    path: "/leaderboard",
    as: "ada",
    first: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill("co");
      await page.getByRole("option", { name: /Courier/ }).waitFor();
    },
  },
  "sign-in": { path: "/signin", stranger: true },
  setup: { path: "/setup#the-admin-key", stranger: true, world: "fresh" },
  invitation: { path: "/invitation#invite-1", stranger: true },
  reset: { path: "/reset#a-token", stranger: true },
  "session-ended": {
    path: "/people",
    as: "dana",
    first: async (page) => {
      await page.context().addCookies([{ name: "fake_session", value: "gone", url: page.url() }]);
      await page.getByRole("link", { name: "Dana Novak" }).click();
      await page.getByRole("button", { name: "Leave this workspace" }).click();
      await page.getByRole("button", { name: "Leave now" }).click();
      await page.getByText("Your session has ended").waitFor();
    },
  },
  offline: {
    path: "/people",
    as: "ada",
    first: async (page) => {
      await page.context().setOffline(true);
      await page.getByText("You are offline.").waitFor();
    },
  },
  graphiql: {
    path: "/graphiql",
    as: "ada",
    first: async (page) => {
      await page.getByRole("region", { name: "Query Editor" }).getByText("leaderboard").waitFor();
      await page.getByRole("button", { name: /Execute/ }).click();
      await page.getByRole("region", { name: "Result Window" }).getByText("meanScore").first().waitFor();
    },
  },
  "not-allowed": { path: "/audit", as: "emil" },
  "not-found": { path: "/nothing/here" },
};

const looks = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;

async function take(browser: Browser, base: string, name: string, screen: Screen, look: keyof typeof looks) {
  const context = await browser.newContext({
    ...looks[look],
    baseURL: base,
    reducedMotion: "reduce",
    locale: "en",
    timezoneId: "UTC",
  });
  await context.addCookies([{ name: "fake", value: screen.world ?? "data", url: base }]);
  if (screen.as) await context.addCookies([{ name: "fake_session", value: `as-${screen.as}`, url: base }]);
  else if (!screen.stranger) await context.addInitScript((key) => sessionStorage.setItem("assay.key", key), adminKey);
  const page = await context.newPage();
  await page.goto(screen.path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await loaded(page);
  await screen.first?.(page);
  if (screen.from) {
    await page
      .getByRole("heading", { name: screen.from, exact: true })
      .evaluate((heading) => scrollTo(0, heading.getBoundingClientRect().top + scrollY - 88));
  }
  await loaded(page);
  // A tenth of the size of a PNG, which is what Playwright's own would be.
  const cdp = await context.newCDPSession(page);
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(`${folder}${name}-${look}.webp`, Buffer.from(data, "base64"));
  await context.close();
}

/** Waits until nothing is loading and what came into sight is painted. */
async function loaded(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !/Loading|Connecting$/m.test(document.body.innerText));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A page that shows them all, by screen. */
function index() {
  const there = new Set(readdirSync(folder));
  const rows = Object.keys(screens).flatMap((name) => {
    const cell = (look: string) =>
      there.has(`${name}-${look}.webp`) ? `![${name}, ${look}](${name}-${look}.webp)` : "";
    const cells = Object.keys(looks).map(cell);
    return cells.some((c) => c !== "") ? [`| ${name} | ${cells.join(" | ")} |`] : [];
  });
  const head = ["| screen | light | dark | 390 px |", "|---|---|---|---|"];
  const text = [
    "# Every screen of the console",
    "",
    "With made-up data; taken by `npm run screenshots` in web/.",
    "",
    ...head,
    ...rows,
    "",
  ];
  writeFileSync(`${folder}README.md`, text.join("\n"));
}

mkdirSync(folder, { recursive: true });
const { server } = serve(20);
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await chromium.launch(launchOptions);
for (const [name, screen] of Object.entries(screens)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const look of Object.keys(looks) as (keyof typeof looks)[]) await take(browser, base, name, screen, look);
}
await browser.close();
server.closeAllConnections();
server.close();
index();
process.exit(0); // sockets of watchers that are gone would hold it
