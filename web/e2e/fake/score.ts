import type { WorkClass } from "../../src/gql/schema";
import { type Access, permissionsIn } from "./access";
import { mayChange } from "./agents";
import { addReceipt, receiptOfPiece, receiptOfScore } from "./receipt";
import { Forbidden } from "./refusals";
import type { Context } from "./resolvers";
import { judge, type Piece, poolRateOf, prior, type ScoreRecord, seedScores, tally } from "./score-world";
import { agentView, page, type PageArgs } from "./views";
import { approvalView, workRoot, workView } from "./work";
import { person, type VoiceRecord } from "./work-world";
import type { AgentRecord, World } from "./world";

/** Class scores over GraphQL. */
interface Kept {
  of: Map<AgentRecord, ScoreRecord[][]>;
  published: Set<AgentRecord>;
  watchers: Set<(score: ScoreRecord) => void>;
}

const kept = new WeakMap<World, Kept>();

function stateOf(world: World): Kept {
  let found = kept.get(world);
  if (!found) {
    const first = world.agents[0];
    kept.set(world, (found = { of: new Map(), published: new Set(first && [first]), watchers: new Set() }));
  }
  return found;
}

/** All scores of an agent: per kind of work, the oldest first. */
export function scoresOf(world: World, access: Access, a: AgentRecord): ScoreRecord[][] {
  const { of } = stateOf(world);
  let found = of.get(a);
  if (!found) of.set(a, (found = seedScores(world, access, a)));
  return found;
}

function maySee({ world, access, caller }: Context, a: AgentRecord): boolean {
  if (a.homeRegistry) return false;
  return stateOf(world).published.has(a) || permissionsIn(access.workspaces[0]!, caller).includes("READ_SCORES");
}

const six = (x: number) => Math.round(x * 1e6) / 1e6;

function scoreView(context: Context, history: readonly ScoreRecord[], s: ScoreRecord): object {
  const { world } = context;
  const place = history.indexOf(s);
  const current = place === history.length - 1;
  const t = tally(s.pieces, s.workClass);
  const shown = <T>(value: T) => (s.cleared && !current ? null : value);
  return {
    agent: () => agentView(world, s.agent),
    workClass: s.workClass,
    state: t.state,
    stale: Date.now() - Date.parse(s.asOf) > 30 * 86_400_000,
    score: shown(t.score),
    low: shown(t.low),
    high: shown(t.high),
    halfWidth: shown(six(t.half)),
    n: shown(six(t.n)),
    v: shown(six(t.v)),
    poolRate: shown(poolRateOf(s.workClass)),
    asOf: s.asOf,
    computedAt: s.computedAt,
    current,
    receiptHash: () => receiptOfScore(history, s).hash,
    explanation: () => (current ? explain(world, s) : null),
    history: ({ first }: { first: number }) =>
      history
        .slice(0, place)
        .reverse()
        .slice(0, first)
        .map((one) => scoreView(context, history, one)),
  };
}

function explain(world: World, s: ScoreRecord) {
  const t = tally(s.pieces, s.workClass);
  const rows = s.pieces.map((p, i) => ({ p, aged: t.aged[i]!, counted: t.counted[i]! })).reverse();
  return {
    outcomes: (args: PageArgs) => page(rows, args, (row) => countedView(world, row)),
    sources: t.sources.map((g) => ({
      ...g,
      source: g.source.startsWith("agent:") ? "agent" : g.source,
      agent: () => {
        const found = world.agents.find((a) => g.source === `agent:${a.id}`);
        return found ? agentView(world, found) : null;
      },
    })),
    successes: t.s,
    failures: t.f,
    totalCap: t.totalCap,
    unverified: t.unverified,
    prior,
  };
}

const countedView = (world: World, { p, aged, counted }: { p: Piece; aged: number; counted: number }) => ({
  work: () => workView(world, p.work),
  approval: p.approval && (() => approvalView(world, p.approval!)),
  success: p.success,
  at: p.at,
  weight: p.weight,
  aged,
  counted,
  verified: p.verified,
  source: p.source,
  voice: {
    kind: p.voice.kind,
    user: p.voice.user && { ...p.voice.user, hasPassword: true },
    agent: p.voice.agent && (() => agentView(world, p.voice.agent!)),
  },
  receiptHash: () => receiptOfPiece(p).hash,
});

