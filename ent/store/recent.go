package store

import (
	"context"
	"fmt"

	"assay/eval"
)

// Recent gives an agent's newest public results, up to limit, over all suites (suiteID empty) or one, newest first.
func (c conn) Recent(ctx context.Context, agentID, suiteID string, limit int) ([]eval.Observed, error) {
	where, args := "", []any{agentID}
	if suiteID != "" {
		where, args = " AND suite_id = $2", append(args, suiteID)
	}
	rows, err := c.db.QueryContext(ctx, "SELECT at, latency_ms, error FROM results WHERE agent_id = $1 AND NOT trial"+where+
		fmt.Sprintf(" ORDER BY id DESC LIMIT %d", limit), args...)
	if err != nil {
		return nil, fmt.Errorf("read recent results: %w", err)
	}
	defer rows.Close()
	var out []eval.Observed
	for rows.Next() {
		var o eval.Observed
		var at int64
		if err := rows.Scan(&at, &o.LatencyMS, &o.Error); err != nil {
			return nil, fmt.Errorf("read recent results: %w", err)
		}
		o.At = instant(at)
		out = append(out, o)
	}
	return out, rows.Err()
}
