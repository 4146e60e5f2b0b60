package graph

import (
	"context"

	"assay/eval"
)

// trend names the points of many agents on one board, or of many suites.
type trend struct {
	suites  bool
	suiteID string
	days    int
}

// standingTrend gives the points of a standing, loading those of all standings noted of its board.
func (r *records) standingTrend(ctx context.Context, s eval.Standing, days int) ([]eval.TrendPoint, error) {
	load := func(ctx context.Context, ids []string) (map[string][]eval.TrendPoint, error) {
		return r.app.AgentTrends(ctx, ids, s.SuiteID, days)
	}
	return r.points(ctx, trend{suiteID: s.SuiteID, days: days}, s.AgentID, load)
}

// suiteTrend gives the points of a suite, loading those of all suites noted.
func (r *records) suiteTrend(ctx context.Context, suiteID string, days int) ([]eval.TrendPoint, error) {
	load := func(ctx context.Context, ids []string) (map[string][]eval.TrendPoint, error) {
		return r.app.SuiteTrends(ctx, ids, days)
	}
	return r.points(ctx, trend{suites: true, days: days}, suiteID, load)
}

func (r *records) points(ctx context.Context, k trend, id string, load func(context.Context, []string) (map[string][]eval.TrendPoint, error)) ([]eval.TrendPoint, error) {
	r.mu.Lock()
	points, ok := r.trends[k]
	if !ok {
		points = newLookup(load, nil)
		r.trends[k] = points
		noted := r.boards[k.suiteID]
		if k.suites {
			noted = r.shown
		}
		for id := range noted {
			points.want(id)
		}
	}
	r.mu.Unlock()
	found, err := points.get(ctx, id)
	return or(found), err
}

// wantTrend tells the trends that were asked for already of one more row.
func (r *records) wantTrend(suites bool, suiteID, id string) {
	for k, points := range r.trends {
		if k.suites == suites && k.suiteID == suiteID {
			points.want(id)
		}
	}
}
