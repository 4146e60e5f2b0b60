package store

import (
	"context"
	"fmt"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/audithead"
	"assay/eval"
)

// AppendAudit puts an entry at the end of the audit log: it gets its number, the hash of the entry before and its own. It is the last
// thing a transaction does, for it locks the end of the log until the commit.
func (tx *Tx) AppendAudit(ctx context.Context, e eval.AuditEntry) error {
	q := tx.db.AuditHead.Query().Where(audithead.ID(1))
	if tx.postgres {
		q.ForUpdate()
	}
	head, err := q.Only(ctx)
	if err != nil {
		return fmt.Errorf("read the end of the audit log: %w", err)
	}
	e.Seq, e.Previous = head.Seq+1, head.Hash
	e.Hash = eval.AuditHash(e)
	err = tx.db.AuditEntry.Create().SetID(e.Seq).SetAt(millis(e.At)).SetActor(e.Actor).SetActorName(e.ActorName).SetKeyID(e.KeyID).
		SetWorkspaceID(e.WorkspaceID).SetAddress(e.Address).SetAction(e.Action).SetTarget(e.Target).SetInputDigest(e.InputDigest).
		SetOutcome(string(e.Outcome)).SetCode(e.Code).SetRequestID(e.RequestID).SetPrevious(e.Previous).SetHash(e.Hash).Exec(ctx)
	if err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	if err := tx.db.AuditHead.UpdateOneID(1).SetSeq(e.Seq).SetHash(e.Hash).Exec(ctx); err != nil {
		return fmt.Errorf("append to the audit log: %w", err)
	}
	return nil
}

func toAuditEntry(r *entdb.AuditEntry) eval.AuditEntry {
	return eval.AuditEntry{
		Seq: r.ID, At: instant(r.At), Actor: r.Actor, ActorName: r.ActorName, KeyID: r.KeyID, WorkspaceID: r.WorkspaceID, Address: r.Address,
		Action: r.Action, Target: r.Target, InputDigest: r.InputDigest, Outcome: eval.AuditOutcome(r.Outcome), Code: r.Code,
		RequestID: r.RequestID, Previous: r.Previous, Hash: r.Hash,
	}
}
