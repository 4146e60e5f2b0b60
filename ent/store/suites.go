package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/predicate"
	"assay/ent/internal/entdb/run"
	"assay/ent/internal/entdb/suite"
	"assay/ent/internal/entdb/suiteversion"
	"assay/ent/internal/entdb/task"
	"assay/ent/internal/entdb/tasktally"
	"assay/eval"
)

// SuiteFilter narrows a list of suites. Zero: all that are not deleted.
type SuiteFilter struct {
	EnabledOnly bool
	Search      string // part of key or name, case-insensitive
}

// SuiteByKey gives the suite with this key, deleted ones too, with its tasks; nil when there never was one.
func (c conn) SuiteByKey(ctx context.Context, key string) (*eval.Suite, error) {
	return c.oneSuite(ctx, suite.Key(key))
}

// SuiteByID gives the suite with this id, deleted ones too, with its tasks; nil when there never was one.
func (c conn) SuiteByID(ctx context.Context, id string) (*eval.Suite, error) {
	return c.oneSuite(ctx, suite.ID(id))
}

// SuiteOfTask gives the suite a present task belongs to; nil when there is no such task.
func (c conn) SuiteOfTask(ctx context.Context, taskID string) (*eval.Suite, error) {
	t, err := c.db.Task.Get(ctx, taskID)
	switch {
	case entdb.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read task: %w", err)
	}
	return c.SuiteByID(ctx, t.SuiteID)
}

func (c conn) oneSuite(ctx context.Context, p predicate.Suite) (*eval.Suite, error) {
	suites, err := c.suites(ctx, c.db.Suite.Query().Where(p))
	if err != nil || len(suites) == 0 {
		return nil, err
	}
	return &suites[0], nil
}

// SuitesByID gives suites by id in any order, deleted ones too, unknown ids left out.
func (c conn) SuitesByID(ctx context.Context, ids []string) ([]eval.Suite, error) {
	return c.suites(ctx, c.db.Suite.Query().Where(suite.IDIn(ids...)))
}

// DueSuites gives the enabled suites whose next run is due, longest due first.
func (c conn) DueSuites(ctx context.Context, now int64) ([]eval.Suite, error) {
	return c.suites(ctx, c.db.Suite.Query().
		Where(suite.Enabled(true), suite.DeletedAt(0), suite.IntervalMinutesGT(0), suite.NextRunAtLTE(now)).
		Order(suite.ByNextRunAt()))
}

// Suites gives a page of suites by key.
func (c conn) Suites(ctx context.Context, f SuiteFilter, args eval.PageArgs) (eval.Page[eval.Suite], error) {
	where := []predicate.Suite{suite.DeletedAt(0)}
	if f.EnabledOnly {
		where = append(where, suite.Enabled(true))
	}
	if f.Search != "" {
		return c.searchSuites(ctx, f, where, args)
	}
	fetch := func(w window) ([]eval.Suite, error) {
		return c.suites(ctx, c.db.Suite.Query().Where(where...).Where(w.in(suite.FieldKey, false, asText)).
			Order(w.order(suite.FieldKey, false)).Limit(w.limit))
	}
	page, err := paginate(args, fmt.Sprintf("suites %v", f), fetch, func(s eval.Suite) string { return s.Key })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Suite.Query().Where(where...).Count(ctx) }
	return page, err
}

// searchSuites gives a page of those suites whose key or name contains what is searched for, by key. All names are read and compared
// here: databases disagree on what upper and lower case are, and suites are few.
func (c conn) searchSuites(ctx context.Context, f SuiteFilter, where []predicate.Suite, args eval.PageArgs) (out eval.Page[eval.Suite], err error) {
	rows, err := c.db.Suite.Query().Where(where...).Select(suite.FieldID, suite.FieldKey, suite.FieldName).All(ctx)
	if err != nil {
		return out, fmt.Errorf("search suites: %w", err)
	}
	part := strings.ToLower(f.Search)
	rows = slices.DeleteFunc(rows, func(s *entdb.Suite) bool { return !strings.Contains(strings.ToLower(s.Key+"\n"+s.Name), part) })
	key := func(s *entdb.Suite) string { return s.Key }
	slices.SortFunc(rows, func(a, b *entdb.Suite) int { return strings.Compare(a.Key, b.Key) })
	page, err := PageOf(rows, args, fmt.Sprintf("suites %t %q", f.EnabledOnly, f.Search), key, strings.Compare)
	if err != nil {
		return out, err
	}
	ids := make([]string, len(page.Items))
	for i, s := range page.Items {
		ids[i] = s.ID
	}
	suites, err := c.SuitesByID(ctx, ids)
	slices.SortFunc(suites, func(a, b eval.Suite) int { return strings.Compare(a.Key, b.Key) })
	return eval.Page[eval.Suite]{Items: suites, Cursors: page.Cursors, HasNext: page.HasNext, HasPrevious: page.HasPrevious, Total: page.Total}, err
}

