package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
)

// WorkFilter narrows a list of work. Zero: all of `default`.
type WorkFilter struct {
	Workspace string // key; empty: that of the caller's key, else default
	Agent     string // DID of who sent it or was sent it
	Class     classscore.Class
	Statuses  []eval.WorkStatus
}

// Works gives a page of the work of a workspace, newest first: to viewers; to an agent's own key that in which it takes part. To others
// none.
func (a *App) Works(ctx context.Context, f WorkFilter, page eval.PageArgs) (eval.Page[eval.Work], error) {
	w, err := a.workspaceOf(ctx, f.Workspace)
	if err != nil || w == nil {
		return nothing[eval.Work](), err
	}
	where := store.WorkFilter{WorkspaceID: w.ID, Class: f.Class, Statuses: f.Statuses}
	if f.Agent != "" {
		agent, err := a.namedAgent(ctx, f.Agent)
		if err != nil || agent == nil {
			return nothing[eval.Work](), err
		}
		where.AgentID = agent.ID
	}
	p := Caller(ctx)
	switch own := p.Agent(); {
	case own != "" && (where.AgentID == "" || where.AgentID == own):
		where.AgentID = own
	case !p.May(w.ID, ReadWork):
		return nothing[eval.Work](), nil
	}
	return a.store.Works(ctx, where, page)
}

// workspaceOf is the workspace with this key (empty: that of the caller's key, else default) when the caller may know of it, else nil.
func (a *App) workspaceOf(ctx context.Context, key string) (*eval.Workspace, error) {
	if of := Caller(ctx).Key; key == "" && of != nil {
		found, err := a.VisibleWorkspaces(ctx, []string{of.WorkspaceID})
		if err != nil || len(found) == 0 {
			return nil, err
		}
		return &found[0], nil
	}
	if key == "" {
		key = eval.DefaultWorkspaceKey
	}
	return a.Workspace(ctx, key)
}

// mayReadWork reports whether the caller may see work.
func mayReadWork(ctx context.Context, w eval.Work) bool {
	p := Caller(ctx)
	if own := p.Agent(); own != "" {
		return p.Key.WorkspaceID == w.WorkspaceID && (w.FromAgentID == own || w.ToAgentID == own)
	}
	return p.May(w.WorkspaceID, ReadWork)
}

// Work gives the work with this id; nil when there is none or the caller may not see it.
func (a *App) Work(ctx context.Context, id string) (*eval.Work, error) {
	w, err := a.store.Work(ctx, id)
	if err != nil || w == nil || !mayReadWork(ctx, *w) {
		return nil, err
	}
	return w, nil
}

// WorksByID gives work by id that the caller may see, in any order. For batching.
func (a *App) WorksByID(ctx context.Context, ids []string) ([]eval.Work, error) {
	found, err := a.store.WorksByID(ctx, ids)
	return slices.DeleteFunc(found, func(w eval.Work) bool { return !mayReadWork(ctx, w) }), err
}

// WorkEvents gives the events of work that the caller was given, in order. For batching.
func (a *App) WorkEvents(ctx context.Context, workIDs []string) (map[string][]eval.WorkEvent, error) {
	return a.store.WorkEvents(ctx, workIDs)
}

// ApprovalsOf gives the approvals of work that the caller was given, oldest first. For batching.
func (a *App) ApprovalsOf(ctx context.Context, workIDs []string) (map[string][]eval.Approval, error) {
	return a.store.ApprovalsOf(ctx, workIDs)
}

// ApprovalsByID gives approvals by id of work that the caller was given. For batching.
func (a *App) ApprovalsByID(ctx context.Context, ids []string) ([]eval.Approval, error) {
	return a.store.ApprovalsByID(ctx, ids)
}

// Approval gives the approval with this id; nil when there is none or the caller may not see its work.
func (a *App) Approval(ctx context.Context, id string) (*eval.Approval, error) {
	p, err := a.store.Approval(ctx, id)
	if err != nil || p == nil {
		return nil, err
	}
	w, err := a.Work(ctx, p.WorkID)
	if err != nil || w == nil {
		return nil, err
	}
	return p, nil
}

// Approvals gives a page of the approvals of a workspace (key; empty: that of the caller's key, else default), newest first; with a state, those that stand there. To
// viewers; to others none.
func (a *App) Approvals(ctx context.Context, workspace string, state eval.ApprovalState, page eval.PageArgs) (eval.Page[eval.Approval], error) {
	w, err := a.workspaceOf(ctx, workspace)
	if err != nil || w == nil || !Caller(ctx).May(w.ID, ReadWork) {
		return nothing[eval.Approval](), err
	}
	return a.store.Approvals(ctx, w.ID, state, page)
}

