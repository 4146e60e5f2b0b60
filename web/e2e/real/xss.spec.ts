import { expect, type Page, test } from "@playwright/test";
import { watchFor } from "../page";
import { header, type Hostile, name, payloads, startHostile } from "./hostile";
import { type Registry, startRegistry } from "./registry";

/**
 * 60 payloads in everything that somebody else may write (names, cards, answers, headers, errors, tasks, files, browsers), stored by the real
 * binary, and every screen that shows them: no dialog, no request to elsewhere, no console error, no report of the content security policy,
 * and nothing of them in the page but text.
 */
let registry: Registry;
let hostile: Hostile;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  registry = await startRegistry({ ASSAY_HOST_CONCURRENCY: "64", ASSAY_RUN_BATCH: "64", ASSAY_NAME: name(0) });
  hostile = await startHostile();
  await fill();
});
test.afterAll(async () => {
  await hostile.stop();
  await registry.stop();
});

let found: string[];
test.beforeEach(async ({ page }) => {
  found = watchFor(page);
  await page.exposeFunction("reportBreach", (what: string) => found.push(what));
  await page.addInitScript((key) => {
    sessionStorage.setItem("assay.key", key);
    const report = (window as unknown as { reportBreach: (what: string) => void }).reportBreach;
    addEventListener("securitypolicyviolation", (e) => report(`policy: ${e.violatedDirective} ${e.blockedURI}`));
    for (const say of ["alert", "confirm", "prompt", "print"] as const) window[say] = (() => report(say)) as never;
  }, registry.key);
});
test.afterEach(() => {
  expect(found).toEqual([]);
});

const did = (i: number) => `did:web:hostile-${i}.example`;
const ids: { agents?: string; tasks?: string } = {};

async function fill() {
  const register = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { userErrors { message } } }`;
  const put = `mutation ($input: PutSuiteInput!) { putSuite(input: $input) { userErrors { message } } }`;
  const store = async (query: string, input: object) => {
    const data = await registry.graphql<Record<string, { userErrors: { message: string }[] }>>(query, { input });
    for (const payload of Object.values(data)) expect(payload.userErrors).toEqual([]);
  };
  for (const i of payloads.keys()) {
    await store(register, { did: did(i), owner: name(i), cardUrl: hostile.card(i) });
    await store(put, { key: `draft-${i}`, name: name(i), description: name(i), tasks: [] });
  }
  await store(put, {
    key: "agents",
    name: name(0),
    description: name(0),
    taskType: "A2A_MESSAGE",
    enabled: true,
    tasks: [
      { name: name(1), input: `say ${name(1)}`, scorer: "CONTAINS", expected: "#" },
      { name: name(2), input: `fail ${name(2)}`, scorer: "REGEX", expected: "<" },
    ],
  });
  await store(put, {
    key: "tasks",
    name: name(8),
    enabled: true,
    targetDids: [did(3)],
    tasks: [...payloads.keys()].map((i) => ({ name: name(i), input: "/3/page", scorer: "EXACT", expected: name(i) })),
  });
  for (const key of ["agents", "tasks"] as const) {
    const { runSuite } = await registry.graphql<{ runSuite: { run: { id: string } } }>(
      `mutation ($key: String!) { runSuite(input: {key: $key}) { run { id } } }`,
      { key },
    );
    ids[key] = runSuite.run.id;
    await expect
      .poll(
        async () =>
          (
            await registry.graphql<{ run: { status: string } }>(`query ($id: ID!) { run(id: $id) { status } }`, {
              id: runSuite.run.id,
            })
          ).run.status,
        { timeout: 60_000 },
      )
      .toBe("COMPLETED");
  }
}

/** Goes to another page of the console that is open already, as its links do. */
async function pass(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Goes to a page, waits until it is there, and holds it to be text and nothing else. */
async function look(page: Page, path: string) {
  await page.goto(registry.url + path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await settled(page, path);
}

async function settled(page: Page, where: string) {
  await expect(page.locator("main [role=status]", { hasText: "Loading" })).toHaveCount(0);
  const foreign = await page.evaluate(() => {
    const wrong = [...document.querySelectorAll("body *")].filter((element) => {
      if (
        /^(IFRAME|OBJECT|EMBED|BASE|META|LINK|STYLE|IMG|VIDEO|AUDIO|MATH|MARQUEE|XSS|TEMPLATE)$/i.test(element.tagName)
      )
        return true;
      if (element.tagName === "SCRIPT") return true;
      const address = element.getAttribute("href") ?? element.getAttribute("src") ?? element.getAttribute("action");
      if (address !== null && !address.startsWith("#") && !/^https?:$/.test(new URL(address, location.href).protocol))
        return true;
      return [...element.attributes].some((a) => a.name.startsWith("on"));
    });
    return wrong.map((element) => element.outerHTML.slice(0, 200));
  });
  for (const what of foreign) found.push(`${where}: ${what}`);
}

const shows = (page: Page, i: number) =>
  expect(page.locator("main").getByText(`#${i}#`).filter({ visible: true }).first()).toBeVisible();

