package app

import (
	"context"

	"assay/ent/store"
)

// clearedAtOnce is how much evidence is removed in one transaction: little enough that results are not kept waiting.
const clearedAtOnce = 500

// ClearEvidence removes the evidence that was kept for the retention time, the oldest first. Results, scores and the hashes of what is
// removed stay. One node at a time calls it.
func (a *App) ClearEvidence(ctx context.Context) error {
	if a.config.Retention <= 0 {
		return nil
	}
	before, all := a.now().Add(-a.config.Retention), 0
	for {
		removed := 0
		err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
			removed, err = tx.RemoveEvidence(ctx, before, clearedAtOnce)
			return err
		})
		if all += removed; err != nil || removed < clearedAtOnce {
			if all > 0 {
				a.log.InfoContext(ctx, "evidence was removed after its retention time", "bodies", all, "recorded_before", before)
			}
			return err
		}
	}
}

// EvidenceKept gives those of the results the caller was given whose evidence is stored, by id.
func (a *App) EvidenceKept(ctx context.Context, resultIDs []string) (map[string]bool, error) {
	return a.store.EvidenceKept(ctx, resultIDs)
}
