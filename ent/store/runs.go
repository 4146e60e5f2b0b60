package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/predicate"
	"assay/ent/internal/entdb/run"
	"assay/ent/internal/entdb/runagent"
	"assay/eval"
)

// RunFilter narrows a list of runs. Zero: all, trials too.
type RunFilter struct {
	SuiteID  string
	Statuses []eval.RunStatus
	Trial    *bool
}

var underWay = []string{string(eval.RunQueued), string(eval.RunRunning), string(eval.RunCancelling)}

// Run gives the run with this id; nil when there is none.
func (c conn) Run(ctx context.Context, id string) (*eval.Run, error) {
	return one(toRun)(c.db.Run.Get(ctx, id))
}

// RunByIdempotencyKey gives the run that was started under a key; nil when none was.
func (c conn) RunByIdempotencyKey(ctx context.Context, key string) (*eval.Run, error) {
	return one(toRun)(c.db.Run.Query().Where(run.IdempotencyKey(key)).Only(ctx))
}

// RunsByID gives runs by id in any order, unknown ids left out.
func (c conn) RunsByID(ctx context.Context, ids []string) ([]eval.Run, error) {
	return many(toRun)(c.db.Run.Query().Where(run.IDIn(ids...)).All(ctx))
}

// RunsUnderWay gives up to limit runs that are not final, newest first.
func (c conn) RunsUnderWay(ctx context.Context, limit int, trialsToo bool) ([]eval.Run, error) {
	q := c.db.Run.Query().Where(run.StatusIn(underWay...)).Order(run.ByID(entsql.OrderDesc())).Limit(limit)
	if !trialsToo {
		q.Where(run.Trial(false))
	}
	return many(toRun)(q.All(ctx))
}

// SuiteUnderWay reports whether a run of the suite, trials apart, is not final.
func (c conn) SuiteUnderWay(ctx context.Context, suiteID string) (bool, error) {
	return c.db.Run.Query().Where(run.SuiteID(suiteID), run.Trial(false), run.StatusIn(underWay...)).Exist(ctx)
}

// LastRuns gives per suite id the newest run that is no trial.
func (c conn) LastRuns(ctx context.Context, suiteIDs []string) (map[string]eval.Run, error) {
	out := make(map[string]eval.Run, len(suiteIDs))
	if len(suiteIDs) == 0 {
		return out, nil
	}
	rows, err := c.db.Run.Query().Where(func(s *entsql.Selector) {
		t := entsql.Table(run.Table).As("newest")
		s.Where(entsql.In(s.C(run.FieldID), entsql.Select(entsql.Max(t.C(run.FieldID))).From(t).
			Where(entsql.And(entsql.In(t.C(run.FieldSuiteID), anys(suiteIDs)...), entsql.EQ(t.C(run.FieldTrial), false))).
			GroupBy(t.C(run.FieldSuiteID))))
	}).All(ctx)
	runs, err := many(toRun)(rows, err)
	for _, r := range runs {
		out[r.SuiteID] = r
	}
	return out, err
}

// Runs gives a page of runs, newest first.
func (c conn) Runs(ctx context.Context, f RunFilter, args eval.PageArgs) (eval.Page[eval.Run], error) {
	where, scope := f.where()
	fetch := func(w window) ([]eval.Run, error) {
		q := c.db.Run.Query().Where(where...).Where(w.in(run.FieldID, true, asText)).Order(w.order(run.FieldID, true))
		return many(toRun)(q.Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, scope, fetch, func(r eval.Run) string { return r.ID })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Run.Query().Where(where...).Count(ctx) }
	return page, err
}

func (f RunFilter) where() (where []predicate.Run, scope string) {
	scope = "runs " + f.SuiteID
	if f.SuiteID != "" {
		where = append(where, run.SuiteID(f.SuiteID))
	}
	if len(f.Statuses) > 0 {
		words := make([]string, len(f.Statuses))
		for i, s := range f.Statuses {
			words[i] = string(s)
		}
		slices.Sort(words)
		scope += " " + strings.Join(words, ",")
		where = append(where, run.StatusIn(words...))
	}
	scope += " trial " + maybe(f.Trial)
	if f.Trial != nil {
		where = append(where, run.Trial(*f.Trial))
	}
	return where, scope
}

// NewPart is an agent's part of a new run, and the host and port that will be called for it (empty: none).
type NewPart struct {
	eval.RunAgent
	Host string
}

