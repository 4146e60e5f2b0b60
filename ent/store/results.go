package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/predicate"
	"assay/ent/internal/entdb/result"
	"assay/ent/internal/entdb/run"
	"assay/ent/internal/entdb/suite"
	"assay/ent/internal/entdb/tally"
	"assay/ent/internal/entdb/tasktally"
	"assay/eval"
)

// ResultFilter narrows a list of results. Zero: all public ones. With RunID: that run's, trial or not.
type ResultFilter struct {
	AgentID, SuiteID, RunID, TaskID string
	Passed                          *bool            // rows without a score are neither
	Errors                          []eval.ErrorCode // only those with one of these; nil: any or none
	Since                           time.Time        // only those recorded at or after this instant; zero: all
}

// Result gives the result with this id; nil when there is none.
func (c conn) Result(ctx context.Context, id string) (*eval.Result, error) {
	v, err := one(toResult)(c.db.Result.Get(ctx, id))
	if err != nil || v == nil {
		return nil, err
	}
	full := []eval.Result{*v}
	err = c.nameResults(ctx, full)
	return &full[0], err
}

// ResultsByID gives results by id in any order, unknown ids left out.
func (c conn) ResultsByID(ctx context.Context, ids []string) ([]eval.Result, error) {
	return c.results(ctx, c.db.Result.Query().Where(result.IDIn(ids...)))
}

// Results gives a page of results: newest first, or of one run, oldest first.
func (c conn) Results(ctx context.Context, f ResultFilter, args eval.PageArgs) (eval.Page[eval.Result], error) {
	var where []predicate.Result
	scope := fmt.Sprintf("results %s %s %s %s %q %q %d", f.AgentID, f.SuiteID, f.RunID, maybe(f.Passed), f.TaskID, f.Errors, millis(f.Since))
	if f.AgentID != "" {
		where = append(where, result.AgentID(f.AgentID))
	}
	if f.SuiteID != "" {
		where = append(where, result.SuiteID(f.SuiteID))
	}
	if f.TaskID != "" {
		where = append(where, result.TaskID(f.TaskID))
	}
	if f.Passed != nil {
		where = append(where, result.Passed(*f.Passed), result.ScoreNotNil())
	}
	if f.Errors != nil {
		codes := make([]string, len(f.Errors))
		for i, code := range f.Errors {
			codes[i] = string(code)
		}
		where = append(where, result.ErrorIn(codes...), result.Passed(false)) // no error passes, which the index of failures is to know
	}
	if !f.Since.IsZero() {
		where = append(where, result.IDGTE(resultFrom(f.Since)))
	}
	column, descending, convert := result.FieldID, true, asText
	key := func(r eval.Result) string { return r.ID }
	if f.RunID != "" {
		where = append(where, result.RunID(f.RunID))
		column, descending, convert = result.FieldSeq, false, asNumber
		key = func(r eval.Result) string { return fmt.Sprint(r.Seq) }
	} else {
		where = append(where, result.Trial(false))
	}
	fetch := func(w window) ([]eval.Result, error) {
		q := c.db.Result.Query().Where(where...).Where(w.in(column, descending, convert)).Order(w.order(column, descending))
		return c.results(ctx, q.Limit(w.limit))
	}
	page, err := paginate(args, scope, fetch, key)
	page.Total = func(ctx context.Context) (int, error) {
		switch {
		case f.tallied():
			return c.talliedResults(ctx, f)
		case f.talliedByTask():
			return c.talliedTasks(ctx, f)
		}
		return c.db.Result.Query().Where(where...).Count(ctx)
	}
	return page, err
}

// tallied reports whether the tallies know how many results the filter leaves, and talliedByTask whether those of tasks do.
func (f ResultFilter) tallied() bool {
	return f.RunID == "" && f.TaskID == "" && f.Passed == nil && f.Errors == nil && f.Since.IsZero()
}

func (f ResultFilter) talliedByTask() bool {
	return f.RunID == "" && f.AgentID == "" && f.Passed != nil && f.Errors == nil && f.Since.IsZero()
}

// talliedResults counts all public results, or those of an agent, a suite or both, without reading them.
func (c conn) talliedResults(ctx context.Context, f ResultFilter) (int, error) {
	q := c.db.Tally.Query()
	if f.AgentID != "" {
		q.Where(tally.AgentID(f.AgentID))
	}
	if f.SuiteID != "" {
		q.Where(tally.SuiteID(f.SuiteID))
	}
	var sums []struct{ Count, Uncounted sql.NullInt64 }
	err := q.Aggregate(entdb.As(entdb.Sum(tally.FieldCount), "count"), entdb.As(entdb.Sum(tally.FieldUncounted), "uncounted")).Scan(ctx, &sums)
	if err != nil || len(sums) == 0 {
		return 0, err
	}
	return int(sums[0].Count.Int64 + sums[0].Uncounted.Int64), nil
}

// talliedTasks counts the public results that passed, or did not, of all tasks, a suite's, or one, without reading them.
func (c conn) talliedTasks(ctx context.Context, f ResultFilter) (int, error) {
	q := c.db.TaskTally.Query()
	if f.SuiteID != "" {
		q.Where(tasktally.SuiteID(f.SuiteID))
	}
	if f.TaskID != "" {
		q.Where(tasktally.TaskID(f.TaskID))
	}
	var sums []struct{ Count, Passed sql.NullInt64 }
	err := q.Aggregate(entdb.As(entdb.Sum(tasktally.FieldCount), "count"), entdb.As(entdb.Sum(tasktally.FieldPassed), "passed")).Scan(ctx, &sums)
	switch {
	case err != nil || len(sums) == 0:
		return 0, err
	case *f.Passed:
		return int(sums[0].Passed.Int64), nil
	}
	return int(sums[0].Count.Int64 - sums[0].Passed.Int64), nil
}

