import type {
  ApprovalState,
  CreateKeyInput,
  DecideApprovalInput,
  RecordVerdictInput,
  RequestApprovalInput,
  SendTaskInput,
  SubmitResultInput,
  WorkClass,
  WorkStatus,
} from "../../src/gql/schema";
import { type Access, type Caller, permissionsIn } from "./access";
import { Forbidden, Unauthenticated } from "./refusals";
import type { Context } from "./resolvers";
import { agentView, page, type PageArgs } from "./views";
import {
  type ApprovalRecord,
  ofAgent,
  person,
  receiptOf,
  seedWork,
  standings,
  type VerdictRecord,
  type VoiceRecord,
  weightOf,
  type WorkRecord,
} from "./work-world";
import { hex } from "./random";
import type { AgentRecord, World } from "./world";
import { mayChange, standingOf } from "./agents";

/** Work, approvals and verdicts over GraphQL. */
const kept = new WeakMap<World, { all: WorkRecord[]; watchers: Set<(work: WorkRecord) => void>; made: number }>();

export function workOf(world: World, access: Access) {
  let found = kept.get(world);
  if (!found) kept.set(world, (found = { all: seedWork(world, access), watchers: new Set(), made: 0 }));
  return found;
}

type Refusal = { code: string; message: string; field: string | null };
const refuse = (message: string, field: string | null = null, code = "INVALID"): { userErrors: Refusal[] } => ({
  userErrors: [{ code, message, field }],
});
const done = { userErrors: [] as Refusal[] };
const now = () => new Date().toISOString();

const voiceView = (world: World, { kind, user, agent }: VoiceRecord) => ({
  kind,
  user: user && { ...user, hasPassword: user.password !== null },
  agent: agent && (() => agentView(world, agent)),
});

function judged(world: World, verdicts: readonly VerdictRecord[], of: AgentRecord) {
  const views = standings(verdicts, of).map(({ verdict: v, ...how }) => ({
    ...v,
    ...how,
    voice: voiceView(world, v.voice),
    signature: v.signed
      ? {
          key: `${v.voice.agent!.did}#key-1`,
          value: Buffer.from(hex(v.id, 128), "hex").toString("base64"),
          signed: JSON.stringify({
            agent: v.voice.agent!.did,
            comment: v.comment,
            reaction: "thumbs_up",
            target: v.id,
          }),
        }
      : null,
    receiptHash: receiptOf(v),
  }));
  const verdict = views.find((v) => v.decides);
  const of1 = verdicts.find((v) => v.id === verdict?.id);
  return {
    verdicts: views,
    outcome: verdict && {
      success: verdict.reaction === "THUMBS_UP",
      at: verdict.at,
      weight: weightOf(of1!, of),
      verified: of1!.voice.kind === "PERSON",
      verdict,
    },
  };
}

export function approvalView(world: World, a: ApprovalRecord): object {
  return {
    __typename: "Approval",
    ...a,
    work: () => workView(world, a.work),
    decidedBy: a.decidedBy && { ...a.decidedBy, hasPassword: a.decidedBy.password !== null },
    ...judged(world, a.verdicts, a.work.to),
  };
}

export function workView(world: World, w: WorkRecord): object {
  return {
    __typename: "Work",
    ...w,
    from: () => agentView(world, w.from),
    to: () => agentView(world, w.to),
    events: w.events.map((e, i) => ({
      ...e,
      seq: i + 1,
      by: voiceView(world, e.by),
      approval: e.approval && (() => approvalView(world, e.approval!)),
    })),
    approvals: () => w.approvals.map((a) => approvalView(world, a)),
    ...judged(world, w.verdicts, w.to),
  };
}

function allowed(
  { access, caller }: { access: Access; caller: Caller },
  key: string,
  permission: "READ_WORK" | "SEND_TASKS" | "JUDGE_WORK",
) {
  const found = access.workspaces.find((w) => w.key === key);
  if (!caller.admin && !caller.user) throw new Unauthenticated("this needs a session or a key");
  if (!found || !permissionsIn(found, caller).includes(permission))
    throw new Forbidden("this needs another role in its workspace");
}

function moved({ world, access }: Pick<Context, "world" | "access">, work: WorkRecord) {
  for (const watcher of workOf(world, access).watchers) watcher(work);
}

