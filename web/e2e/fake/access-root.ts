import type {
  AcceptInvitationInput,
  AuditOutcome,
  CreateKeyInput,
  InviteMemberInput,
  Permission,
  Role,
  SetUpInput,
} from "../../src/gql/schema";
import {
  type Access,
  atLeast,
  type AuditRecord,
  beginSession,
  type Caller,
  type KeyRecord,
  may,
  note,
  permissionsIn,
  roleIn,
  type UserRecord,
  type WorkspaceRecord,
} from "./access";
import { hex } from "./random";
import type { Context } from "./resolvers";
import { Forbidden, Unauthenticated } from "./refusals";
import { agentView, page, type PageArgs } from "./views";
import { agentOfKey } from "./work";

/** The queries and mutations of users, workspaces, keys and the audit log. */
type Refusal = { code: string; message: string; field: string | null };
const refuse = (message: string, field: string | null = null, code = "INVALID"): { userErrors: Refusal[] } => ({
  userErrors: [{ code, message, field }],
});
const done = { userErrors: [] as Refusal[] };
const now = () => new Date().toISOString();
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const secret = (access: Access, what: string) => hex(`${what}/${++access.made}/${Date.now()}`).slice(0, 32);

const userView = (u: UserRecord) => ({ ...u, hasPassword: u.password !== null });

export const viewerView = ({ access, caller }: Context) => ({
  admin: caller.admin,
  user: caller.user && userView(caller.user),
  key: caller.key && keyView(caller.key),
  permissions: permissionsIn(access.workspaces[0]!, caller),
  sessions:
    caller.session &&
    access.sessions.filter((s) => s.user === caller.user).map((s) => ({ ...s, current: s === caller.session })),
});

const keyView = (k: KeyRecord) => ({
  ...k,
  createdBy: k.createdBy && userView(k.createdBy),
  agent: (_: unknown, { world }: Context) => {
    const found = world.agents.find((a) => a.did === k.agent);
    return found ? agentView(world, found) : null;
  },
});

const workspaceView = (w: WorkspaceRecord, caller: Caller) => {
  const permissions = permissionsIn(w, caller);
  const has = (p: Permission) => permissions.includes(p);
  const rank = (role: Role) => ["OWNER", "ADMIN", "MEMBER", "VIEWER"].indexOf(role);
  const members = [...w.members].sort((a, b) => rank(a.role) - rank(b.role) || a.user.name.localeCompare(b.user.name));
  return {
    ...w,
    attestedHandoffs: false,
    role: roleIn(w, caller),
    permissions,
    members: has("READ_PEOPLE") ? members.map((m) => ({ ...m, user: userView(m.user) })) : null,
    invitations: has("MANAGE_PEOPLE")
      ? w.invitations.map((i) => ({ ...i, invitedBy: i.invitedBy && userView(i.invitedBy) }))
      : null,
    keys: has("CREATE_KEYS")
      ? w.keys.filter((k) => has("MANAGE_KEYS") || k.createdBy === caller.user).map(keyView)
      : null,
  };
};

const visible = (w: WorkspaceRecord, caller: Caller) => caller.admin || roleIn(w, caller) !== null;
const known = (caller: Caller) => {
  if (!caller.user && !caller.admin) throw new Unauthenticated("this needs a session or a key");
  return caller;
};