// ResultsByRunAgent gives per run-agent id its results in task order.
func (c conn) ResultsByRunAgent(ctx context.Context, ids []string) (map[string][]eval.Result, error) {
	rows, err := c.results(ctx, c.db.Result.Query().Where(result.RunAgentIDIn(ids...)).
		Order(result.ByRunAgentID(), result.ByTaskIndex()))
	out := make(map[string][]eval.Result, len(ids))
	for _, r := range rows {
		out[r.RunAgentID] = append(out[r.RunAgentID], r)
	}
	return out, err
}

// NextResult gives the result after one in its run, agent by agent, each in the order of the tasks; nil when there is none (yet). With
// backward, the one before.
func (c conn) NextResult(ctx context.Context, of eval.Result, backward bool) (*eval.Result, error) {
	than, order := ">", "ASC"
	if backward {
		than, order = "<", "DESC"
	}
	// Each looks along one index and stops at the first row that it finds.
	id, err := c.oneID(ctx, "SELECT id FROM results WHERE run_agent_id = $1 AND task_index "+than+" $2 ORDER BY task_index "+order+" LIMIT 1",
		of.RunAgentID, of.TaskIndex)
	if err == nil && id == "" {
		id, err = c.oneID(ctx, "SELECT id FROM results WHERE run_agent_id = (SELECT p.id FROM run_agents p WHERE p.run_id = $1 AND p.position "+than+
			" (SELECT position FROM run_agents WHERE id = $2) AND EXISTS (SELECT 1 FROM results r WHERE r.run_agent_id = p.id) ORDER BY p.position "+order+
			" LIMIT 1) ORDER BY task_index "+order+" LIMIT 1", of.RunID, of.RunAgentID)
	}
	if err != nil || id == "" {
		return nil, err
	}
	return c.Result(ctx, id)
}

// oneID gives what a query of one column and at most one row gives; empty when there is no row.
func (c conn) oneID(ctx context.Context, query string, args ...any) (id string, err error) {
	rows, err := c.db.QueryContext(ctx, query, args...)
	if err != nil {
		return "", fmt.Errorf("find result: %w", err)
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&id)
	}
	return id, errors.Join(err, rows.Err())
}

// Evidence gives the stored evidence of a result, encoded; nil when there is none.
func (c conn) Evidence(ctx context.Context, resultID string) ([]byte, error) {
	row, err := c.db.Evidence.Get(ctx, resultID)
	switch {
	case entdb.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	return row.Body, nil
}

func (c conn) results(ctx context.Context, q *entdb.ResultQuery) ([]eval.Result, error) {
	rows, err := many(toResult)(q.All(ctx))
	if err != nil {
		return nil, err
	}
	return rows, c.nameResults(ctx, rows)
}

// nameResults fills in what results hold by id only: suite key, agent DID, version digest.
func (c conn) nameResults(ctx context.Context, rows []eval.Result) error {
	if len(rows) == 0 {
		return nil
	}
	keys, dids, digests := map[string]string{}, map[string]string{}, map[string]string{}
	for _, r := range rows {
		keys[r.SuiteID], dids[r.AgentID], digests[r.RunID] = "", "", ""
	}
	suites, err := c.db.Suite.Query().Where(suite.IDIn(ids(keys)...)).Select(suite.FieldID, suite.FieldKey).All(ctx)
	if err != nil {
		return fmt.Errorf("name suites: %w", err)
	}
	for _, s := range suites {
		keys[s.ID] = s.Key
	}
	agents, err := c.db.Agent.Query().Where(agent.IDIn(ids(dids)...)).Select(agent.FieldID, agent.FieldDid).All(ctx)
	if err != nil {
		return fmt.Errorf("name agents: %w", err)
	}
	for _, a := range agents {
		dids[a.ID] = a.Did
	}
	runs, err := c.db.Run.Query().Where(run.IDIn(ids(digests)...)).Select(run.FieldID, run.FieldDigest).All(ctx)
	if err != nil {
		return fmt.Errorf("name runs: %w", err)
	}
	for _, r := range runs {
		digests[r.ID] = r.Digest
	}
	for i := range rows {
		r := &rows[i]
		r.SuiteKey, r.AgentDID, r.SuiteDigest = keys[r.SuiteID], dids[r.AgentID], digests[r.RunID]
	}
	return nil
}

func ids(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	return out
}

func toResult(r *entdb.Result) eval.Result {
	return eval.Result{
		ID: r.ID, RunID: r.RunID, RunAgentID: r.RunAgentID, SuiteID: r.SuiteID, AgentID: r.AgentID, TaskID: r.TaskID,
		TaskIndex: r.TaskIndex, Trial: r.Trial, Score: r.Score, Passed: r.Passed, LatencyMS: r.LatencyMs,
		Error: eval.ErrorCode(r.Error), ErrorDetail: r.ErrorDetail, Attempts: r.Attempts, Fingerprint: r.Fingerprint,
		At: instant(r.At), Seq: r.Seq, Evidence: r.EvidenceHash,
		Timings: eval.Timings{DNS: r.DNSUs, Connect: r.ConnectUs, TLS: r.TLSUs, FirstByte: r.FirstByteUs, Total: r.TotalUs},
	}
}
