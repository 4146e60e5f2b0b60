package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

// ResultFilter narrows a list of results. Zero: all public ones, newest first.
type ResultFilter struct {
	Agent  string // DID
	Suite  string // key
	Passed *bool
	RunID  string          // only this visible run's, oldest first
	Task   string          // id
	Error  eval.ErrorCode  // only those with this error
	Fault  eval.FaultClass // only those with an error that is this side's fault
	Since  time.Time       // only those recorded at or after this instant
}

// errors gives the codes that Error and Fault leave; nil: neither is asked for.
func (f ResultFilter) errors() []eval.ErrorCode {
	if f.Error == eval.NoError && f.Fault == eval.FaultNone {
		return nil
	}
	codes := []eval.ErrorCode{}
	for _, code := range eval.ErrorCodes {
		if (f.Error == eval.NoError || f.Error == code) && (f.Fault == eval.FaultNone || f.Fault == code.Fault()) {
			codes = append(codes, code)
		}
	}
	return codes
}

// Results gives a page of results. An unknown agent, suite or run gives none, and so does a gate that is down.
func (a *App) Results(ctx context.Context, f ResultFilter, page eval.PageArgs) (eval.Page[eval.Result], error) {
	where := store.ResultFilter{Passed: f.Passed, RunID: f.RunID, TaskID: f.Task, Errors: f.errors(), Since: f.Since}
	if where.Errors != nil && len(where.Errors) == 0 { // no error is that side's fault
		return nothing[eval.Result](), nil
	}
	if f.RunID != "" {
		run, err := a.Run(ctx, f.RunID)
		if err != nil || run == nil {
			return nothing[eval.Result](), err
		}
	} else if !a.config.EvalsEnabled {
		return nothing[eval.Result](), nil
	}
	if f.Agent != "" {
		agent, err := a.namedAgent(ctx, f.Agent)
		if err != nil || agent == nil {
			return nothing[eval.Result](), err
		}
		where.AgentID = agent.ID
	}
	if f.Suite != "" {
		id, err := a.suiteID(ctx, f.Suite)
		if err != nil || id == "" {
			return nothing[eval.Result](), err
		}
		where.SuiteID = id
	}
	return a.store.Results(ctx, where, page)
}

// namedAgent is the agent a filter names; nil when there is none. Where no agent has a did:web like did:web:host:8080, it is taken for
// did:web:host%3A8080, whose escape was decoded once too often on its way here.
func (a *App) namedAgent(ctx context.Context, did string) (*eval.Agent, error) {
	parsed, err := eval.ParseDID(did)
	if err != nil {
		f := *fault.As(err)
		f.Field = "agent"
		return nil, &f
	}
	agent, err := a.store.Agent(ctx, string(parsed))
	if err != nil || agent != nil {
		return agent, err
	}
	if host, rest, ok := strings.Cut(strings.TrimPrefix(string(parsed), "did:web:"), ":"); ok && strings.HasPrefix(string(parsed), "did:web:") {
		return a.store.Agent(ctx, "did:web:"+host+"%3A"+rest)
	}
	return nil, nil
}

// Result gives a result of a visible run; nil when there is none.
func (a *App) Result(ctx context.Context, id string) (*eval.Result, error) {
	r, err := a.store.Result(ctx, id)
	if err != nil || r == nil {
		return nil, err
	}
	run, err := a.Run(ctx, r.RunID)
	if err != nil || run == nil {
		return nil, err
	}
	return r, nil
}

// Neighbour gives the result after one in its run, agent by agent, each in the order of the tasks; nil when there is none (yet). With
// backward, the one before. From a result that the caller was given.
func (a *App) Neighbour(ctx context.Context, of eval.Result, backward bool) (*eval.Result, error) {
	return a.store.NextResult(ctx, of, backward)
}

// ResultsByID gives results of visible runs by id, in any order, unknown ids left out. For batching.
func (a *App) ResultsByID(ctx context.Context, ids []string) ([]eval.Result, error) {
	results, err := a.store.ResultsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(results, func(r eval.Result) bool { return !staff(ctx) && (r.Trial || !a.config.EvalsEnabled) }), nil
}

// Evidence gives the stored evidence of a result the caller was given; nil when nothing was called, or when it was removed after its retention
// time.
func (a *App) Evidence(ctx context.Context, r eval.Result) (*eval.Evidence, error) {
	if r.Evidence == "" {
		return nil, nil
	}
	body, err := a.store.Evidence(ctx, r.ID)
	if err != nil || body == nil {
		return nil, err
	}
	e, err := eval.DecodeEvidence(body)
	if err != nil {
		return nil, fmt.Errorf("evidence of %s: %w", r.ID, err)
	}
	return &e, nil
}

// Verdict applies the task's rule again to the stored evidence and says why the result passed or not.
func (a *App) Verdict(ctx context.Context, r eval.Result) (eval.Verdict, error) {
	if r.Error == eval.ErrCancelled {
		return eval.Verdict{Reason: "Not called: the run was cancelled before."}, nil
	}
	if r.Score == nil {
		return eval.Verdict{Reason: "Not scored: the examiner itself failed."}, nil
	}
	task, _, err := a.ResultTask(ctx, r)
	if err != nil {
		return eval.Verdict{}, err
	}
	o := eval.Observation{Error: r.Error}
	if r.LatencyMS != nil {
		o.LatencyMS = *r.LatencyMS
	}
	evidence, err := a.Evidence(ctx, r)
	if err != nil {
		return eval.Verdict{}, err
	}
	if evidence == nil && r.Error == eval.NoError {
		return eval.Verdict{Score: *r.Score, Passed: r.Passed, Reason: "The evidence was removed after its retention time: the verdict stands as it was recorded."}, nil
	}
	if evidence != nil {
		o.Status, o.Body = evidence.Status(), evidence.Body
	}
	return scorer.Score(task.Scorer, task.Expected, o), nil
}

// ResultTask gives the task of a result as its run's suite version holds it, with its position from 0.
func (a *App) ResultTask(ctx context.Context, r eval.Result) (eval.Task, int, error) {
	p, err := a.pinned(ctx, r.RunID)
	if err != nil {
		return eval.Task{}, 0, err
	}
	if r.TaskIndex >= len(p.Tasks) {
		return eval.Task{}, 0, fmt.Errorf("result %s is of task %d of %d", r.ID, r.TaskIndex, len(p.Tasks))
	}
	return p.Tasks[r.TaskIndex], r.TaskIndex, nil
}
