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

// leaderboard compares the time of the first page of the board at a million results with that at ten thousand.
func leaderboard(ctx context.Context, d database) error {
	n, err := openNode(ctx, d.url, 1)
	if err != nil {
		return err
	}
	defer n.close()
	const agents = 100
	if err := n.agents(ctx, agents, func(i int) string { return fmt.Sprintf("http://a%d.example", i) }); err != nil {
		return err
	}
	page, err := n.app.Agents(ctx, app.AgentFilter{}, eval.PageArgs{First: new(100)})
	if err != nil {
		return err
	}
	if err := n.fill(ctx, page.Items, 10_000); err != nil {
		return err
	}
	small, err := n.boardTime(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := n.fill(ctx, page.Items, 990_000); err != nil {
		return err
	}
	rate := 990_000 / time.Since(began).Seconds()
	large, err := n.boardTime(ctx)
	if err != nil {
		return err
	}
	ratio := float64(large) / float64(small)
	report("leaderboard", d.name, ratio, "≤ 1.2", ratio <= 1.2, "%v at 1,000,000 results, %v at 10,000, of %d agents; filled at %.0f rows/s", large, small, agents, rate)
	return nil
}

// boardTime is the median of 301 readings.
func (n *node) boardTime(ctx context.Context) (time.Duration, error) {
	times := make([]time.Duration, 301)
	for i := range times {
		began := time.Now()
		page, err := n.app.Leaderboard(ctx, app.LeaderboardQuery{}, eval.PageArgs{First: new(100)})
		if err != nil {
			return 0, err
		}
		if len(page.Items) != 100 {
			return 0, fmt.Errorf("the board has %d entries", len(page.Items))
		}
		times[i] = time.Since(began)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

// newRun makes a run of a suite, new or not, under way on these agents, with its parts and the claims to them, by part.
func (n *node) newRun(ctx context.Context, suite eval.Suite, agents []eval.Agent, at time.Time) (run eval.Run, held map[string]store.Claim, parts []store.NewPart, err error) {
	run = eval.Run{ID: store.NewID(eval.RunID, at), SuiteID: suite.ID, SuiteKey: suite.Key, Version: 1, Trigger: eval.TriggerManual, CreatedAt: at}
	parts = make([]store.NewPart, len(agents))
	for i, a := range agents {
		parts[i] = store.NewPart{RunAgent: eval.RunAgent{ID: store.NewID(eval.RunAgentID, at), AgentID: a.ID, AgentDID: a.DID}}
	}
	err = n.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.PutSuite(ctx, suite); err != nil {
			return err
		}
		_, err := tx.CreateRun(ctx, run, parts, "")
		return err
	})
	if err != nil {
		return run, nil, nil, err
	}
	claimer, err := n.store.NewClaimer(ctx, run.ID, func() time.Duration { return 0 })
	if err != nil {
		return run, nil, nil, err
	}
	claims, err := claimer.Claim(ctx, store.Want{Kind: store.ClaimRunAgent, Now: at.UnixMilli(), Limit: len(parts)})
	held = map[string]store.Claim{}
	for _, c := range claims {
		held[c.Subject] = c
	}
	return run, held, parts, err
}

// fill records results as a runner would, in one run.
func (n *node) fill(ctx context.Context, agents []eval.Agent, count int) error {
	now := time.Now().UTC().Truncate(time.Millisecond)
	suite := eval.Suite{ID: store.NewID(eval.SuiteID, now), Key: store.NewID("fill", now), TaskType: eval.HTTPProbe, Enabled: true, Version: 1}
	run, held, parts, err := n.newRun(ctx, suite, agents, now)
	if err != nil {
		return err
	}
	var batch []store.Entry
	for i := range count {
		p := parts[i%len(parts)]
		score := float64(i % 7 % 2)
		batch = append(batch, store.Entry{Claim: held[p.ID], Result: &eval.Result{
			ID: store.NewID(eval.ResultID, now), RunID: run.ID, RunAgentID: p.ID, SuiteID: suite.ID, AgentID: p.AgentID,
			TaskID: fmt.Sprint("t", i/len(parts)), Score: &score, Passed: score == 1, Attempts: 1, At: now,
		}})
		if len(batch) == 1000 || i == count-1 {
			lost, err := n.store.Record(ctx, run.ID, batch)
			if err != nil {
				return err
			}
			if len(lost) > 0 {
				return fmt.Errorf("%d claims lost", len(lost))
			}
			batch = batch[:0]
		}
	}
	return nil
}
