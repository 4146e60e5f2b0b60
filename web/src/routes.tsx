import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { Frame } from "./frame";
import type { RunStatus } from "./gql/schema";
import { compact, cursor, oneOf, text } from "./lib/url";
import { lazyPage } from "./pages/lazy-page";
import { RouteError } from "./pages/notfound/route-error";

/** Every address of the console and what it takes from the search part. Pages are loaded when they are first gone to. */

const runStatusWords: readonly RunStatus[] = ["QUEUED", "RUNNING", "CANCELLING", "COMPLETED", "FAILED", "CANCELLED"];

const root = createRootRoute({
  component: Frame,
  notFoundComponent: lazyPage(() => import("./pages/notfound/notfound"), "NoSuchPage"),
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/leaderboard", replace: true });
  },
});

const leaderboard = createRoute({
  getParentRoute: () => root,
  path: "/leaderboard",
  validateSearch: (s: Record<string, unknown>) =>
    compact({
      suite: text(s, "suite"),
      order: oneOf(s, "order", ["lower-bound"]),
      window: oneOf(s, "window", ["24h", "7d", "30d"]),
      ...cursor(s),
    }),
  component: lazyPage(() => import("./pages/leaderboard/leaderboard"), "Leaderboard"),
});

const suites = createRoute({
  getParentRoute: () => root,
  path: "/suites",
  validateSearch: (s: Record<string, unknown>) => cursor(s),
  component: lazyPage(() => import("./pages/suites/suites"), "Suites"),
});

const newSuite = createRoute({
  getParentRoute: () => root,
  path: "/new-suite",
  component: lazyPage(() => import("./pages/suite-editor/suite-editor"), "NewSuite"),
});

const suite = createRoute({
  getParentRoute: () => root,
  path: "/suites/$key",
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
  component: lazyPage(() => import("./pages/run/run"), "Run"),
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
    compact({ q: text(s, "q"), state: oneOf(s, "state", ["active", "inactive", "removed"]), ...cursor(s) }),
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

const signin = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  validateSearch: (s: Record<string, unknown>) => compact({ to: text(s, "to") }),
  component: lazyPage(() => import("./pages/signin/signin"), "SignIn"),
});

/** Search parameters are plain strings: `?suite=42` is the suite named 42. */
const plain = (value: string) => value;

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    leaderboard,
    suites,
    newSuite,
    suite,
    editSuite,
    runs,
    run,
    result,
    agents,
    register,
    agent,
    signin,
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
