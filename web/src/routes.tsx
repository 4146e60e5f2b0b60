import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { Frame } from "./frame";
import type {
  ApprovalState,
  AuditOutcome,
  ErrorCode,
  FaultClass,
  RunStatus,
  WorkClass,
  WorkStatus,
} from "./gql/schema";
import { code, compact, cursor, oneOf, text } from "./lib/url";
import { lazyPage } from "./pages/lazy-page";
import { RouteError } from "./pages/notfound/route-error";

/** Every address of the console and what it takes from the search part. Pages are loaded when they are first gone to. */

const outcomeWords: readonly AuditOutcome[] = ["DONE", "REFUSED", "INVALID", "FAILED"];
const runStatusWords: readonly RunStatus[] = ["QUEUED", "RUNNING", "CANCELLING", "COMPLETED", "FAILED", "CANCELLED"];

const root = createRootRoute({
  component: Frame,
  notFoundComponent: lazyPage(() => import("./pages/notfound/notfound"), "NoSuchPage"),
});

const overview = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyPage(() => import("./pages/overview/overview"), "Overview"),
});

/** The overview's other name. */
const home = createRoute({
  getParentRoute: () => root,
  path: "/overview",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true });
  },
});

const leaderboard = createRoute({
  getParentRoute: () => root,
  path: "/leaderboard",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      suite: text(s, "suite"),
      order: oneOf(s, "order", ["lower-bound", "capability", "availability", "latest"]),
      window: oneOf(s, "window", ["24h", "7d", "30d"]),
      q: text(s, "q"),
      min: oneOf(s, "min", ["30", "100", "1000"]),
      active: oneOf(s, "active", ["yes"]),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/leaderboard/leaderboard"), "Leaderboard"),
});

const suites = createRoute({
  getParentRoute: () => root,
  path: "/suites",
  validateSearch: (s: Record<string, unknown>) => compact({ q: text(s, "q"), ...cursor(s) }),
  component: lazyPage(() => import("./pages/suites/suites"), "Suites"),
});

const newSuite = createRoute({
  getParentRoute: () => root,
  path: "/new-suite",
  validateSearch: (s: Record<string, unknown>) => compact({ from: text(s, "from") }),
  component: lazyPage(() => import("./pages/suite-editor/suite-editor"), "NewSuite"),
});

const suite = createRoute({
  getParentRoute: () => root,
  path: "/suites/$key",
  validateSearch: (s: Record<string, unknown>) => compact({ versions: text(s, "versions") }),
  component: lazyPage(() => import("./pages/suite/suite"), "Suite"),
});

const editSuite = createRoute({
  getParentRoute: () => root,
  path: "/suites/$key/edit",
  component: lazyPage(() => import("./pages/suite-editor/suite-editor"), "EditSuite"),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      suite: text(s, "suite"),
      status: oneOf(s, "status", runStatusWords),
      trials: oneOf(s, "trials", ["only", "none"]),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/runs/runs"), "Runs"),
});

const run = createRoute({
  getParentRoute: () => root,
  path: "/runs/$id",
  validateSearch: (s: Record<string, unknown>) =>
    compact({ part: oneOf(s, "part", ["results", "failures", "run"]), q: text(s, "q") }),
  component: lazyPage(() => import("./pages/run/run"), "Run"),
});

const results = createRoute({
  getParentRoute: () => root,
  path: "/results",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      agent: text(s, "agent"),
      suite: text(s, "suite"),
      task: text(s, "task"),
      passed: oneOf(s, "passed", ["yes", "no"]),
      error: code<ErrorCode>(s, "error"),
      fault: code<FaultClass>(s, "fault"),
      since: text(s, "since"),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/results/results"), "Results"),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: "/compare",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      kind: oneOf(s, "kind", ["runs", "agents"]),
      a: text(s, "a"),
      b: text(s, "b"),
      suite: text(s, "suite"),
      show: oneOf(s, "show", ["flipped", "lost", "won"]),
    }),
  component: lazyPage(() => import("./pages/compare/compare"), "Compare"),
});

const result = createRoute({
  getParentRoute: () => root,
  path: "/results/$id",
  component: lazyPage(() => import("./pages/result/result"), "Result"),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: "/agents",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      q: text(s, "q"),
      state: oneOf(s, "state", ["active", "inactive", "removed"]),
      workspace: text(s, "workspace"),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/agents/agents"), "Agents"),
});

const register = createRoute({
  getParentRoute: () => root,
  path: "/register-agent",
  component: lazyPage(() => import("./pages/register/register"), "Register"),
});

