package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
)

// reads measures what the console's screens read against the time each may take: filtered pages at ten thousand results, and the overview,
// the board with its trends, an agent's newest results and the filtered pages again at a million, of a hundred agents and five suites over
// ninety days.
func reads(ctx context.Context, d database) error {
	n, err := openNode(ctx, d.url, 1)
	if err != nil {
		return err
	}
	defer n.close()
	const agents, suites, few, many = 100, 5, 10_000, 1_000_000
	if err := n.agents(ctx, agents, func(i int) string { return fmt.Sprintf("http://a%d.example", i) }); err != nil {
		return err
	}
	page, err := n.app.Agents(ctx, app.AgentFilter{}, eval.PageArgs{First: new(100)})
	if err != nil {
		return err
	}
	now := time.Now()
	if err := n.fillOver(ctx, page.Items, few, now.Add(-24*time.Hour), now); err != nil {
		return err
	}
	if err := n.filters(ctx, d, few, 20*time.Millisecond); err != nil {
		return err
	}
	for i := range suites {
		count := many / suites
		if i == 0 {
			count -= few
		}
		if err := n.fillOver(ctx, page.Items, count, now.Add(-90*24*time.Hour), now); err != nil {
			return err
		}
	}
	if err := n.filters(ctx, d, many, 100*time.Millisecond); err != nil {
		return err
	}
	runs, err := n.app.Runs(ctx, app.RunFilter{}, eval.PageArgs{First: new(3)})
	if err != nil {
		return err
	}
	agent := page.Items[0].ID
	ids := make([]string, len(page.Items))
	for i, a := range page.Items {
		ids[i] = a.ID
	}
	for _, r := range []struct {
		name string
		most time.Duration
		read func() error
	}{
		{"overview", 10 * time.Millisecond, func() error { _, err := n.app.Overview(ctx); return err }},
		{"board of 100", 25 * time.Millisecond, func() error {
			_, err := n.app.Leaderboard(ctx, app.LeaderboardQuery{Search: "example", Active: true}, eval.PageArgs{First: new(100)})
			return err
		}},
		{"its trends of 14 days", 30 * time.Millisecond, func() error { _, err := n.app.AgentTrends(ctx, ids, "", 14); return err }},
		{"its trends of 90 days", 200 * time.Millisecond, func() error { _, err := n.app.AgentTrends(ctx, ids, "", 90); return err }},
		{"its trends of 2 days by the hour", 50 * time.Millisecond, func() error { _, err := n.app.AgentTrends(ctx, ids, "", 2); return err }},
		{"two runs of 5,000, compared", 300 * time.Millisecond, func() error {
			_, err := n.app.CompareRuns(ctx, runs.Items[1].ID, runs.Items[2].ID)
			return err
		}},
		{"two agents, compared", 100 * time.Millisecond, func() error {
			_, err := n.app.CompareAgents(ctx, page.Items[0].DID, page.Items[1].DID, "")
			return err
		}},
		{"one agent's newest 1,000", 20 * time.Millisecond, func() error { _, err := n.app.AgentRecent(ctx, agent, ""); return err }},
	} {
		if err := n.timed(d, r.name, many, r.most, r.read); err != nil {
			return err
		}
	}
	return nil
}

