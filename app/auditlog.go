package app

import (
	"context"
	"fmt"
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

// exportPage is how many entries an export or a check reads at once.
const exportPage = 1000

// ExportAudit gives the entries that were there when it was asked, in the chain's order. They are read as they are taken, some at a
// time, and an error ends them. Needs what AuditLog does.
func (a *App) ExportAudit(ctx context.Context, q AuditQuery) (iter.Seq2[eval.AuditEntry, error], error) {
	filter, err := a.auditFilter(ctx, q)
	if err != nil {
		return nil, err
	}
	head, err := a.auditHead(ctx)
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

func (a *App) auditHead(ctx context.Context) (eval.AuditHead, error) {
	head, err := a.store.AuditHead(ctx)
	if err == nil && head == nil {
		err = &eval.AuditFlaw{Message: "the end of the log is not recorded: the row of audit_heads is gone"}
	}
	if err != nil {
		return eval.AuditHead{}, err
	}
	return *head, nil
}

// VerifyAudit checks every entry of the audit log and its end, and that entries noted earlier, outside of the database, are still what
// they were. It gives the newest entry; an *eval.AuditFlaw names the first at which the log does not hold; any other error means that
// this could not be found out. Needs ReadAudit in the registry's own workspace.
func (a *App) VerifyAudit(ctx context.Context, noted ...eval.AuditHead) (eval.AuditHead, error) {
	if err := Require(ctx, ReadAudit); err != nil {
		return eval.AuditHead{}, err
	}
	v := auditVerifier{app: a, noted: noted}
	for {
		more, err := v.page(ctx)
		if err != nil {
			return v.chain.AuditHead, err
		}
		if more {
			continue
		}
		// Entries and the end are written together: the end, read after the last entry, can be ahead only of what was appended since.
		head, err := a.auditHead(ctx)
		if err != nil {
			return v.chain.AuditHead, err
		}
		if head.Seq > v.chain.Seq {
			if more, err = v.page(ctx); err != nil {
				return v.chain.AuditHead, err
			} else if more {
				continue
			}
		}
		return v.chain.AuditHead, v.end(head)
	}
}

// auditVerifier goes through the log once.
type auditVerifier struct {
	app   *App
	chain eval.AuditChain
	noted []eval.AuditHead
}

// page checks the entries that follow; more is false when there are none.
func (v *auditVerifier) page(ctx context.Context) (more bool, err error) {
	entries, err := v.app.store.AuditAfter(ctx, store.AuditFilter{}, v.chain.Seq, exportPage)
	if err != nil {
		entries, err = v.oneByOne(ctx, err)
	}
	if err != nil {
		return false, err
	}
	for i, e := range entries {
		named := func() (string, error) {
			if i+1 < len(entries) {
				return entries[i+1].Previous, nil
			}
			return v.namedAfter(ctx, e.Seq)
		}
		if err := v.chain.Next(e, named); err != nil {
			return false, err
		}
		for _, n := range v.noted {
			if n.Seq == e.Seq && n.Hash != e.Hash {
				return false, &eval.AuditFlaw{Seq: e.Seq, Message: fmt.Sprintf("entry %d has another hash than was noted", e.Seq)}
			}
		}
	}
	return len(entries) > 0, nil
}

// oneByOne reads the entry that follows, where reading many failed: one that cannot be read is a flaw of its own, unless nothing can.
func (v *auditVerifier) oneByOne(ctx context.Context, cause error) ([]eval.AuditEntry, error) {
	entries, err := v.app.store.AuditAfter(ctx, store.AuditFilter{}, v.chain.Seq, 1)
	if err == nil {
		return entries, nil
	}
	seq, err := v.app.store.AuditSeqAfter(ctx, v.chain.Seq)
	if err != nil {
		return nil, cause
	}
	return nil, &eval.AuditFlaw{Seq: seq, Message: fmt.Sprintf("entry %d cannot be read: %v", seq, cause)}
}

// namedAfter gives the hash of an entry as what follows it says.
func (v *auditVerifier) namedAfter(ctx context.Context, seq int64) (string, error) {
	entries, err := v.app.store.AuditAfter(ctx, store.AuditFilter{}, seq, 1)
	if err != nil || len(entries) > 0 {
		return firstPrevious(entries), err
	}
	head, err := v.app.auditHead(ctx)
	return head.Hash, err
}

func firstPrevious(entries []eval.AuditEntry) string {
	if len(entries) == 0 {
		return ""
	}
	return entries[0].Previous
}

// end checks the end of the log, and that it has not become shorter than was noted.
func (v *auditVerifier) end(head eval.AuditHead) error {
	if err := v.chain.End(head); err != nil {
		return err
	}
	for _, n := range v.noted {
		if n.Seq > v.chain.Seq {
			return &eval.AuditFlaw{Seq: v.chain.Seq + 1, Message: fmt.Sprintf("entry %d is missing: the log ended with entry %d or later when that was noted", v.chain.Seq+1, n.Seq)}
		}
	}
	return nil
}
