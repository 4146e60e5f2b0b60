package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/suite"
	"assay/ent/internal/entdb/tally"
	"assay/eval"
)

// ranked keeps test agents, mirrors and removed agents off the board.
const ranked = "a.removed_at = 0 AND NOT a.test_agent AND a.home_registry = ''"

const summed = "SUM(t.count), SUM(t.sum), SUM(t.sum_squares), SUM(t.fractional), SUM(t.passed), SUM(t.answered), " +
	"SUM(t.answered_sum), SUM(t.suite_runs), SUM(t.uncounted), MAX(t.last_at)"

// Tallies gives the aggregates of every agent that is on the board, over all suites (suiteID empty) or one, of results recorded at or
// after since (zero: all). What it reads grows with agents and, under since, with hours; never with results, but for those of the
// one hour in which since lies.
func (c conn) Tallies(ctx context.Context, suiteID string, since time.Time) ([]eval.Tally, error) {
	if since.IsZero() {
		return c.tallies(ctx, "tallies", "1 = 1", suiteID)
	}
	hour := unixHour(since)
	whole := time.Unix(hour*3600, 0).UTC()
	if !whole.Equal(since) {
		whole = time.Unix((hour+1)*3600, 0).UTC()
	}
	out, err := c.tallies(ctx, "hour_tallies", fmt.Sprintf("t.hour >= %d", unixHour(whole)), suiteID)
	if err != nil || whole.Equal(since) {
		return out, err
	}
	edge, err := c.edge(ctx, suiteID, since, whole)
	if err != nil {
		return nil, err
	}
	place := make(map[string]int, len(out))
	for i, t := range out {
		place[t.AgentID] = i
	}
	for _, e := range edge {
		i, ok := place[e.AgentID]
		if !ok {
			out = append(out, e)
			continue
		}
		out[i].Merge(e)
	}
	return out, nil
}

// BoardMembers gives the ids of those agents on the board whose name, DID or owner contains search (in any case), and, when active, that a
// run may call now: see eval.Agent.Target.
func (c conn) BoardMembers(ctx context.Context, search string, active bool) (map[string]bool, error) {
	q := c.db.Agent.Query().Where(agent.RemovedAt(0), agent.TestAgent(false), agent.HomeRegistry(""))
	if search != "" {
		q.Where(agent.SearchContains(strings.ToLower(search)))
	}
	if active {
		q.Where(agent.Active(true), agent.OptedOutAt(0), agent.ProofIn(string(eval.Trusted), string(eval.Proven)))
	}
	// Without the cards, which are large.
	rows, err := q.Select(agent.FieldID, agent.FieldActive, agent.FieldEndpoint, agent.FieldProof, agent.FieldProvenOrigin).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the board's agents: %w", err)
	}
	out := make(map[string]bool, len(rows))
	for _, r := range rows {
		if ok, _ := toAgent(r).Target(); ok || !active { // a proof lapses when the endpoint moves
			out[r.ID] = true
		}
	}
	return out, nil
}

// SuitesOf gives a page of the suites that are not deleted and of which an agent has counted public results, by key.
func (c conn) SuitesOf(ctx context.Context, agentID string, args eval.PageArgs) (eval.Page[eval.Suite], error) {
	where := suite.And(suite.DeletedAt(0), func(s *entsql.Selector) {
		t := entsql.Table(tally.Table)
		s.Where(entsql.In(s.C(suite.FieldID), entsql.Select(t.C(tally.FieldSuiteID)).From(t).
			Where(entsql.And(entsql.EQ(t.C(tally.FieldAgentID), agentID), entsql.GT(t.C(tally.FieldCount), 0)))))
	})
	fetch := func(w window) ([]eval.Suite, error) {
		q := c.db.Suite.Query().Where(where).Where(w.in(suite.FieldKey, false, asText)).Order(w.order(suite.FieldKey, false))
		return many(toSuite)(q.Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, "suites of "+agentID, fetch, func(s eval.Suite) string { return s.Key })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Suite.Query().Where(where).Count(ctx) }
	return page, err
}

