package app

import (
	"context"
	"slices"

	"assay/eval"
	"assay/eval/fault"
)

// Principal is who is calling. The zero value is an anonymous stranger.
type Principal struct {
	PlatformAdmin bool                 // the platform-admin credential, or a user who is platform admin
	Credential    bool                 // presented some credential, right or wrong
	User          *eval.User           // signed in, or maker of the key; nil: none
	Session       string               // id of the session; empty: none
	Key           *eval.APIKey         // the API key presented; nil: none
	Roles         map[string]eval.Role // by workspace id; of a key, at most its own and its maker's
	Scopes        []eval.Scope         // what a key is held to; nil: no limit

	CommandLine bool // somebody at this machine, with the database itself

	Address   string // the request came from; empty: none is known
	UserAgent string // what the caller's program calls itself; foreign text
	RequestID string
}

// Known reports whether a right credential was presented.
func (p Principal) Known() bool { return p.PlatformAdmin || p.User != nil || p.Key != nil }

// Permission is something that a role in a workspace allows. What is about the registry as a whole (suites, runs, operations) is asked
// of its own workspace, eval.DefaultWorkspace.
type Permission string

// The permissions.
const (
	ReadDrafts     Permission = "READ_DRAFTS"     // draft suites and trials
	ReadPeople     Permission = "READ_PEOPLE"     // members of the workspace
	RunSuites      Permission = "RUN_SUITES"      // start and cancel runs
	RegisterAgents Permission = "REGISTER_AGENTS" // register agents, change one's own
	CreateKeys     Permission = "CREATE_KEYS"     // make keys, revoke one's own
	EditSuites     Permission = "EDIT_SUITES"
	ManageAgents   Permission = "MANAGE_AGENTS" // change every agent of the workspace
	ManagePeople   Permission = "MANAGE_PEOPLE" // invite, change roles, remove, issue password resets
	ManageKeys     Permission = "MANAGE_KEYS"   // see and revoke everybody's keys
	ReadAudit      Permission = "READ_AUDIT"
	Operate        Permission = "OPERATE"       // the operations screen
	ReadWork       Permission = "READ_WORK"     // work, approvals, verdicts
	ReadScores     Permission = "READ_SCORES"   // of its agents, and facts and texts of its receipts
	SendTasks      Permission = "SEND_TASKS"    // from agents that one may change, and act for them
	JudgeWork      Permission = "JUDGE_WORK"    // give verdicts, decide on approvals; in person
	ExportScores   Permission = "EXPORT_SCORES" // with their receipts
	ClearTexts     Permission = "CLEAR_TEXTS"   // of receipts
)

// Permissions lists them, from what a viewer may to what an admin may.
var Permissions = []Permission{
	ReadDrafts, ReadPeople, RunSuites, RegisterAgents, CreateKeys, EditSuites, ManageAgents, ManagePeople, ManageKeys, ReadAudit, Operate,
	ReadWork, ReadScores, SendTasks, JudgeWork, ExportScores, ClearTexts,
}

// needs says which role has a permission, and which scope a key must have for it.
var needs = map[Permission]struct {
	role  eval.Role
	scope eval.Scope
}{
	ReadDrafts:     {eval.RoleViewer, eval.ScopeRead},
	ReadPeople:     {eval.RoleViewer, eval.ScopeRead},
	RunSuites:      {eval.RoleMember, eval.ScopeRun},
	RegisterAgents: {eval.RoleMember, eval.ScopeAgent},
	CreateKeys:     {eval.RoleMember, eval.ScopeAdmin},
	EditSuites:     {eval.RoleAdmin, eval.ScopeAdmin},
	ManageAgents:   {eval.RoleAdmin, eval.ScopeAgent},
	ManagePeople:   {eval.RoleAdmin, eval.ScopeAdmin},
	ManageKeys:     {eval.RoleAdmin, eval.ScopeAdmin},
	ReadAudit:      {eval.RoleAdmin, eval.ScopeAdmin},
	Operate:        {eval.RoleAdmin, eval.ScopeAdmin},
	ReadWork:       {eval.RoleViewer, eval.ScopeRead},
	ReadScores:     {eval.RoleViewer, eval.ScopeAdmin},
	SendTasks:      {eval.RoleMember, eval.ScopeAgent},
	JudgeWork:      {eval.RoleMember, noScope},
	ExportScores:   {eval.RoleAdmin, eval.ScopeAdmin},
	ClearTexts:     {eval.RoleOwner, eval.ScopeAdmin},
}

