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
	return tx.removeOldest(ctx, evidence.Table, evidence.FieldID, resultFrom(before), limit)
}

// removeOldest removes at most limit rows of a table whose column is below a value, the lowest first, and says how many.
func (tx *Tx) removeOldest(ctx context.Context, table, column string, below any, limit int) (int, error) {
	res, err := tx.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM %[1]s WHERE id IN (SELECT id FROM %[1]s WHERE %[2]s < $1 ORDER BY %[2]s LIMIT $2)", table, column), below, limit)
	if err != nil {
		return 0, fmt.Errorf("remove the oldest of %s: %w", table, err)
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
