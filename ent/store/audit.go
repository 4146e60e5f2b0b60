package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"modernc.org/sqlite"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/auditentry"
	"assay/ent/internal/entdb/audithead"
	"assay/ent/internal/entdb/predicate"
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

// AuditFilter narrows the audit log. Zero: all entries.
type AuditFilter struct {
	WorkspaceID, Actor, Action string
	Outcome                    eval.AuditOutcome
	Search                     string    // part of the target or the actor's name, case-insensitive
	Since, Until               time.Time // from the one on, before the other; zero: open
}

// AuditLog gives a page of the audit log, newest first.
func (c conn) AuditLog(ctx context.Context, f AuditFilter, args eval.PageArgs) (eval.Page[eval.AuditEntry], error) {
	where := f.where()
	scope := fmt.Sprintf("audit %q %q %q %q %q %d %d", f.WorkspaceID, f.Actor, f.Action, f.Outcome, f.Search, millis(f.Since), millis(f.Until))
	fetch := func(w window) ([]eval.AuditEntry, error) {
		q := c.db.AuditEntry.Query().Where(where...).Where(w.in(auditentry.FieldID, true, asNumber))
		return many(toAuditEntry)(q.Order(w.order(auditentry.FieldID, true)).Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, scope, fetch, func(e eval.AuditEntry) string { return fmt.Sprint(e.Seq) })
	page.Total = func(ctx context.Context) (int, error) { return c.db.AuditEntry.Query().Where(where...).Count(ctx) }
	return page, err
}

func (f AuditFilter) where() []predicate.AuditEntry {
	var where []predicate.AuditEntry
	text := func(value string, is func(string) predicate.AuditEntry) {
		if value != "" {
			where = append(where, is(value))
		}
	}
	text(f.WorkspaceID, auditentry.WorkspaceID)
	text(f.Actor, auditentry.Actor)
	text(f.Action, auditentry.Action)
	text(string(f.Outcome), auditentry.Outcome)
	if f.Search != "" {
		where = append(where, auditentry.Or(holds(auditentry.FieldTarget, f.Search), holds(auditentry.FieldActorName, f.Search)))
	}
	if !f.Since.IsZero() {
		where = append(where, auditentry.AtGTE(millis(f.Since)))
	}
	if !f.Until.IsZero() {
		where = append(where, auditentry.AtLT(millis(f.Until)))
	}
	return where
}

// holds finds text in a column, upper and lower case alike. SQLite's own lower knows ASCII only.
func holds(column, text string) predicate.AuditEntry {
	return func(s *entsql.Selector) {
		s.Where(entsql.P(func(b *entsql.Builder) {
			place, lower := "instr(", foldCase
			if b.Dialect() == dialect.Postgres {
				place, lower = "strpos(", "lower"
			}
			b.WriteString(place + lower + "(").Ident(s.C(column)).WriteString("), ").Arg(strings.ToLower(text)).WriteString(") > 0")
		}))
	}
}

// foldCase is the function of our SQLite connections that makes lower case of all of Unicode.
const foldCase = "fold_case"

func init() {
	sqlite.MustRegisterDeterministicScalarFunction(foldCase, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, _ := args[0].(string)
		return strings.ToLower(text), nil
	})
}

// AuditAfter gives up to limit entries after a number, in the chain's order.
func (c conn) AuditAfter(ctx context.Context, f AuditFilter, seq int64, limit int) ([]eval.AuditEntry, error) {
	q := c.db.AuditEntry.Query().Where(f.where()...).Where(auditentry.IDGT(seq)).Order(auditentry.ByID()).Limit(limit)
	return many(toAuditEntry)(q.All(ctx))
}

// AuditSeqAfter gives the number of the first entry after a number, 0 where there is none: also of an entry that cannot be read.
func (c conn) AuditSeqAfter(ctx context.Context, seq int64) (int64, error) {
	id, err := c.db.AuditEntry.Query().Where(auditentry.IDGT(seq)).Order(auditentry.ByID()).FirstID(ctx)
	if entdb.IsNotFound(err) {
		return 0, nil
	}
	return id, err
}

// AuditHead gives what the log says its newest entry is; nil where it does not say.
func (c conn) AuditHead(ctx context.Context) (*eval.AuditHead, error) {
	return one(toAuditHead)(c.db.AuditHead.Get(ctx, 1))
}

func toAuditHead(r *entdb.AuditHead) eval.AuditHead { return eval.AuditHead{Seq: r.Seq, Hash: r.Hash} }

func toAuditEntry(r *entdb.AuditEntry) eval.AuditEntry {
	return eval.AuditEntry{
		Seq: r.ID, At: instant(r.At), Actor: r.Actor, ActorName: r.ActorName, KeyID: r.KeyID, WorkspaceID: r.WorkspaceID, Address: r.Address,
		Action: r.Action, Target: r.Target, InputDigest: r.InputDigest, Outcome: eval.AuditOutcome(r.Outcome), Code: r.Code,
		RequestID: r.RequestID, Previous: r.Previous, Hash: r.Hash,
	}
}