// noScope is of what no key may do, whatever its scopes.
const noScope eval.Scope = ""

// Agent is the agent that the principal acts as; empty: none. Such a key can do nothing besides.
func (p Principal) Agent() string {
	if p.Key == nil {
		return ""
	}
	return p.Key.AgentID
}

// May reports whether the principal has a permission in a workspace.
func (p Principal) May(workspaceID string, what Permission) bool {
	n, ok := needs[what]
	switch {
	case !ok || p.Scopes != nil && !slices.Contains(p.Scopes, n.scope), p.Agent() != "" && what != SendTasks:
		return false
	case p.PlatformAdmin:
		return true
	}
	return p.Roles[workspaceID].AtLeast(n.role)
}

// Role is what the principal counts as in a workspace: a platform admin as an owner; empty when they are nobody there.
func (p Principal) Role(workspaceID string) eval.Role {
	if p.PlatformAdmin {
		return eval.RoleOwner
	}
	return p.Roles[workspaceID]
}

// PermissionsIn lists what the principal may do in a workspace.
func (p Principal) PermissionsIn(workspaceID string) []Permission {
	may := []Permission{}
	for _, what := range Permissions {
		if p.May(workspaceID, what) {
			may = append(may, what)
		}
	}
	return may
}

type principalKey struct{}

// WithPrincipal notes the caller of a request. Only the server calls it.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// Caller is the principal of the request; an anonymous stranger when none was noted.
func Caller(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// staff reports whether the caller sees what the registry's own team sees: drafts, trials, the record while the gate is down.
func staff(ctx context.Context) bool { return Caller(ctx).May(eval.DefaultWorkspace, ReadDrafts) }

// require is the first line of every method that is not public.
func require(ctx context.Context, workspaceID string, what Permission) error {
	p := Caller(ctx)
	if p.May(workspaceID, what) {
		return nil
	}
	if !p.Known() {
		return requireKnown(ctx)
	}
	n := needs[what]
	switch {
	case p.Agent() != "" && what != SendTasks:
		return fault.New(fault.Forbidden, "forbidden", "this key acts as an agent, and can do nothing besides")
	case p.Scopes != nil && n.scope == noScope:
		return fault.New(fault.Forbidden, "forbidden", "no key may do this: sign in")
	}
	if p.Scopes != nil && !slices.Contains(p.Scopes, n.scope) {
		return fault.New(fault.Forbidden, "forbidden", "this key lacks the scope %s", n.scope)
	}
	return fault.New(fault.Forbidden, "forbidden", "this needs the role %s or more in its workspace", n.role)
}

// Require is require for the registry as a whole, for a door that would otherwise read a stranger's body before the use case can refuse
// the caller.
func Require(ctx context.Context, what Permission) error {
	return require(ctx, eval.DefaultWorkspace, what)
}

// requireKnown refuses strangers.
func requireKnown(ctx context.Context) error {
	switch p := Caller(ctx); {
	case p.Known():
		return nil
	case p.Credential:
		return fault.New(fault.Forbidden, "forbidden", "this credential is unknown here, expired or revoked")
	}
	return fault.New(fault.Unauthenticated, "unauthenticated", "this needs a session or a key, sent as Authorization: Bearer KEY (the command line reads ASSAY_ADMIN_KEY)")
}

// requirePlatformAdmin refuses all but platform admins. A key never is one.
func requirePlatformAdmin(ctx context.Context) error {
	if p := Caller(ctx); p.PlatformAdmin && p.Key == nil {
		return nil
	}
	if err := requireKnown(ctx); err != nil {
		return err
	}
	return fault.New(fault.Forbidden, "forbidden", "this needs a platform admin")
}

// refuseKey refuses keys what would outlive them: whoever finds a leaked one must be stopped by revoking it.
func refuseKey(ctx context.Context, what string) error {
	if Caller(ctx).Key == nil {
		return nil
	}
	return fault.New(fault.Forbidden, "forbidden", "a key may not %s: sign in", what)
}

// requireSession gives the user who is signed in; it refuses keys, which do not act for the person.
func requireSession(ctx context.Context) (eval.User, error) {
	p := Caller(ctx)
	if p.User != nil && p.Session != "" {
		return *p.User, nil
	}
	if err := requireKnown(ctx); err != nil {
		return eval.User{}, err
	}
	return eval.User{}, fault.New(fault.Forbidden, "forbidden", "this needs a session: sign in instead of sending a key")
}
