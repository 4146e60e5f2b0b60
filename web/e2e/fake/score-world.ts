import type { ScoreState, WorkClass } from "../../src/gql/schema";
import type { Access, UserRecord } from "./access";
import { nasty } from "./nasty";
import { hex, random } from "./random";
import { type ApprovalRecord, ofAgent, person, system, type VoiceRecord, type WorkRecord } from "./work-world";
import { type AgentRecord, ago, type World } from "./world";

/** Outcomes of the made-up worlds and the scores that come of them, by the model of docs/receipts.md, small. */

/** A piece of work, judged. */
export interface Piece {
  work: WorkRecord;
  approval: ApprovalRecord | null;
  success: boolean;
  at: string;
  voice: VoiceRecord;
  weight: number;
  verified: boolean;
  source: string;
}

export interface ScoreRecord {
  agent: AgentRecord;
  workClass: WorkClass;
  /** Oldest first. */
  pieces: readonly Piece[];
  asOf: string;
  computedAt: string;
  cleared: boolean;
}

/** What outcomes come to. */
export interface Tally {
  /** In the order of the pieces. */
  aged: number[];
  counted: number[];
  sources: { source: string; outcomes: number; aged: number; cap: number; counted: number }[];
  s: number;
  f: number;
  n: number;
  v: number;
  totalCap: number;
  unverified: number;
  p0: number;
  half: number;
  score: number;
  low: number;
  high: number;
  state: ScoreState;
}

const day = 86_400_000;
export const prior = 4;

export const poolRateOf = (workClass: WorkClass) => 0.55 + 0.3 * random(`pool/${workClass}`)();

export function tally(pieces: readonly Piece[], workClass: WorkClass): Tally {
  const asOf = Math.max(...pieces.map((p) => Date.parse(p.at)));
  const aged = pieces.map((p) => p.weight * 2 ** (-(asOf - Date.parse(p.at)) / (60 * day)));
  const v = sum(aged.filter((_, i) => pieces[i]!.verified));
  const names = [...new Set(pieces.filter((p) => !p.verified).map((p) => p.source))].sort();
  const cap = Math.max(2, v / 4);
  const groups = names.map((source) => {
    const of = aged.filter((_, i) => !pieces[i]!.verified && pieces[i]!.source === source);
    return { source, outcomes: of.length, aged: sum(of), left: Math.min(sum(of), cap) };
  });
  const unverified = sum(groups.map((g) => g.left));
  const totalCap = Math.max(4, v);
  const share = Math.min(1, totalCap / unverified);
  const sources = groups.map(({ left, ...g }) => ({ ...g, cap, counted: left * share }));
  const counted = aged.map((a, i) => {
    const of = pieces[i]!.verified ? null : sources.find((g) => g.source === pieces[i]!.source)!;
    return of ? (a * of.counted) / of.aged : a;
  });
  const s = sum(counted.filter((_, i) => pieces[i]!.success));
  const n = sum(counted);
  const p0 = poolRateOf(workClass);
  const p = (s + prior * p0) / (n + prior);
  const half = 1.645 * Math.sqrt((p * (1 - p)) / (n + 5));
  const whole = (x: number) => Math.min(100, Math.max(0, Math.floor(100 * x + 0.5)));
  return {
    aged,
    counted,
    sources,
    s,
    f: n - s,
    n,
    v,
    totalCap,
    unverified,
    p0,
    half,
    score: whole(p),
    low: whole(p - half),
    high: whole(p + half),
    state: n < 2.5 ? "NEW" : v >= 9.5 && half <= 0.2 ? "ESTABLISHED" : "PROVISIONAL",
  };
}

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);

type Plan = [workClass: WorkClass, outcomes: number, oldest: number, newest: number, verified: number];

/** In which kinds of work an agent has outcomes: how many, how old in days, and the share that people verified. */
function plan(scenario: World["scenario"], a: AgentRecord): Plan[] {
  if (a.testAgent || a.homeRegistry) return [];
  if (a.index === 1) {
    return [
      ["CODE", 30, 40, 2, 0.12],
      ["RESEARCH", scenario === "big" ? 1_200 : 34, 120, 0.4, 0.75],
      ["WRITING", 2, 9, 6, 0],
      ["OPERATIONS", 8, 110, 41, 0.5],
    ];
  }
  const next = random(`${scenario}/scores/${a.index}`);
  const kinds: WorkClass[] = ["CODE", "RESEARCH", "WRITING", "ANALYSIS", "SUPPORT"];
  return kinds
    .filter(() => a.index % 7 !== 3 && next() > 0.6)
    .map((kind) => [kind, 2 + Math.floor(20 * next()), 90, 1 + 40 * next() ** 3, 0.6]);
}

