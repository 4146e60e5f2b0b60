import type { AuditOutcome, InvitationState, Permission, Role, Scope } from "../../src/gql/schema";
import { nasty } from "./nasty";
import { hex, random } from "./random";
import { ago, type Scenario } from "./world";

/** The fake's people, keys and audit log, and who a request is from. */
export interface UserRecord {
  id: string;
  email: string;
  name: string;
  password: string | null;
  platformAdmin: boolean;
  createdAt: string;
  seenAt: string | null;
}

export interface SessionRecord {
  id: string;
  token: string;
  user: UserRecord;
  address: string;
  userAgent: string;
  createdAt: string;
  seenAt: string;
  expiresAt: string;
}

export interface InvitationRecord {
  id: string;
  token: string;
  role: Role;
  email: string | null;
  invitedBy: UserRecord | null;
  state: InvitationState;
  createdAt: string;
  expiresAt: string;
  acceptedAt: string | null;
}

export interface KeyRecord {
  id: string;
  token: string;
  prefix: string;
  name: string;
  role: Role;
  scopes: Scope[];
  /** DID of the agent whose own it is. */
  agent: string | null;
  createdBy: UserRecord | null;
  createdAt: string;
  expiresAt: string | null;
  usedAt: string | null;
  revokedAt: string | null;
}

export interface WorkspaceRecord {
  id: string;
  key: string;
  name: string;
  createdAt: string;
  members: { user: UserRecord; role: Role; since: string }[];
  invitations: InvitationRecord[];
  keys: KeyRecord[];
}

export interface AuditRecord {
  seq: number;
  at: string;
  actor: string;
  actorName: string;
  keyId: string | null;
  workspaceId: string | null;
  address: string;
  action: string;
  target: string;
  inputDigest: string;
  outcome: AuditOutcome;
  code: string | null;
  requestId: string;
  previous: string;
  hash: string;
}

export interface Access {
  scenario: Scenario;
  users: UserRecord[];
  sessions: SessionRecord[];
  workspaces: WorkspaceRecord[];
  resets: { token: string; user: UserRecord }[];
  /** Oldest first. */
  audit: AuditRecord[];
  made: number;
}

/** Who a request is from. */
export interface Caller {
  admin: boolean;
  user: UserRecord | null;
  session: SessionRecord | null;
  key: KeyRecord | null;
}

export const password = "correct horse battery";
const minute = 60_000;
const day = 24 * 60 * minute;
const order: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "OWNER"];
const needs: Record<Permission, Role> = {
  READ_DRAFTS: "VIEWER",
  READ_PEOPLE: "VIEWER",
  RUN_SUITES: "MEMBER",
  REGISTER_AGENTS: "MEMBER",
  CREATE_KEYS: "MEMBER",
  EDIT_SUITES: "ADMIN",
  MANAGE_AGENTS: "ADMIN",
  MANAGE_PEOPLE: "ADMIN",
  MANAGE_KEYS: "ADMIN",
  READ_AUDIT: "ADMIN",
  OPERATE: "ADMIN",
  READ_WORK: "VIEWER",
  READ_SCORES: "VIEWER",
  SEND_TASKS: "MEMBER",
  JUDGE_WORK: "MEMBER",
  EXPORT_SCORES: "ADMIN",
  CLEAR_TEXTS: "OWNER",
};

export const atLeast = (role: Role | null, least: Role) => role !== null && order.indexOf(role) >= order.indexOf(least);

export function roleIn(workspace: WorkspaceRecord, caller: Caller): Role | null {
  return workspace.members.find((m) => m.user === caller.user)?.role ?? null;
}

export function permissionsIn(workspace: WorkspaceRecord, caller: Caller): Permission[] {
  const all = Object.keys(needs) as Permission[];
  return caller.admin ? all : all.filter((p) => atLeast(roleIn(workspace, caller), needs[p]));
}

/** Whether the caller may do something to the registry as a whole. */
export function may(access: Access, caller: Caller, permission: Permission): boolean {
  return permissionsIn(access.workspaces[0]!, caller).includes(permission);
}

/** By the tab's key, else by the session cookie `fake_session`; `as-chen` is a session of the user `chen` that needs no signing in. */
export function callerOf(
  access: Access,
  adminKey: string,
  cookie: string | undefined,
  authorization: unknown,
  userAgent = "",
): Caller {
  const stranger = { admin: false, user: null, session: null, key: null };
  if (authorization === `Bearer ${adminKey}`) return { ...stranger, admin: true };
  if (typeof authorization === "string") {
    const key = access.workspaces.flatMap((w) => w.keys).find((k) => authorization === `Bearer ${k.token}`);
    return key && !key.revokedAt ? { ...stranger, user: key.createdBy, key } : stranger;
  }
  const token = /(?:^|;\s*)fake_session=([\w.-]+)/.exec(cookie ?? "")?.[1];
  if (!token) return stranger;
  let session = access.sessions.find((s) => s.token === token);
  const named = token.startsWith("as-") && access.users.find((u) => u.id === `usr_${token.slice(3)}`);
  if (!session && named) session = beginSession(access, named, userAgent, token);
  return session ? { admin: session.user.platformAdmin, user: session.user, session, key: null } : stranger;
}