export const accessRoot = {
  viewer: (_: unknown, context: Context) => viewerView(context),
  workspaces: (_: unknown, { access, caller }: Context) =>
    access.workspaces.filter((w) => visible(w, known(caller))).map((w) => workspaceView(w, caller)),
  workspace: ({ key }: { key: string }, { access, caller }: Context) => {
    const found = access.workspaces.find((w) => w.key === key && visible(w, caller));
    return found ? workspaceView(found, caller) : null;
  },
  invitation: ({ token }: { token: string }, { access }: Context) => {
    const found = findInvitation(access, token);
    return found && { ...found.invitation, workspaceName: found.workspace.name };
  },
  auditLog: (args: AuditArgs, { access, caller }: Context) => {
    if (!may(access, known(caller), "READ_AUDIT"))
      throw new Forbidden("this needs the role admin or more in its workspace");
    return page(auditRows(access, args), args, (e) => e);
  },

  platformAdmins: (_: unknown, { access, caller }: Context) => {
    if (!known(caller).admin || caller.key) throw new Forbidden("this needs a platform admin");
    return access.users.filter((u) => u.platformAdmin).map(userView);
  },

  setUp: ({ input }: { input: SetUpInput }, context: Context) => {
    const { access } = context;
    if (access.users.length > 0) return refuse("there is a user already: sign in", null, "CONFLICT");
    if (input.adminKey !== context.adminKey) return refuse("this is not the platform-admin key", "adminKey");
    if (input.password.length < 12) return refuse("a password has 12–200 characters", "password");
    const made = newUser(access, input.email, input.name, input.password, true);
    access.workspaces[0]!.members.push({ user: made, role: "OWNER", since: now() });
    return entered(context, made);
  },
  signIn: ({ input }: { input: { email: string; password: string } }, context: Context) => {
    const found = context.access.users.find((u) => u.email === input.email.trim().toLowerCase());
    const right = found !== undefined && found.password === input.password;
    log(context, "signIn", input.email, right ? "DONE" : "REFUSED");
    if (!right) return { viewer: null, ...refuse("the address or the password is wrong") };
    return entered(context, found);
  },
  signOut: (_: unknown, context: Context) => {
    context.access.sessions = context.access.sessions.filter((s) => s !== context.caller.session);
    context.setSession(null);
    return done;
  },
  updateProfile: ({ input }: { input: { name: string } }, { caller }: Context) => {
    if (input.name.trim() === "") return { user: null, ...refuse("a name is needed", "name") };
    known(caller).user!.name = input.name;
    return { user: userView(caller.user!), ...done };
  },
  changePassword: (
    { input }: { input: { current?: string | null; password: string } },
    { access, caller }: Context,
  ) => {
    const user = known(caller).user!;
    if (user.password !== null && user.password !== input.current)
      return refuse("this is not the present password", "current");
    if (input.password.length < 12) return refuse("a password has 12–200 characters", "password");
    user.password = input.password;
    access.sessions = access.sessions.filter((s) => s.user !== user || s === caller.session);
    return done;
  },
  endSessions: ({ input }: { input: { sessionId?: string | null } }, { access, caller }: Context) => {
    known(caller);
    const before = access.sessions.length;
    access.sessions = access.sessions.filter(
      (s) => s.user !== known(caller).user || (input.sessionId ? s.id !== input.sessionId : s === caller.session),
    );
    return { ended: before - access.sessions.length, ...done };
  },
  issuePasswordReset: ({ input }: { input: { userId: string } }, context: Context) => {
    known(context.caller);
    const user = context.access.users.find((u) => u.id === input.userId)!;
    const token = secret(context.access, "reset");
    context.access.resets.push({ token, user });
    log(context, "issuePasswordReset", user.id);
    return { link: `${context.origin}/reset#${token}`, expiresAt: later(1), ...done };
  },
  resetPassword: ({ input }: { input: { token: string; password: string } }, context: Context) => {
    const found = context.access.resets.find((r) => r.token === input.token);
    if (!found) return { viewer: null, ...refuse("this link is unknown, used or too old: ask for a new one", "token") };
    if (input.password.length < 12) return { viewer: null, ...refuse("a password has 12–200 characters", "password") };
    found.user.password = input.password;
    context.access.resets = context.access.resets.filter((r) => r !== found);
    context.access.sessions = context.access.sessions.filter((s) => s.user !== found.user);
    return entered(context, found.user);
  },
  setPlatformAdmin: ({ input }: { input: { userId: string; platformAdmin: boolean } }, { access, caller }: Context) => {
    known(caller);
    const user = access.users.find((u) => u.id === input.userId)!;
    if (!input.platformAdmin && access.users.filter((u) => u.platformAdmin).length === 1) {
      return { user: null, ...refuse("the last platform admin stays", null, "CONFLICT") };
    }
    user.platformAdmin = input.platformAdmin;
    return { user: userView(user), ...done };
  },

  createWorkspace: ({ input }: { input: { key: string; name?: string | null } }, { access, caller }: Context) => {
    known(caller);
    if (!/^[a-z0-9-]{1,40}$/.test(input.key)) return refuse("lower-case letters, digits and -, 1–40 characters", "key");
    if (access.workspaces.some((w) => w.key === input.key))
      return refuse("there is one with this key", "key", "CONFLICT");
    const members = caller.user ? [{ user: caller.user, role: "OWNER" as const, since: now() }] : [];
    const made = { id: `wsp_${input.key}`, key: input.key, name: input.name || input.key, createdAt: now() };
    access.workspaces.push({ ...made, members, invitations: [], keys: [] });
    return { workspace: workspaceView(access.workspaces.at(-1)!, caller), ...done };
  },
  renameWorkspace: ({ input }: { input: { workspace: string; name: string } }, context: Context) => {
    const workspace = managed(context, input.workspace, "MANAGE_PEOPLE");
    if (input.name.trim() === "") return refuse("a name is needed", "name");
    workspace.name = input.name;
    return { workspace: workspaceView(workspace, context.caller), ...done };
  },
  inviteMember: ({ input }: { input: InviteMemberInput }, context: Context) => {
    const { access, caller } = context;
    const workspace = managed(context, input.workspace, "MANAGE_PEOPLE");
    if (input.email && !/^\S+@\S+$/.test(input.email)) return refuse("this is no e-mail address", "email");
    const token = secret(access, "invite");
    workspace.invitations.unshift({
      id: `inv_made_${access.made}`,
      token,
      role: input.role,
      email: input.email ?? null,
      invitedBy: caller.user,
      state: "OPEN",
      createdAt: now(),
      expiresAt: later(7),
      acceptedAt: null,
    });
    log(context, "inviteMember", input.email ?? "");
    return { invitation: workspace.invitations[0], link: `${context.origin}/invitation#${token}`, ...done };
  },
  revokeInvitation: ({ input }: { input: { invitationId: string } }, { access, caller }: Context) => {
    known(caller);
    const found = access.workspaces.flatMap((w) => w.invitations).find((i) => i.id === input.invitationId)!;
    found.state = "REVOKED";
    return { invitation: found, ...done };
  },
  acceptInvitation: ({ input }: { input: AcceptInvitationInput }, context: Context) => {
    const { access, caller } = context;
    const found = findInvitation(access, input.token);
    if (!found || found.invitation.state !== "OPEN") return refuse("this link is unknown, used or too old", "token");
    const { invitation, workspace } = found;
    let user = caller.user;
    if (!user) {
      const email = invitation.email ?? input.email ?? "";
      if (access.users.some((u) => u.email === email.toLowerCase())) {
        return refuse("there is a user with this address: sign in first", "email", "CONFLICT");
      }
      if (!/^\S+@\S+$/.test(email)) return refuse("an e-mail address is needed", "email");
      if ((input.password ?? "").length < 12) return refuse("a password has 12–200 characters", "password");
      user = newUser(access, email, input.name ?? "", input.password!, false);
    } else if (invitation.email && invitation.email !== user.email) {
      return refuse(`this link is for ${invitation.email} only`, "email", "CONFLICT");
    }
    if (workspace.members.some((m) => m.user === user)) return refuse("you are a member already", null, "CONFLICT");
    workspace.members.push({ user, role: invitation.role, since: now() });
    Object.assign(invitation, { state: "ACCEPTED", acceptedAt: now() });
    const { viewer } = entered(context, user);
    return { viewer, workspace: workspaceView(workspace, { ...caller, user }), ...done };
  },
  updateMember: ({ input }: { input: { workspace: string; userId: string; role: Role } }, context: Context) => {
    const workspace = managed(context, input.workspace, "MANAGE_PEOPLE");
    const member = workspace.members.find((m) => m.user.id === input.userId)!;
    const own = context.caller.admin ? "OWNER" : roleIn(workspace, context.caller);
    if (!atLeast(own, input.role) || !atLeast(own, member.role)) throw new Forbidden("only owners change owners");
    if (member.role === "OWNER" && input.role !== "OWNER" && owners(workspace) === 1) {
      return { member: null, ...refuse("the last owner stays: make somebody else owner first", "role", "CONFLICT") };
    }
    member.role = input.role;
    log(context, "updateMember", input.userId);
    return { member: { ...member, user: userView(member.user) }, ...done };
  },
  removeMember: ({ input }: { input: { workspace: string; userId: string } }, context: Context) => {
    const { access, caller } = context;
    const workspace = access.workspaces.find((w) => w.key === input.workspace)!;
    if (input.userId !== caller.user?.id) managed(context, input.workspace, "MANAGE_PEOPLE");
    const member = workspace.members.find((m) => m.user.id === input.userId)!;
    if (member.role === "OWNER" && owners(workspace) === 1) return refuse("the last owner stays", null, "CONFLICT");
    if (member.user.platformAdmin && workspace === access.workspaces[0])
      return refuse("this member is platform admin: have that taken from them first", null, "CONFLICT");
    workspace.members = workspace.members.filter((m) => m !== member);
    for (const k of workspace.keys) if (k.createdBy === member.user) k.revokedAt ??= now();
    return { user: userView(member.user), ...done };
  },

  createKey: ({ input }: { input: CreateKeyInput }, context: Context) => {
    const { access, caller } = context;
    const workspace = managed(context, input.workspace, "CREATE_KEYS");
    if (input.name.trim() === "") return refuse("say what it is for", "name");
    if (input.scopes.length === 0) return refuse("a key needs at least one scope", "scopes");
    const agent = agentOfKey(context, input);
    if (typeof agent === "string") return refuse(agent, "agent");
    if (agent && String(input.scopes) !== "AGENT")
      return refuse("an agent’s own key has the scope AGENT alone", "scopes");
    const token = `assay_${secret(access, "key")}`;
    const made: KeyRecord = {
      id: `key_made_${access.made}`,
      token,
      prefix: token.slice(0, 12),
      name: input.name,
      role: input.role ?? "MEMBER",
      scopes: input.scopes as KeyRecord["scopes"],
      agent: agent?.did ?? null,
      createdBy: caller.user,
      createdAt: now(),
      expiresAt: input.expiresAt ?? null,
      usedAt: null,
      revokedAt: null,
    };
    workspace.keys.unshift(made);
    log(context, "createKey", input.name);
    return { key: keyView(made), token, ...done };
  },
  revokeKey: ({ input }: { input: { keyId: string } }, context: Context) => {
    known(context.caller);
    const key = context.access.workspaces.flatMap((w) => w.keys).find((k) => k.id === input.keyId)!;
    key.revokedAt ??= now();
    log(context, "revokeKey", key.name);
    return { key: keyView(key), ...done };
  },
};