// AllSuites gives every suite that is not deleted, by key.
func (c conn) AllSuites(ctx context.Context) ([]eval.Suite, error) {
	return c.suites(ctx, c.db.Suite.Query().Where(suite.DeletedAt(0)).Order(suite.ByKey()))
}

// suites runs a query and loads the tasks of all suites it gives in one more.
func (c conn) suites(ctx context.Context, q *entdb.SuiteQuery) ([]eval.Suite, error) {
	suites, err := many(toSuite)(q.All(ctx))
	if err != nil || len(suites) == 0 {
		return suites, err
	}
	place := make(map[string]int, len(suites))
	ids := make([]string, len(suites))
	for i, s := range suites {
		place[s.ID], ids[i] = i, s.ID
	}
	tasks, err := c.db.Task.Query().Where(task.SuiteIDIn(ids...)).Order(task.BySuiteID(), task.ByPosition()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	for _, t := range tasks {
		s := &suites[place[t.SuiteID]]
		s.Tasks = append(s.Tasks, eval.Task{
			ID: t.ID, Name: t.Name, Input: t.Input, Scorer: t.Scorer, Expected: t.Expected, Weight: t.Weight,
		})
	}
	return suites, nil
}

// SuitesOnBoard gives the suites of which a run is on the public record, deleted ones too.
func (c conn) SuitesOnBoard(ctx context.Context) ([]eval.Suite, error) {
	return c.suites(ctx, c.db.Suite.Query().Where(suite.RunCountGT(0)))
}

// LockSuite locks a suite's row until the transaction ends and gives it as it stands then.
func (tx *Tx) LockSuite(ctx context.Context, id string) (*eval.Suite, error) {
	if tx.postgres {
		if _, err := tx.db.ExecContext(ctx, "SELECT 1 FROM suites WHERE id = $1 FOR UPDATE", id); err != nil {
			return nil, fmt.Errorf("lock suite: %w", err)
		}
	}
	return tx.SuiteByID(ctx, id)
}

// PutSuite stores a suite under its id, new or changed, with its tasks. Counts of runs are left as they are.
func (tx *Tx) PutSuite(ctx context.Context, s eval.Suite) error {
	err := tx.db.Suite.Create().SetID(s.ID).SetKey(s.Key).SetName(s.Name).SetDescription(s.Description).
		SetTaskType(string(s.TaskType)).SetIntervalMinutes(s.IntervalMinutes).SetRewardAmount(s.RewardAmount).
		SetReputationSignal(s.ReputationSignal).SetTargetDids(s.TargetDIDs).SetEnabled(s.Enabled).SetVersion(s.Version).
		SetDigest(s.Digest).SetNextRunAt(millis(s.NextRunAt)).SetCreatedAt(millis(s.CreatedAt)).SetUpdatedAt(millis(s.UpdatedAt)).
		SetDeletedAt(millis(s.DeletedAt)).
		OnConflictColumns(suite.FieldID).UpdateNewValues().
		Update(func(u *entdb.SuiteUpsert) { u.SetIgnore(suite.FieldRunCount); u.SetIgnore(suite.FieldTrialCount) }).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store suite: %w", err)
	}
	if _, err := tx.db.Task.Delete().Where(task.SuiteID(s.ID)).Exec(ctx); err != nil {
		return fmt.Errorf("store tasks: %w", err)
	}
	rows := make([]*entdb.TaskCreate, len(s.Tasks))
	for i, t := range s.Tasks {
		rows[i] = tx.db.Task.Create().SetID(t.ID).SetSuiteID(s.ID).SetPosition(i).SetName(t.Name).SetInput(t.Input).
			SetScorer(t.Scorer).SetExpected(t.Expected).SetWeight(t.Weight)
	}
	if err := tx.db.Task.CreateBulk(rows...).Exec(ctx); err != nil {
		return fmt.Errorf("store tasks: %w", err)
	}
	tx.Changed(s.ID)
	return nil
}

// PutSuiteVersion stores a version, once.
func (tx *Tx) PutSuiteVersion(ctx context.Context, v eval.SuiteVersion) error {
	return tx.db.SuiteVersion.Create().SetSuiteID(v.SuiteID).SetVersion(v.Version).SetDigest(v.Digest).
		SetDefinition(v.Definition).SetTaskIds(v.TaskIDs).SetCreatedAt(millis(v.CreatedAt)).Exec(ctx)
}

// SetNextRun moves a suite's next scheduled run.
func (tx *Tx) SetNextRun(ctx context.Context, suiteID string, at int64) error {
	return tx.db.Suite.UpdateOneID(suiteID).SetNextRunAt(at).Exec(ctx)
}

// SuiteVersions gives a suite's versions, newest first: those of a number below before (nil: all); with publicOnly, those of which a run is
// on the public record.
func (c conn) SuiteVersions(ctx context.Context, suiteID string, limit int, before *int, publicOnly bool) ([]eval.SuiteVersion, error) {
	q := c.db.SuiteVersion.Query().Where(suiteversion.SuiteID(suiteID)).Order(suiteversion.ByVersion(entsql.OrderDesc())).Limit(limit)
	if before != nil {
		q.Where(suiteversion.VersionLT(*before))
	}
	if publicOnly {
		q.Where(onRecord)
	}
	return many(toSuiteVersion)(q.All(ctx))
}

