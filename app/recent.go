package app

import (
	"context"

	"assay/eval"
)

// recentResults is how many of an agent's newest results are summed up.
const recentResults = 1000

// AgentRecent sums up an agent's newest public results, at most 1,000, called or not, over all suites (suite empty) or one, by key. nil when
// it has none, when there is no such suite, and while the gate is down. Public.
func (a *App) AgentRecent(ctx context.Context, agentID, suite string) (*eval.Recent, error) {
	if !a.config.EvalsEnabled {
		return nil, nil
	}
	id := ""
	if suite != "" {
		var err error
		if id, err = a.suiteID(ctx, suite); err != nil || id == "" {
			return nil, err
		}
	}
	results, err := a.store.Recent(ctx, agentID, id, recentResults)
	return eval.NewRecent(results), err
}
