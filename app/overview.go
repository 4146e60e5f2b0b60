package app

import (
	"context"
	"time"

	"assay/eval"
)

// overviewLength is how many agents and suites an overview names.
const overviewLength = 10

// Overview is what is going on, of the public record: results and runs of the last 24 clock hours (see eval.DayBegan), of all agents, test
// agents too; the agents on the board that failed in them; the suites that are due next. Trials are never part of it. While the gate is
// down, strangers get zeros. Public.
func (a *App) Overview(ctx context.Context) (eval.Overview, error) {
	now := a.now()
	began := eval.DayBegan(now)
	o := eval.Overview{At: now, Day: eval.NewActivity(began, 0, nil)}
	if !a.open(ctx) {
		return o, nil
	}
	hours, span, err := a.store.Hours(ctx, began)
	if err != nil {
		return o, err
	}
	runs, err := a.store.RunsEndedSince(ctx, began)
	if err != nil {
		return o, err
	}
	o.Day = eval.NewActivity(began, int64(runs), hours)
	if o.Failing, err = a.failing(ctx, span, began); err != nil {
		return o, err
	}
	if o.Due, err = a.store.NextSuites(ctx, overviewLength); err != nil {
		return o, err
	}
	o.ActiveAgents, o.EnabledSuites, err = a.store.Counts(ctx)
	return o, err
}

func (a *App) failing(ctx context.Context, span []eval.Tally, began time.Time) ([]eval.FailingAgent, error) {
	board, err := a.store.Tallies(ctx, "", time.Time{}) // read after the span, so that it holds all of it
	if err != nil {
		return nil, err
	}
	failing := eval.Failing(span, board, overviewLength)
	ids := make([]string, len(failing))
	for i, f := range failing {
		ids[i] = f.AgentID
	}
	last, err := a.store.LastFailures(ctx, ids, began)
	for i, f := range failing {
		failing[i].LastFailureID = last[f.AgentID]
	}
	return failing, err
}
