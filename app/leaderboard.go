package app

import (
	"context"
	"fmt"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// LeaderboardQuery asks for a board.
type LeaderboardQuery struct {
	Suite   string                // key; empty: all suites
	OrderBy eval.LeaderboardOrder // empty: by mean
	Since   time.Time             // zero: all time
}

// Leaderboard gives a page of the board. An unknown suite gives none, and so does a gate that is down. Public.
func (a *App) Leaderboard(ctx context.Context, q LeaderboardQuery, page eval.PageArgs) (eval.Page[eval.Standing], error) {
	if q.OrderBy == "" {
		q.OrderBy = eval.OrderByMean
	}
	standings, err := a.standings(ctx, q)
	if err != nil {
		return nothing[eval.Standing](), err
	}
	scope := fmt.Sprintf("leaderboard %s %s %d", q.Suite, q.OrderBy, q.Since.UnixMilli())
	return store.PageOf(standings, page, scope, func(s eval.Standing) string { return s.AgentID })
}

func (a *App) standings(ctx context.Context, q LeaderboardQuery) ([]eval.Standing, error) {
	if !a.config.EvalsEnabled {
		return nil, nil
	}
	switch q.OrderBy {
	case "":
		q.OrderBy = eval.OrderByMean
	case eval.OrderByMean, eval.OrderByLowerBound:
	default:
		return nil, fault.Bad("order_by", "is %s or %s, not %q", eval.OrderByMean, eval.OrderByLowerBound, q.OrderBy)
	}
	id := ""
	if q.Suite != "" {
		var err error
		if id, err = a.suiteID(ctx, q.Suite); err != nil || id == "" {
			return nil, err
		}
	}
	tallies, err := a.store.Tallies(ctx, id, q.Since)
	if err != nil {
		return nil, err
	}
	return eval.Standings(tallies, q.OrderBy), nil
}

// Standings gives per agent id its entry on the board of all suites (suite empty) or one, agents without one left out. Public.
func (a *App) Standings(ctx context.Context, agentIDs []string, suite string) (map[string]eval.Standing, error) {
	standings, err := a.standings(ctx, LeaderboardQuery{Suite: suite})
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool, len(agentIDs))
	for _, id := range agentIDs {
		wanted[id] = true
	}
	out := make(map[string]eval.Standing, len(agentIDs))
	for _, s := range standings {
		if wanted[s.AgentID] {
			out[s.AgentID] = s
		}
	}
	return out, nil
}
