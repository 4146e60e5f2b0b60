import type { ReceiptKind } from "../../src/gql/schema";
import { type Access, permissionsIn } from "./access";
import { canonical, consistency, inclusion, leafOf, rootOf, sha256 } from "./merkle";
import { hex } from "./random";
import { Forbidden } from "./refusals";
import type { Context } from "./resolvers";
import { scoresOf } from "./score";
import { type Piece, saltOf, type ScoreRecord, tally } from "./score-world";
import { agentView, runView } from "./views";
import { workView } from "./work";
import type { AgentRecord, RunRecord, World } from "./world";

/** Receipts of the made-up worlds, sealed for real, and their log. */

interface ReceiptRecord {
  hash: string;
  id: string;
  kind: ReceiptKind;
  at: string;
  /** Id of it; empty: the registry's. */
  workspace: string;
  sealed: string;
  texts: { name: string; hash: string; salt: string | null; text: string | null }[];
  piece: Piece | null;
  score: ScoreRecord | null;
  run: RunRecord | null;
  agent: AgentRecord | null;
}

const names: Record<ReceiptKind, string> = {
  OUTCOME_RECORDED: "outcome.recorded",
  VERDICT_TAKEN_BACK: "verdict.taken_back",
  SCORE_COMPUTED: "score.computed",
  SUITE_VERSION: "suite.version",
  RUN_COMPLETED: "run.completed",
};
const origin = "registry.example/log";
const workspaceId = "wsp_default";
const nobody = { piece: null, score: null, run: null, agent: null };

function seal(
  kind: ReceiptKind,
  of: string,
  at: string,
  workspace: string,
  facts: object,
  texts: Record<string, string>,
  about: Partial<ReceiptRecord>,
): ReceiptRecord {
  const salted = Object.entries(texts).map(([name, text]) => {
    const salt = saltOf(`${of}/${name}`);
    return { name, hash: sha256(salt, text).toString("hex"), salt: salt.toString("base64"), text };
  });
  const id = `rcp_${hex(of, 24)}`;
  const hashes = Object.fromEntries(salted.map((t) => [t.name, t.hash]));
  const sealed = canonical({ format: "assay-receipt-1", id, kind: names[kind], at, workspace, facts, texts: hashes });
  return { ...nobody, ...about, hash: sha256(sealed).toString("hex"), id, kind, at, workspace, sealed, texts: salted };
}

const pieces = new WeakMap<Piece, ReceiptRecord>();
const scores = new WeakMap<ScoreRecord, ReceiptRecord>();

export function receiptOfPiece(p: Piece): ReceiptRecord {
  let found = pieces.get(p);
  if (!found) {
    const facts = {
      agent: p.work.to.id,
      class: p.work.workClass.toLowerCase(),
      work: p.approval?.id ?? p.work.id,
      task: p.work.id,
      verdict: `vrd_${p.work.id}`,
      voice: { kind: p.voice.kind.toLowerCase(), id: p.voice.user?.id ?? p.voice.agent?.id ?? "" },
      value: p.success ? "success" : "failure",
      at: p.at,
    };
    const texts = { task: p.work.title, ...(p.work.result && { result: p.work.result }) };
    found = seal("OUTCOME_RECORDED", p.approval?.id ?? p.work.id, p.at, workspaceId, facts, texts, {
      piece: p,
      agent: p.work.to,
    });
    pieces.set(p, found);
  }
  return found;
}

export function receiptOfScore(all: readonly ScoreRecord[], score: ScoreRecord): ReceiptRecord {
  let found = scores.get(score);
  if (!found) {
    const before = all[all.indexOf(score) - 1];
    const t = tally(score.pieces, score.workClass);
    const { agent, asOf } = score;
    const name = score.workClass.toLowerCase();
    const document = canonical({
      format: "assay-score-1",
      workspace: workspaceId,
      agent: agent.id,
      class: name,
      model: "score-v3",
      params_version: 1,
      as_of: asOf,
      state: t.state.toLowerCase(),
      score: t.score,
      range: [t.low, t.high],
      pool_rate: t.p0,
    });
    const facts = {
      agent: agent.id,
      class: name,
      document: sha256(document).toString("hex"),
      previous: before ? receiptOfScore(all, before).hash : "",
    };
    const of = `${agent.id}/${name}/${asOf}`;
    found = seal("SCORE_COMPUTED", of, score.computedAt, workspaceId, facts, { document }, { score, agent });
    if (score.cleared) for (const text of found.texts) Object.assign(text, { salt: null, text: null });
    scores.set(score, found);
  }
  return found;
}

interface Ledger {
  all: ReceiptRecord[];
  byHash: Map<string, ReceiptRecord>;
  /** How many of them are in the log. */
  size: number;
  leaves: Buffer[];
}

const ledgers = new WeakMap<World, Ledger>();
const waiting = 2;