const agent = createRoute({
  getParentRoute: () => root,
  path: "/agents/$did",
  validateSearch: (s: Record<string, unknown>) =>
    compact({ suite: text(s, "suite"), passed: oneOf(s, "passed", ["yes", "no"]), ...cursor(s) }),
  component: lazyPage(() => import("./pages/agent/agent"), "Agent"),
});

const work = createRoute({
  getParentRoute: () => root,
  path: "/work",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      workspace: text(s, "workspace"),
      agent: text(s, "agent"),
      kind: code<WorkClass>(s, "kind"),
      status: code<WorkStatus>(s, "status"),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/work/work"), "WorkList"),
});

const sendTask = createRoute({
  getParentRoute: () => root,
  path: "/send-task",
  validateSearch: (s: Record<string, unknown>) =>
    compact({ workspace: text(s, "workspace"), from: text(s, "from"), to: text(s, "to") }),
  component: lazyPage(() => import("./pages/work/send-task"), "SendTask"),
});

const task = createRoute({
  getParentRoute: () => root,
  path: "/work/$id",
  component: lazyPage(() => import("./pages/task/task"), "Task"),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: "/approvals",
  validateSearch: (s: Record<string, unknown>) =>
    compact({ workspace: text(s, "workspace"), state: code<ApprovalState | "ALL">(s, "state"), ...cursor(s) }),
  component: lazyPage(() => import("./pages/approvals/approvals"), "Approvals"),
});

/** How one of its scores is made. */
const agentScore = createRoute({
  getParentRoute: () => root,
  path: "/agents/$did/scores/$class",
  validateSearch: (s: Record<string, unknown>) => compact(cursor(s)),
  component: lazyPage(() => import("./pages/score/score"), "Score"),
});

const check = createRoute({
  getParentRoute: () => root,
  path: "/check",
  validateSearch: (s: Record<string, unknown>) => compact({ hash: text(s, "hash") }),
  component: lazyPage(() => import("./pages/check/check"), "Check"),
});

const log = createRoute({
  getParentRoute: () => root,
  path: "/log",
  validateSearch: (s: Record<string, unknown>) => compact({ from: text(s, "from"), to: text(s, "to") }),
  component: lazyPage(() => import("./pages/log/log"), "Log"),
});

const operations = createRoute({
  getParentRoute: () => root,
  path: "/operations",
  component: lazyPage(() => import("./pages/operations/operations"), "Operations"),
});

const people = createRoute({
  getParentRoute: () => root,
  path: "/people",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      workspace: text(s, "workspace"),
      q: text(s, "q"),
      member: text(s, "member"),
      do: oneOf(s, "do", ["invite"]),
    }),
  component: lazyPage(() => import("./pages/people/people"), "People"),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: "/keys",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      workspace: text(s, "workspace"),
      state: oneOf(s, "state", ["active", "ended"]),
      do: oneOf(s, "do", ["create"]),
    }),
  component: lazyPage(() => import("./pages/keys/keys"), "Keys"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      workspace: text(s, "workspace"),
      actor: text(s, "actor"),
      action: text(s, "action"),
      outcome: oneOf(s, "outcome", outcomeWords),
      q: text(s, "q"),
      since: text(s, "since"),
      until: text(s, "until"),
      entry: text(s, "entry"),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/audit/audit"), "Audit"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyPage(() => import("./pages/settings/settings"), "Settings"),
});

const signin = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  validateSearch: (s: Record<string, unknown>) => compact({ to: text(s, "to"), problem: text(s, "problem") }),
  component: lazyPage(() => import("./pages/signin/signin"), "SignIn"),
});

/** These take a key or a token from the fragment, which is never sent to the server. */
const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyPage(() => import("./pages/setup/setup"), "Setup"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  validateSearch: (s: Record<string, unknown>) => compact({ problem: text(s, "problem") }),
  component: lazyPage(() => import("./pages/invitation/invitation"), "Invitation"),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset",
  component: lazyPage(() => import("./pages/reset/reset"), "Reset"),
});

/** Search parameters are plain strings: `?suite=42` is the suite named 42. */
const plain = (value: string) => value;

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    home,
    leaderboard,
    suites,
    newSuite,
    suite,
    editSuite,
    runs,
    run,
    results,
    result,
    compare,
    agents,
    register,
    agent,
    agentScore,
    check,
    log,
    work,
    sendTask,
    task,
    approvals,
    operations,
    people,
    keys,
    audit,
    settings,
    signin,
    setup,
    invitation,
    reset,
  ]),
  defaultErrorComponent: ({ error }) => <RouteError error={error} />,
  defaultPreload: "intent",
  scrollRestoration: true,
  pathParamsAllowedCharacters: [":"],
  parseSearch: parseSearchWith(plain),
  stringifySearch: stringifySearchWith(String),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