// shownFirst is how much of the newest work a stream begins with.
const shownFirst = 10

// WorkChanged sends the newest work of a workspace, oldest first, so that nothing is missed between a list and its stream, and then work as
// it stands whenever it was sent or moved on. Viewers.
func (a *App) WorkChanged(ctx context.Context, workspace string) (<-chan eval.Work, error) {
	w, err := a.workspaceNamed(ctx, workspace)
	if err != nil {
		return nil, err
	}
	if err := require(ctx, w.ID, ReadWork); err != nil {
		return nil, err
	}
	watcher := a.hub.Watch(func(topic string) bool { return eval.IDKind(topic) == eval.WorkID })
	out := make(chan eval.Work)
	go func() {
		defer close(out)
		defer watcher.Close()
		for first := true; ; first = false {
			if !first {
				select {
				case <-ctx.Done():
					return
				case <-watcher.C:
				}
			}
			changed, err := a.changedWork(ctx, w.ID, watcher.Take(), first)
			if err != nil && ctx.Err() == nil {
				a.log.ErrorContext(ctx, "stream work", "error", err)
			}
			for _, w := range changed {
				if !send(ctx, out, w) {
					return
				}
			}
			if !pause(ctx, workGap) {
				return
			}
		}
	}()
	return out, nil
}

// workGap is how long a stream of work or scores gathers what changes.
const workGap = 100 * time.Millisecond

// changedWork gives the work behind topics that is of a workspace, by id. When notifications were lost, the newest work may have changed.
func (a *App) changedWork(ctx context.Context, workspaceID string, topics []string, first bool) ([]eval.Work, error) {
	newest := 0
	if first {
		newest = shownFirst
	}
	if slices.Contains(topics, store.TopicAll) {
		newest = 100
	}
	found, err := a.store.WorksByID(ctx, topics)
	if err == nil && newest > 0 {
		var page eval.Page[eval.Work]
		page, err = a.store.Works(ctx, store.WorkFilter{WorkspaceID: workspaceID}, eval.PageArgs{First: &newest})
		found = append(slices.DeleteFunc(found, func(w eval.Work) bool {
			return slices.ContainsFunc(page.Items, func(p eval.Work) bool { return p.ID == w.ID })
		}), page.Items...)
	}
	found = slices.DeleteFunc(found, func(w eval.Work) bool { return w.WorkspaceID != workspaceID })
	slices.SortFunc(found, func(x, y eval.Work) int { return strings.Compare(x.ID, y.ID) })
	return found, err
}

// ScoreChanged sends the scores of an agent that were computed anew, from now on, as long as the caller may see its scores.
func (a *App) ScoreChanged(ctx context.Context, did string) (<-chan eval.ClassScore, error) {
	agent, err := a.presentAgent(ctx, did)
	if err != nil {
		return nil, err
	}
	if !mayReadScores(ctx, *agent) {
		if err := require(ctx, agent.WorkspaceID, ReadScores); err != nil {
			return nil, err
		}
	}
	watcher := a.hub.WatchTopic(store.TopicScores + agent.ID)
	known, err := a.newestScores(ctx, agent.ID)
	if err != nil {
		watcher.Close()
		return nil, err
	}
	out := make(chan eval.ClassScore)
	go func() {
		defer close(out)
		defer watcher.Close()
		again := time.NewTicker(lookAgain)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-watcher.C:
				watcher.Take()
			case <-again.C:
			}
			// Scores may be published no more, and an agent may be of another workspace now.
			agent, err := a.Agent(ctx, did)
			if err == nil && (agent == nil || !mayReadScores(ctx, *agent)) {
				return
			}
			var now map[classscore.Class]eval.ClassScore
			if err == nil {
				now, err = a.newestScores(ctx, agent.ID)
			}
			if err != nil {
				if ctx.Err() == nil {
					a.log.ErrorContext(ctx, "stream scores", "error", err)
				}
				continue
			}
			for _, class := range classscore.Classes {
				s, ok := now[class]
				if ok && s.ID != known[class].ID && !send(ctx, out, s) {
					return
				}
			}
			known = now
			if !pause(ctx, workGap) {
				return
			}
		}
	}()
	return out, nil
}

func (a *App) newestScores(ctx context.Context, agentID string) (map[classscore.Class]eval.ClassScore, error) {
	found, err := a.store.CurrentScores(ctx, []string{agentID})
	out := map[classscore.Class]eval.ClassScore{}
	for _, s := range found[agentID] {
		out[s.Class] = s
	}
	return out, err
}
