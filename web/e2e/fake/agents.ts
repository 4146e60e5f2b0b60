import type {
  AnswerChallengeInput,
  ChallengeAction,
  ErrorCode,
  FaultClass,
  Permission,
  ProofMethod,
  ProofState,
  RegisterAgentInput,
  SetAgentCredentialsInput,
  UpdateAgentInput,
} from "../../src/gql/schema";
import { may } from "./access";
import { hex } from "./random";
import { Forbidden, Unauthenticated } from "./refusals";
import type { Context } from "./resolvers";
import { earnedOf } from "./score";
import { agentView, resultsOf } from "./views";
import { type AgentRecord, ago, cell, type World } from "./world";

/** What belongs to agents beside the record: who controls them, what they are shown, how they did lately; and registering them. */

interface Standing {
  proof: { state: ProofState; method: ProofMethod | null; origin: string | null; at: string | null };
  optedOutAt: string | null;
  credentials: { kind: string; description: string; setBy: object | null; setAt: string } | null;
  workspace: number;
  registeredBy: object | null;
}

interface Challenge {
  id: string;
  agent: AgentRecord;
  action: ChallengeAction;
  line: string;
  url: string | null;
  expiresAt: string;
}

const standings = new WeakMap<AgentRecord, Standing>();
const challenges = new Map<string, Challenge>();
const day = 86_400_000;

export function standingOf(a: AgentRecord): Standing {
  let found = standings.get(a);
  if (!found) {
    const origin = a.endpoint && new URL(a.endpoint).origin;
    const kind = a.index % 6;
    found = {
      proof:
        kind === 4
          ? { state: "PROVEN", method: "WELL_KNOWN", origin, at: ago(12 * day) }
          : a.index === 7
            ? { state: "LAPSED", method: "SIGNATURE", origin: "https://old.example", at: ago(30 * day) }
            : { state: "TRUSTED", method: null, origin: null, at: null },
      optedOutAt: a.index === 8 ? ago(2 * day) : null,
      credentials:
        a.index % 5 === 1
          ? { kind: "API_KEY", description: "header X-API-Key", setBy: null, setAt: ago(9 * day) }
          : null,
      workspace: 0,
      registeredBy: null,
    };
    standings.set(a, found);
  }
  return found;
}

function whyNot(a: AgentRecord, s: Standing): string | null {
  if (a.removedAt) return "removed";
  if (a.homeRegistry) return "mirror";
  if (s.optedOutAt) return "opted out";
  if (!a.active) return "inactive";
  return s.proof.state === "UNPROVEN" || s.proof.state === "LAPSED" ? "unproven" : null;
}

export function agentExtras(world: World, a: AgentRecord): object {
  const s = standingOf(a);
  return {
    proof: s.proof,
    optedOutAt: s.optedOutAt,
    evaluated: whyNot(a, s) === null,
    notEvaluated: whyNot(a, s),
    workspace: (_: unknown, context: Context) => {
      const found = context.access.workspaces[s.workspace];
      const member = context.caller.admin || found?.members.some((m) => m.user === context.caller.user);
      return found && member && !a.homeRegistry
        ? { ...found, role: null, permissions: [], members: null, invitations: null, keys: null }
        : null;
    },
    mayChange: (_: unknown, context: Context) => mayChange(context, a),
    credentials: (_: unknown, context: Context) => (mayChange(context, a) ? s.credentials : null),
    securitySchemes: schemes(a),
    recent: () => recent(world, a),
    earned: (_: unknown, context: Context) => earnedOf(context, a),
  };
}

const schemes = (a: AgentRecord) =>
  a.card == null
    ? []
    : a.index % 5 === 1
      ? [
          { name: "key", type: "apiKey", description: "header X-API-Key", supported: true },
          { name: "certificate", type: "mutualTLS", description: "a client certificate", supported: false },
        ]
      : a.index % 5 === 2
        ? [{ name: "login", type: "oauth2", description: "token from https://login.example/token", supported: true }]
        : [];