/** The scores of one agent cannot be read. */
const isBroken = (world: World, a: AgentRecord) => world.scenario === "data" && a.index === 2;

/** The record that an agent's work earned it. */
export function earnedOf(context: Context, a: AgentRecord) {
  if (!maySee(context, a)) return null;
  const broken = isBroken(context.world, a);
  const all = broken ? [] : scoresOf(context.world, context.access, a);
  return {
    status: broken ? "DEGRADED" : "OK",
    code: broken ? "scores_unreadable" : null,
    model: "score-v3",
    paramsVersion: 1,
    published: stateOf(context.world).published.has(a),
    classes: all.map((history) => scoreView(context, history, history.at(-1)!)),
  };
}

/** Lets a person judge a new piece of work of an agent, as it happens. For tests. */
export function countOutcome(
  context: Pick<Context, "world" | "access">,
  did: string,
  workClass: WorkClass,
  what: { title: string; success: boolean; voice?: VoiceRecord },
): void {
  const { world, access } = context;
  const a = world.agents.find((one) => one.did === did)!;
  const history = scoresOf(world, access, a).find((one) => one[0]!.workClass === workClass)!;
  const at = new Date().toISOString();
  const voice = what.voice ?? person(access.users[0]!);
  const id = `${a.index}_${workClass.toLowerCase()}_${history.length + 1}`;
  const made = judge(world, a, world.agents[0]!, workClass, { ...what, id, at, voice, approval: false });
  const pieces = [...history.at(-1)!.pieces, made];
  history.push({ agent: a, workClass, pieces, asOf: at, computedAt: at, cleared: false });
  addReceipt(world, access, receiptOfPiece(made));
  addReceipt(world, access, receiptOfScore(history, history.at(-1)!));
  for (const watcher of stateOf(world).watchers) watcher(history.at(-1)!);
}

/** How many listen for new scores. For tests. */
export const listeners = (world: World): number => stateOf(world).watchers.size;

export const scoreRoot = {
  score: ({ agent, workClass }: { agent: string; workClass: WorkClass }, context: Context) => {
    const a = context.world.agents.find((one) => one.did === agent);
    if (!a || !maySee(context, a) || isBroken(context.world, a)) return null;
    const history = scoresOf(context.world, context.access, a).find((one) => one[0]!.workClass === workClass);
    return history ? scoreView(context, history, history.at(-1)!) : null;
  },

  publishScores: ({ input }: { input: { agent: string; published: boolean } }, context: Context) => {
    const a = context.world.agents.find((one) => one.did === input.agent)!;
    if (!mayChange(context, a)) throw new Forbidden("this needs an admin of its workspace");
    const { published } = stateOf(context.world);
    if (input.published) published.add(a);
    else published.delete(a);
    return { agent: agentView(context.world, a), userErrors: [] };
  },

  scoreChanged: ({ agent }: { agent: string }, context: Context) => {
    const a = context.world.agents.find((one) => one.did === agent);
    if (!a || !maySee(context, a)) throw new Forbidden("this needs who may see the scores of this agent");
    return changes(context, a);
  },

  /** Work of long ago, which only scores know of, beside that of work.ts. */
  work: (args: { id: string }, context: Context) => {
    if (!args.id.startsWith("wrk_past_")) return workRoot.work(args, context);
    const index = Number(args.id.split("_")[2]);
    const a = context.world.agents[index];
    const found = a && scoresOf(context.world, context.access, a).flatMap((h) => h.at(-1)!.pieces);
    const piece = found?.find((p) => p.work.id === args.id);
    return piece && permissionsIn(context.access.workspaces[0]!, context.caller).includes("READ_WORK")
      ? workView(context.world, piece.work)
      : null;
  },
};

async function* changes(context: Context, a: AgentRecord): AsyncGenerator<{ scoreChanged: object }> {
  const { watchers } = stateOf(context.world);
  const waiting: ScoreRecord[] = [];
  let wake = () => {};
  const watcher = (score: ScoreRecord) => {
    if (score.agent === a) waiting.push(score);
    wake();
  };
  watchers.add(watcher);
  try {
    for (;;) {
      const next = waiting.shift();
      if (next) {
        const history = scoresOf(context.world, context.access, a).find((h) => h.includes(next))!;
        yield { scoreChanged: scoreView(context, history, next) };
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    watchers.delete(watcher);
  }
}