test("lists show names as text", async ({ page }) => {
  for (const [path, seen] of [
    ["/", []],
    ["/leaderboard", [0, 59]],
    ["/agents", [0, 49]],
    ["/suites", [0, 40]],
    ["/runs", [0, 8]],
    ["/results", [3]],
    [`/results?agent=${encodeURIComponent(did(3))}`, [3]],
    ["/suites/agents", [0, 1, 2]],
    ["/suites/tasks", [...payloads.keys()]],
    [`/runs/${ids.agents}`, [...payloads.keys()]],
    [`/runs/${ids.tasks}`, [...payloads.keys()]],
    [`/compare?kind=runs&a=${ids.agents}&b=${ids.tasks}`, []],
    [`/compare?kind=agents&a=${did(3)}&b=${did(4)}`, [3, 4]],
    [`/leaderboard?suite=${encodeURIComponent(payloads[0]!)}`, []],
    [`/suites/${encodeURIComponent(payloads[8]!)}`, []],
    [`/runs/${encodeURIComponent(payloads[11]!)}`, []],
    [`/agents/${encodeURIComponent(payloads[2]!)}`, []],
    ["/operations", []],
    ["/audit", []],
    ["/people", []],
    ["/keys", []],
    ["/settings", []],
  ] as const) {
    await look(page, path);
    for (const i of seen) await shows(page, i);
  }
});

test("each agent's page shows its card, its names and what it last did as text", async ({ page }) => {
  test.setTimeout(180_000);
  await look(page, "/agents");
  for (const i of payloads.keys()) {
    await pass(page, `/agents/${did(i)}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(`#${i}#`);
    await settled(page, `agent ${i}`);
  }
});

test("each result shows what was sent, what came, its headers and its error as text", async ({ page }) => {
  test.setTimeout(240_000);
  await look(page, `/runs/${ids.agents}`);
  await page.locator('[data-cell="0:0"]').focus();
  await page.keyboard.press("Enter");
  let errors = 0;
  for (let n = 0; n < 2 * payloads.length; n++) {
    await expect(page).toHaveURL(/\/results\//);
    const title = name(n % 2 === 0 ? 1 : 2);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(title.slice(-4));
    await expect(page.getByRole("heading", { name: "Request and response" })).toBeVisible();
    for (const summary of await page.locator("main summary").all()) await summary.click();
    await settled(page, page.url());
    const i = Number(/#(\d+)#/.exec((await page.getByText(/^by /).textContent()) ?? "")?.[1]);
    await expect(page.locator("main").getByText("x-payload", { exact: false }).first()).toBeVisible();
    if (n % 2 === 1 && (await page.getByText("Error: A2A error").count()) > 0) {
      errors++;
      await shows(page, i);
    }
    if (n + 1 < 2 * payloads.length) {
      await expect(page.getByRole("button", { name: "Next" })).toBeEnabled();
      const before = page.url();
      await page.keyboard.press("]");
      await expect(page).not.toHaveURL(before);
    }
  }
  expect(errors).toBe(payloads.length);
});

test("a probe's answer that is a page of HTML stays its text", async ({ page }) => {
  await look(page, `/runs/${ids.tasks}`);
  for (const column of [0, 20, 59]) {
    await page.locator(`[data-cell="0:${column}"]`).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "the scored body" })).toContainText("#3#");
    await settled(page, page.url());
    await page.goBack();
    await expect(page.getByRole("grid")).toBeVisible();
  }
});