// CreateRun stores a new run with its agents, its first event and the work it makes, and counts it at its suite. A run without agents
// is completed at once. key is the idempotency key, or empty.
func (tx *Tx) CreateRun(ctx context.Context, r eval.Run, agents []NewPart, key string) (eval.Run, error) {
	at := millis(r.CreatedAt)
	events := []eval.RunEventKind{eval.EventRunQueued}
	r.Status = eval.RunQueued
	if len(agents) == 0 {
		events = append(events, eval.EventRunFinished)
		r.Status, r.StartedAt, r.FinishedAt = eval.RunCompleted, r.CreatedAt, r.CreatedAt
	}
	r.LastSeq = int64(len(events))
	r.Progress.Agents = len(agents)
	create := tx.db.Run.Create().SetID(r.ID).SetSuiteID(r.SuiteID).SetSuiteKey(r.SuiteKey).SetVersion(r.Version).SetDigest(r.Digest).
		SetStatus(string(r.Status)).SetTrigger(string(r.Trigger)).SetTrial(r.Trial).SetCreatedAt(at).SetStartedAt(millis(r.StartedAt)).
		SetFinishedAt(millis(r.FinishedAt)).SetSkipped(r.Skipped).SetAgents(int64(len(agents))).SetTotal(int64(r.Progress.Total)).
		SetSeq(r.LastSeq)
	if key != "" {
		create.SetIdempotencyKey(key)
	}
	if err := create.Exec(ctx); err != nil {
		return r, fmt.Errorf("store run: %w", err)
	}
	for i, kind := range events {
		if err := tx.insert(ctx, "run_events", eventColumns, [][]any{{r.ID, i + 1, at, string(kind), ""}}, ""); err != nil {
			return r, err
		}
	}
	rows, claims := make([][]any, len(agents)), make([][]any, len(agents))
	for i, a := range agents {
		rows[i] = []any{a.ID, r.ID, a.AgentID, a.AgentDID, i, string(eval.RunAgentWaiting), "", 0, 0, 0, 0}
		claims[i] = []any{ClaimRunAgent + ":" + a.ID, ClaimRunAgent, a.ID, a.Host, i, at}
	}
	err := tx.insert(ctx, "run_agents", []string{"id", "run_id", "agent_id", "agent_did", "position", "status", "fingerprint",
		"recorded", "passed", "started_at", "finished_at"}, rows, "")
	if err != nil {
		return r, err
	}
	err = tx.insert(ctx, "claims", []string{"id", "kind", "subject", "host", "position", "run_at"}, claims, "")
	if err != nil {
		return r, err
	}
	counter := tx.db.Suite.UpdateOneID(r.SuiteID)
	if r.Trial {
		counter.AddTrialCount(1)
	} else {
		counter.AddRunCount(1)
	}
	if err := counter.Exec(ctx); err != nil {
		return r, fmt.Errorf("count run: %w", err)
	}
	if r.Status.Final() {
		if err := tx.sealRun(ctx, &r); err != nil {
			return r, err
		}
	}
	tx.Changed(r.ID, r.SuiteID, TopicRuns, TopicWork)
	return r, nil
}

// RequestCancel asks a run to stop; a run that is final or was asked already is left as it is. nil when there is no such run.
func (tx *Tx) RequestCancel(ctx context.Context, runID string, at time.Time) (*eval.Run, error) {
	rows, err := tx.lockRuns(ctx, []string{runID})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	r := rows[runID]
	if r.Status.Final() || r.Status == eval.RunCancelling {
		return r, nil
	}
	r.Status = eval.RunCancelling
	r.LastSeq++
	tx.Changed(TopicCancel + runID)
	event := []any{runID, r.LastSeq, millis(at), string(eval.EventCancelRequested), ""}
	if err := tx.insert(ctx, "run_events", eventColumns, [][]any{event}, ""); err != nil {
		return nil, err
	}
	// What nobody has taken up need not wait its turn.
	_, err = tx.db.ExecContext(ctx, "UPDATE claims SET kind = $1 WHERE kind = $2 AND holder = '' AND subject IN "+
		"(SELECT id FROM run_agents WHERE run_id = $3)", ClaimCancelled, ClaimRunAgent, runID)
	if err != nil {
		return nil, fmt.Errorf("hurry cancelled work: %w", err)
	}
	tx.Changed(TopicWork)
	return r, tx.saveRun(ctx, r)
}

// lockRuns reads runs and locks them until the transaction ends.
func (tx *Tx) lockRuns(ctx context.Context, ids []string) (map[string]*eval.Run, error) {
	q := tx.db.Run.Query().Where(run.IDIn(ids...)).Order(run.ByID())
	if tx.postgres {
		q.ForUpdate()
	}
	rows, err := many(toRun)(q.All(ctx))
	if err != nil {
		return nil, err
	}
	out := make(map[string]*eval.Run, len(rows))
	for i := range rows {
		out[rows[i].ID] = &rows[i]
	}
	return out, nil
}

