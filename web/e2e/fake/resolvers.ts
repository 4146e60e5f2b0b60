import type { PutSuiteInput, RunStatus } from "../../src/gql/schema";
import type { Access, Caller } from "./access";
import { accessRoot } from "./access-root";
import { agentsRoot, standingOf } from "./agents";
import { editing } from "./editor";
import { operating } from "./operations";
import { hex } from "./random";
import { receiptRoot } from "./receipt";
import { record } from "./record";
import { Unauthenticated } from "./refusals";
import { scoreRoot } from "./score";
import type { Simulation } from "./simulation";
import { agentView, page, type PageArgs, resultView, runView, suiteView } from "./views";
import { workRoot } from "./work";
import type { RunRecord, SuiteRecord, World } from "./world";

export interface Context {
  world: World;
  simulation: Simulation;
  access: Access;
  caller: Caller;
  /** Whether the caller may edit suites. access.ts has the finer questions. */
  admin: boolean;
  adminKey: string;
  /** Of this server, for the links it hands out. */
  origin: string;
  userAgent: string;
  /** Sets or takes away the session cookie of the answer. */
  setSession(token: string | null): void;
}

type Refusal = { code: string; message: string; field: string | null };
const refuse = (code: string, message: string, field: string | null = null): Refusal => ({ code, message, field });
const now = () => new Date().toISOString();

/** The root of every operation. */
export const root = {
  ...accessRoot,
  registry: (_: unknown, { world, access }: Context) => ({
    name: world.scenario === "nasty" ? "Assay <b>test</b> registry with a rather long name" : "Northwind Registry",
    did: "did:web:registry.example",
    evalsEnabled: world.scenario !== "off",
    version: "0.1.0",
    oracleDid: "did:theprotocol:eval-oracle",
    setupNeeded: access.users.length === 0,
    identityProvider: world.scenario === "data" ? "Continue with Northwind SSO" : null,
    keepsSecrets: world.scenario !== "empty",
  }),

  suites: (args: PageArgs & { search?: string }, { world, admin }: Context) => {
    const part = args.search?.toLowerCase() ?? "";
    const rows = visibleSuites(world, admin).filter((s) => `${s.key}\n${s.name}`.toLowerCase().includes(part));
    return page(rows, args, (s) => suiteView(world, s));
  },
  suite: ({ key }: { key: string }, { world, admin }: Context) => {
    const found = world.suites.find((s) => s.key === key && (s.enabled || admin));
    return found ? suiteView(world, found) : null;
  },
  agents: (
    args: PageArgs & { search?: string; active?: boolean; workspace?: string; includeRemoved?: boolean },
    { world, access }: Context,
  ) => {
    const part = args.search?.toLowerCase();
    const rows = world.agents.filter(
      (a) =>
        (!args.workspace || access.workspaces[standingOf(a).workspace]?.key === args.workspace) &&
        (args.includeRemoved || !a.removedAt) &&
        (args.active == null || a.active === args.active) &&
        (!part || `${a.name}\n${a.did}\n${a.owner}`.toLowerCase().includes(part)),
    );
    return page(rows, args, (a) => agentView(world, a));
  },
  agent: ({ did }: { did: string }, { world }: Context) => {
    const found = world.agents.find((a) => a.did === did);
    return found ? agentView(world, found) : null;
  },
  runs: (args: PageArgs & { suite?: string; status?: RunStatus[]; trial?: boolean }, { world, admin }: Context) => {
    const rows = world.runs.filter(
      (r) =>
        (admin || !r.trial) &&
        (!args.suite || r.suite.key === args.suite) &&
        (!args.status || args.status.includes(r.status)) &&
        (args.trial == null || r.trial === args.trial),
    );
    return page(rows, args, (r) => runView(world, r));
  },
  run: ({ id }: { id: string }, { world, admin }: Context) => {
    const found = world.runs.find((r) => r.id === id && (admin || !r.trial));
    return found ? runView(world, found) : null;
  },
  ...record,
  ...operating,
  ...editing,
  ...agentsRoot,
  ...workRoot,
  ...receiptRoot,
  ...scoreRoot,
  node: ({ id }: { id: string }, { world }: Context) => node(world, id),
  nodes: ({ ids }: { ids: string[] }, { world }: Context) => ids.map((id) => node(world, id)),

  putSuite: ({ input }: { input: PutSuiteInput }, context: Context) => putSuite(onlyAdmin(context).world, input),
  deleteSuite: ({ input }: { input: { key: string } }, context: Context) => {
    const { world } = onlyAdmin(context);
    const found = world.suites.find((s) => s.key === input.key);
    if (!found) return { suite: null, userErrors: [refuse("NOT_FOUND", "there is no such suite", "key")] };
    world.suites = world.suites.filter((s) => s !== found);
    found.deletedAt = now();
    return { suite: suiteView(world, found), userErrors: [] };
  },
  runSuite: ({ input }: { input: { key: string } }, context: Context) => {
    const { world, simulation } = onlyAdmin(context);
    const suite = world.suites.find((s) => s.key === input.key);
    if (!suite) return { run: null, userErrors: [refuse("NOT_FOUND", "there is no such suite", "key")] };
    if (suite.tasks.length === 0) return { run: null, userErrors: [refuse("CONFLICT", "the suite has no tasks")] };
    return { run: runView(world, simulation.start(suite)), userErrors: [] };
  },
  cancelRun: ({ input }: { input: { runId: string } }, context: Context) => {
    const { world, simulation } = onlyAdmin(context);
    const run = world.runs.find((r) => r.id === input.runId);
    if (!run) return { run: null, userErrors: [refuse("NOT_FOUND", "there is no such run", "runId")] };
    simulation.cancel(run);
    return { run: runView(world, run), userErrors: [] };
  },
  runEvents: ({ runId, after }: { runId: string; after?: number | null }, { simulation }: Context) =>
    simulation.events(runId, after ?? null),
  liveRuns: (_: unknown, { simulation }: Context) => simulation.liveRuns(),
  leaderboardChanged: (_: unknown, { simulation }: Context) => simulation.boardChanges(),
};

