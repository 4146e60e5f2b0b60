package app

import (
	"context"
	"maps"
	"sync"
	"time"

	"assay/ent/store"
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
	hours, span, err := a.hours(ctx, began, now)
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

// settledAfter is how long after its end nothing is recorded for an hour any more: results are stored within a second, or, where a node or
// the database stood still, within the ten that a claim lasts.
const settledAfter = 10 * time.Minute

// settled are the tallies of hours of which nothing changes any more. They are most of a day, and everybody who comes asks for them.
type settled struct {
	mu          sync.Mutex // held while reading: whoever asks meanwhile waits for the answer
	from, until time.Time
	hours       map[int64]eval.Tally
	agents      []eval.Tally
}

// hours gives the tallies of each hour and each agent from an hour on, until now.
func (a *App) hours(ctx context.Context, from, now time.Time) (map[int64]eval.Tally, []eval.Tally, error) {
	until := now.Add(-settledAfter).Truncate(time.Hour)
	past, pastAgents, err := a.settled.read(ctx, a.store, from, until)
	if err != nil {
		return nil, nil, err
	}
	hours, agents, err := a.store.Hours(ctx, until, now.Truncate(time.Hour).Add(time.Hour))
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(hours, past)
	place := make(map[string]int, len(agents))
	for i, t := range agents {
		place[t.AgentID] = i
	}
	for _, t := range pastAgents {
		if i, ok := place[t.AgentID]; ok {
			agents[i].Merge(t)
		} else {
			agents = append(agents, t)
		}
	}
	return hours, agents, nil
}

// read gives the tallies from an hour until another; they are not to be changed.
func (s *settled) read(ctx context.Context, db *store.Store, from, until time.Time) (map[int64]eval.Tally, []eval.Tally, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hours == nil || !s.from.Equal(from) || !s.until.Equal(until) {
		hours, agents, err := db.Hours(ctx, from, until)
		if err != nil {
			return nil, nil, err
		}
		s.from, s.until, s.hours, s.agents = from, until, hours, agents
	}
	return s.hours, s.agents, nil
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
