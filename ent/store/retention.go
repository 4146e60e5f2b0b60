package store

import (
	"context"
	"fmt"
	"time"

	"assay/ent/internal/entdb/evidence"
)

// RemoveEvidence removes the evidence of at most limit results that were recorded before an instant, the oldest first, and says of how
// many. The results, and the hashes of what was removed in them, stay.
func (tx *Tx) RemoveEvidence(ctx context.Context, before time.Time, limit int) (int, error) {
	res, err := tx.db.ExecContext(ctx, "DELETE FROM evidences WHERE id IN (SELECT id FROM evidences WHERE id < $1 ORDER BY id LIMIT $2)",
		resultFrom(before), limit)
	if err != nil {
		return 0, fmt.Errorf("remove evidence: %w", err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}

// EvidenceKept gives those of these results whose evidence is stored.
func (c conn) EvidenceKept(ctx context.Context, resultIDs []string) (map[string]bool, error) {
	kept := make(map[string]bool, len(resultIDs))
	ids, err := c.db.Evidence.Query().Where(evidence.IDIn(resultIDs...)).IDs(ctx)
	for _, id := range ids {
		kept[id] = true
	}
	return kept, err
}

// EvidenceStored counts the bodies of evidence that are stored and says when the oldest was recorded; zero: there is none.
func (c conn) EvidenceStored(ctx context.Context) (bodies int, oldest time.Time, err error) {
	if bodies, err = c.db.Evidence.Query().Count(ctx); err != nil || bodies == 0 {
		return bodies, oldest, err
	}
	first, err := c.db.Evidence.Query().Order(evidence.ByID()).FirstID(ctx)
	return bodies, idTime(first), err
}
