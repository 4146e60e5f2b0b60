import { flaws, overflow } from "../page";
import { look, resize, shown, asLooks, type Viewer, widths } from "./looks";
import { as, expect, type Page, test, world } from "./test";

/**
 * Every screen × state × theme × width: no violation that axe knows, no error, no dialog, nothing from elsewhere, nothing wider than the
 * screen. Names are the same everywhere; groups are what one test gets through in a fair time.
 */
const groups: Record<string, { as: Viewer; screens: Record<string, string> }> = {
  suites: {
    as: "ada",
    screens: {
      suites: "/suites",
      suite: "/suites/http-basics",
      "suite-versions": "/suites/a2a-basics?versions=2..3",
      draft: "/suites/refund-desk",
      "new-suite": "/new-suite",
      "copy-of-suite": "/new-suite?from=a2a-basics",
      "edit-suite": "/suites/a2a-basics/edit",
    },
  },
  runs: {
    as: "ada",
    screens: {
      runs: "/runs",
      "run-under-way": "/runs/run_a2a-basics_99",
      "run-of-many-tasks": "/runs/run_instruction-following_1",
      "run-queued": "/runs/run_http-basics_99",
      "run-cancelled": "/runs/run_latency-ladder_90",
      result: "/results/re_run_a2a-basics_1_0_0",
      "result-of-a-probe": "/results/re_run_http-basics_1_2_1",
      "result-without-evidence": "/results/re_run_a2a-basics_8_0_0",
    },
  },
  record: {
    as: "ada",
    screens: {
      overview: "/",
      leaderboard: "/leaderboard",
      "leaderboard-of-a-suite": "/leaderboard?suite=latency-ladder&order=lower-bound&window=24h",
      "leaderboard-filtered": "/leaderboard?suite=http-basics&order=capability&q=a&min=30&active=yes",
      results: "/results?suite=a2a-basics&passed=no",
      compare: "/compare",
      "compare-runs": "/compare?kind=runs&a=run_http-basics_3&b=run_http-basics_1",
      "compare-agents": "/compare?kind=agents&a=did:web:courier.example&b=did:web:meridian.example",
      operations: "/operations",
    },
  },
  agents: {
    as: "ada",
    screens: {
      agents: "/agents",
      agent: "/agents/did:web:courier.example",
      "agent-opted-out": "/agents/did:web:ledgerline.example",
      "agent-lapsed": "/agents/did:web:sextant.example",
      "agent-mirror": "/agents/did:web:parallax.example",
      "register-agent": "/register-agent",
    },
  },
  work: {
    as: "ada",
    screens: {
      work: "/work",
      "work-filtered": "/work?agent=did:web:courier.example&kind=CODE&status=SUBMITTED",
      "send-task": "/send-task",
      task: "/work/wrk_3",
      "task-waiting": "/work/wrk_1",
      "task-rejected-call": "/work/wrk_14",
      "task-cleared": "/work/wrk_20",
      approvals: "/approvals",
      "approvals-decided": "/approvals?state=ALL",
    },
  },
  scores: {
    as: "ada",
    screens: {
      score: "/agents/did:web:courier.example/scores/research",
      "score-with-cuts": "/agents/did:web:courier.example/scores/code",
      "score-stale": "/agents/did:web:courier.example/scores/operations",
      "score-none": "/agents/did:web:courier.example/scores/support",
      "agent-degraded": "/agents/did:web:atlas-search.example",
      check: "/check",
      "check-unknown": `/check?hash=${"0f".repeat(32)}`,
      log: "/log",
    },
  },
  people: {
    as: "ada",
    screens: {
      people: "/people",
      keys: "/keys",
      audit: "/audit",
      "audit-filtered": "/audit?outcome=REFUSED&since=2020-01-01&actor=anonymous",
      settings: "/settings",
      "not-found": "/nothing/here",
    },
  },
  strangers: {
    as: null,
    screens: {
      invitation: "/invitation#invite-2",
      reset: "/reset#token",
      signin: "/signin?problem=expired&to=/runs",
    },
  },
};

