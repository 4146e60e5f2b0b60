package store

import (
	"context"
	"fmt"
	"time"

	"assay/eval"
)

// AgentTrends gives per agent id its points of 1 or 24 hours since an instant, over all suites (suiteID empty) or one, oldest first.
// from is the beginning of an hour or of a UTC day. What it reads grows with the agents' hours or days, not with results.
func (c conn) AgentTrends(ctx context.Context, agentIDs []string, suiteID string, from time.Time, hours int) (map[string][]eval.TrendPoint, error) {
	return c.trends(ctx, "agent_id", agentIDs, suiteID, from, hours)
}

// SuiteTrends gives per suite id its points since an instant over all agents, test agents too. See AgentTrends.
func (c conn) SuiteTrends(ctx context.Context, suiteIDs []string, from time.Time, hours int) (map[string][]eval.TrendPoint, error) {
	return c.trends(ctx, "suite_id", suiteIDs, "", from, hours)
}

func (c conn) trends(ctx context.Context, by string, ids []string, suiteID string, from time.Time, hours int) (map[string][]eval.TrendPoint, error) {
	out := make(map[string][]eval.TrendPoint, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	table, span, first := "hour_tallies", "hour", unixHour(from)
	if hours == 24 {
		table, span, first = "day_tallies", "day", unixDay(from)
	}
	args := append([]any{first}, anys(ids)...)
	where := ""
	if suiteID != "" {
		args = append(args, suiteID)
		where = fmt.Sprintf(" AND suite_id = $%d", len(args))
	}
	rows, err := c.db.QueryContext(ctx, "SELECT "+by+", "+span+", SUM(count), SUM(sum), SUM(answered) FROM "+table+" WHERE "+span+" >= $1 AND "+
		by+" IN ("+placeholders(2, len(ids))+")"+where+" GROUP BY "+by+", "+span+" ORDER BY "+by+", "+span, args...)
	if err != nil {
		return nil, fmt.Errorf("read trends: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var at int64
		var t eval.Tally
		if err := rows.Scan(&id, &at, &t.Count, &t.Sum, &t.Answered); err != nil {
			return nil, fmt.Errorf("read trends: %w", err)
		}
		if p, ok := t.TrendPoint(time.Unix(at*int64(hours)*3600, 0).UTC(), hours); ok {
			out[id] = append(out[id], p)
		}
	}
	return out, rows.Err()
}