// saveRun stores what changes in a run while it is under way.
func (tx *Tx) saveRun(ctx context.Context, r *eval.Run) error {
	p := r.Progress
	err := tx.db.Run.UpdateOneID(r.ID).SetStatus(string(r.Status)).SetStartedAt(millis(r.StartedAt)).SetFinishedAt(millis(r.FinishedAt)).
		SetSeq(r.LastSeq).SetAgentsFinished(int64(p.AgentsFinished)).SetRecorded(int64(p.Recorded)).SetPassed(int64(p.Passed)).
		SetFailed(int64(p.Failed)).SetErrors(int64(p.Errors)).SetCancelled(int64(p.Cancelled)).
		SetExaminerFaults(int64(p.ExaminerFaults)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store run: %w", err)
	}
	tx.Changed(r.ID, TopicRuns)
	return nil
}

// RunAgent gives one agent's part of a run; nil when there is none.
func (c conn) RunAgent(ctx context.Context, id string) (*eval.RunAgent, error) {
	parts, err := c.runAgents(ctx, c.db.RunAgent.Query().Where(runagent.ID(id)))
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	return &parts[0], nil
}

// RunAgentsByID gives parts of runs by id in any order, unknown ids left out, without counting what is stored of those under way.
func (c conn) RunAgentsByID(ctx context.Context, ids []string) ([]eval.RunAgent, error) {
	return many(toRunAgent)(c.db.RunAgent.Query().Where(runagent.IDIn(ids...)).All(ctx))
}

// RunAgents gives a page of a run's agents in order.
func (c conn) RunAgents(ctx context.Context, runID string, args eval.PageArgs) (eval.Page[eval.RunAgent], error) {
	fetch := func(w window) ([]eval.RunAgent, error) {
		return c.runAgents(ctx, c.db.RunAgent.Query().Where(runagent.RunID(runID)).
			Where(w.in(runagent.FieldPosition, false, asNumber)).Order(w.order(runagent.FieldPosition, false)).Limit(w.limit))
	}
	page, err := paginate(args, "run agents "+runID, fetch, func(a eval.RunAgent) string { return fmt.Sprint(a.Position) })
	page.Total = func(ctx context.Context) (int, error) {
		return c.db.RunAgent.Query().Where(runagent.RunID(runID)).Count(ctx)
	}
	return page, err
}

// runAgents runs a query; the counts of parts under way are taken from the results stored so far.
func (c conn) runAgents(ctx context.Context, q *entdb.RunAgentQuery) ([]eval.RunAgent, error) {
	parts, err := many(toRunAgent)(q.All(ctx))
	if err != nil {
		return nil, err
	}
	place, running := map[string]int{}, []any{}
	for i, p := range parts {
		if p.Status == eval.RunAgentRunning {
			place[p.ID] = i
			running = append(running, p.ID)
		}
	}
	if len(running) == 0 {
		return parts, nil
	}
	rows, err := c.db.QueryContext(ctx, "SELECT run_agent_id, COUNT(*), COUNT(CASE WHEN passed THEN 1 END) FROM results WHERE run_agent_id IN ("+
		placeholders(1, len(running))+") GROUP BY run_agent_id", running...)
	if err != nil {
		return nil, fmt.Errorf("count results: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var recorded, passed int
		if err := rows.Scan(&id, &recorded, &passed); err != nil {
			return nil, fmt.Errorf("count results: %w", err)
		}
		parts[place[id]].Recorded, parts[place[id]].Passed = recorded, passed
	}
	return parts, rows.Err()
}

func toRun(r *entdb.Run) eval.Run {
	return eval.Run{
		ID: r.ID, SuiteID: r.SuiteID, SuiteKey: r.SuiteKey, Version: r.Version, Digest: r.Digest, Status: eval.RunStatus(r.Status),
		Trigger: eval.RunTrigger(r.Trigger), Trial: r.Trial, CreatedAt: instant(r.CreatedAt), StartedAt: instant(r.StartedAt),
		FinishedAt: instant(r.FinishedAt), Skipped: r.Skipped, LastSeq: r.Seq,
		Progress: eval.RunProgress{
			Agents: int(r.Agents), AgentsFinished: int(r.AgentsFinished), Total: int(r.Total), Recorded: int(r.Recorded),
			Passed: int(r.Passed), Failed: int(r.Failed), Errors: int(r.Errors), Cancelled: int(r.Cancelled),
			ExaminerFaults: int(r.ExaminerFaults),
		},
	}
}

func toRunAgent(r *entdb.RunAgent) eval.RunAgent {
	return eval.RunAgent{
		ID: r.ID, RunID: r.RunID, AgentID: r.AgentID, AgentDID: r.AgentDid, Position: r.Position,
		Status: eval.RunAgentStatus(r.Status), Fingerprint: r.Fingerprint, SuiteScore: r.SuiteScore, Recorded: int(r.Recorded),
		Passed: int(r.Passed), StartedAt: instant(r.StartedAt), FinishedAt: instant(r.FinishedAt),
	}
}
