package app

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// A key's token is keyMark, 8 characters by which it is recognised, `_`, and 43 that are secret.
const (
	keyMark   = "assay_"
	keyPrefix = len(keyMark) + 8
)

func newKeyToken() eval.Secret {
	return eval.Secret(keyMark+strings.ToLower(rand.Text()[:8])+"_") + newToken()
}

// CreateKey says what a key may do.
type CreateKey struct {
	Workspace string // key; empty: default
	Name      string
	Role      eval.Role
	Scopes    []eval.Scope
	Agent     string    // DID of the agent that the key acts as, and can do nothing besides; empty: none
	ExpiresAt time.Time // zero: never
}

// CreateKey makes an API key of a workspace, with at most the caller's role; a key makes keys with no more scopes and no more time than
// it has itself. The token is given here and nowhere again. A workspace has at most maxOpen that are good. Needs CreateKeys.
func (a *App) CreateKey(ctx context.Context, in CreateKey) (k eval.APIKey, token eval.Secret, err error) {
	act := a.begin(ctx, "createKey", "", in.Name, in)
	defer act.end(ctx, &err)
	w, err := a.workspaceNamed(ctx, in.Workspace)
	if err != nil {
		return k, "", err
	}
	act.about(w.ID, in.Name)
	if err := require(ctx, w.ID, CreateKeys); err != nil {
		return k, "", err
	}
	if err := refuseKey(ctx, "make keys"); err != nil {
		return k, "", err
	}
	if err := in.check(ctx, w.ID, a.now()); err != nil {
		return k, "", err
	}
	agentID, err := a.agentOfKey(ctx, w.ID, in)
	if err != nil {
		return k, "", err
	}
	now := a.now()
	token = newKeyToken()
	k = eval.APIKey{ID: store.NewID(eval.KeyID, now), Prefix: token.Reveal()[:keyPrefix], WorkspaceID: w.ID, Name: strings.TrimSpace(in.Name),
		Role: in.Role, Scopes: in.Scopes, AgentID: agentID, CreatedAt: now, ExpiresAt: in.ExpiresAt}
	if u := Caller(ctx).User; u != nil {
		k.CreatedBy = u.ID
	}
	act.about(w.ID, k.ID)
	err = act.write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockWorkspace(ctx, w.ID); err != nil {
			return err
		}
		n, err := tx.GoodKeys(ctx, w.ID, now)
		if err != nil {
			return err
		}
		if n >= maxOpen {
			return fault.New(fault.Conflict, "too_many_keys", "this workspace has %d keys that are good, and may have no more: revoke one first", n)
		}
		return tx.AddKey(ctx, k, tokenHash(token))
	})
	if err != nil {
		token = ""
	}
	return k, token, err
}

// agentOfKey is the id of the agent that a new key is to act as, which the caller must be able to change; empty: none.
func (a *App) agentOfKey(ctx context.Context, workspaceID string, in CreateKey) (string, error) {
	if in.Agent == "" {
		return "", nil
	}
	agent, err := a.presentAgent(ctx, in.Agent)
	switch {
	case err != nil:
		return "", fault.Under("agent", bare(err))
	case agent.WorkspaceID != workspaceID:
		return "", fault.Bad("agent", "%s is not of this workspace", agent.DID)
	case len(in.Scopes) != 1 || in.Scopes[0] != eval.ScopeAgent:
		return "", fault.Bad("scopes", "the key of an agent has the scope AGENT alone")
	case !in.Role.AtLeast(needs[SendTasks].role):
		return "", fault.Bad("role", "the key of an agent needs the role %s or more", needs[SendTasks].role)
	}
	return agent.ID, requireChange(ctx, *agent)
}

func (in CreateKey) check(ctx context.Context, workspaceID string, now time.Time) error {
	p := Caller(ctx)
	if _, err := checkName(in.Name); err != nil {
		return err
	}
	if err := checkRole(in.Role); err != nil {
		return err
	}
	if !p.Role(workspaceID).AtLeast(in.Role) {
		return fault.New(fault.Forbidden, "forbidden", "the role %s is above yours", in.Role)
	}
	for i, s := range in.Scopes {
		if !slices.Contains(eval.Scopes, s) || slices.Contains(in.Scopes[:i], s) {
			return fault.Bad("scopes", "must be some of %s, each once", fault.List(eval.Scopes))
		}
	}
	switch {
	case len(in.Scopes) == 0:
		return fault.Bad("scopes", "must be one or more of %s", fault.List(eval.Scopes))
	case !in.ExpiresAt.IsZero() && !in.ExpiresAt.After(now):
		return fault.Bad("expires_at", "must be in the future")
	}
	return nil
}

// KeysOf gives the keys of workspaces by workspace id, those that are good before others, each newest first: everybody's where the caller
// has ManageKeys, else their own. Of those that ended, old ones are left out. Workspaces are left out in which they lack CreateKeys.
func (a *App) KeysOf(ctx context.Context, workspaceIDs []string) (map[string][]eval.APIKey, error) {
	out := map[string][]eval.APIKey{}
	managed := a.where(ctx, workspaceIDs, ManageKeys)
	others := slices.DeleteFunc(a.where(ctx, workspaceIDs, CreateKeys), func(id string) bool { return slices.Contains(managed, id) })
	for _, id := range slices.Concat(managed, others) {
		out[id] = []eval.APIKey{}
	}
	list := func(ids []string, createdBy string) error {
		if len(ids) == 0 {
			return nil
		}
		keys, err := a.store.KeysOf(ctx, ids, createdBy, a.now(), maxListed)
		for _, k := range keys {
			out[k.WorkspaceID] = append(out[k.WorkspaceID], k)
		}
		return err
	}
	if err := list(managed, ""); err != nil {
		return nil, err
	}
	if u := Caller(ctx).User; u != nil {
		return out, list(others, u.ID)
	}
	return out, nil
}

// RevokeKey revokes a key at once. Its maker may, and who has ManageKeys in its workspace.
func (a *App) RevokeKey(ctx context.Context, id string) (k eval.APIKey, err error) {
	act := a.begin(ctx, "revokeKey", "", id, id)
	defer act.end(ctx, &err)
	if err := requireKnown(ctx); err != nil {
		return k, err
	}
	found, err := a.store.KeysByID(ctx, []string{id})
	if err != nil {
		return k, err
	}
	if len(found) == 0 || !visible(ctx, found[0].WorkspaceID) {
		return k, fault.Missing("key", id)
	}
	act.about(found[0].WorkspaceID, id)
	p := Caller(ctx)
	own := p.User != nil && p.User.ID == found[0].CreatedBy && (p.Key == nil || p.May(found[0].WorkspaceID, CreateKeys))
	if !own {
		if err := require(ctx, found[0].WorkspaceID, ManageKeys); err != nil {
			return k, err
		}
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockKey(ctx, id)
		if err != nil {
			return err
		}
		if k = *now; !k.RevokedAt.IsZero() {
			return nil
		}
		k.RevokedAt = a.now()
		return tx.RevokeKey(ctx, id, k.RevokedAt)
	})
	return k, err
}
