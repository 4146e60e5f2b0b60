package app

import (
	"context"
	"slices"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// platformAdmin reports whether the caller is a platform admin in person. A key never is one.
func platformAdmin(ctx context.Context) bool { return requirePlatformAdmin(ctx) == nil }

// registrant is the caller as who registered an agent: a user, or a key that belongs to none; empty for the platform-admin credential.
func registrant(ctx context.Context) string {
	switch p := Caller(ctx); {
	case p.User != nil:
		return p.User.ID
	case p.Key != nil:
		return p.Key.ID
	}
	return ""
}

// MayChangeAgent reports whether the caller may change an agent: who registered it, while they may still register agents for its
// workspace; those who manage the workspace's agents; and platform admins.
func (a *App) MayChangeAgent(ctx context.Context, agent eval.Agent) bool {
	return mayChangeAgent(ctx, agent)
}

func mayChangeAgent(ctx context.Context, agent eval.Agent) bool {
	if platformAdmin(ctx) {
		return true
	}
	p := Caller(ctx)
	if agent.WorkspaceID == "" {
		return false // a mirror
	}
	who := registrant(ctx)
	return p.May(agent.WorkspaceID, ManageAgents) || who != "" && who == agent.RegisteredBy && p.May(agent.WorkspaceID, RegisterAgents)
}

// mayBringBack reports whether the caller may register a removed agent for a workspace: its own again, or one they may change.
func (a *App) mayBringBack(ctx context.Context, removed eval.Agent, workspaceID string) bool {
	return removed.WorkspaceID == workspaceID && workspaceID != "" || mayChangeAgent(ctx, removed)
}

// changeable gives the agent that the caller is about to change, and tells the act whose it is. NotFound for one that is not there or was
// removed.
func (a *App) changeable(ctx context.Context, act *act, did string) (*eval.Agent, error) {
	if err := requireKnown(ctx); err != nil {
		return nil, err
	}
	agent, err := a.presentAgent(ctx, did)
	if err != nil {
		return nil, err
	}
	act.about(agent.WorkspaceID, agent.DID)
	return agent, requireChange(ctx, *agent)
}

// lockChangeable locks the agent that changeable gave: meanwhile it may have been removed, or become somebody else's.
func lockChangeable(ctx context.Context, tx *store.Tx, did string) (eval.Agent, error) {
	agent, err := tx.LockAgent(ctx, did)
	switch {
	case err != nil:
		return eval.Agent{}, err
	case agent == nil || agent.Removed():
		return eval.Agent{}, missingAgent(did)
	}
	return *agent, requireChange(ctx, *agent)
}

func requireChange(ctx context.Context, agent eval.Agent) error {
	if mayChangeAgent(ctx, agent) {
		return nil
	}
	if err := requireKnown(ctx); err != nil {
		return err
	}
	if p := Caller(ctx); p.Key != nil && agent.WorkspaceID != "" && p.Roles[agent.WorkspaceID] != "" {
		if err := require(ctx, agent.WorkspaceID, RegisterAgents); err != nil {
			return err // says which role or scope the key lacks
		}
	}
	return fault.New(fault.Forbidden, "forbidden", "this agent is for who registered it, and for admins of its workspace, to change")
}

// VisibleWorkspaces gives those of these workspaces of which the caller may know, in any order. For batching.
func (a *App) VisibleWorkspaces(ctx context.Context, ids []string) ([]eval.Workspace, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !visible(ctx, id) })
	if len(ids) == 0 {
		return nil, nil
	}
	return a.store.WorkspacesByID(ctx, ids)
}

func missingAgent(did string) error {
	f := fault.Missing("agent", did)
	f.Field = "did"
	return f
}