const titles: Partial<Record<WorkClass, string[]>> = {
  CODE: ["Port the importer to the new client", "Fix the race in the exporter", "Add paging to the audit list"],
  RESEARCH: [
    "Find who publishes port delays",
    "Compare three suppliers of recycled aluminium",
    "Which licences do our dependencies have?",
    "Collect the tariffs of 2027 that concern us",
  ],
  WRITING: ["Write the release notes of 2.12", "Translate the onboarding mails to Danish"],
  ANALYSIS: ["Explain the dip in sign-ups of week 40", "Group 90 support threads"],
  OPERATIONS: ["Rotate the keys of staging", "Restart the ingest cluster", "Move backups to the new bucket"],
  SUPPORT: ["Refund order 3907 and tell the customer", "Answer the open questions about exports"],
};

/** All scores of an agent, by kind of work, the oldest first. */
export function seedScores(world: World, access: Access, a: AgentRecord): ScoreRecord[][] {
  return plan(world.scenario, a).map(([workClass, outcomes, oldest, newest, verified]) => {
    const pieces = Array.from({ length: outcomes }, (_, i) => {
      const share = outcomes === 1 ? 1 : i / (outcomes - 1);
      return piece(world, access, a, workClass, i, oldest + (newest - oldest) * share, verified);
    });
    return pieces.map((last, i) => ({
      agent: a,
      workClass,
      pieces: pieces.slice(0, i + 1),
      asOf: last.at,
      computedAt: new Date(Date.parse(last.at) + 640).toISOString(),
      cleared: workClass === "RESEARCH" && i > 2 && i < 6,
    }));
  });
}

function piece(
  world: World,
  access: Access,
  a: AgentRecord,
  workClass: WorkClass,
  i: number,
  days: number,
  verified: number,
): Piece {
  const next = random(`${world.scenario}/${a.index}/${workClass}/${i}`);
  const others = world.agents.slice(0, 10).filter((one) => one !== a && one.index % 2 === 0);
  const from = others[Math.floor(next() * others.length)] ?? a;
  const people = access.users.slice(0, 4);
  const kind = next();
  const success = next() < 0.3 + 0.65 * a.skill;
  const voice =
    kind < verified
      ? person(people[Math.floor(next() * people.length)] as UserRecord)
      : kind < verified + (1 - verified) * 0.35
        ? system
        : kind < verified + (1 - verified) * 0.75
          ? ofAgent(a)
          : ofAgent(from);
  const plain = titles[workClass]?.[i % titles[workClass]!.length] ?? "Everything else";
  const part = Math.floor(i / (titles[workClass]?.length ?? 1)) + 1;
  return judge(world, a, from, workClass, {
    id: `${a.index}_${workClass.toLowerCase()}_${i + 1}`,
    title:
      world.scenario === "nasty" ? nasty[(i + a.index) % nasty.length]! : part > 1 ? `${plain}, part ${part}` : plain,
    at: ago(days * day),
    voice,
    success: voice.kind === "SYSTEM" ? false : success,
    approval: i % 9 === 4 && voice.kind === "PERSON",
  });
}

/** A piece of work with the one verdict that decides what it counts as. */
export function judge(
  world: World,
  to: AgentRecord,
  from: AgentRecord,
  workClass: WorkClass,
  what: { id: string; title: string; at: string; voice: VoiceRecord; success: boolean; approval: boolean },
): Piece {
  const { voice, success, at } = what;
  const own = voice.agent === to;
  const sent = new Date(Date.parse(at) - 5 * 3_600_000).toISOString();
  const status = voice.kind === "SYSTEM" ? "MISSED" : own && !success ? "FAILED" : "SUBMITTED";
  const work: WorkRecord = {
    id: `wrk_past_${what.id}`,
    workspace: "default",
    from,
    to,
    workClass,
    title: what.title,
    brief: "",
    result: status === "SUBMITTED" ? "It is in the shared folder." : null,
    cleared: false,
    status,
    delivery: "PULL",
    deadline: null,
    sentAt: sent,
    endedAt: at,
    events: [{ at: sent, kind: "SENT", by: ofAgent(from), detail: "", approval: null }],
    approvals: [],
    verdicts: [],
  };
  const verdict = {
    id: `vrd_past_${what.id}`,
    voice,
    reaction: success ? ("THUMBS_UP" as const) : ("THUMBS_DOWN" as const),
    at,
    comment: "",
    signed: false,
  };
  let approval: ApprovalRecord | null = null;
  if (what.approval && voice.user) {
    approval = {
      id: `apr_past_${what.id}`,
      work,
      call: "Send a mail to 120 customers",
      state: success ? "GRANTED" : "REJECTED",
      askedAt: sent,
      decidedAt: at,
      decidedBy: voice.user,
      verdicts: [verdict],
    };
    work.approvals.push(approval);
  } else work.verdicts.push(verdict);
  return {
    work,
    approval,
    success,
    at,
    voice,
    weight: voice.kind === "PERSON" ? 1 : voice.kind === "SYSTEM" || (own && !success) ? 0.5 : 0.25,
    verified: voice.kind === "PERSON",
    source: voice.user
      ? `person:${voice.user.id}`
      : voice.kind === "SYSTEM"
        ? "system"
        : own
          ? "own"
          : `agent:${voice.agent!.id}`,
  };
}

export const saltOf = (of: string) => Buffer.from(hex(`salt/${of}`), "hex");