// VersionNumbers gives per suite id the numbers of its versions, from the first; with publicOnly, those of which a run is on the public record.
func (c conn) VersionNumbers(ctx context.Context, suiteIDs []string, publicOnly bool) (map[string][]int, error) {
	out := make(map[string][]int, len(suiteIDs))
	if len(suiteIDs) == 0 {
		return out, nil
	}
	q := c.db.SuiteVersion.Query().Where(suiteversion.SuiteIDIn(suiteIDs...)).Order(suiteversion.ByVersion())
	if publicOnly {
		q.Where(onRecord)
	}
	var rows []struct {
		SuiteID string `json:"suite_id"`
		Version int    `json:"version"`
	}
	if err := q.Select(suiteversion.FieldSuiteID, suiteversion.FieldVersion).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read version numbers: %w", err)
	}
	for _, r := range rows {
		out[r.SuiteID] = append(out[r.SuiteID], r.Version)
	}
	return out, nil
}

// SuiteVersionRef names a version of a suite.
type SuiteVersionRef struct {
	SuiteID string
	Version int
}

// SuiteVersionsByRef gives versions by what names them, unknown ones left out.
func (c conn) SuiteVersionsByRef(ctx context.Context, refs []SuiteVersionRef) (map[SuiteVersionRef]eval.SuiteVersion, error) {
	out := make(map[SuiteVersionRef]eval.SuiteVersion, len(refs))
	if len(refs) == 0 {
		return out, nil
	}
	any := make([]predicate.SuiteVersion, len(refs))
	for i, r := range refs {
		any[i] = suiteversion.And(suiteversion.SuiteID(r.SuiteID), suiteversion.Version(r.Version))
	}
	versions, err := many(toSuiteVersion)(c.db.SuiteVersion.Query().Where(suiteversion.Or(any...)).All(ctx))
	for _, v := range versions {
		out[SuiteVersionRef{v.SuiteID, v.Version}] = v
	}
	return out, err
}

// onRecord keeps the versions of which a run is on the public record.
func onRecord(s *entsql.Selector) {
	runs := entsql.Table(run.Table).As("public_runs")
	s.Where(entsql.Exists(entsql.Select(runs.C(run.FieldID)).From(runs).Where(entsql.And(
		entsql.ColumnsEQ(runs.C(run.FieldSuiteID), s.C(suiteversion.FieldSuiteID)), entsql.ColumnsEQ(runs.C(run.FieldVersion), s.C(suiteversion.FieldVersion)),
		entsql.EQ(runs.C(run.FieldTrial), false)))))
}

// SuiteVersion gives one version; nil when there is none.
func (c conn) SuiteVersion(ctx context.Context, suiteID string, version int) (*eval.SuiteVersion, error) {
	q := c.db.SuiteVersion.Query().Where(suiteversion.SuiteID(suiteID), suiteversion.Version(version))
	return one(toSuiteVersion)(q.Only(ctx))
}

// TaskTally counts a task's public results with a score, and those that passed.
type TaskTally struct {
	Count, Passed int64
}

// TaskTallies gives the tallies of the suites' tasks by task id.
func (c conn) TaskTallies(ctx context.Context, suiteIDs []string) (map[string]TaskTally, error) {
	rows, err := c.db.TaskTally.Query().Where(tasktally.SuiteIDIn(suiteIDs...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read task tallies: %w", err)
	}
	out := make(map[string]TaskTally, len(rows))
	for _, r := range rows {
		out[r.TaskID] = TaskTally{Count: r.Count, Passed: r.Passed}
	}
	return out, nil
}

func toSuite(r *entdb.Suite) eval.Suite {
	return eval.Suite{
		ID: r.ID, Key: r.Key, Name: r.Name, Description: r.Description, TaskType: eval.TaskType(r.TaskType),
		IntervalMinutes: r.IntervalMinutes, RewardAmount: r.RewardAmount, ReputationSignal: r.ReputationSignal,
		TargetDIDs: r.TargetDids, Enabled: r.Enabled, Version: r.Version, Digest: r.Digest, NextRunAt: instant(r.NextRunAt),
		CreatedAt: instant(r.CreatedAt), UpdatedAt: instant(r.UpdatedAt), DeletedAt: instant(r.DeletedAt),
		RunCount: r.RunCount, TrialCount: r.TrialCount,
	}
}

func toSuiteVersion(r *entdb.SuiteVersion) eval.SuiteVersion {
	return eval.SuiteVersion{
		SuiteID: r.SuiteID, Version: r.Version, Digest: r.Digest, Definition: r.Definition, TaskIDs: r.TaskIds,
		CreatedAt: instant(r.CreatedAt),
	}
}
