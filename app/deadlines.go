package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
)

// systemVoice is the workspace's own system.
var systemVoice = classscore.Voice{Kind: classscore.System}

// overdueAtOnce is how much overdue work is looked up at a time.
const overdueAtOnce = 200

// MissDeadlines ends work whose deadline went by: the workspace's own system says that it failed. One node at a time calls it.
func (a *App) MissDeadlines(ctx context.Context) error {
	for {
		ids, err := a.store.Overdue(ctx, a.now(), overdueAtOnce)
		if err != nil {
			return err
		}
		// One that cannot be ended keeps no other waiting.
		var errs []error
		for _, id := range ids {
			if err := a.missDeadline(ctx, id); err != nil {
				errs = append(errs, fmt.Errorf("work %s: %w", id, err))
			}
		}
		if len(ids) < overdueAtOnce || len(errs) > 0 {
			return errors.Join(errs...)
		}
	}
}

func (a *App) missDeadline(ctx context.Context, id string) error {
	known, err := a.store.Work(ctx, id)
	if err != nil || known == nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		w, err := lockWork(ctx, tx, *known)
		if err != nil || w.Status.Final() || w.Deadline.IsZero() || w.Deadline.After(a.now()) {
			return err
		}
		return a.systemEnds(ctx, tx, &w, eval.DeadlineMissed, deadlineWas(w))
	})
}

func deadlineWas(w eval.Work) string {
	return "its deadline was " + w.Deadline.UTC().Format(time.RFC3339)
}

// systemEnds ends work that is locked with a failure that the workspace's own system states.
func (a *App) systemEnds(ctx context.Context, tx *store.Tx, w *eval.Work, kind eval.WorkEventKind, detail string) error {
	now := a.now()
	if err := moveOn(ctx, tx, w, eval.WorkEvent{Kind: kind, At: now, By: systemVoice, Detail: detail}); err != nil {
		return err
	}
	_, err := a.judge(ctx, tx, piece{work: *w}, said{voice: systemVoice, value: classscore.Failure, at: now})
	return err
}
