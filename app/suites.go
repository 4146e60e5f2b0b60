package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/eval/scorer"
)

// Optional tells a field left out (not Set) from one given. Null clears.
type Optional[T any] struct {
	Set   bool
	Null  bool
	Value T
}

// into stores the value given, the zero value for null, and leaves the target alone when the field was left out.
func (o Optional[T]) into(target *T) {
	if o.Set {
		*target = o.Value
	}
	if o.Set && o.Null {
		var zero T
		*target = zero
	}
}

// PutSuite creates the suite with this key or changes the fields that are set.
type PutSuite struct {
	Key                       string
	Name, Description         Optional[string]
	TaskType                  Optional[eval.TaskType]
	IntervalMinutes           Optional[int]
	TargetDIDs                Optional[[]string]
	RewardAmount              Optional[int64]
	ReputationSignal, Enabled Optional[bool]
	Tasks                     *[]TaskInput // nil: unchanged; else they replace all
	DryRun                    bool
}

// SuiteChange is what a put did, or under DryRun would do.
type SuiteChange struct {
	Suite   eval.Suite
	Created bool
	Changes []string // see eval.Diff; empty: nothing changed. Of a new suite: its tasks
	// Warnings say what is allowed and probably not meant, such as a target that is not registered.
	Warnings []string
}

// PutSuite creates a suite or changes one. What changes its definition makes a new version. A deleted suite comes back under its id,
// with the defaults of a new one. Needs EditSuites.
func (a *App) PutSuite(ctx context.Context, in PutSuite) (out SuiteChange, err error) {
	act := a.begin(ctx, "putSuite", eval.DefaultWorkspace, in.Key, in)
	defer act.end(ctx, &err)
	if err := Require(ctx, EditSuites); err != nil {
		return out, err
	}
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		out, err = a.putSuite(ctx, tx, in)
		if err == nil && in.DryRun {
			err = errDryRun
		}
		return err
	})
	switch {
	case errors.Is(err, errDryRun):
		err = nil
		act.nothing() // an editor asks at every pause in typing
	case store.IsUnique(err):
		err = fault.New(fault.Conflict, "suite_exists", "suite %q was created at the same moment; send it again", in.Key)
	}
	return out, err
}

func (a *App) putSuite(ctx context.Context, tx *store.Tx, in PutSuite) (out SuiteChange, err error) {
	now := a.now()
	was, err := tx.SuiteByKey(ctx, in.Key)
	if err != nil {
		return out, err
	}
	if was != nil {
		if was, err = tx.LockSuite(ctx, was.ID); err != nil {
			return out, err
		}
	}
	next := newSuite(in.Key, now)
	var before eval.Suite
	var known []eval.Task // whose ids go on
	switch {
	case was == nil:
		out.Created = true
		next.ID = store.NewID(eval.SuiteID, now)
		before = newSuite(in.Key, now)
	case !was.DeletedAt.IsZero():
		out.Created = true
		next.ID, next.Version, next.Digest, next.CreatedAt = was.ID, was.Version, was.Digest, was.CreatedAt
		before = newSuite(in.Key, now)
		if known, err = a.lastTasks(ctx, tx, *was); err != nil {
			return out, err
		}
	default:
		next, before, known = *was, *was, was.Tasks
	}
	if err := in.apply(&next); err != nil {
		return out, err
	}
	if in.Tasks != nil {
		next.Tasks = replaceTasks(known, *in.Tasks, now)
	}
	if err := a.saveSuite(ctx, tx, before, &next, out.Created); err != nil {
		return out, err
	}
	if out.Created {
		before = next
		before.Tasks = nil
	}
	out.Suite, out.Changes = next, eval.Diff(before, next)
	out.Warnings, err = a.targetWarnings(ctx, tx, next)
	return out, err
}

// targetWarnings names the targets that a run would skip now.
func (a *App) targetWarnings(ctx context.Context, tx *store.Tx, s eval.Suite) ([]string, error) {
	_, skipped, err := runner.Targets(ctx, tx, s)
	var out []string
	for _, k := range skipped {
		reason := "is " + k.Reason
		if k.Reason == "unknown" {
			reason = "is not registered"
		}
		out = append(out, fmt.Sprintf("target %s %s: runs leave it out", k.DID, reason))
	}
	return out, err
}

// lastTasks gives the tasks of a suite's last version.
func (a *App) lastTasks(ctx context.Context, tx *store.Tx, s eval.Suite) ([]eval.Task, error) {
	v, err := tx.SuiteVersion(ctx, s.ID, s.Version)
	if err != nil || v == nil {
		return nil, err
	}
	_, tasks, err := v.Content()
	return tasks, err
}

func newSuite(key string, now time.Time) eval.Suite {
	return eval.Suite{Key: key, Name: key, TaskType: eval.HTTPProbe, CreatedAt: now}
}

