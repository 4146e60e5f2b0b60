package app

import (
	"context"

	"assay/eval"
	"assay/eval/fault"
)

const (
	maxCompared = 100_000 // results of one run
	pairsShown  = 1000
)

// CompareRuns compares two runs: see eval.CompareRuns. Of its pairs the first 1,000 are named. nil when either run is unknown or the caller
// may not see it; Invalid when one has more than 100,000 results.
func (a *App) CompareRuns(ctx context.Context, idA, idB string) (*eval.Comparison, error) {
	var sides [2]eval.MeasuredRun
	for i, id := range []string{idA, idB} {
		run, err := a.Run(ctx, id)
		if err != nil || run == nil {
			return nil, err
		}
		if run.Progress.Recorded > maxCompared {
			return nil, fault.Bad([]string{"a", "b"}[i], "has %d results, and at most %d of a run can be compared", run.Progress.Recorded, maxCompared)
		}
		if sides[i], err = a.measured(ctx, *run); err != nil {
			return nil, err
		}
	}
	c := eval.CompareRuns(sides[0], sides[1])
	return a.shown(ctx, c)
}

// CompareAgents compares two agents on the newest finished public run of each suite (or of the one named, by key) that scored both: see
// eval.CompareAgents and store.CommonRun. nil when either agent is unknown; no pairs when no run is found, and, for strangers, while the
// gate is down. Public.
func (a *App) CompareAgents(ctx context.Context, didA, didB, suite string) (*eval.Comparison, error) {
	var agents [2]*eval.Agent
	for i, did := range []string{didA, didB} {
		agent, err := a.namedAgent(ctx, did)
		if f := fault.As(err); f != nil {
			f.Field = []string{"a", "b"}[i]
		}
		if err != nil || agent == nil {
			return nil, err
		}
		agents[i] = agent
	}
	idA, idB := agents[0].ID, agents[1].ID
	runs, err := a.commonRuns(ctx, idA, idB, suite)
	if err != nil {
		return nil, err
	}
	return a.shown(ctx, eval.CompareAgents(idA, idB, runs))
}

func (a *App) commonRuns(ctx context.Context, idA, idB, suite string) (runs []eval.MeasuredRun, err error) {
	if !a.open(ctx) {
		return nil, nil
	}
	var suites []string
	if suite == "" {
		suites, err = a.store.CommonSuites(ctx, idA, idB)
	} else if id, e := a.suiteID(ctx, suite); id != "" {
		suites = []string{id}
	} else {
		err = e
	}
	if err != nil {
		return nil, err
	}
	for _, id := range suites {
		run, err := a.store.CommonRun(ctx, id, idA, idB)
		if err != nil {
			return nil, err
		}
		if run == nil {
			continue
		}
		m, err := a.measured(ctx, *run, idA, idB)
		if err != nil {
			return nil, err
		}
		runs = append(runs, m)
	}
	return runs, nil
}

// measured reads what is compared of a run, of all its agents or of those named.
func (a *App) measured(ctx context.Context, run eval.Run, agentIDs ...string) (eval.MeasuredRun, error) {
	m := eval.MeasuredRun{Run: run}
	pinned, err := a.RunVersions(ctx, run)
	if err != nil {
		return m, err
	}
	if m.TaskType, m.Tasks, err = pinned[0].Content(); err != nil {
		return m, err
	}
	m.Results, err = a.store.Scores(ctx, run.ID, agentIDs...)
	for i := range m.Results {
		m.Results[i].SuiteKey = run.SuiteKey
	}
	return m, err
}

// shown reads whole the results of the pairs that are named.
func (a *App) shown(ctx context.Context, c eval.Comparison) (*eval.Comparison, error) {
	c.Tasks = c.Tasks[:min(len(c.Tasks), pairsShown)]
	ids := make([]string, 0, 2*len(c.Tasks))
	for _, p := range c.Tasks {
		ids = append(ids, p.A.ID, p.B.ID)
	}
	results, err := a.store.ResultsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]eval.Result, len(results))
	for _, r := range results {
		byID[r.ID] = r
	}
	for i := range c.Tasks {
		p := &c.Tasks[i]
		p.A, p.B = byID[p.A.ID], byID[p.B.ID]
	}
	return &c, nil
}
