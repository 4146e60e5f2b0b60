package store

import (
	"context"
	"fmt"

	"assay/eval"
)

// Scores gives the results of a run, of all its agents or of those named, in any order: only what a comparison needs of them (ids, agent,
// task, score, passed, fingerprint), since a run may have many.
func (c conn) Scores(ctx context.Context, runID string, agentIDs ...string) ([]eval.Result, error) {
	where := "r.run_id = $1"
	if len(agentIDs) > 0 {
		where = "r.run_agent_id IN (SELECT id FROM run_agents WHERE run_id = $1 AND agent_id IN (" + placeholders(2, len(agentIDs)) + "))"
	}
	rows, err := c.db.QueryContext(ctx, "SELECT r.id, r.run_id, r.run_agent_id, r.suite_id, r.agent_id, p.agent_did, r.task_id, r.task_index, r.score, "+
		"r.passed, r.fingerprint FROM results r JOIN run_agents p ON p.id = r.run_agent_id WHERE "+where, append([]any{runID}, anys(agentIDs)...)...)
	if err != nil {
		return nil, fmt.Errorf("read scores: %w", err)
	}
	defer rows.Close()
	var out []eval.Result
	for rows.Next() {
		var r eval.Result
		err := rows.Scan(&r.ID, &r.RunID, &r.RunAgentID, &r.SuiteID, &r.AgentID, &r.AgentDID, &r.TaskID, &r.TaskIndex, &r.Score, &r.Passed, &r.Fingerprint)
		if err != nil {
			return nil, fmt.Errorf("read scores: %w", err)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// CommonSuites gives the suites of which both agents have public results, by id.
func (c conn) CommonSuites(ctx context.Context, agentA, agentB string) ([]string, error) {
	return c.texts(ctx, "SELECT a.suite_id FROM tallies a JOIN tallies b ON b.suite_id = a.suite_id WHERE a.agent_id = $1 AND b.agent_id = $2 "+
		"ORDER BY a.suite_id", agentA, agentB)
}

// commonRunsLooked is how many of a suite's newest runs are looked through for one that measured both of two agents.
const commonRunsLooked = 2000

// CommonRun gives the newest public run of a suite that is over and in which both agents were scored; nil when the newest 2,000 hold none.
func (c conn) CommonRun(ctx context.Context, suiteID, agentA, agentB string) (*eval.Run, error) {
	const measured = "EXISTS (SELECT 1 FROM run_agents p WHERE p.agent_id = $%d AND p.run_id = r.id AND p.suite_score IS NOT NULL)"
	ids, err := c.texts(ctx, fmt.Sprintf("SELECT r.id FROM (SELECT id FROM runs WHERE suite_id = $1 AND NOT trial AND finished_at > 0 ORDER BY id DESC LIMIT %d) r "+
		"WHERE "+measured+" AND "+measured+" ORDER BY r.id DESC LIMIT 1", commonRunsLooked, 2, 3), suiteID, agentA, agentB)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return c.Run(ctx, ids[0])
}

// texts runs a query of one column of text.
func (c conn) texts(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := c.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, fmt.Errorf("read: %w", err)
		}
		out = append(out, s)
	}
	return out, rows.Err()
}