/** These ask for nothing by themselves, and look the same in every state. */
const still = ["new-suite", "register-agent", "send-task", "check", "not-found", "compare", "reset", "signin"];
/** These are another screen of this list with other data: without data, or with too much, they are that one. */
const variants = [
  "suite-versions",
  "copy-of-suite",
  "run-of-many-tasks",
  "run-queued",
  "run-cancelled",
  "result-of-a-probe",
  "result-without-evidence",
  "leaderboard-of-a-suite",
  "leaderboard-filtered",
  "compare-agents",
  "agent-opted-out",
  "agent-lapsed",
  "agent-mirror",
  "agent-degraded",
  "work-filtered",
  "task-waiting",
  "task-rejected-call",
  "task-cleared",
  "approvals-decided",
  "score-with-cuts",
  "score-stale",
  "score-none",
  "check-unknown",
  "audit-filtered",
];
const onlyData = [...still, ...variants];

type Look = (page: Page, name: string) => Promise<string[]>;

/**
 * What each state is looked at for. Narrow, `look` goes through both themes and ends in the dark, so that what is wide is looked at in the dark.
 * What is empty, failing or loading is the same parts at both widths. Odd texts, a great many rows and nothing measured are more of the same:
 * their colours are those of `data`, and many rows are made like few.
 */
const looks: Record<"data" | "empty" | "error" | "loading" | "nasty" | "big" | "off", { narrow: Look; wide: Look }> = {
  data: { narrow: look, wide: flaws },
  empty: { narrow: look, wide: overflow },
  error: { narrow: look, wide: overflow },
  loading: { narrow: look, wide: overflow },
  nasty: { narrow: flaws, wide: overflow },
  big: { narrow: overflow, wide: overflow },
  off: { narrow: flaws, wide: overflow },
};
const states = Object.keys(looks) as (keyof typeof looks)[];

/** What there is less of while the gate is down. */
const measured = ["suites", "runs", "record", "agents"];

asLooks();

for (const state of states) {
  test.describe(state, () => {
    test.use({ viewport: widths.narrow });
    for (const [group, { as: viewer, screens }] of Object.entries(groups)) {
      if (state === "off" && !measured.includes(group)) continue;
      test(group, async ({ page, found }) => {
        await world(page, state);
        if (viewer) await as(page, viewer);
        for (const [screen, path] of Object.entries(screens)) {
          if (state !== "data" && onlyData.includes(screen)) continue;
          await page.emulateMedia({ colorScheme: "light" });
          await page.setViewportSize(widths.narrow);
          await page.goto(path);
          await shown(page, state);
          const name = `${screen}, ${state}`;
          found.push(...(await looks[state].narrow(page, `${name}, narrow`)));
          await resize(page, "wide");
          found.push(...(await looks[state].wide(page, `${name}, wide`)));
        }
      });
    }
  });
}

/** Broken by GraphiQL's own parts, which give no hand to mend it from outside. */
const ofGraphiQL = [
  "nested-interactive", // its tabs are list items with role tab that hold the tab's buttons, so that they can be dragged
  "scrollable-region-focusable", // CodeMirror scrolls a box beside its focused field, whose arrow keys move it
];

test("GraphiQL", async ({ page, found }) => {
  await as(page, "ada");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const viewport of Object.values(widths)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.goto("/graphiql");
      await expect(page.getByRole("region", { name: "Query Editor" })).toContainText("leaderboard");
      await page.getByRole("button", { name: /Execute/ }).click();
      await expect(page.getByRole("region", { name: "Result Window" })).toContainText("meanScore");
      const name = `GraphiQL, ${colorScheme}, ${viewport.width}`;
      found.push(...(await flaws(page, name, undefined, ofGraphiQL)));
    }
  }
});