/** Hands over work as an agent would. Also for tests, which want something to happen. */
export function send(
  context: Pick<Context, "world" | "access">,
  input: Pick<SendTaskInput, "title"> & Partial<SendTaskInput> & { from: string; to: string },
): WorkRecord {
  const state = workOf(context.world, context.access);
  const agent = (did: string) => context.world.agents.find((a) => a.did === did)!;
  const from = agent(input.from);
  const made: WorkRecord = {
    id: `wrk_made_${++state.made}`,
    workspace: "default",
    from,
    to: agent(input.to),
    workClass: (input.workClass?.toUpperCase() ?? "OTHER") as WorkClass,
    title: input.title,
    brief: input.brief ?? "",
    result: null,
    cleared: false,
    status: "SENT",
    delivery: input.delivery ?? "PULL",
    deadline: input.deadline ?? null,
    sentAt: now(),
    endedAt: null,
    events: [{ at: now(), kind: "SENT", by: ofAgent(from), detail: "", approval: null }],
    approvals: [],
    verdicts: [],
  };
  state.all.unshift(made);
  moved(context, made);
  return made;
}

/** Asks for an approval as the assignee would. */
export function ask(context: Pick<Context, "world" | "access">, work: WorkRecord, call: string): ApprovalRecord {
  const made: ApprovalRecord = {
    id: `apr_made_${++workOf(context.world, context.access).made}`,
    work,
    call,
    state: "PENDING",
    askedAt: now(),
    decidedAt: null,
    decidedBy: null,
    verdicts: [],
  };
  work.approvals.push(made);
  work.status = "WAITING";
  work.events.push({ at: now(), kind: "APPROVAL_REQUESTED", by: ofAgent(work.to), detail: "", approval: made });
  moved(context, work);
  return made;
}

const mine = (context: Context, id: string) => {
  const found = workOf(context.world, context.access).all.find((w) => w.id === id);
  if (found) allowed(context, found.workspace, "SEND_TASKS");
  if (found && !mayChange(context, found.to)) throw new Forbidden("this needs who may change the assignee");
  return found;
};