export interface AuditArgs extends PageArgs {
  workspace?: string;
  actor?: string;
  action?: string;
  outcome?: AuditOutcome;
  search?: string;
  since?: string;
  until?: string;
}

/** Newest first. */
export function auditRows(access: Access, args: AuditArgs): AuditRecord[] {
  const of = args.workspace && access.workspaces.find((w) => w.key === args.workspace)?.id;
  const part = args.search?.toLowerCase();
  return access.audit
    .filter(
      (e) =>
        (!of || e.workspaceId === of) &&
        (!args.actor || e.actor === args.actor) &&
        (!args.action || e.action === args.action) &&
        (!args.outcome || e.outcome === args.outcome) &&
        (!part || `${e.target}\n${e.actorName}`.toLowerCase().includes(part)) &&
        (!args.since || e.at >= args.since) &&
        (!args.until || e.at < args.until),
    )
    .reverse();
}

function managed({ access, caller }: Context, key: string | undefined, permission: Permission): WorkspaceRecord {
  const found = access.workspaces.find((w) => w.key === (key ?? "default"));
  if (!found || !permissionsIn(found, known(caller)).includes(permission)) throw new Forbidden("you may not");
  return found;
}

const owners = (workspace: WorkspaceRecord) => workspace.members.filter((m) => m.role === "OWNER").length;