// SuiteTallies gives per suite id the aggregates of every agent that is on its board.
func (c conn) SuiteTallies(ctx context.Context, suiteIDs []string) (map[string][]eval.Tally, error) {
	out := make(map[string][]eval.Tally, len(suiteIDs))
	if len(suiteIDs) == 0 {
		return out, nil
	}
	rows, err := c.db.QueryContext(ctx, "SELECT t.suite_id, t.agent_id, a.did, "+summed+" FROM tallies t JOIN agents a ON a.id = t.agent_id WHERE "+
		ranked+" AND t.suite_id IN ("+placeholders(1, len(suiteIDs))+") GROUP BY t.suite_id, t.agent_id, a.did", anys(suiteIDs)...)
	if err != nil {
		return nil, fmt.Errorf("read tallies of suites: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var suiteID string
		t, err := scanTally(rows, &suiteID)
		if err != nil {
			return nil, err
		}
		out[suiteID] = append(out[suiteID], t)
	}
	return out, rows.Err()
}

// scanTally reads a row of first columns, the agent's id and DID, and what is summed.
func scanTally(rows *sql.Rows, first ...any) (t eval.Tally, err error) {
	var last int64
	err = rows.Scan(append(first, &t.AgentID, &t.AgentDID, &t.Count, &t.Sum, &t.SumSquares, &t.Fractional, &t.Passed, &t.Answered,
		&t.AnsweredSum, &t.SuiteRuns, &t.Uncounted, &last)...)
	if err != nil {
		return t, fmt.Errorf("read tallies: %w", err)
	}
	t.LastAt = instant(last)
	return t, nil
}

func (c conn) tallies(ctx context.Context, table, where, suiteID string) ([]eval.Tally, error) {
	var args []any
	if suiteID != "" {
		where += " AND t.suite_id = $1"
		args = append(args, suiteID)
	}
	rows, err := c.db.QueryContext(ctx, "SELECT t.agent_id, a.did, "+summed+" FROM "+table+" t JOIN agents a ON a.id = t.agent_id WHERE "+
		ranked+" AND "+where+" GROUP BY t.agent_id, a.did", args...)
	if err != nil {
		return nil, fmt.Errorf("read tallies: %w", err)
	}
	defer rows.Close()
	var out []eval.Tally
	for rows.Next() {
		t, err := scanTally(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, rows.Err()
}

// edge tallies the rows themselves from since until the first whole hour.
func (c conn) edge(ctx context.Context, suiteID string, since, until time.Time) ([]eval.Tally, error) {
	suiteFilter := func(column string, args []any) (string, []any) {
		if suiteID == "" {
			return "", args
		}
		args = append(args, suiteID)
		return fmt.Sprintf(" AND %s = $%d", column, len(args)), args
	}
	filter, args := suiteFilter("r.suite_id", []any{resultFrom(since), resultFrom(until)})
	rows, err := c.db.QueryContext(ctx, "SELECT r.agent_id, a.did, r.score, r.error, r.at FROM results r JOIN agents a ON a.id = r.agent_id WHERE "+
		ranked+" AND NOT r.trial AND r.id >= $1 AND r.id < $2"+filter, args...)
	if err != nil {
		return nil, fmt.Errorf("tally the edge: %w", err)
	}
	defer rows.Close()
	byAgent := map[string]*eval.Tally{}
	for rows.Next() {
		var id, did, code string
		var score *float64
		var at int64
		if err := rows.Scan(&id, &did, &score, &code, &at); err != nil {
			return nil, fmt.Errorf("tally the edge: %w", err)
		}
		t := entry(byAgent, id)
		t.AgentID, t.AgentDID = id, did
		t.Add(score, eval.ErrorCode(code), instant(at))
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if err := c.edgeRuns(ctx, byAgent, suiteFilter, since, until); err != nil {
		return nil, err
	}
	out := make([]eval.Tally, 0, len(byAgent))
	for _, t := range byAgent {
		out = append(out, *t)
	}
	return out, nil
}

func (c conn) edgeRuns(ctx context.Context, byAgent map[string]*eval.Tally, filter func(string, []any) (string, []any), since, until time.Time) error {
	more, args := filter("r.suite_id", []any{millis(since), millis(until)})
	rows, err := c.db.QueryContext(ctx, "SELECT p.agent_id, a.did, COUNT(*) FROM run_agents p JOIN runs r ON r.id = p.run_id "+
		"JOIN agents a ON a.id = p.agent_id WHERE "+ranked+
		" AND NOT r.trial AND p.suite_score IS NOT NULL AND p.finished_at >= $1 AND p.finished_at < $2"+more+" GROUP BY p.agent_id, a.did", args...)
	if err != nil {
		return fmt.Errorf("count the edge's runs: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, did string
		var n int64
		if err := rows.Scan(&id, &did, &n); err != nil {
			return fmt.Errorf("count the edge's runs: %w", err)
		}
		t := entry(byAgent, id)
		t.AgentID, t.AgentDID = id, did
		t.SuiteRuns += n
	}
	return rows.Err()
}
