package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/predicate"
	"assay/ent/internal/entdb/work"
	"assay/ent/internal/entdb/workevent"
	"assay/eval"
	"assay/eval/classscore"
)

// WorkFilter narrows a list of work. Zero: all of all workspaces.
type WorkFilter struct {
	WorkspaceID string
	AgentID     string // sent it, or was sent it
	Class       classscore.Class
	Statuses    []eval.WorkStatus
}

// Works gives a page of work, newest first.
func (c conn) Works(ctx context.Context, f WorkFilter, args eval.PageArgs) (eval.Page[eval.Work], error) {
	where, scope := f.where()
	fetch := func(w window) ([]eval.Work, error) {
		q := c.db.Work.Query().Where(where...).Where(w.in(work.FieldID, true, asText)).Order(w.order(work.FieldID, true))
		return many(toWork)(q.Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, scope, fetch, func(w eval.Work) string { return w.ID })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Work.Query().Where(where...).Count(ctx) }
	return page, err
}

func (f WorkFilter) where() (where []predicate.Work, scope string) {
	if f.WorkspaceID != "" {
		where = append(where, work.WorkspaceID(f.WorkspaceID))
	}
	if f.AgentID != "" {
		where = append(where, work.Or(work.FromAgentID(f.AgentID), work.ToAgentID(f.AgentID)))
	}
	if f.Class != "" {
		where = append(where, work.Class(string(f.Class)))
	}
	words := make([]string, len(f.Statuses))
	for i, s := range f.Statuses {
		words[i] = string(s)
	}
	slices.Sort(words)
	if len(words) > 0 {
		where = append(where, work.StatusIn(words...))
	}
	return where, strings.Join([]string{"works", f.WorkspaceID, f.AgentID, string(f.Class), strings.Join(words, ",")}, " ")
}

// Work gives the work with this id; nil when there is none.
func (c conn) Work(ctx context.Context, id string) (*eval.Work, error) {
	return one(toWork)(c.db.Work.Get(ctx, id))
}

// WorksByID gives work by id in any order, unknown ids left out.
func (c conn) WorksByID(ctx context.Context, ids []string) ([]eval.Work, error) {
	return many(toWork)(c.db.Work.Query().Where(work.IDIn(ids...)).All(ctx))
}

// LockWork locks work until the transaction ends and gives it as it stands then; nil when there is none.
func (tx *Tx) LockWork(ctx context.Context, id string) (*eval.Work, error) {
	q := tx.db.Work.Query().Where(work.ID(id))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toWork)(q.Only(ctx))
}

// Overdue gives the ids of up to limit pieces of work that go on past their deadline, the longest overdue first.
func (c conn) Overdue(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return c.db.Work.Query().Where(work.EndedAt(0), work.DeadlineGT(0), work.DeadlineLTE(millis(now))).Order(work.ByDeadline()).Limit(limit).IDs(ctx)
}

// DueDeliveries gives up to limit pieces of work of which an attempt to deliver is due, the longest due first.
func (c conn) DueDeliveries(ctx context.Context, now time.Time, limit int) ([]eval.Work, error) {
	q := c.db.Work.Query().Where(work.EndedAt(0), work.DeliverAtGT(0), work.DeliverAtLTE(millis(now)))
	return many(toWork)(q.Order(work.ByDeliverAt()).Limit(limit).All(ctx))
}

// AddWork stores new work, without events.
func (tx *Tx) AddWork(ctx context.Context, w eval.Work) error {
	err := tx.db.Work.Create().SetID(w.ID).SetWorkspaceID(w.WorkspaceID).SetFromAgentID(w.FromAgentID).SetToAgentID(w.ToAgentID).
		SetClass(string(w.Class)).SetTitle(w.Title).SetBrief(w.Brief).SetStatus(string(w.Status)).SetDelivery(string(w.Delivery)).
		SetDeliverAt(millis(w.DeliverAt)).SetDeadline(millis(w.Deadline)).SetSentAt(millis(w.SentAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store work: %w", err)
	}
	return nil
}

// SaveWork stores what changes in work, with the events that changed it: they get the numbers after w.LastSeq, which moves on.
func (tx *Tx) SaveWork(ctx context.Context, w *eval.Work, events ...eval.WorkEvent) error {
	rows := make([][]any, len(events))
	for i, e := range events {
		w.LastSeq++
		rows[i] = []any{w.ID, w.LastSeq, millis(e.At), string(e.Kind), string(e.By.Kind), e.By.ID, e.ApprovalID, e.Detail}
	}
	err := tx.db.Work.UpdateOneID(w.ID).SetTitle(w.Title).SetBrief(w.Brief).SetResult(w.Result).SetClearedAt(millis(w.ClearedAt)).
		SetStatus(string(w.Status)).SetDeliverAt(millis(w.DeliverAt)).SetDeliverAttempts(int64(w.Attempts)).SetEndedAt(millis(w.EndedAt)).
		SetSeq(w.LastSeq).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store work: %w", err)
	}
	tx.Changed(w.ID)
	return tx.insert(ctx, workevent.Table, []string{"work_id", "seq", "at", "kind", "voice_kind", "voice_id", "approval_id", "detail"}, rows, "")
}

// WorkEvents gives the events of work by its id, in order.
func (c conn) WorkEvents(ctx context.Context, workIDs []string) (map[string][]eval.WorkEvent, error) {
	rows, err := many(toWorkEvent)(c.db.WorkEvent.Query().Where(workevent.WorkIDIn(workIDs...)).
		Order(workevent.ByWorkID(), workevent.BySeq(entsql.OrderAsc())).All(ctx))
	out := make(map[string][]eval.WorkEvent, len(workIDs))
	for _, e := range rows {
		out[e.WorkID] = append(out[e.WorkID], e)
	}
	return out, err
}

// ClearEventDetails forgets what events of work say in words.
func (tx *Tx) ClearEventDetails(ctx context.Context, workID string) error {
	if err := tx.db.WorkEvent.Update().Where(workevent.WorkID(workID)).SetDetail("").Exec(ctx); err != nil {
		return fmt.Errorf("clear events: %w", err)
	}
	return nil
}

func toWork(r *entdb.Work) eval.Work {
	return eval.Work{
		ID: r.ID, WorkspaceID: r.WorkspaceID, FromAgentID: r.FromAgentID, ToAgentID: r.ToAgentID, Class: classscore.Class(r.Class),
		Title: r.Title, Brief: r.Brief, Result: r.Result, ClearedAt: instant(r.ClearedAt), Status: eval.WorkStatus(r.Status),
		Delivery: eval.Delivery(r.Delivery), DeliverAt: instant(r.DeliverAt), Attempts: int(r.DeliverAttempts),
		Deadline: instant(r.Deadline), SentAt: instant(r.SentAt), EndedAt: instant(r.EndedAt), LastSeq: r.Seq,
	}
}

func toWorkEvent(r *entdb.WorkEvent) eval.WorkEvent {
	return eval.WorkEvent{
		WorkID: r.WorkID, Seq: r.Seq, At: instant(r.At), Kind: eval.WorkEventKind(r.Kind),
		By: classscore.Voice{Kind: classscore.VoiceKind(r.VoiceKind), ID: r.VoiceID}, ApprovalID: r.ApprovalID, Detail: r.Detail,
	}
}