const bounds = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];

function recent(world: World, a: AgentRecord) {
  const newest = resultsOf(world, { agent: a.did }).slice(0, 1_000);
  if (newest.length === 0) return null;
  const cells = newest.map((r) => cell(r.run, r.agent, r.task));
  const times = cells.flatMap((c) => (c.latencyMs === null ? [] : [c.latencyMs])).sort((x, y) => x - y);
  const at = (share: number) => times[Math.min(times.length - 1, Math.ceil(share * times.length) - 1)] ?? 0;
  const first = bounds.findIndex((b) => times.some((t) => t <= b));
  const last = bounds.findIndex((b) => times.every((t) => t <= b));
  const errors = new Map<string, { code: ErrorCode; fault: FaultClass | null; count: number }>();
  for (const c of cells) {
    if (!c.error) continue;
    const known = errors.get(c.error) ?? { code: c.error, fault: c.fault, count: 0 };
    errors.set(c.error, { ...known, count: known.count + 1 });
  }
  return {
    results: newest.length,
    since: newest.at(-1)!.run.createdAt,
    latency:
      times.length === 0
        ? null
        : {
            calls: times.length,
            p50Ms: at(0.5),
            p90Ms: at(0.9),
            p99Ms: at(0.99),
            maxMs: times.at(-1)!,
            buckets: bounds.slice(first, last + 1).map((toMs, i) => ({
              toMs,
              calls: times.filter((t) => t <= toMs && (i + first === 0 || t > bounds[i + first - 1]!)).length,
            })),
          },
    errors: [...errors.values()].sort((x, y) => y.count - x.count),
  };
}

export function mayChange({ access, caller }: Context, a: AgentRecord): boolean {
  const by = standingOf(a).registeredBy;
  return may(access, caller, "MANAGE_AGENTS") || (by !== null && by === caller.user);
}

/** Refuses who may not, the way the real server does. */
export function demand({ access, caller }: Context, permission: Permission): void {
  if (may(access, caller, permission)) return;
  if (!caller.user && !caller.key) throw new Unauthenticated("this needs a session or a key");
  throw new Forbidden("this needs another role in its workspace");
}

const now = () => new Date().toISOString();
const refuse = (code: string, message: string, field: string | null = null) => ({ code, message, field });

function change(context: Context, did: string, act: (a: AgentRecord, s: Standing) => ReturnType<typeof refuse> | void) {
  const found = context.world.agents.find((a) => a.did === did);
  if (!found) return { agent: null, userErrors: [refuse("NOT_FOUND", "there is no such agent", "did")] };
  if (!mayChange(context, found)) throw new Forbidden("this needs who registered the agent, or an admin");
  const refusal = act(found, standingOf(found));
  if (refusal) return { agent: null, userErrors: [refusal] };
  return { agent: agentView(context.world, found), userErrors: [] };
}

const told = (a: AgentRecord, kind: AgentRecord["history"][number]["kind"], detail: string) =>
  a.history.unshift({ at: now(), kind, detail, fingerprint: a.fingerprint, previousFingerprint: null });

