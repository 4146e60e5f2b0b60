import type {
  ApprovalState,
  Delivery,
  Reaction,
  VoiceKind,
  WorkClass,
  WorkEventKind,
  WorkStatus,
} from "../../src/gql/schema";
import type { Access, UserRecord } from "./access";
import { nasty } from "./nasty";
import { hex, random } from "./random";
import { type AgentRecord, ago, type World } from "./world";

/** Work of the made-up worlds: who handed what to whom, what came of it, and who said what of it. */

export interface VoiceRecord {
  kind: VoiceKind;
  user: UserRecord | null;
  agent: AgentRecord | null;
}

export interface VerdictRecord {
  id: string;
  voice: VoiceRecord;
  reaction: Reaction | null;
  at: string;
  comment: string | null;
  signed: boolean;
}

export interface ApprovalRecord {
  id: string;
  work: WorkRecord;
  call: string | null;
  state: ApprovalState;
  askedAt: string;
  decidedAt: string | null;
  decidedBy: UserRecord | null;
  verdicts: VerdictRecord[];
}

export interface WorkRecord {
  id: string;
  workspace: string;
  from: AgentRecord;
  to: AgentRecord;
  workClass: WorkClass;
  title: string;
  brief: string | null;
  result: string | null;
  cleared: boolean;
  status: WorkStatus;
  delivery: Delivery;
  deadline: string | null;
  sentAt: string;
  endedAt: string | null;
  events: { at: string; kind: WorkEventKind; by: VoiceRecord; detail: string; approval: ApprovalRecord | null }[];
  approvals: ApprovalRecord[];
  verdicts: VerdictRecord[];
}

export const system: VoiceRecord = { kind: "SYSTEM", user: null, agent: null };
export const person = (user: UserRecord): VoiceRecord => ({ kind: "PERSON", user, agent: null });
export const ofAgent = (agent: AgentRecord): VoiceRecord => ({ kind: "AGENT", user: null, agent });

const minute = 60_000;
const kinds: WorkClass[] = ["CODE", "RESEARCH", "WRITING", "ANALYSIS", "OPERATIONS", "SUPPORT", "OTHER"];

type Seed = [title: string, workClass: WorkClass, brief: string, result: string, status: WorkStatus];

const seeds: Seed[] = [
  [
    "Refund order 4471 and tell the customer",
    "SUPPORT",
    "The customer returned both items on Monday.\nThe refund goes to the card it was paid with.",
    "",
    "WAITING",
  ],
  [
    "Find three suppliers of recycled aluminium",
    "RESEARCH",
    "Within 300 km of Rotterdam. For each: name, capacity a month, and where you read it.",
    "",
    "SENT",
  ],
  [
    "Write the release notes of 2.14",
    "WRITING",
    "From the list of merged changes. For users, not for developers; at most one page.",
    "## 2.14\n\n- Exports keep their column order.\n- The board loads twice as fast.\n- A key can be held to one agent.",
    "SUBMITTED",
  ],
  [
    "Migrate the billing tests to the new client",
    "CODE",
    "Every test in billing/ still uses the old client. Keep what they assert.",
    "42 tests moved, 3 rewritten. All pass.\n\nbilling/retry_test.go asserted a bug of the old client; see the note there.",
    "SUBMITTED",
  ],
  [
    "Explain the dip in sign-ups of week 46",
    "ANALYSIS",
    "Daily numbers are in the warehouse, table signups_daily.",
    "The dip is a gap in the events, not in sign-ups: the tracker was blocked for 31 hours.",
    "SUBMITTED",
  ],
  ["Restart the staging cluster", "OPERATIONS", "", "Could not drain node 3: two volumes did not detach.", "FAILED"],
  [
    "Translate the onboarding mails to Dutch",
    "WRITING",
    "Seven mails. Keep the placeholders in braces as they are.",
    "",
    "MISSED",
  ],
  ["Fetch last night’s exchange rates", "OTHER", "", "", "UNDELIVERED"],
  [
    "Summarise 60 support threads about exports",
    "ANALYSIS",
    "What do people want that we do not have?",
    "Mostly a schedule: 38 of 60 threads ask for it.",
    "SUBMITTED",
  ],
  [
    "Check the licences of the new dependencies",
    "RESEARCH",
    "Anything that is not MIT, BSD or Apache-2.0.",
    "All 14 are MIT or Apache-2.0.",
    "SUBMITTED",
  ],
];

