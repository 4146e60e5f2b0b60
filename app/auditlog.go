package app

import (
	"context"
	"iter"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// AuditQuery narrows the audit log. Zero: the registry and all workspaces.
type AuditQuery struct {
	Workspace    string // key of one; its admins may read it
	Actor        string // id of a user, platform-admin, anonymous or command-line
	Action       string // name of a mutation
	Outcome      eval.AuditOutcome
	Search       string    // part of the target or the actor's name, upper and lower case alike
	Since, Until time.Time // from the one on, before the other; zero: open
}

// AuditLog gives a page of the audit log, newest first. Needs ReadAudit in the registry's own workspace, or in the one that is asked for.
func (a *App) AuditLog(ctx context.Context, q AuditQuery, page eval.PageArgs) (eval.Page[eval.AuditEntry], error) {
	filter, err := a.auditFilter(ctx, q)
	if err != nil {
		return eval.Page[eval.AuditEntry]{}, err
	}
	return a.store.AuditLog(ctx, filter, page)
}

// auditFilter asks for the caller's permission. Who may not read a workspace's log is not told whether there is such a workspace.
func (a *App) auditFilter(ctx context.Context, q AuditQuery) (store.AuditFilter, error) {
	filter := store.AuditFilter{Actor: q.Actor, Action: q.Action, Outcome: q.Outcome, Search: q.Search, Since: q.Since, Until: q.Until}
	if !q.Since.IsZero() && !q.Until.IsZero() && !q.Until.After(q.Since) {
		return filter, fault.Bad("until", "must be after since")
	}
	refusal := Require(ctx, ReadAudit)
	if q.Workspace == "" || !Caller(ctx).Known() {
		return filter, refusal
	}
	w, err := a.store.WorkspaceByKey(ctx, q.Workspace)
	switch {
	case err != nil:
		return filter, err
	case w != nil && (refusal == nil || Caller(ctx).May(w.ID, ReadAudit)):
		filter.WorkspaceID = w.ID
		return filter, nil
	case refusal == nil:
		return filter, fault.Missing("workspace", q.Workspace)
	}
	return filter, refusal
}

// exportPage is how many entries an export reads at once.
const exportPage = 1000

// ExportAudit gives the entries that were there when it was asked, in the chain's order. They are read as they are taken, some at a
// time, and an error ends them. Needs what AuditLog does.
func (a *App) ExportAudit(ctx context.Context, q AuditQuery) (iter.Seq2[eval.AuditEntry, error], error) {
	filter, err := a.auditFilter(ctx, q)
	if err != nil {
		return nil, err
	}
	head, err := a.store.StatedAuditHead(ctx)
	if err != nil {
		return nil, err
	}
	return func(yield func(eval.AuditEntry, error) bool) {
		for last := int64(0); last < head.Seq; {
			entries, err := a.store.AuditAfter(ctx, filter, last, exportPage)
			if err != nil {
				yield(eval.AuditEntry{}, err)
				return
			}
			if len(entries) == 0 {
				return
			}
			for _, e := range entries {
				if last = e.Seq; last > head.Seq || !yield(e, nil) {
					return
				}
			}
		}
	}, nil
}

// VerifyAudit checks every entry of the audit log, as store.VerifyAudit does. Needs ReadAudit in the registry's own workspace.
func (a *App) VerifyAudit(ctx context.Context, noted ...eval.AuditHead) (eval.AuditHead, error) {
	if err := Require(ctx, ReadAudit); err != nil {
		return eval.AuditHead{}, err
	}
	return a.store.VerifyAudit(ctx, noted...)
}
