package app

import (
	"context"

	"assay/eval"
	"assay/eval/fault"
)

// AgentTrends gives per agent id the points of the last days (1–90), of all suites (suiteID empty) or one: see eval.TrendSpan. Spans and
// agents without results are left out. While the gate is down there are none. Public; for batching.
func (a *App) AgentTrends(ctx context.Context, agentIDs []string, suiteID string, days int) (map[string][]eval.TrendPoint, error) {
	if err := checkDays(days); err != nil || !a.config.EvalsEnabled {
		return nil, err
	}
	from, hours := eval.TrendSpan(a.now(), days)
	return a.store.AgentTrends(ctx, agentIDs, suiteID, from, hours)
}

// SuiteTrends gives per suite id the same over all agents, test agents too, as the tasks' pass rates do. For suites the caller may see.
func (a *App) SuiteTrends(ctx context.Context, suiteIDs []string, days int) (map[string][]eval.TrendPoint, error) {
	if err := checkDays(days); err != nil || !a.config.EvalsEnabled {
		return nil, err
	}
	from, hours := eval.TrendSpan(a.now(), days)
	return a.store.SuiteTrends(ctx, suiteIDs, from, hours)
}

func checkDays(days int) error {
	if days < 1 || days > eval.MaxTrendDays {
		return fault.Bad("days", "must be from 1 to %d, not %d", eval.MaxTrendDays, days)
	}
	return nil
}