export const workRoot = {
  works: (
    args: PageArgs & { workspace: string; agent?: string; workClass?: WorkClass; status?: WorkStatus[] },
    context: Context,
  ) => {
    allowed(context, args.workspace, "READ_WORK");
    const rows = workOf(context.world, context.access).all.filter(
      (w) =>
        w.workspace === args.workspace &&
        (!args.agent || w.from.did === args.agent || w.to.did === args.agent) &&
        (!args.workClass || w.workClass === args.workClass) &&
        (!args.status || args.status.includes(w.status)),
    );
    return page(rows, args, (w) => workView(context.world, w));
  },
  work: ({ id }: { id: string }, { world, access, caller }: Context) => {
    const found = workOf(world, access).all.find((w) => w.id === id);
    const workspace = access.workspaces.find((w) => w.key === found?.workspace);
    return found && workspace && permissionsIn(workspace, caller).includes("READ_WORK") ? workView(world, found) : null;
  },
  approvals: (args: PageArgs & { workspace: string; state?: ApprovalState }, context: Context) => {
    allowed(context, args.workspace, "READ_WORK");
    const rows = workOf(context.world, context.access)
      .all.filter((w) => w.workspace === args.workspace)
      .flatMap((w) => w.approvals)
      .filter((a) => !args.state || a.state === args.state)
      .sort((a, b) => b.askedAt.localeCompare(a.askedAt));
    return page(rows, args, (a) => approvalView(context.world, a));
  },

  sendTask: ({ input }: { input: SendTaskInput }, context: Context) => {
    const agent = (did: string | null | undefined) => context.world.agents.find((a) => a.did === did && !a.removedAt);
    const [from, to] = [agent(input.from), agent(input.to)];
    if (!from) return refuse("there is no such agent", "from", "NOT_FOUND");
    if (!to) return refuse("there is no such agent in this workspace", "to", "NOT_FOUND");
    if (from === to) return refuse("an agent hands no work to itself", "to");
    if (input.title.trim() === "" || input.title.length > 200) return refuse("a title has 1–200 characters", "title");
    if (input.deadline && input.deadline <= now()) return refuse("the deadline must be in the future", "deadline");
    allowed(context, context.access.workspaces[standingOf(from).workspace]!.key, "SEND_TASKS");
    if (!mayChange(context, from)) throw new Forbidden("this needs who may change the sender");
    const made = send(context, { ...input, from: from.did });
    return { work: workView(context.world, made), ...done };
  },
  submitResult: ({ input }: { input: SubmitResultInput }, context: Context) => {
    const found = mine(context, input.workId);
    if (!found) return refuse("there is no such work", "workId", "NOT_FOUND");
    if (found.endedAt) return refuse("the work has ended", null, "CONFLICT");
    for (const a of found.approvals) if (a.state === "PENDING") a.state = "LAPSED";
    const failed = input.failed ?? false;
    Object.assign(found, { status: failed ? "FAILED" : "SUBMITTED", result: input.result ?? "", endedAt: now() });
    found.events.push({
      at: now(),
      kind: failed ? "FAILURE_REPORTED" : "RESULT_SUBMITTED",
      by: ofAgent(found.to),
      detail: "",
      approval: null,
    });
    say(context, found.verdicts, ofAgent(found.to), failed ? "THUMBS_DOWN" : "THUMBS_UP", "");
    moved(context, found);
    return { work: workView(context.world, found), ...done };
  },
  requestApproval: ({ input }: { input: RequestApprovalInput }, context: Context) => {
    const found = mine(context, input.workId);
    if (!found) return refuse("there is no such work", "workId", "NOT_FOUND");
    if (found.status !== "SENT") return refuse("the work waits already, or has ended", null, "CONFLICT");
    if (input.call.trim() === "") return refuse("say what is to be done", "call");
    return { approval: approvalView(context.world, ask(context, found, input.call)), ...done };
  },
  decideApproval: ({ input }: { input: DecideApprovalInput }, context: Context) => {
    const { world, access, caller } = context;
    const found = workOf(world, access)
      .all.flatMap((w) => w.approvals)
      .find((a) => a.id === input.approvalId);
    if (!found) return refuse("there is no such approval", "approvalId", "NOT_FOUND");
    allowed(context, found.work.workspace, "JUDGE_WORK");
    if (!caller.user || caller.key) throw new Forbidden("this needs a person with a session");
    if (found.state !== "PENDING") return refuse("it is decided already", null, "CONFLICT");
    Object.assign(found, { state: input.granted ? "GRANTED" : "REJECTED", decidedAt: now(), decidedBy: caller.user });
    found.work.status = "SENT";
    found.work.events.push({
      at: now(),
      kind: "APPROVAL_DECIDED",
      by: person(caller.user),
      detail: "",
      approval: found,
    });
    say(context, found.verdicts, person(caller.user), input.granted ? "THUMBS_UP" : "THUMBS_DOWN", input.comment ?? "");
    moved(context, found.work);
    return { approval: approvalView(world, found), ...done };
  },
  recordVerdict: ({ input }: { input: RecordVerdictInput }, context: Context) => {
    const { world, access, caller } = context;
    const { all } = workOf(world, access);
    const approval = all.flatMap((w) => w.approvals).find((a) => a.id === input.targetId);
    const found = approval?.work ?? all.find((w) => w.id === input.targetId);
    if (!found) return refuse("there is no such piece of work", "targetId", "NOT_FOUND");
    allowed(context, found.workspace, "JUDGE_WORK");
    if (!caller.user || caller.key) throw new Forbidden("this needs a person with a session");
    if (!(approval ? approval.decidedAt : found.endedAt)) return refuse("it is not finished", null, "CONFLICT");
    const { verdicts } = approval ?? found;
    const mineNow = verdicts.findLast((v) => v.voice.user === caller.user);
    const nothing = input.reaction == null && (mineNow?.reaction ?? null) === null;
    if (!nothing) say(context, verdicts, person(caller.user), input.reaction ?? null, input.comment ?? "");
    moved(context, found);
    const views = judged(world, verdicts, found.to).verdicts;
    return { verdict: nothing ? null : views.at(-1), work: workView(world, found), ...done };
  },
  workChanged: ({ workspace }: { workspace: string }, context: Context) => {
    allowed(context, workspace, "READ_WORK");
    return changes(context, workspace);
  },
};

function say(
  context: Pick<Context, "world" | "access">,
  verdicts: VerdictRecord[],
  voice: VoiceRecord,
  reaction: VerdictRecord["reaction"],
  comment: string,
) {
  const id = `vrd_made_${++workOf(context.world, context.access).made}`;
  verdicts.push({ id, voice, reaction, at: now(), comment, signed: false });
}

async function* changes(context: Context, workspace: string): AsyncGenerator<{ workChanged: object }> {
  const { watchers } = workOf(context.world, context.access);
  const waiting: WorkRecord[] = [];
  let wake = () => {};
  const watcher = (work: WorkRecord) => {
    if (work.workspace === workspace && !waiting.includes(work)) waiting.push(work);
    wake();
  };
  watchers.add(watcher);
  try {
    for (;;) {
      const next = waiting.shift();
      if (next) yield { workChanged: workView(context.world, next) };
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    watchers.delete(watcher);
  }
}

/** Whether a key may be made for an agent: null, or why not. */
export function agentOfKey(context: Context, input: CreateKeyInput): AgentRecord | null | string {
  if (input.agent == null) return null;
  const found = context.world.agents.find((a) => a.did === input.agent && !a.removedAt);
  if (!found || !mayChange(context, found)) return "there is no such agent here that you may change";
  return found;
}
