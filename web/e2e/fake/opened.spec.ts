import { flaws } from "../page";
import { look, shown, asLooks, type Viewer, type Width, widths } from "./looks";
import { as, expect, type Page, test, world } from "./test";

/** What has to be opened, by whom, before it is seen: the same questions as for screens. */
interface Opening {
  as?: Viewer;
  state?: string;
  path: string;
  act?: (page: Page) => Promise<void>;
}

const openings: Record<string, Opening> = {
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
  "key-for-an-agent": {
    path: "/keys?do=create",
    act: async (page) => {
      await page.getByText("For one agent").click();
      await page.getByRole("combobox", { name: "Agent" }).fill("co");
      await expect(page.getByRole("option", { name: /Courier/ })).toBeVisible();
    },
  },
  "verdict-with-a-comment": {
    path: "/work/wrk_4",
    act: async (page) => {
      await page.getByRole("button", { name: "Add a comment" }).click();
      await page.getByLabel("Comment").fill("Read again.");
      await page.getByText("What it counts as, and the voices").click();
    },
  },
  "signed-voice": {
    path: "/work/wrk_3",
    act: (page) => page.locator("summary", { hasText: "The signature" }).click(),
  },
  "give-the-result": {
    path: "/work/wrk_2",
    act: (page) => page.getByRole("button", { name: "Give the result" }).click(),
  },
  "approval-to-be-confirmed": {
    as: "dana",
    path: "/approvals",
    act: async (page) => {
      await expect(page.getByRole("button", { name: "Grant", exact: true })).toBeVisible();
      await page.keyboard.press("a");
      await page.getByText("The brief of the task").first().click();
    },
  },
  "task-to-be-mended": {
    path: "/send-task?from=did:web:courier.example&to=did:web:quill.example",
    act: async (page) => {
      await page.getByRole("button", { name: "Send it" }).click();
      await expect(page.getByText("A task needs a title.")).toBeVisible();
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

asLooks();

for (const width of Object.keys(widths) as Width[]) {
  test.describe(width, () => {
    test.use({ viewport: widths[width] });
    for (const [name, { as: viewer = "ada", state = "data", path, act }] of Object.entries(openings)) {
      test(name, async ({ page, found }) => {
        await world(page, state);
        if (viewer) await as(page, viewer);
        await page.goto(path);
        await shown(page, state);
        await act?.(page);
        if (!act && path.includes("?")) await expect(page.getByRole("dialog")).toBeVisible();
        // Its colours are the same at both widths.
        found.push(...(await (width === "wide" ? look : flaws)(page, `${name}, ${width}`)));
      });
    }
  });
}
