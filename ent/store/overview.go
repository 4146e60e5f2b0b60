package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/run"
	"assay/ent/internal/entdb/suite"
	"assay/eval"
)

// Hours gives the public tallies of each hour, by its Unix hour, and of each agent, on the board or not, over all suites, from the hour that
// begins at from up to the one that begins at until. Only what counts results is filled in: no squares, no runs, no DIDs.
func (c conn) Hours(ctx context.Context, from, until time.Time) (hours map[int64]eval.Tally, agents []eval.Tally, err error) {
	rows, err := c.db.QueryContext(ctx, "SELECT hour, agent_id, SUM(count), SUM(sum), SUM(passed), SUM(answered), SUM(uncounted) FROM hour_tallies "+
		"WHERE hour >= $1 AND hour < $2 GROUP BY hour, agent_id", unixHour(from), unixHour(until))
	if err != nil {
		return nil, nil, fmt.Errorf("read hours: %w", err)
	}
	defer rows.Close()
	hours = make(map[int64]eval.Tally, 24)
	byAgent := map[string]*eval.Tally{}
	for rows.Next() {
		var hour int64
		var t eval.Tally
		if err := rows.Scan(&hour, &t.AgentID, &t.Count, &t.Sum, &t.Passed, &t.Answered, &t.Uncounted); err != nil {
			return nil, nil, fmt.Errorf("read hours: %w", err)
		}
		all := hours[hour]
		all.Merge(t)
		hours[hour] = all
		of := entry(byAgent, t.AgentID)
		of.AgentID = t.AgentID
		of.Merge(t)
	}
	for _, t := range byAgent {
		agents = append(agents, *t)
	}
	return hours, agents, rows.Err()
}

// RunsEndedSince counts the runs, trials apart, that ended at or after an instant.
func (c conn) RunsEndedSince(ctx context.Context, from time.Time) (int, error) {
	return c.db.Run.Query().Where(run.FinishedAtGTE(millis(from)), run.Trial(false)).Count(ctx)
}

// LastFailures gives per agent id the id of its newest public result with a score that did not pass, recorded at or after an instant.
func (c conn) LastFailures(ctx context.Context, agentIDs []string, since time.Time) (map[string]string, error) {
	out := make(map[string]string, len(agentIDs))
	if len(agentIDs) == 0 {
		return out, nil
	}
	newest := make([]string, len(agentIDs)) // one look into the index of failures for each
	for i := range agentIDs {
		newest[i] = fmt.Sprintf("SELECT * FROM (SELECT agent_id, id FROM results WHERE agent_id = $%d AND id >= $1 AND NOT passed AND NOT trial "+
			"AND score IS NOT NULL ORDER BY id DESC LIMIT 1) AS r%d", i+2, i)
	}
	args := append([]any{resultFrom(since)}, anys(agentIDs)...)
	rows, err := c.db.QueryContext(ctx, strings.Join(newest, " UNION ALL "), args...)
	if err != nil {
		return nil, fmt.Errorf("read last failures: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var agentID, id string
		if err := rows.Scan(&agentID, &id); err != nil {
			return nil, fmt.Errorf("read last failures: %w", err)
		}
		out[agentID] = id
	}
	return out, rows.Err()
}

// NextSuites gives up to limit suites that the schedule runs, the next due first.
func (c conn) NextSuites(ctx context.Context, limit int) ([]eval.Suite, error) {
	return c.suites(ctx, c.db.Suite.Query().Where(suite.Enabled(true), suite.DeletedAt(0), suite.IntervalMinutesGT(0)).
		Order(suite.ByNextRunAt(), suite.ByKey()).Limit(limit))
}

// Counts gives how many agents are active and not removed, and how many suites are enabled.
func (c conn) Counts(ctx context.Context) (activeAgents, enabledSuites int, err error) {
	if activeAgents, err = c.db.Agent.Query().Where(agent.Active(true), agent.RemovedAt(0)).Count(ctx); err != nil {
		return 0, 0, fmt.Errorf("count agents: %w", err)
	}
	if enabledSuites, err = c.db.Suite.Query().Where(suite.Enabled(true), suite.DeletedAt(0)).Count(ctx); err != nil {
		return 0, 0, fmt.Errorf("count suites: %w", err)
	}
	return activeAgents, enabledSuites, nil
}