func (in PutSuite) apply(s *eval.Suite) error {
	if in.Name.Set && !in.Name.Null {
		s.Name = in.Name.Value
	}
	in.Description.into(&s.Description)
	if in.TaskType.Set && !in.TaskType.Null {
		s.TaskType = in.TaskType.Value
	}
	if in.IntervalMinutes.Set && !in.IntervalMinutes.Null && in.IntervalMinutes.Value < 1 {
		return fault.Bad("interval_minutes", "an interval is 1 minute or more; null means only by hand")
	}
	in.IntervalMinutes.into(&s.IntervalMinutes)
	if in.TargetDIDs.Set {
		s.TargetDIDs = canonicalDIDs(in.TargetDIDs.Value)
	}
	in.RewardAmount.into(&s.RewardAmount)
	in.ReputationSignal.into(&s.ReputationSignal)
	in.Enabled.into(&s.Enabled)
	return nil
}

// canonicalDIDs gives DIDs in the one spelling they are stored in; those that cannot be read are left for Validate to name.
func canonicalDIDs(dids []string) []string {
	var out []string
	for _, d := range dids {
		if did, err := eval.ParseDID(d); err == nil {
			d = string(did)
		}
		out = append(out, d)
	}
	return out
}

// saveSuite checks a suite and stores it, with a new version, and its receipt, when its definition is another one than before, and its place in
// the schedule: becoming scheduled makes it due at once.
func (a *App) saveSuite(ctx context.Context, tx *store.Tx, before eval.Suite, next *eval.Suite, created bool) error {
	if err := next.Validate(scorer.Check); err != nil {
		return err
	}
	now := a.now()
	definition, err := next.Definition().Canonical()
	if err != nil {
		return err
	}
	digest := eval.Digest(definition)
	last, err := a.lastTasks(ctx, tx, *next)
	if err != nil {
		return err
	}
	// The same definition over tasks with other ids is another version too: results are counted by task id.
	isNew := digest != next.Digest || !slices.Equal(taskIDs(last), taskIDs(next.Tasks))
	if isNew {
		next.Version++
		next.Digest = digest
	}
	next.UpdatedAt = now
	switch {
	case !next.Scheduled():
		next.NextRunAt = time.Time{}
	case created || !before.Scheduled():
		next.NextRunAt = now
	case before.IntervalMinutes != next.IntervalMinutes:
		next.NextRunAt = now.Add(time.Duration(next.IntervalMinutes) * time.Minute)
	}
	if err := tx.PutSuite(ctx, *next); err != nil || !isNew {
		return err
	}
	err = tx.PutSuiteVersion(ctx, eval.SuiteVersion{
		SuiteID: next.ID, Version: next.Version, Digest: digest, Definition: definition, TaskIDs: taskIDs(next.Tasks), CreatedAt: now,
	})
	if err != nil {
		return err
	}
	_, err = tx.Seal(ctx, store.NewReceipt{Kind: receipt.SuiteVersion, At: now, Subject: next.ID, Facts: receipt.SuiteFacts{
		Suite: next.ID, Key: next.Key, Version: next.Version, Definition: digest, Tasks: len(next.Tasks),
	}})
	return err
}

func taskIDs(tasks []eval.Task) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = t.ID
	}
	return ids
}

// DeleteSuite takes the suite's id or key. Its tasks go; the record of its runs stays readable. Needs EditSuites.
func (a *App) DeleteSuite(ctx context.Context, idOrKey string) (suite eval.Suite, err error) {
	act := a.begin(ctx, "deleteSuite", eval.DefaultWorkspace, idOrKey, idOrKey)
	defer act.end(ctx, &err)
	if err := Require(ctx, EditSuites); err != nil {
		return suite, err
	}
	err = a.changeSuite(ctx, act, idOrKey, func(tx *store.Tx, s eval.Suite) error {
		suite = s
		suite.Tasks, suite.Enabled, suite.NextRunAt = nil, false, time.Time{}
		suite.DeletedAt = a.now()
		return tx.PutSuite(ctx, suite)
	})
	return suite, err
}

// changeSuite gives f the suite with this id or key, locked; NotFound when there is none or it was deleted.
func (a *App) changeSuite(ctx context.Context, act *act, idOrKey string, f func(tx *store.Tx, s eval.Suite) error) error {
	found, err := a.findSuite(ctx, idOrKey)
	if err != nil {
		return err
	}
	return act.write(ctx, func(tx *store.Tx) error {
		s, err := tx.LockSuite(ctx, found.ID)
		switch {
		case err != nil:
			return err
		case s == nil || !s.DeletedAt.IsZero():
			return fault.Missing("suite", idOrKey)
		}
		return f(tx, *s)
	})
}

// findSuite gives the suite with this id or key; NotFound when there is none or it was deleted. A key wins over an id.
func (a *App) findSuite(ctx context.Context, idOrKey string) (*eval.Suite, error) {
	s, err := a.store.SuiteByKey(ctx, idOrKey)
	if err == nil && s == nil && eval.IDKind(idOrKey) == eval.SuiteID {
		s, err = a.store.SuiteByID(ctx, idOrKey)
	}
	if err == nil && (s == nil || !s.DeletedAt.IsZero()) {
		err = fault.Missing("suite", idOrKey)
	}
	return s, err
}
