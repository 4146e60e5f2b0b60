package app

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// visible reports whether the caller may know of a workspace.
func visible(ctx context.Context, workspaceID string) bool {
	p := Caller(ctx)
	return p.PlatformAdmin || p.Roles[workspaceID] != ""
}

// Workspace gives the workspace with this key; nil when there is none or the caller is nobody there.
func (a *App) Workspace(ctx context.Context, key string) (*eval.Workspace, error) {
	w, err := a.store.WorkspaceByKey(ctx, key)
	if err != nil || w == nil || !visible(ctx, w.ID) {
		return nil, err
	}
	return w, nil
}

// Workspaces gives the workspaces of the caller by key; of a platform admin, all.
func (a *App) Workspaces(ctx context.Context) ([]eval.Workspace, error) {
	p := Caller(ctx)
	if p.PlatformAdmin {
		return a.store.Workspaces(ctx)
	}
	ids := make([]string, 0, len(p.Roles))
	for id := range p.Roles {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return []eval.Workspace{}, nil
	}
	return a.store.WorkspacesByID(ctx, ids)
}

// WorkspaceNamed gives the workspace with this key, for those who are somebody there; NotFound for others. An empty key is `default`.
func (a *App) workspaceNamed(ctx context.Context, key string) (eval.Workspace, error) {
	if err := requireKnown(ctx); err != nil {
		return eval.Workspace{}, err
	}
	w, err := a.Workspace(ctx, cmp.Or(key, eval.DefaultWorkspaceKey))
	if err == nil && w == nil {
		err = fault.Missing("workspace", key)
	}
	if err != nil {
		return eval.Workspace{}, err
	}
	return *w, nil
}

var workspaceKey = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// CreateWorkspace makes a workspace; the caller becomes its owner, if they are a user. name may be empty: the key. Needs a platform admin.
func (a *App) CreateWorkspace(ctx context.Context, key, name string) (w eval.Workspace, err error) {
	act := a.begin(ctx, "createWorkspace", "", key, map[string]any{"key": key, "name": name})
	defer act.end(ctx, &err)
	if err := requirePlatformAdmin(ctx); err != nil {
		return w, err
	}
	if !workspaceKey.MatchString(key) {
		return w, fault.Bad("key", "must have from 1 to 40 lower-case letters, digits and -")
	}
	if name, err = checkName(cmp.Or(name, key)); err != nil {
		return w, err
	}
	now := a.now()
	w = eval.Workspace{ID: store.NewID(eval.WorkspaceID, now), Key: key, Name: name, CreatedAt: now}
	act.about(w.ID, key)
	err = act.write(ctx, func(tx *store.Tx) error {
		if err := tx.PutWorkspace(ctx, w); err != nil {
			return err
		}
		if u := Caller(ctx).User; u != nil {
			return tx.PutMember(ctx, eval.Member{WorkspaceID: w.ID, UserID: u.ID, Role: eval.RoleOwner, Since: now})
		}
		return nil
	})
	if store.IsUnique(err) {
		act.about("", key)
		err = &fault.Error{Kind: fault.Conflict, Code: "workspace_exists", Message: "there is a workspace with this key already", Field: "key"}
	}
	return w, err
}

// RenameWorkspace changes a workspace's name. Needs ManagePeople there.
func (a *App) RenameWorkspace(ctx context.Context, key, name string) (w eval.Workspace, err error) {
	act := a.begin(ctx, "renameWorkspace", "", key, map[string]any{"workspace": key, "name": name})
	defer act.end(ctx, &err)
	if w, err = a.manage(ctx, act, key, key); err != nil {
		return w, err
	}
	if w.Name, err = checkName(name); err != nil {
		return w, err
	}
	return w, act.write(ctx, func(tx *store.Tx) error { return tx.PutWorkspace(ctx, w) })
}

// manage gives the workspace with this key when the caller manages people there, and notes in the act what it is about.
func (a *App) manage(ctx context.Context, act *act, key, target string) (eval.Workspace, error) {
	w, err := a.workspaceNamed(ctx, key)
	if err != nil {
		return w, err
	}
	act.about(w.ID, target)
	return w, require(ctx, w.ID, ManagePeople)
}

