package app

import (
	"context"

	"assay/eval"
)

// WorkRecord is work with what it names, and what became of it.
type WorkRecord struct {
	eval.Work
	Workspace string // key
	From, To  string // DIDs
	Approvals []eval.Approval
	Judged
}

// WorkRecords gives work, which the caller was given, in the same order with what it names.
func (a *App) WorkRecords(ctx context.Context, works []eval.Work) ([]WorkRecord, error) {
	if len(works) == 0 {
		return []WorkRecord{}, nil
	}
	var ids, workspaceIDs, agentIDs []string
	for _, w := range works {
		ids, workspaceIDs, agentIDs = append(ids, w.ID), append(workspaceIDs, w.WorkspaceID), append(agentIDs, w.FromAgentID, w.ToAgentID)
	}
	workspaces, err := a.store.WorkspacesByID(ctx, workspaceIDs)
	if err != nil {
		return nil, err
	}
	agents, err := a.store.AgentsByID(ctx, agentIDs)
	if err != nil {
		return nil, err
	}
	approvals, err := a.ApprovalsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	judged, err := a.Judged(ctx, ids)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, w := range workspaces {
		names[w.ID] = w.Key
	}
	for _, agent := range agents {
		names[agent.ID] = agent.DID
	}
	out := make([]WorkRecord, len(works))
	for i, w := range works {
		out[i] = WorkRecord{Work: w, Workspace: names[w.WorkspaceID], From: names[w.FromAgentID], To: names[w.ToAgentID],
			Approvals: approvals[w.ID], Judged: judged[w.ID]}
	}
	return out, nil
}