export function beginSession(access: Access, user: UserRecord, userAgent: string, token?: string): SessionRecord {
  const now = Date.now();
  const session = {
    id: `ses_${++access.made}`,
    token: token ?? `${user.id}.${access.made}`,
    user,
    address: "127.0.0.1",
    userAgent,
    createdAt: new Date(now).toISOString(),
    seenAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 30 * day).toISOString(),
  };
  access.sessions.unshift(session);
  return session;
}

export function createAccess(scenario: Scenario): Access {
  const odd = scenario === "nasty";
  const said = (plain: string, i: number) => (odd ? nasty[i % nasty.length]! : plain);
  const user = (id: string, name: string, i: number, more: Partial<UserRecord> = {}): UserRecord => ({
    id: `usr_${id}`,
    email: `${id}@northwind.example`,
    name: said(name, i),
    password,
    platformAdmin: false,
    createdAt: ago((200 - i * 9) * day),
    seenAt: ago((i * i * 97 + 4) * minute),
    ...more,
  });
  const few = scenario === "empty" || scenario === "off";
  const users = [
    user("ada", "Ada Keller", 0, { platformAdmin: true }),
    user("bruno", "Bruno Silva", 1),
    user("chen", "Chen Wei", 2, { password: null }),
    user("dana", "Dana Novak", 3),
    user("emil", "Emil Haas", 4, { seenAt: null }),
  ];
  if (scenario === "big") for (let i = 5; i < 40; i++) users.push(user(`p${i}`, `Person ${i}`, i % 20));
  if (odd) nasty.forEach((_, i) => users.push(user(`n${i}`, "", i)));
  const [ada, bruno, chen] = users as [UserRecord, UserRecord, UserRecord];
  const team = few ? users.slice(0, 1) : users;
  const workspaces: WorkspaceRecord[] = [
    {
      id: "wsp_default",
      key: "default",
      name: odd ? nasty[6]! : "Northwind Registry",
      createdAt: ago(200 * day),
      members: team.map((u, i) => ({
        user: u,
        role: i === 0 ? "OWNER" : i === 1 ? "ADMIN" : i === 4 ? "VIEWER" : "MEMBER",
        since: u.createdAt,
      })),
      invitations: few ? [] : invitations(ada, bruno, said),
      keys: few ? [] : apiKeys(scenario, ada, chen, said),
    },
  ];
  if (!few) {
    workspaces.push({
      id: "wsp_partners",
      key: "partners",
      name: said("Partners", 1),
      createdAt: ago(60 * day),
      members: [
        { user: bruno, role: "OWNER", since: ago(60 * day) },
        { user: chen, role: "ADMIN", since: ago(31 * day) },
      ],
      invitations: [],
      keys: [],
    });
  }
  const access: Access = { scenario, users: team, sessions: [], workspaces, resets: [], audit: [], made: 0 };
  const old: [UserRecord, string, string, number][] = [
    [
      ada,
      "198.51.100.23",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15",
      3,
    ],
    [ada, "2001:db8::4c1e", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 9],
  ];
  for (const [of, address, userAgent, days] of old) {
    const session = beginSession(access, of, odd ? nasty[1]! : userAgent);
    Object.assign(session, { address, createdAt: ago(days * day), seenAt: ago(days * 400 * minute) });
  }
  const entries = few ? 0 : scenario === "big" ? 10_000 : 130;
  for (let i = 0; i < entries; i++) pastEntry(access, i, entries, said);
  if (scenario !== "fresh") return access;
  workspaces[0]!.members = [];
  return { ...access, users: [], sessions: [] };
}

function invitations(ada: UserRecord, bruno: UserRecord, said: (plain: string, i: number) => string) {
  const invitation = (i: number, state: InvitationState, role: Role, email: string | null, days: number) => ({
    id: `inv_${i}`,
    token: `invite-${i}`,
    role,
    email: email && said(email, i),
    invitedBy: i === 3 ? null : i % 2 ? bruno : ada,
    state,
    createdAt: ago(days * day),
    expiresAt: ago((days - 7) * day),
    acceptedAt: state === "ACCEPTED" ? ago((days - 1) * day) : null,
  });
  return [
    invitation(1, "OPEN", "MEMBER", "fay.lindqvist@northwind.example", 1),
    invitation(2, "OPEN", "VIEWER", null, 5),
    invitation(3, "REVOKED", "ADMIN", null, 12),
    invitation(4, "ACCEPTED", "VIEWER", "emil@northwind.example", 20),
    invitation(5, "EXPIRED", "MEMBER", "gil@elsewhere.example", 24),
  ];
}