// MembersOf gives the members of workspaces by workspace id, owners first, then by name. Workspaces are left out in which the caller
// lacks ReadPeople.
func (a *App) MembersOf(ctx context.Context, workspaceIDs []string) (map[string][]eval.Member, error) {
	out := map[string][]eval.Member{}
	ids := a.where(ctx, workspaceIDs, ReadPeople)
	if len(ids) == 0 {
		return out, nil
	}
	members, err := a.store.MembersOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	userIDs := make([]string, len(members))
	for i, m := range members {
		userIDs[i] = m.UserID
	}
	users, err := a.store.UsersByID(ctx, userIDs)
	names := map[string]string{}
	for _, u := range users {
		names[u.ID] = strings.ToLower(u.Name)
	}
	slices.SortFunc(members, func(x, y eval.Member) int {
		return cmp.Or(slices.Index(eval.Roles, y.Role)-slices.Index(eval.Roles, x.Role),
			cmp.Compare(names[x.UserID], names[y.UserID]), cmp.Compare(x.UserID, y.UserID))
	})
	for _, id := range ids {
		out[id] = []eval.Member{}
	}
	for _, m := range members {
		out[m.WorkspaceID] = append(out[m.WorkspaceID], m)
	}
	return out, err
}

// OwnRoles gives what the caller is in workspaces, by workspace id; those in which they are nobody are left out. It is read anew for who
// is signed in: they may have become somebody since their request came.
func (a *App) OwnRoles(ctx context.Context, workspaceIDs []string) (map[string]eval.Role, error) {
	p := Caller(ctx)
	roles := p.Roles
	if p.Session != "" {
		_, standing, err := a.standing(ctx, []string{p.User.ID})
		if err != nil {
			return nil, err
		}
		roles = standing[p.User.ID]
	}
	out := map[string]eval.Role{}
	for _, id := range workspaceIDs {
		if role := roles[id]; role != "" {
			out[id] = role
		}
	}
	return out, nil
}

// where keeps the workspaces in which the caller has a permission.
func (a *App) where(ctx context.Context, workspaceIDs []string, what Permission) []string {
	p := Caller(ctx)
	return slices.DeleteFunc(slices.Clone(workspaceIDs), func(id string) bool { return !p.May(id, what) })
}

// MemberChange says what a member is to be.
type MemberChange struct {
	Workspace string // key; empty: default
	UserID    string
	Role      eval.Role
}

// UpdateMember changes a member's role, up to the caller's own; only owners change owners, and the last owner stays. Needs ManagePeople.
func (a *App) UpdateMember(ctx context.Context, in MemberChange) (member eval.Member, err error) {
	act := a.begin(ctx, "updateMember", "", in.UserID, in)
	defer act.end(ctx, &err)
	w, err := a.manage(ctx, act, in.Workspace, in.UserID)
	if err != nil {
		return member, err
	}
	if err := checkRole(in.Role); err != nil {
		return member, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		team, err := lockTeam(ctx, tx, w.ID)
		if err != nil {
			return err
		}
		if member, err = team.changeable(ctx, in.UserID, in.Role); err != nil {
			return err
		}
		member.Role = in.Role
		if err := tx.PutMember(ctx, member); err != nil || in.Role.AtLeast(eval.RoleAdmin) {
			return err
		}
		return tx.RevokeInvitationsBy(ctx, w.ID, in.UserID, a.now())
	})
	return member, err
}