/** All receipts of a world, in the order of the log. */
function ledgerOf(world: World, access: Access): Ledger {
  let found = ledgers.get(world);
  if (!found) {
    const all: ReceiptRecord[] = [];
    for (const a of world.agents.slice(0, 14)) {
      for (const history of scoresOf(world, access, a)) {
        for (const p of history.at(-1)!.pieces.slice(-60)) all.push(receiptOfPiece(p));
        for (const s of history.slice(-60)) all.push(receiptOfScore(history, s));
      }
    }
    for (const s of world.suites.filter((one) => one.enabled)) {
      for (const v of s.versions) {
        const facts = { suite: s.key, version: v.version, digest: v.digest };
        all.push(
          seal(
            "SUITE_VERSION",
            `${s.key}/${v.version}`,
            v.createdAt,
            "",
            facts,
            { definition: canonical(v.definition) },
            {},
          ),
        );
      }
    }
    for (const run of world.runs.filter((r) => r.status === "COMPLETED" && !r.trial)) {
      const facts = { run: run.id, suite: run.suite.key, digest: run.suite.digest };
      all.push(seal("RUN_COMPLETED", run.id, run.finishedAt!, "", facts, {}, { run }));
    }
    all.sort((a, b) => a.at.localeCompare(b.at));
    const size = Math.max(0, all.length - waiting);
    found = {
      all,
      size,
      byHash: new Map(all.map((r) => [r.hash, r])),
      leaves: all.slice(0, size).map((r) => leafOf(r.hash)),
    };
    ledgers.set(world, found);
  }
  return found;
}

/** A receipt that is new: it waits for the log. */
export function addReceipt(world: World, access: Access, receipt: ReceiptRecord): void {
  const { all, byHash } = ledgerOf(world, access);
  all.push(receipt);
  byHash.set(receipt.hash, receipt);
}

/** Lets the log take up what waits. For tests. */
export function takeUp({ world, access }: Pick<Context, "world" | "access">): void {
  const ledger = ledgerOf(world, access);
  ledger.leaves.push(...ledger.all.slice(ledger.size).map((r) => leafOf(r.hash)));
  ledger.size = ledger.all.length;
}

const keys = [
  `${origin}+5d1f02aa+AW56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx`,
  `${origin}+0afce5d4+AdmFIGxzJp3cvBNn2WgPV0rE0PzVBJAzlh8dlYQGK9aI`,
];

function checkpoint({ all, leaves }: Ledger, size: number) {
  const root = rootOf(leaves.slice(0, size));
  const signature = Buffer.from(hex(`signature/${size}`, 136), "hex").toString("base64");
  const text = `${origin}\n${size}\n${root.toString("base64")}\n\n— ${origin} ${signature}\n`;
  return { size, root: root.toString("hex"), at: all[size - 1]!.at, text };
}

function receiptView(context: Context, r: ReceiptRecord) {
  const { world, access, caller } = context;
  const ledger = ledgerOf(world, access);
  const index = ledger.all.indexOf(r);
  const sees = r.workspace === "" || permissionsIn(access.workspaces[0]!, caller).includes("READ_SCORES");
  return {
    hash: r.hash,
    id: r.id,
    kind: r.kind,
    at: r.at,
    sealed: sees ? r.sealed : null,
    texts: sees ? r.texts : null,
    entry:
      index < ledger.size
        ? {
            index,
            proof: inclusion(ledger.leaves, index).map((h) => h.toString("hex")),
            checkpoint: checkpoint(ledger, ledger.size),
          }
        : null,
    work: sees && r.piece ? () => workView(world, r.piece!.work) : null,
    run: r.run && (() => runView(world, r.run!)),
    agent: sees && r.agent ? () => agentView(world, r.agent!) : null,
  };
}

export const receiptRoot = {
  receipt: ({ hash }: { hash: string }, context: Context) => {
    const found = ledgerOf(context.world, context.access).byHash.get(hash);
    return found ? receiptView(context, found) : null;
  },

  clearReceiptText: ({ input }: { input: { hash: string } }, context: Context) => {
    const { world, access, caller } = context;
    const { all, byHash } = ledgerOf(world, access);
    const found = byHash.get(input.hash);
    if (!found) {
      const userErrors = [{ code: "NOT_FOUND", message: "there is no such receipt", field: "hash" }];
      return { receipt: null, cleared: [], userErrors };
    }
    if (!permissionsIn(access.workspaces[0]!, caller).includes("CLEAR_TEXTS"))
      throw new Forbidden("this needs an owner of its workspace");
    const work = found.piece?.work;
    const gone = all.filter((r) => r === found || (work && r.piece?.work === work));
    for (const r of gone) {
      for (const text of r.texts) Object.assign(text, { salt: null, text: null });
      if (r.score) r.score.cleared = true;
    }
    if (work) Object.assign(work, { brief: null, result: null, cleared: true });
    return { receipt: receiptView(context, found), cleared: gone.map((r) => r.hash), userErrors: [] };
  },

  log: (_: unknown, { world, access }: Context) => {
    const ledger = ledgerOf(world, access);
    const { size, all, leaves } = ledger;
    const step = Math.max(1, Math.floor(size / 9));
    // When the newer key took over.
    const turned = all[Math.floor(size / 2)];
    return {
      origin,
      size,
      waiting: all.length - size,
      checkpoint: size > 0 ? checkpoint(ledger, size) : null,
      checkpoints: ({ first }: { first: number }) =>
        Array.from({ length: Math.max(0, Math.ceil(size / step) - 1) }, (_el, i) => size - (i + 1) * step)
          .filter((n) => n > 0)
          .slice(0, first)
          .map((n) => checkpoint(ledger, n)),
      keys: keys.map((key, i) => ({
        key,
        createdAt: (i === 0 ? turned : all[0])?.at ?? new Date().toISOString(),
        retiredAt: i === 0 ? null : (turned?.at ?? null),
      })),
      consistency: ({ from, to }: { from: number; to: number }) =>
        consistency(leaves.slice(0, to), from).map((h) => h.toString("hex")),
      newest: ({ first }: { first: number }) =>
        all
          .slice(0, size)
          .map((r, index) => ({ index, hash: r.hash, kind: r.kind, at: r.at }))
          .reverse()
          .slice(0, first),
    };
  },
};