function apiKeys(scenario: Scenario, ada: UserRecord, chen: UserRecord, said: (plain: string, i: number) => string) {
  const key = (i: number, name: string, role: Role, scopes: Scope[], more: Partial<KeyRecord> = {}): KeyRecord => ({
    id: `key_${i}`,
    token: `assay_${hex(`key/${i}`).slice(0, 32)}`,
    prefix: `assay_${hex(`key/${i}`).slice(0, 6)}`,
    name: said(name, i),
    role,
    scopes,
    agent: null,
    createdBy: i % 2 ? chen : ada,
    createdAt: ago(i * 11 * day),
    expiresAt: ago((i * 11 - 90) * day),
    usedAt: ago(i * 23 * minute),
    revokedAt: null,
    ...more,
  });
  const some = [
    key(1, "Nightly board export", "VIEWER", ["READ"]),
    key(2, "CI: run suites on merge", "MEMBER", ["READ", "RUN"], { expiresAt: null }),
    key(3, "Agent onboarding", "MEMBER", ["AGENT"], { usedAt: null, expiresAt: ago(-3 * day) }),
    key(5, "Courier’s own", "MEMBER", ["AGENT"], { agent: "did:web:courier.example" }),
    key(4, "Terraform", "ADMIN", ["READ", "RUN", "AGENT", "ADMIN"], { createdBy: null, expiresAt: null }),
    key(9, "Old laptop", "MEMBER", ["READ", "RUN"], { expiresAt: ago(9 * day) }),
    key(12, "Leaked in a screenshot", "MEMBER", ["READ", "RUN"], { revokedAt: ago(80 * day), usedAt: ago(80 * day) }),
  ];
  if (scenario === "big") for (let i = 20; i < 260; i++) some.push(key(i, `Key ${i}`, "MEMBER", ["READ"]));
  return some;
}

const past: [action: string, target: string, outcome: AuditOutcome, code: string | null][] = [
  ["runSuite", "http-basics", "DONE", null],
  ["signIn", "chen@northwind.example", "DONE", null],
  ["putSuite", "a2a-basics", "DONE", null],
  ["signIn", "ada@northwind.example", "REFUSED", "unauthenticated"],
  ["registerAgent", "did:web:courier.example", "DONE", null],
  ["putSuite", "refund-desk", "INVALID", "invalid"],
  ["createKey", "Nightly board export", "DONE", null],
  ["deleteSuite", "latency-ladder", "REFUSED", "forbidden"],
  ["updateMember", "usr_emil", "DONE", null],
  ["inviteMember", "fay.lindqvist@northwind.example", "DONE", null],
  ["registerAgent", "did:web:foundry.example", "INVALID", "unreachable"],
  ["cancelRun", "run_latency-ladder_90", "DONE", null],
  ["refreshAgentCard", "did:web:sextant.example", "FAILED", "internal"],
];

function pastEntry(access: Access, i: number, entries: number, said: (plain: string, i: number) => string) {
  const next = random(`audit/${i}`);
  const [action, target, outcome, code] = past[Math.floor(next() * past.length)]!;
  const who = access.users[Math.floor(next() ** 2 * Math.min(5, access.users.length))]!;
  const stranger = action === "signIn" && outcome === "REFUSED";
  const keyed = !stranger && next() > 0.8;
  note(access, {
    at: ago(Math.floor(((entries - i) / entries) ** 2 * 30 * day) + 5 * minute),
    actor: stranger ? "anonymous" : i % 29 === 0 ? "platform-admin" : who.id,
    actorName: stranger || i % 29 === 0 ? "" : who.name,
    keyId: keyed ? "key_2" : null,
    workspaceId: action === "signIn" ? null : "wsp_default",
    address: i % 29 === 0 ? "" : ["198.51.100.23", "203.0.113.77", "2001:db8::4c1e"][i % 3]!,
    action,
    target: said(target, i),
    outcome,
    code,
  });
}

/** Adds an entry to the log, chained to the one before. */
export function note(
  access: Access,
  e: Omit<AuditRecord, "seq" | "inputDigest" | "requestId" | "previous" | "hash">,
): void {
  const seq = access.audit.length + 1;
  const previous = access.audit.at(-1)?.hash ?? "";
  access.audit.push({
    ...e,
    seq,
    inputDigest: hex(`input/${seq}`),
    requestId: `req_${hex(`request/${seq}`).slice(0, 16)}`,
    previous,
    hash: hex(`entry/${seq}/${previous}`),
  });
}