// RemoveMember takes a member out; their keys and open invitations there are revoked. Members may leave, else it needs ManagePeople; only
// owners remove owners, and the last owner stays. A platform admin stays in the team of the registry, which they would govern all the same.
func (a *App) RemoveMember(ctx context.Context, workspace, userID string) (user eval.User, err error) {
	act := a.begin(ctx, "removeMember", "", userID, map[string]any{"workspace": workspace, "user_id": userID})
	defer act.end(ctx, &err)
	w, err := a.workspaceNamed(ctx, workspace)
	if err != nil {
		return user, err
	}
	act.about(w.ID, userID)
	p := Caller(ctx)
	leaving := p.Session != "" && p.User.ID == userID
	if !leaving {
		if err := require(ctx, w.ID, ManagePeople); err != nil {
			return user, err
		}
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		team, err := lockTeam(ctx, tx, w.ID)
		if err != nil {
			return err
		}
		if _, err = team.changeable(ctx, userID, ""); err != nil {
			return err
		}
		now, err := tx.User(ctx, userID)
		switch {
		case err != nil:
			return err
		case now == nil:
			return fault.Missing("member", userID)
		case now.PlatformAdmin && w.ID == eval.DefaultWorkspace:
			return fault.New(fault.Conflict, "platform_admin", "this member is platform admin, and would stay one: have a platform admin take that from them first")
		}
		user = *now
		if err := tx.DropMember(ctx, w.ID, userID); err != nil {
			return err
		}
		if err := tx.RevokeKeysBy(ctx, w.ID, userID, a.now()); err != nil {
			return err
		}
		return tx.RevokeInvitationsBy(ctx, w.ID, userID, a.now())
	})
	return user, err
}

func checkRole(r eval.Role) error {
	if !slices.Contains(eval.Roles, r) {
		return fault.Bad("role", "must be one of %s", fault.List(eval.Roles))
	}
	return nil
}

// team is the members of a workspace, locked.
type team struct {
	workspaceID string
	roles       map[string]eval.Member // by user id
	owners      int
	above       bool // the caller, or the maker of their key, is platform admin now
}

func lockTeam(ctx context.Context, tx *store.Tx, workspaceID string) (team, error) {
	t := team{workspaceID: workspaceID, roles: map[string]eval.Member{}}
	if _, err := tx.LockWorkspace(ctx, workspaceID); err != nil {
		return t, err
	}
	members, err := tx.MembersOf(ctx, []string{workspaceID})
	for _, m := range members {
		t.roles[m.UserID] = m
		if m.Role == eval.RoleOwner {
			t.owners++
		}
	}
	u := Caller(ctx).User
	if err != nil || u == nil {
		return t, err
	}
	now, err := tx.User(ctx, u.ID)
	t.above = now != nil && now.PlatformAdmin
	return t, err
}

// lockTeamsOf locks the workspaces of a user, always in the same order, and gives the teams that they are in.
func lockTeamsOf(ctx context.Context, tx *store.Tx, userID string) (teams []team, err error) {
	memberships, err := tx.Memberships(ctx, userID)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(memberships, func(x, y eval.Member) int { return cmp.Compare(x.WorkspaceID, y.WorkspaceID) })
	for _, m := range memberships {
		t, err := lockTeam(ctx, tx, m.WorkspaceID)
		if err != nil {
			return nil, err
		}
		if t.roles[userID].Role != "" { // else they left meanwhile
			teams = append(teams, t)
		}
	}
	return teams, nil
}

// rank is what the caller counts as now: somebody may have changed their role since the request came. The key of a platform admin, who
// may be no member, counts as itself.
func (t team) rank(ctx context.Context) eval.Role {
	p := Caller(ctx)
	role := p.Role(t.workspaceID)
	if !t.above && p.User != nil && !t.roles[p.User.ID].Role.AtLeast(role) {
		role = t.roles[p.User.ID].Role
	}
	return role
}

// changeable gives a member whom the caller may give another role, or (empty) take out.
func (t team) changeable(ctx context.Context, userID string, to eval.Role) (eval.Member, error) {
	m, ok := t.roles[userID]
	switch rank := t.rank(ctx); {
	case !ok:
		return m, fault.Missing("member", userID)
	case !rank.AtLeast(m.Role):
		return m, fault.New(fault.Forbidden, "forbidden", "this member has the role %s, above yours", m.Role)
	case to != "" && !rank.AtLeast(to):
		return m, fault.New(fault.Forbidden, "forbidden", "the role %s is above yours", to)
	case m.Role == eval.RoleOwner && to != eval.RoleOwner && t.owners == 1:
		return m, fault.New(fault.Conflict, "last_owner", "they are the last owner of this workspace: make another one first")
	}
	return m, nil
}