const calls = [
  'POST https://pay.example/refunds\n\n{"order": "4471", "amount": "89.00", "currency": "EUR"}',
  "Send a mail to 1,204 customers with the subject “Your export is ready”",
  "DELETE FROM sessions WHERE seen_at < now() - interval '90 days'",
];

/** All work of a world, newest first. */
export function seedWork(world: World, access: Access): WorkRecord[] {
  if (world.agents.length < 4) return [];
  const size = { data: 64, nasty: nasty.length, big: 10_000, empty: 0, off: 0, fresh: 0 }[world.scenario];
  return Array.from({ length: size }, (_, i) => pieceAt(world, access, i));
}

function pieceAt(world: World, access: Access, i: number): WorkRecord {
  const next = random(`${world.scenario}/work/${i}`);
  const odd = world.scenario === "nasty" ? nasty[i % nasty.length]! : null;
  const [title, workClass, brief, result, status] = seeds[i % seeds.length]!;
  const some = Math.min(world.agents.length, 10);
  const from = world.agents[Math.floor(next() * some)]!;
  const to = world.agents[(from.index + 1 + Math.floor(next() * (some - 1))) % some]!;
  const sent = (7 + i * 43 + Math.floor(next() * 30)) * minute;
  const over = status !== "SENT" && status !== "WAITING";
  const at = (share: number) => ago(sent * (1 - share));
  const [ada, bruno, , dana] = access.users as [UserRecord, UserRecord?, UserRecord?, UserRecord?];
  const cleared = i === 19;
  const made: WorkRecord = {
    id: `wrk_${i + 1}`,
    workspace: "default",
    from,
    to,
    workClass: i < seeds.length ? workClass : kinds[Math.floor(next() * kinds.length)]!,
    title: odd ?? (i < seeds.length ? title : `${title}, part ${Math.floor(i / seeds.length) + 1}`),
    brief: cleared ? null : (odd ?? brief),
    result: cleared || !result ? null : (odd ?? result),
    cleared,
    status,
    delivery: status === "UNDELIVERED" || i % 3 === 0 ? "PUSH" : "PULL",
    deadline: status === "MISSED" ? at(0.5) : i % 3 === 1 ? ago(sent - 24 * 60 * minute) : null,
    sentAt: ago(sent),
    endedAt: over ? at(0.5) : null,
    events: [],
    approvals: [],
    verdicts: [],
  };
  const told = (
    share: number,
    kind: WorkEventKind,
    by: VoiceRecord,
    detail = "",
    approval: ApprovalRecord | null = null,
  ) => made.events.push({ at: at(share), kind, by, detail, approval });
  told(0, "SENT", ofAgent(from));
  if (made.delivery === "PUSH" && status !== "UNDELIVERED") told(0.02, "DELIVERED", system);
  if (status === "WAITING" || i % 10 === 3)
    approvalOf(made, i, status === "WAITING" ? null : (dana ?? ada), at, told, odd);
  const ends: Partial<Record<WorkStatus, [WorkEventKind, VoiceRecord, Reaction, string]>> = {
    SUBMITTED: ["RESULT_SUBMITTED", ofAgent(to), "THUMBS_UP", ""],
    FAILED: ["FAILURE_REPORTED", ofAgent(to), "THUMBS_DOWN", ""],
    MISSED: ["DEADLINE_MISSED", system, "THUMBS_DOWN", ""],
    UNDELIVERED: ["DELIVERY_FAILED", system, "THUMBS_DOWN", "dial tcp 203.0.113.9:443: connect: connection refused"],
  };
  const end = ends[status];
  if (!end) return made;
  told(0.5, end[0], end[1], end[3]);
  const say = (voice: VoiceRecord, reaction: Reaction | null, share: number, comment: string, signed = false) =>
    made.verdicts.push({
      id: `vrd_${i + 1}_${made.verdicts.length + 1}`,
      voice,
      reaction,
      at: at(share),
      comment: cleared ? null : comment && (odd ?? comment),
      signed,
    });
  say(end[1], end[2], 0.5, "");
  if (i % 10 === 2) {
    say(ofAgent(from), "THUMBS_UP", 0.55, "Every point of the brief is there.", true);
    if (bruno) say(person(bruno), "THUMBS_UP", 0.6, "");
    if (dana) say(person(dana), "THUMBS_DOWN", 0.7, "The last point is wrong: keys came in 2.13.");
    if (bruno) say(person(bruno), null, 0.8, "");
  }
  if (i % 10 === 3)
    say(person(ada), "THUMBS_UP", 0.9, "Read through all three that were rewritten. They say more than before.");
  if (i % 10 === 8) say(ofAgent(from), "THUMBS_DOWN", 0.8, "It counted threads twice.");
  return made;
}