// filters reads a page of 100 and the number of all pages under each filter of the results.
func (n *node) filters(ctx context.Context, d database, rows int, most time.Duration) error {
	newest, err := n.app.Results(ctx, app.ResultFilter{Error: eval.ErrTLS}, eval.PageArgs{First: new(1)})
	if err != nil {
		return err
	}
	r := newest.Items[0]
	for _, f := range []struct {
		name   string
		filter app.ResultFilter
	}{
		{"no filter", app.ResultFilter{}},
		{"agent", app.ResultFilter{Agent: r.AgentDID}},
		{"task", app.ResultFilter{Task: r.TaskID}},
		{"error", app.ResultFilter{Error: eval.ErrTLS}},
		{"fault", app.ResultFilter{Fault: eval.FaultNetwork}},
		{"rare error of agent", app.ResultFilter{Agent: r.AgentDID, Error: eval.ErrTLS}},
		{"failed of agent", app.ResultFilter{Agent: r.AgentDID, Passed: new(false)}},
		{"failed of suite", app.ResultFilter{Suite: r.SuiteKey, Passed: new(false)}},
		{"failed", app.ResultFilter{Passed: new(false)}},
		{"passed since an hour", app.ResultFilter{Passed: new(true), Since: r.At.Add(-time.Hour)}},
	} {
		err := n.timed(d, "results, "+f.name, rows, most, func() error {
			page, err := n.app.Results(ctx, f.filter, eval.PageArgs{First: new(100)})
			if err == nil && len(page.Items) == 0 {
				err = fmt.Errorf("no results under %s", f.name)
			}
			return err
		})
		if err != nil {
			return err
		}
		err = n.timed(d, "their number, "+f.name, rows, most, func() error {
			page, err := n.app.Results(ctx, f.filter, eval.PageArgs{First: new(1)})
			if err == nil {
				_, err = page.Total(ctx)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// timed reports the median of 21 readings.
func (n *node) timed(d database, name string, rows int, most time.Duration, read func() error) error {
	times := make([]time.Duration, 21)
	for i := range times {
		began := time.Now()
		if err := read(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	median := times[len(times)/2]
	ratio := float64(median) / float64(most)
	report("reads", d.name, ratio, "≤ 1", ratio <= 1, "%s at %d results: %v of %v", name, rows, median.Round(10*time.Microsecond), most)
	return nil
}

// newSuite makes a suite of so many tasks and its first version.
func (n *node) newSuite(ctx context.Context, tasks int, at time.Time) (eval.Suite, error) {
	suite := eval.Suite{ID: store.NewID(eval.SuiteID, at), Key: store.NewID("fill", at), TaskType: eval.HTTPProbe, Enabled: true, Version: 1}
	version := eval.SuiteVersion{SuiteID: suite.ID, Version: 1, CreatedAt: at}
	for i := range tasks {
		suite.Tasks = append(suite.Tasks, eval.Task{ID: store.NewID(eval.TaskID, at), Name: fmt.Sprint("t", i), Scorer: "status_ok", Weight: 1})
		version.TaskIDs = append(version.TaskIDs, suite.Tasks[i].ID)
	}
	definition, err := suite.Definition().Canonical()
	if err != nil {
		return suite, err
	}
	suite.Digest, version.Digest, version.Definition = eval.Digest(definition), eval.Digest(definition), definition
	return suite, n.store.Write(ctx, func(tx *store.Tx) error { return tx.PutSuiteVersion(ctx, version) })
}

// fillOver records results as fill does, spread over a span of time, of 50 tasks an agent in turn; one in ten fails, half of these with an
// error, a tenth of which is rare.
func (n *node) fillOver(ctx context.Context, agents []eval.Agent, count int, from, until time.Time) error {
	at := func(i int) time.Time {
		return from.Add(time.Duration(float64(until.Sub(from)) * float64(i) / float64(count))).UTC().Truncate(time.Millisecond)
	}
	const tasks = 50
	perRun := tasks * len(agents)
	suite, err := n.newSuite(ctx, tasks, from)
	if err != nil {
		return err
	}
	for begin := 0; begin < count; begin += perRun {
		run, claims, parts, err := n.newRun(ctx, suite, agents, at(begin))
		if err != nil {
			return err
		}
		var batch []store.Entry
		for i := begin; i < min(begin+perRun, count); i++ {
			p := parts[i%len(parts)]
			r := eval.Result{
				ID: store.NewID(eval.ResultID, at(i)), RunID: run.ID, RunAgentID: p.ID, SuiteID: suite.ID, AgentID: p.AgentID,
				TaskID: suite.Tasks[(i-begin)/len(parts)].ID, TaskIndex: (i - begin) / len(parts), Score: new(1.0), Passed: true, Attempts: 1, At: at(i), LatencyMS: new(int64(i % 977)),
			}
			if i%11 == 0 {
				r.Score, r.Passed = new(0.0), false
				switch i / 11 % 20 {
				case 0:
					r.Error = eval.ErrTLS
				case 1, 2, 3, 4, 5, 6, 7, 8, 9:
					r.Error = eval.ErrTimeout
				}
			}
			batch = append(batch, store.Entry{Claim: claims[p.ID], Result: &r})
			if len(batch) == 1000 {
				if _, err := n.store.Record(ctx, run.ID, batch); err != nil {
					return err
				}
				batch = batch[:0]
			}
		}
		for _, p := range parts {
			finish := store.PartFinish{RunID: run.ID, RunAgentID: p.ID, SuiteID: suite.ID, AgentID: p.AgentID, SuiteScore: new(1.0), At: at(min(begin+perRun, count))}
			batch = append(batch, store.Entry{Claim: claims[p.ID], Finish: &finish})
		}
		if _, err := n.store.Record(ctx, run.ID, batch); err != nil {
			return err
		}
	}
	return nil
}
