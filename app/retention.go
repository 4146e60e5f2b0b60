package app

import (
	"context"
	"time"

	"assay/ent/store"
)

// clearedAtOnce is how much is removed in one transaction: little enough that results are not kept waiting.
const clearedAtOnce = 500

// RepeatsKnown is how long a call is known by its idempotency key: a repeat after that is a call of its own.
const RepeatsKnown = 30 * 24 * time.Hour

// ClearOld removes what was kept long enough, the oldest first: evidence after the retention time, if there is one, and idempotency keys of
// work and verdicts. Results, scores and the hashes of what is removed stay. One node at a time calls it.
func (a *App) ClearOld(ctx context.Context) error {
	if a.config.Retention > 0 {
		before := a.now().Add(-a.config.Retention)
		bodies, err := a.clear(ctx, func(tx *store.Tx) (int, error) { return tx.RemoveEvidence(ctx, before, clearedAtOnce) })
		if bodies > 0 {
			a.log.InfoContext(ctx, "evidence was removed after its retention time", "bodies", bodies, "recorded_before", before)
		}
		if err != nil {
			return err
		}
	}
	before := a.now().Add(-RepeatsKnown)
	_, err := a.clear(ctx, func(tx *store.Tx) (int, error) { return tx.ForgetCalls(ctx, before, clearedAtOnce) })
	return err
}

// clear removes piece by piece, each in a transaction of its own, and counts what is removed.
func (a *App) clear(ctx context.Context, remove func(tx *store.Tx) (int, error)) (all int, err error) {
	for {
		removed := 0
		err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
			removed, err = remove(tx)
			return err
		})
		if all += removed; err != nil || removed < clearedAtOnce {
			return all, err
		}
	}
}

// EvidenceKept gives those of the results the caller was given whose evidence is stored, by id.
func (a *App) EvidenceKept(ctx context.Context, resultIDs []string) (map[string]bool, error) {
	return a.store.EvidenceKept(ctx, resultIDs)
}