test("the editor, its tester and its file show what is stored as text, and take it back as it was", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await look(page, "/suites/tasks/edit");
  await expect(page.getByLabel("Task name")).toHaveCount(payloads.length);
  expect(await page.getByLabel("Task name").nth(9).inputValue()).toBe(name(9));
  await page.getByRole("button", { name: "Show as a file" }).click();
  await expect(page.getByRole("region", { name: "the suite file" })).toContainText("#59#");
  await settled(page, "show as a file");
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("button", { name: "Try the rule of task 1", exact: true }).click();
  const tester = page.getByRole("group", { name: "Try the rule of task 1", exact: true });
  for (const i of payloads.keys()) {
    await tester.getByLabel("Response body").fill(name(i));
    if (i % 10 !== 0) continue;
    await expect(tester.getByText(i === 0 ? "Passes." : "Fails.")).toBeVisible();
    await settled(page, "the tester");
  }
});

test("the search and the log show names as text", async ({ page }) => {
  await look(page, `/runs/${ids.agents}`);
  await page.getByRole("button", { name: "Open the log" }).click();
  await expect(page.getByRole("list", { name: "Events, the newest first" }).getByText("#1#").first()).toBeVisible();
  await settled(page, "the log");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("<svg onload");
  await expect(palette.getByText("#11#").first()).toBeVisible();
  await settled(page, "the palette");
});

/** Asks as somebody's browser would, which calls itself as it likes; gives the data and the session cookie that came. */
async function ask<T>(query: string, input: object, { cookie = "", agent = "test" } = {}) {
  const response = await fetch(`${registry.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": agent, ...(cookie && { cookie }) },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const answer = (await response.json()) as {
    data: Record<string, T & { userErrors: { message: string }[] }>;
    errors?: unknown;
  };
  expect(answer.errors).toBeUndefined();
  const [payload] = Object.values(answer.data);
  expect(payload?.userErrors).toEqual([]);
  return { payload: payload!, cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

test("people, keys, browsers and the audit log show what they call themselves as text", async ({ browser }) => {
  test.setTimeout(180_000);
  const password = "seven tall lighthouses";
  const email = "owner@northwind.example";
  const short = [...payloads.keys()].filter((i) => name(i).length <= 100);
  const browsers = [0, 8, 11, 33, 41];
  const { cookie } = await ask(`mutation ($input: SetUpInput!) { setUp(input: $input) { userErrors { message } } }`, {
    adminKey: registry.key,
    email,
    name: name(0),
    password,
  });
  for (const i of browsers) {
    await ask(
      `mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { message } } }`,
      { email, password },
      { agent: header(i) },
    );
  }
  for (const i of short) {
    await ask(
      `mutation ($input: CreateKeyInput!) { createKey(input: $input) { userErrors { message } } }`,
      { name: name(i), scopes: ["READ"] },
      { cookie, agent: header(i) },
    );
  }
  for (const i of short.slice(1, 7)) {
    const { payload } = await ask<{ link: string }>(
      `mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link userErrors { message } } }`,
      { role: "MEMBER" },
      { cookie },
    );
    await ask(
      `mutation ($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { userErrors { message } } }`,
      { token: payload.link.split("#").at(-1), email: `guest${i}@northwind.example`, name: name(i), password },
      { agent: header(i) },
    );
  }

  const context = await browser.newContext();
  const [key, value] = cookie.split("=") as [string, string];
  await context.addCookies([{ name: key, value, url: registry.url }]);
  const page = await context.newPage();
  const seen = watchFor(page);
  for (const [path, marks] of [
    ["/people", short.slice(0, 7)],
    ["/keys", short],
    ["/settings", browsers],
    ["/audit", [0]],
    ["/", []],
  ] as const) {
    await look(page, path);
    for (const i of marks) await shows(page, i);
  }
  expect(seen).toEqual([]);
  await context.close();
});
