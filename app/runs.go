package app

import (
	"context"
	"slices"
	"strings"

	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// RunFilter narrows a list of runs. Zero: all that the caller may see.
type RunFilter struct {
	Suite    string // key or id
	Statuses []eval.RunStatus
	Trial    *bool
}

// RunSuite runs the suite with this id or key now. On a draft it is a trial. The same idempotency key again gives the same run; for
// another suite it is a conflict. While the gate is down it is a conflict too. Needs RunSuites.
func (a *App) RunSuite(ctx context.Context, idOrKey, idempotencyKey string) (run eval.Run, err error) {
	act := a.begin(ctx, "runSuite", eval.DefaultWorkspace, idOrKey, []string{idOrKey, idempotencyKey})
	defer act.end(ctx, &err)
	if err := Require(ctx, RunSuites); err != nil {
		return run, err
	}
	if !a.config.EvalsEnabled {
		return run, fault.New(fault.Conflict, "evals_disabled", "evals are off at this registry: the operator turns them on with EVALS_ENABLED=true")
	}
	if len(idempotencyKey) > 200 || strings.ContainsFunc(idempotencyKey, func(c rune) bool { return c < ' ' || c > '~' }) {
		return run, fault.Bad("idempotency_key", "has at most 200 printable ASCII characters")
	}
	if idempotencyKey != "" {
		earlier, err := a.store.RunByIdempotencyKey(ctx, idempotencyKey)
		if err != nil {
			return run, err
		}
		if earlier != nil {
			return *earlier, sameSuite(*earlier, idOrKey)
		}
	}
	err = a.changeSuite(ctx, act, idOrKey, func(tx *store.Tx, s eval.Suite) error {
		if len(s.Tasks) == 0 {
			return fault.New(fault.Conflict, "suite_empty", "suite %q has no tasks to run", s.Key)
		}
		run, err = runner.Start(ctx, tx, s, eval.TriggerManual, idempotencyKey, a.now())
		return err
	})
	if store.IsUnique(err) {
		return run, fault.New(fault.Conflict, "idempotency_key_taken", "the idempotency key was used at the same moment; send it again")
	}
	return run, err
}

func sameSuite(earlier eval.Run, idOrKey string) error {
	if idOrKey == earlier.SuiteID || idOrKey == earlier.SuiteKey {
		return nil
	}
	f := fault.New(fault.Conflict, "idempotency_key_taken", "the idempotency key was used for a run of suite %q", earlier.SuiteKey)
	f.Field = "idempotency_key"
	return f
}

// CancelRun asks a run to stop: calls in flight finish and are kept, the rest is recorded as cancelled. A run that is over is a
// conflict; asking twice is not. Needs RunSuites.
func (a *App) CancelRun(ctx context.Context, runID string) (run eval.Run, err error) {
	act := a.begin(ctx, "cancelRun", eval.DefaultWorkspace, runID, runID)
	defer act.end(ctx, &err)
	if err := Require(ctx, RunSuites); err != nil {
		return run, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		r, err := tx.RequestCancel(ctx, runID, a.now())
		switch {
		case err != nil:
			return err
		case r == nil:
			f := fault.Missing("run", runID)
			f.Field = "run_id"
			return f
		case r.Status.Final():
			return fault.New(fault.Conflict, "run_over", "the run is over: it is %s", r.Status)
		}
		run = *r
		return nil
	})
	return run, err
}

// Run gives a run; nil when there is none or the caller may not see it.
func (a *App) Run(ctx context.Context, id string) (*eval.Run, error) {
	r, err := a.store.Run(ctx, id)
	if err != nil || r == nil || !a.seesRun(ctx, *r) {
		return nil, err
	}
	return r, nil
}

// seesRun reports whether the caller may see a run: trials are for admins.
func (a *App) seesRun(ctx context.Context, r eval.Run) bool {
	return staff(ctx) || a.config.EvalsEnabled && !r.Trial
}

// Runs gives a page of runs, newest first.
func (a *App) Runs(ctx context.Context, f RunFilter, page eval.PageArgs) (eval.Page[eval.Run], error) {
	if !a.open(ctx) {
		return nothing[eval.Run](), nil
	}
	where := store.RunFilter{Statuses: f.Statuses, Trial: f.Trial}
	if !staff(ctx) {
		if f.Trial != nil && *f.Trial {
			return nothing[eval.Run](), nil
		}
		where.Trial = new(false)
	}
	if f.Suite != "" {
		id, err := a.suiteID(ctx, f.Suite)
		if err != nil || id == "" {
			return nothing[eval.Run](), err
		}
		where.SuiteID = id
	}
	return a.store.Runs(ctx, where, page)
}

// suiteID is the id of the suite with this key or id, deleted ones too; empty when there never was one.
func (a *App) suiteID(ctx context.Context, keyOrID string) (string, error) {
	s, err := a.store.SuiteByKey(ctx, keyOrID)
	if err == nil && s == nil && eval.IDKind(keyOrID) == eval.SuiteID {
		s, err = a.store.SuiteByID(ctx, keyOrID)
	}
	if err != nil || s == nil {
		return "", err
	}
	return s.ID, nil
}

// RunsByID gives visible runs by id, unknown ids left out. For batching.
func (a *App) RunsByID(ctx context.Context, ids []string) ([]eval.Run, error) {
	runs, err := a.store.RunsByID(ctx, ids)
	return slices.DeleteFunc(runs, func(r eval.Run) bool { return !a.seesRun(ctx, r) }), err
}

// LastRuns gives per suite id the newest run that is no trial.
func (a *App) LastRuns(ctx context.Context, suiteIDs []string) (map[string]eval.Run, error) {
	if !a.open(ctx) {
		return nil, nil
	}
	return a.store.LastRuns(ctx, suiteIDs)
}

// RunAgents gives a page of a visible run's agents in order.
func (a *App) RunAgents(ctx context.Context, runID string, page eval.PageArgs) (eval.Page[eval.RunAgent], error) {
	run, err := a.Run(ctx, runID)
	if err != nil || run == nil {
		return nothing[eval.RunAgent](), err
	}
	return a.store.RunAgents(ctx, runID, page)
}

// RunAgent gives one agent's part of a visible run; nil when there is none.
func (a *App) RunAgent(ctx context.Context, id string) (*eval.RunAgent, error) {
	part, err := a.store.RunAgent(ctx, id)
	if err != nil || part == nil {
		return nil, err
	}
	run, err := a.Run(ctx, part.RunID)
	if err != nil || run == nil {
		return nil, err
	}
	return part, nil
}

// ResultsByRunAgent gives per run-agent id its stored results in task order. For batching, from parts of runs the caller may see.
func (a *App) ResultsByRunAgent(ctx context.Context, runAgentIDs []string) (map[string][]eval.Result, error) {
	if len(runAgentIDs) == 0 {
		return nil, nil
	}
	return a.store.ResultsByRunAgent(ctx, runAgentIDs)
}
