package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// LeaderboardQuery asks for a board. What narrows it down leaves ranks as they are on the whole board.
type LeaderboardQuery struct {
	Suite   string                // key; empty: all suites
	OrderBy eval.LeaderboardOrder // empty: by mean
	Since   time.Time             // zero: all time
	Search  string                // part of the agent's name, DID or owner, in any case
	MinRuns int                   // at least so many results, 0 or more
	Active  bool                  // only agents that a run may call now
}

// Leaderboard gives a page of the board. An unknown suite gives none, and so does a gate that is down. Public.
func (a *App) Leaderboard(ctx context.Context, q LeaderboardQuery, page eval.PageArgs) (eval.Page[eval.Standing], error) {
	if q.OrderBy == "" {
		q.OrderBy = eval.OrderByMean
	}
	if q.MinRuns < 0 {
		return nothing[eval.Standing](), fault.Bad("min_runs", "must be 0 or more, not %d", q.MinRuns)
	}
	standings, err := a.standings(ctx, q)
	if err == nil {
		standings, err = a.narrow(ctx, standings, q)
	}
	if err != nil {
		return nothing[eval.Standing](), err
	}
	scope := fmt.Sprintf("leaderboard %s %s %d %q %d %t", q.Suite, q.OrderBy, q.Since.UnixMilli(), q.Search, q.MinRuns, q.Active)
	return store.PageOf(standings, page, scope, func(s eval.Standing) eval.Place { return s.Place(q.OrderBy) }, eval.Place.Compare)
}

// narrow keeps the standings that a query asks for, with the ranks they have.
func (a *App) narrow(ctx context.Context, standings []eval.Standing, q LeaderboardQuery) ([]eval.Standing, error) {
	if q.MinRuns > 0 {
		standings = slices.DeleteFunc(standings, func(s eval.Standing) bool { return s.Runs < int64(q.MinRuns) })
	}
	if q.Search == "" && !q.Active || len(standings) == 0 {
		return standings, nil
	}
	members, err := a.store.BoardMembers(ctx, q.Search, q.Active)
	return slices.DeleteFunc(standings, func(s eval.Standing) bool { return !members[s.AgentID] }), err
}

var leaderboardOrders = []eval.LeaderboardOrder{
	eval.OrderByMean, eval.OrderByLowerBound, eval.OrderByCapability, eval.OrderByAvailability, eval.OrderByLatest,
}

func (a *App) standings(ctx context.Context, q LeaderboardQuery) ([]eval.Standing, error) {
	if !a.config.EvalsEnabled {
		return nil, nil
	}
	if q.OrderBy == "" {
		q.OrderBy = eval.OrderByMean
	}
	if !slices.Contains(leaderboardOrders, q.OrderBy) {
		return nil, fault.Bad("order_by", "is one of %v, not %q", leaderboardOrders, q.OrderBy)
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
	standings := eval.Standings(tallies, q.OrderBy)
	for i := range standings {
		standings[i].SuiteID = id
	}
	return standings, nil
}

// AgentStandings gives a page of an agent's entries on the boards of the suites of which it has public results, by the suite's key; none of
// suites that were deleted. It reads whole boards, as ranks need, all of the page's at once. Public.
func (a *App) AgentStandings(ctx context.Context, agent eval.Agent, args eval.PageArgs) (eval.Page[eval.Standing], error) {
	if !a.config.EvalsEnabled || agent.Removed() || agent.TestAgent || agent.HomeRegistry != "" {
		return nothing[eval.Standing](), nil
	}
	suites, err := a.store.SuitesOf(ctx, agent.ID, args)
	if err != nil {
		return nothing[eval.Standing](), err
	}
	ids := make([]string, len(suites.Items))
	for i, s := range suites.Items {
		ids[i] = s.ID
	}
	tallies, err := a.store.SuiteTallies(ctx, ids)
	page := eval.Page[eval.Standing]{HasNext: suites.HasNext, HasPrevious: suites.HasPrevious, Total: suites.Total}
	for i, id := range ids {
		for _, s := range eval.Standings(tallies[id], eval.OrderByMean) {
			if s.AgentID == agent.ID {
				s.SuiteID = id
				page.Items, page.Cursors = append(page.Items, s), append(page.Cursors, suites.Cursors[i])
			}
		}
	}
	return page, err
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