function onlyAdmin(context: Context): Context {
  if (!context.admin) throw new Unauthenticated("this needs the platform-admin key, as Authorization: Bearer KEY");
  return context;
}

const visibleSuites = (world: World, all: boolean) =>
  world.suites.filter((s) => all || s.enabled).sort((a, b) => a.key.localeCompare(b.key));

function node(world: World, id: string): object | null {
  const result = /^re_(.+)_(\d+)_(\d+)$/.exec(id);
  const run = world.runs.find((r) => r.id === (result?.[1] ?? id));
  if (!run) return null;
  if (!result) return runView(world, run);
  const agent = run.agents[Number(result[2])];
  const task = run.tasks[Number(result[3])];
  return agent && task ? resultView(world, { run, agent, task }) : null;
}

function putSuite(world: World, input: PutSuiteInput) {
  const errors: Refusal[] = [];
  if (!/^[a-z0-9._-]{1,64}$/.test(input.key))
    errors.push(refuse("INVALID", "1–64 lower-case letters, digits, - _ and .", "key"));
  input.tasks?.forEach((t, i) => {
    if (t.name.trim() === "") errors.push(refuse("INVALID", "a task needs a name", `tasks.${i}.name`));
    if ((t.weight ?? 1) <= 0) errors.push(refuse("INVALID", "the weight must be above 0", `tasks.${i}.weight`));
    if (t.scorer === "REGEX" && t.expected?.includes("(") && !t.expected.includes(")")) {
      errors.push(refuse("INVALID", "missing closing )", `tasks.${i}.expected`));
    }
  });
  const old = world.suites.find((s) => s.key === input.key);
  if (errors.length > 0) return { suite: null, created: false, changes: [], warnings: [], userErrors: errors };
  const version = (old?.version ?? 0) + (input.tasks || !old ? 1 : 0);
  const digest = hex(JSON.stringify(input));
  const fields = {
    ...(input.name != null && { name: input.name }),
    ...(input.description != null && { description: input.description }),
    ...(input.taskType != null && { taskType: input.taskType }),
    ...(input.intervalMinutes !== undefined && { intervalMinutes: input.intervalMinutes }),
    ...(input.targetDids !== undefined && { targetDids: input.targetDids }),
    ...(input.rewardAmount != null && { rewardAmount: input.rewardAmount }),
    ...(input.reputationSignal != null && { reputationSignal: input.reputationSignal }),
    ...(input.enabled != null && { enabled: input.enabled }),
    ...(input.tasks && {
      tasks: input.tasks.map((t, position) => ({
        id: `ta_${input.key}_${position}`,
        name: t.name,
        input: t.input ?? "",
        scorer: t.scorer,
        expected: t.expected ?? "",
        weight: t.weight ?? 1,
        position,
      })),
    }),
  };
  const made = {
    id: `su_${input.key}`,
    key: input.key,
    name: input.key,
    description: "",
    taskType: "HTTP_PROBE",
    intervalMinutes: null,
    rewardAmount: "0",
    reputationSignal: false,
    targetDids: null,
    enabled: false,
    tasks: [],
    createdAt: now(),
    deletedAt: null,
    versions: [],
    ...old,
    ...fields,
    version,
    digest,
    updatedAt: now(),
  } as SuiteRecord;
  const changes = old
    ? Object.entries(fields)
        .filter(([k, v]) => JSON.stringify(v) !== JSON.stringify(old[k as keyof SuiteRecord]))
        .map(([k]) => `${k} changes`)
    : ["the suite is new"];
  const warnings = (made.targetDids ?? [])
    .filter((did) => !world.agents.some((a) => a.did === did && !a.removedAt))
    .map((did) => `target ${did} is not registered: runs leave it out`);
  if (input.dryRun) return { suite: suiteView(world, made), created: !old, changes, warnings, userErrors: [] };
  if (version !== old?.version)
    made.versions = [{ version, digest, createdAt: now(), definition: {} }, ...(old?.versions ?? [])];
  if (old) Object.assign(old, made);
  else world.suites.push(made);
  return { suite: suiteView(world, old ?? made), created: !old, changes, warnings, userErrors: [] };
}

export const isMoving = (r: RunRecord) => r.status === "QUEUED" || r.status === "RUNNING" || r.status === "CANCELLING";