function approvalOf(
  work: WorkRecord,
  i: number,
  by: UserRecord | null,
  at: (share: number) => string,
  told: (share: number, kind: WorkEventKind, by: VoiceRecord, detail?: string, approval?: ApprovalRecord) => void,
  odd: string | null,
) {
  const granted = i % 20 === 3;
  const made: ApprovalRecord = {
    id: `apr_${i + 1}`,
    work,
    call: work.cleared ? null : (odd ?? calls[Math.floor(i / 10) % calls.length]!),
    state: by ? (granted ? "GRANTED" : "REJECTED") : "PENDING",
    askedAt: at(0.2),
    decidedAt: by && at(0.3),
    decidedBy: by,
    verdicts: by
      ? [
          {
            id: `vrd_apr_${i + 1}`,
            voice: person(by),
            reaction: granted ? "THUMBS_UP" : "THUMBS_DOWN",
            at: at(0.3),
            comment: odd ?? (granted ? "" : "Not on a Friday."),
            signed: false,
          },
        ]
      : [],
  };
  work.approvals.push(made);
  told(0.2, "APPROVAL_REQUESTED", ofAgent(work.to), "", made);
  if (by) told(0.3, "APPROVAL_DECIDED", person(by), "", made);
}

/** What a verdict weighs, the most trusted first: a person, the system, an agent's own failure, another agent, its own success. */
function trust({ voice, reaction }: VerdictRecord, of: AgentRecord): number {
  if (voice.kind === "PERSON") return 4;
  if (voice.kind === "SYSTEM") return 3;
  if (voice.agent === of) return reaction === "THUMBS_DOWN" ? 2 : 0;
  return voice.agent!.index % 2 === 0 ? 1 : -1;
}

const sameVoice = (a: VoiceRecord, b: VoiceRecord) => a.kind === b.kind && a.user === b.user && a.agent === b.agent;

/** Each verdict with whether it stands and decides, and why, as the registry would say it. */
export function standings(verdicts: readonly VerdictRecord[], of: AgentRecord) {
  const newest = (v: VerdictRecord) => verdicts.findLast((other) => sameVoice(other.voice, v.voice)) === v;
  const counting = verdicts.filter((v) => newest(v) && v.reaction !== null && trust(v, of) >= 0);
  const decides = counting.reduce<VerdictRecord | null>(
    (best, v) => (best && trust(best, of) > trust(v, of) ? best : v),
    null,
  );
  return verdicts.map((verdict) => {
    const stands = newest(verdict);
    return { verdict, stands, decides: verdict === decides, standing: why(verdict, stands, decides, of) };
  });
}

function why(v: VerdictRecord, stands: boolean, decides: VerdictRecord | null, of: AgentRecord): string {
  if (!stands) return "This voice has said something else since.";
  if (v.reaction === null) return "It takes back what this voice had said; nothing of it counts.";
  if (v === decides) {
    if (v.voice.kind === "PERSON") return "It decides: a person’s word counts before all others, the newest first.";
    if (v.voice.kind === "SYSTEM") return "It decides: no person has said anything.";
    return v.voice.agent === of
      ? "It decides: nobody but the assignee has said anything that counts."
      : "It decides: no person has said anything, and this agent is established.";
  }
  if (trust(v, of) < 0) return "It does not count: this agent is not established in any kind of work.";
  return decides!.voice.kind === "PERSON"
    ? "It does not decide: a person has spoken."
    : "It does not decide: a voice that is trusted more has spoken.";
}

export const weightOf = (v: VerdictRecord, of: AgentRecord) =>
  v.voice.kind === "PERSON" ? 1 : v.voice.kind === "SYSTEM" || trust(v, of) === 2 ? 0.5 : 0.25;

export const receiptOf = (v: VerdictRecord) => hex(`receipt/${v.id}`);