function findInvitation(access: Access, token: string) {
  for (const workspace of access.workspaces) {
    const invitation = workspace.invitations.find((i) => i.token === token);
    if (invitation) return { workspace, invitation };
  }
  return null;
}

function newUser(access: Access, email: string, name: string, word: string, platformAdmin: boolean): UserRecord {
  const made: UserRecord = {
    id: `usr_made_${++access.made}`,
    email: email.trim().toLowerCase(),
    name: name.trim() || email,
    password: word,
    platformAdmin,
    createdAt: now(),
    seenAt: now(),
  };
  access.users.push(made);
  return made;
}

function entered(context: Context, user: UserRecord) {
  const session = beginSession(context.access, user, context.userAgent);
  context.setSession(session.token);
  const caller = { admin: user.platformAdmin, user, session, key: null };
  return { viewer: viewerView({ ...context, caller }), ...done };
}

function log({ access, caller }: Context, action: string, target: string, outcome: AuditOutcome = "DONE") {
  note(access, {
    at: now(),
    actor: caller.user?.id ?? (caller.admin ? "platform-admin" : "anonymous"),
    actorName: caller.user?.name ?? "",
    keyId: caller.key?.id ?? null,
    workspaceId: "wsp_default",
    address: "127.0.0.1",
    action,
    target,
    outcome,
    code: outcome === "DONE" ? null : "unauthenticated",
  });
}
