package store

import (
	"context"
	"fmt"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/approval"
	"assay/ent/internal/entdb/predicate"
	"assay/eval"
)

// Approvals gives a page of the approvals of a workspace, newest first; with a state, only those that stand there.
func (c conn) Approvals(ctx context.Context, workspaceID string, state eval.ApprovalState, args eval.PageArgs) (eval.Page[eval.Approval], error) {
	where := []predicate.Approval{approval.WorkspaceID(workspaceID)}
	if state != "" {
		where = append(where, approval.State(string(state)))
	}
	fetch := func(w window) ([]eval.Approval, error) {
		q := c.db.Approval.Query().Where(where...).Where(w.in(approval.FieldID, true, asText)).Order(w.order(approval.FieldID, true))
		return many(toApproval)(q.Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, "approvals "+workspaceID+" "+string(state), fetch, func(a eval.Approval) string { return a.ID })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Approval.Query().Where(where...).Count(ctx) }
	return page, err
}

// Approval gives the approval with this id; nil when there is none.
func (c conn) Approval(ctx context.Context, id string) (*eval.Approval, error) {
	return one(toApproval)(c.db.Approval.Get(ctx, id))
}

// ApprovalsByID gives approvals by id in any order, unknown ids left out.
func (c conn) ApprovalsByID(ctx context.Context, ids []string) ([]eval.Approval, error) {
	return many(toApproval)(c.db.Approval.Query().Where(approval.IDIn(ids...)).All(ctx))
}

// ApprovalsOf gives the approvals of work by its id, oldest first.
func (c conn) ApprovalsOf(ctx context.Context, workIDs []string) (map[string][]eval.Approval, error) {
	rows, err := many(toApproval)(c.db.Approval.Query().Where(approval.WorkIDIn(workIDs...)).Order(approval.ByID()).All(ctx))
	out := make(map[string][]eval.Approval, len(workIDs))
	for _, a := range rows {
		out[a.WorkID] = append(out[a.WorkID], a)
	}
	return out, err
}

// AddApproval stores a new approval.
func (tx *Tx) AddApproval(ctx context.Context, a eval.Approval) error {
	err := tx.db.Approval.Create().SetID(a.ID).SetWorkspaceID(a.WorkspaceID).SetWorkID(a.WorkID).SetCall(a.Call).SetState(string(a.State)).
		SetAskedAt(millis(a.AskedAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store approval: %w", err)
	}
	return nil
}

// SaveApproval stores what changes in an approval.
func (tx *Tx) SaveApproval(ctx context.Context, a eval.Approval) error {
	err := tx.db.Approval.UpdateOneID(a.ID).SetCall(a.Call).SetClearedAt(millis(a.ClearedAt)).SetState(string(a.State)).
		SetDecidedAt(millis(a.DecidedAt)).SetDecidedBy(a.DecidedBy).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store approval: %w", err)
	}
	return nil
}

// LapseApprovals ends the approvals of work that nobody decided on.
func (tx *Tx) LapseApprovals(ctx context.Context, workID string) error {
	err := tx.db.Approval.Update().Where(approval.WorkID(workID), approval.State(string(eval.ApprovalPending))).
		SetState(string(eval.ApprovalLapsed)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("lapse approvals: %w", err)
	}
	return nil
}

func toApproval(r *entdb.Approval) eval.Approval {
	return eval.Approval{
		ID: r.ID, WorkspaceID: r.WorkspaceID, WorkID: r.WorkID, Call: r.Call, ClearedAt: instant(r.ClearedAt), State: eval.ApprovalState(r.State),
		AskedAt: instant(r.AskedAt), DecidedAt: instant(r.DecidedAt), DecidedBy: r.DecidedBy,
	}
}