export const agentsRoot = {
  checkAgent: ({ input }: { input: RegisterAgentInput }, context: Context) => {
    demand(context, "REGISTER_AGENTS");
    const problem = wrong(input);
    if (problem) return { agent: null, userErrors: [problem] };
    const did = didOf(input);
    const address = input.cardUrl ?? input.endpoint ?? "https://inline.example";
    const away = address.includes("unreachable");
    const plain = input.endpoint != null;
    return {
      agent: {
        did,
        name: input.name ?? (plain ? new URL(address).host : `Agent at ${new URL(address).host}`),
        cardUrl: input.cardUrl ?? null,
        endpoint: plain ? address : `${new URL(address).origin}/a2a/v1`,
        binding: plain ? "HTTP" : "JSONRPC",
        protocolVersion: plain ? null : "1.0",
        fingerprint: hex(did),
        securitySchemes: address.includes("secure")
          ? [{ name: "key", type: "apiKey", description: "header X-API-Key", supported: true }]
          : [],
        registered: context.world.agents.some((a) => a.did === did),
        reachable: !away,
        connectMs: away ? null : 12,
        problem: away ? "dial tcp 203.0.113.9:443: connect: connection refused" : null,
      },
      userErrors: [],
    };
  },

  registerAgent: ({ input }: { input: RegisterAgentInput }, context: Context) => {
    demand(context, "REGISTER_AGENTS");
    const { world, caller, access } = context;
    const problem = wrong(input);
    if (problem) return { agent: null, userErrors: [problem] };
    const did = didOf(input);
    if (world.agents.some((a) => a.did === did && !a.removedAt)) {
      return { agent: null, userErrors: [refuse("CONFLICT", "an agent with this DID is registered", "did")] };
    }
    const fingerprint = hex(did);
    const made: AgentRecord = {
      index: world.agents.length + 1_000_000,
      id: `ag_${did}_${world.agents.length}`,
      did,
      name: input.name ?? did.replace("did:web:", ""),
      owner: input.owner ?? "",
      endpoint: input.endpoint ?? `https://${did.slice(8).replace("%3A", ":")}/a2a`,
      binding: input.endpoint ? "HTTP" : "JSONRPC",
      protocolVersion: input.endpoint ? null : "1.0",
      cardUrl: input.cardUrl ?? null,
      card: input.card ?? null,
      fingerprint,
      active: true,
      homeRegistry: null,
      testAgent: input.testAgent ?? false,
      registeredAt: now(),
      updatedAt: now(),
      cardRefreshedAt: null,
      cardProblem: null,
      removedAt: null,
      skill: 0.8,
      up: 1,
      history: [],
    };
    told(made, "REGISTERED", "Registered.");
    made.history[0]!.fingerprint = fingerprint;
    const workspace = access.workspaces.findIndex((w) => w.key === (input.workspace ?? "default"));
    const nothing = { method: null, origin: null, at: null };
    standings.set(made, {
      proof: { state: caller.admin ? "TRUSTED" : "UNPROVEN", ...nothing },
      optedOutAt: null,
      credentials: null,
      workspace: Math.max(workspace, 0),
      registeredBy: caller.user,
    });
    world.agents.push(made);
    return { agent: agentView(world, made), userErrors: [] };
  },

  updateAgent: ({ input }: { input: UpdateAgentInput }, context: Context) =>
    change(context, input.did, (a) => {
      if (input.active != null) {
        a.active = input.active;
        told(a, a.active ? "ACTIVATED" : "DEACTIVATED", a.active ? "Activated." : "Deactivated.");
      }
      if (input.name != null) a.name = input.name;
      if (input.owner != null) a.owner = input.owner;
      if (input.testAgent != null) a.testAgent = input.testAgent;
    }),

  removeAgent: ({ input }: { input: { did: string } }, context: Context) =>
    change(context, input.did, (a) => {
      a.removedAt = now();
      a.active = false;
      told(a, "REMOVED", "Removed.");
    }),

  refreshAgentCard: ({ input }: { input: { did: string } }, context: Context) => ({
    changed: false,
    ...change(context, input.did, (a) => {
      a.cardRefreshedAt = now();
    }),
  }),

  requestChallenge: ({ input }: { input: { did: string; action: ChallengeAction } }, context: Context) => {
    const agent = context.world.agents.find((a) => a.did === input.did);
    if (!agent) return { challenge: null, userErrors: [refuse("NOT_FOUND", "there is no such agent", "did")] };
    if (input.action === "PROVE" && !mayChange(context, agent)) throw new Forbidden("this needs who registered it");
    const id = `chl_${challenges.size + 1}_${hex(agent.did, 12)}`;
    const made: Challenge = {
      id,
      agent,
      action: input.action,
      line: `assay-challenge=v1 ${input.action.toLowerCase().replace("_", "-")} ${agent.did} ${hex(id, 32)}`,
      url: agent.endpoint && `${new URL(agent.endpoint).origin}/.well-known/assay-challenge`,
      expiresAt: new Date(Date.now() + day).toISOString(),
    };
    challenges.set(id, made);
    return { challenge: made, userErrors: [] };
  },

  answerChallenge: ({ input }: { input: AnswerChallengeInput }, { world }: Context) => {
    const found = challenges.get(input.challengeId);
    if (!found) return { agent: null, userErrors: [refuse("NOT_FOUND", "there is no such challenge", "challengeId")] };
    const { agent, action } = found;
    if (input.method === "SIGNATURE" && !/^[\w+/=-]{86,88}$/.test(input.signature ?? "")) {
      return {
        agent: null,
        userErrors: [refuse("INVALID", "the signature must be 64 bytes in base64 or base64url", "signature")],
      };
    }
    if (input.method !== "SIGNATURE" && agent.endpoint?.includes("missing")) {
      return { agent: null, userErrors: [refuse("UNREACHABLE", `GET ${found.url} answered 404`)] };
    }
    const s = standingOf(agent);
    if (action === "PROVE") {
      s.proof = {
        state: "PROVEN",
        method: input.method ?? "WELL_KNOWN",
        origin: agent.endpoint && new URL(agent.endpoint).origin,
        at: now(),
      };
      told(agent, "PROVEN", "Control of its endpoint was shown.");
    } else {
      s.optedOutAt = action === "OPT_OUT" ? now() : null;
      told(agent, action === "OPT_OUT" ? "OPTED_OUT" : "OPTED_IN", "Asked for by its operator.");
    }
    return { agent: agentView(world, agent), userErrors: [] };
  },

  setAgentCredentials: ({ input }: { input: SetAgentCredentialsInput }, context: Context) =>
    change(context, input.did, (a, s) => {
      const given = [input.bearer, input.apiKey, input.oauth2].filter((g) => g != null).length;
      if (given !== 1) return refuse("INVALID", "give exactly one of bearer, apiKey and oauth2");
      if (input.bearer === "wrong")
        return refuse("INVALID", "a bearer token has no spaces and is not `wrong`", "bearer");
      const { kind, description } = input.bearer
        ? { kind: "BEARER", description: "bearer token" }
        : input.apiKey
          ? {
              kind: "API_KEY",
              description: `${(input.apiKey.in ?? "HEADER").toLowerCase()} ${input.apiKey.name ?? "X-API-Key"}`,
            }
          : {
              kind: "OAUTH2",
              description: `token from ${input.oauth2!.tokenUrl ?? "https://login.example/token"}`,
            };
      s.credentials = { kind, description, setBy: null, setAt: now() };
      told(a, "UPDATED", "Credentials set.");
    }),

  removeAgentCredentials: ({ input }: { input: { did: string } }, context: Context) =>
    change(context, input.did, (a, s) => {
      s.credentials = null;
      told(a, "UPDATED", "Credentials removed.");
    }),
};

function wrong(input: RegisterAgentInput) {
  const address = input.cardUrl ?? input.endpoint;
  const field = input.cardUrl != null ? "cardUrl" : "endpoint";
  if (address != null && !/^https?:\/\/[^/]+/.test(address)) {
    return refuse("INVALID", "this is no HTTP(S) address", field);
  }
  if (address?.includes("missing")) return refuse("UNREACHABLE", `GET ${address} answered 404`, field);
  if (!address && !input.card && !input.did?.startsWith("did:web:")) {
    return refuse("INVALID", "only a did:web can be resolved; give a card or an endpoint with other DIDs", "did");
  }
  if (typeof input.card === "string") {
    try {
      JSON.parse(input.card);
    } catch {
      return refuse("INVALID", "this is no JSON", "card");
    }
  }
  return null;
}

function didOf(input: RegisterAgentInput): string {
  const address = input.cardUrl ?? input.endpoint;
  return input.did ?? `did:web:${address ? new URL(address).host.replace(":", "%3A") : "inline.example"}`;
}
