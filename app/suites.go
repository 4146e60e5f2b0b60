package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
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
	Changes []string // see eval.Diff; empty: nothing changed
}

// PutSuite creates a suite or changes one. What changes its definition makes a new version. A deleted suite comes back under its id,
// with the defaults of a new one. Admin.
func (a *App) PutSuite(ctx context.Context, in PutSuite) (SuiteChange, error) {
	var out SuiteChange
	if err := requireAdmin(ctx); err != nil {
		return out, err
	}
	err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
		out, err = a.putSuite(ctx, tx, in)
		if err == nil && in.DryRun {
			err = errDryRun
		}
		return err
	})
	switch {
	case errors.Is(err, errDryRun):
		err = nil
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
	out.Suite, out.Changes = next, eval.Diff(before, next)
	return out, nil
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

// saveSuite checks a suite and stores it, with a new version when its definition is another one than before, and its place in the
// schedule: becoming scheduled makes it due at once.
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
	return tx.PutSuiteVersion(ctx, eval.SuiteVersion{
		SuiteID: next.ID, Version: next.Version, Digest: digest, Definition: definition, TaskIDs: taskIDs(next.Tasks), CreatedAt: now,
	})
}

func taskIDs(tasks []eval.Task) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = t.ID
	}
	return ids
}

// DeleteSuite takes the suite's id or key. Its tasks go; the record of its runs stays readable. Admin.
func (a *App) DeleteSuite(ctx context.Context, idOrKey string) (suite eval.Suite, err error) {
	if err := requireAdmin(ctx); err != nil {
		return suite, err
	}
	err = a.changeSuite(ctx, idOrKey, func(tx *store.Tx, s eval.Suite) error {
		suite = s
		suite.Tasks, suite.Enabled, suite.NextRunAt = nil, false, time.Time{}
		suite.DeletedAt = a.now()
		return tx.PutSuite(ctx, suite)
	})
	return suite, err
}

// changeSuite gives f the suite with this id or key, locked; NotFound when there is none or it was deleted.
func (a *App) changeSuite(ctx context.Context, idOrKey string, f func(tx *store.Tx, s eval.Suite) error) error {
	found, err := a.findSuite(ctx, idOrKey)
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
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

// Catalog is the public list: enabled suites, by key; none while the gate is down.
func (a *App) Catalog(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	if !a.config.EvalsEnabled {
		return nothing[eval.Suite](), nil
	}
	return a.store.Suites(ctx, store.SuiteFilter{EnabledOnly: true}, page)
}

// Suites is the catalog for strangers and all suites (drafts too, deleted ones not) for an admin.
func (a *App) Suites(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	if Caller(ctx).Admin {
		return a.store.Suites(ctx, store.SuiteFilter{}, page)
	}
	return a.Catalog(ctx, page)
}

// AdminSuites is every suite, by key. Admin.
func (a *App) AdminSuites(ctx context.Context) ([]eval.Suite, error) {
	if err := requireAdmin(ctx); err != nil {
		return nil, err
	}
	return a.store.AllSuites(ctx)
}

// Suite gives the suite with this id or key; nil when there is none or the caller may not see it.
func (a *App) Suite(ctx context.Context, idOrKey string) (*eval.Suite, error) {
	s, err := a.findSuite(ctx, idOrKey)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil || !a.seesSuite(ctx, *s) {
		return nil, err
	}
	return s, nil
}

// seesSuite reports whether the caller may see a suite as it is now: the enabled ones are public.
func (a *App) seesSuite(ctx context.Context, s eval.Suite) bool {
	return Caller(ctx).Admin || a.config.EvalsEnabled && s.Enabled
}

// SuitesByID gives suites by id, deleted ones too, unknown ids and those the caller may not see left out. A suite that is not published
// now, but of which runs are on the public record, is shown to strangers as its newest public version has it. For batching.
func (a *App) SuitesByID(ctx context.Context, ids []string) ([]eval.Suite, error) {
	suites, err := a.store.SuitesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	visible := suites[:0]
	for _, s := range suites {
		if !a.seesSuite(ctx, s) {
			if s.RunCount == 0 || !a.config.EvalsEnabled {
				continue
			}
			if s, err = a.publicSuite(ctx, s); err != nil {
				return nil, err
			}
		}
		visible = append(visible, s)
	}
	return visible, nil
}

// publicSuite is a suite as its newest public version has it, without what is being prepared and without its tasks.
func (a *App) publicSuite(ctx context.Context, s eval.Suite) (eval.Suite, error) {
	public := eval.Suite{ID: s.ID, Key: s.Key, CreatedAt: s.CreatedAt, UpdatedAt: s.CreatedAt, DeletedAt: s.DeletedAt, RunCount: s.RunCount}
	versions, err := a.store.SuiteVersions(ctx, s.ID, 1, true)
	if err != nil {
		return public, err
	}
	for _, v := range versions {
		d, err := eval.ParseDefinition(v.Definition)
		if err != nil {
			return public, err
		}
		public.Name, public.Description, public.TaskType, public.TargetDIDs = d.Name, d.Description, d.TaskType, d.TargetDIDs
		public.Version, public.Digest, public.UpdatedAt = v.Version, v.Digest, v.CreatedAt
	}
	return public, nil
}

// SuiteVersions gives versions newest first; first is 1–100. Of a suite that is not published now, strangers see those versions that
// are on the public record.
func (a *App) SuiteVersions(ctx context.Context, suiteID string, first int) ([]eval.SuiteVersion, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	s, err := a.store.SuiteByID(ctx, suiteID)
	if err != nil || s == nil {
		return nil, err
	}
	return a.store.SuiteVersions(ctx, suiteID, first, !a.seesSuite(ctx, *s))
}

// TaskStat counts a task's public results that have a score, and those that passed.
type TaskStat struct{ Results, Passed int }

// TaskStats gives per task id the public results so far, for all tasks of these suites. While the gate is down there are none.
func (a *App) TaskStats(ctx context.Context, suiteIDs ...string) (map[string]TaskStat, error) {
	if !a.config.EvalsEnabled {
		return nil, nil
	}
	tallies, err := a.store.TaskTallies(ctx, suiteIDs)
	if err != nil {
		return nil, err
	}
	out := make(map[string]TaskStat, len(tallies))
	for id, t := range tallies {
		out[id] = TaskStat{Results: int(t.Count), Passed: int(t.Passed)}
	}
	return out, nil
}
