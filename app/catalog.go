package app

import (
	"context"
	"maps"
	"slices"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// Catalog is the public list: enabled suites, by key; none while the gate is down.
func (a *App) Catalog(ctx context.Context, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	return a.searchCatalog(ctx, "", page)
}

func (a *App) searchCatalog(ctx context.Context, search string, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	if !a.config.EvalsEnabled {
		return nothing[eval.Suite](), nil
	}
	return a.store.Suites(ctx, store.SuiteFilter{EnabledOnly: true, Search: search}, page)
}

// Suites is the catalog for strangers and all suites (drafts too, deleted ones not) for an admin; search, when not empty, is part of the key
// or the name, in any case.
func (a *App) Suites(ctx context.Context, search string, page eval.PageArgs) (eval.Page[eval.Suite], error) {
	if staff(ctx) {
		return a.store.Suites(ctx, store.SuiteFilter{Search: search}, page)
	}
	return a.searchCatalog(ctx, search, page)
}

// AdminSuites is every suite, by key. Admin.
func (a *App) AdminSuites(ctx context.Context) ([]eval.Suite, error) {
	if err := Require(ctx, ReadDrafts); err != nil {
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
	return staff(ctx) || a.config.EvalsEnabled && s.Enabled
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
	versions, err := a.store.SuiteVersions(ctx, s.ID, 1, nil, true)
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

// SuiteVersions gives versions newest first, those of a number below before (nil: all); first is 1–100. Of a suite that is not published
// now, strangers see those versions that are on the public record.
func (a *App) SuiteVersions(ctx context.Context, suiteID string, first int, before *int) ([]eval.SuiteVersion, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	s, err := a.store.SuiteByID(ctx, suiteID)
	if err != nil || s == nil {
		return nil, err
	}
	return a.store.SuiteVersions(ctx, suiteID, first, before, !a.seesSuite(ctx, *s))
}

// VersionCounts gives per suite id how many versions the caller may see. For batching.
func (a *App) VersionCounts(ctx context.Context, suiteIDs []string) (map[string]int, error) {
	numbers, err := a.visibleVersions(ctx, suiteIDs)
	counts := make(map[string]int, len(numbers))
	for id, of := range numbers {
		counts[id] = len(of)
	}
	return counts, err
}

// VersionChanges says of each of these versions, by index, what is different from the one before that the caller may see: see eval.Diff;
// none of the first. For versions the caller was given; for batching.
func (a *App) VersionChanges(ctx context.Context, versions []eval.SuiteVersion) ([][]string, error) {
	ids := map[string]bool{}
	for _, v := range versions {
		ids[v.SuiteID] = true
	}
	numbers, err := a.visibleVersions(ctx, slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return nil, err
	}
	before := map[int]store.SuiteVersionRef{} // by place in versions
	for i, v := range versions {
		of := numbers[v.SuiteID]
		if at, _ := slices.BinarySearch(of, v.Version); at > 0 {
			before[i] = store.SuiteVersionRef{SuiteID: v.SuiteID, Version: of[at-1]}
		}
	}
	earlier, err := a.store.SuiteVersionsByRef(ctx, slices.Collect(maps.Values(before)))
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(versions))
	for i, ref := range before {
		if out[i], err = versionDiff(earlier[ref], versions[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// visibleVersions gives per suite id the numbers of the versions that the caller may see, from the first.
func (a *App) visibleVersions(ctx context.Context, suiteIDs []string) (map[string][]int, error) {
	suites, err := a.store.SuitesByID(ctx, suiteIDs)
	if err != nil {
		return nil, err
	}
	var whole, public []string
	for _, s := range suites {
		if a.seesSuite(ctx, s) {
			whole = append(whole, s.ID)
		} else {
			public = append(public, s.ID)
		}
	}
	numbers, err := a.store.VersionNumbers(ctx, whole, false)
	if err != nil {
		return nil, err
	}
	more, err := a.store.VersionNumbers(ctx, public, true)
	maps.Copy(numbers, more)
	return numbers, err
}

func versionDiff(old, new eval.SuiteVersion) ([]string, error) {
	was, err := old.Suite()
	if err != nil {
		return nil, err
	}
	is, err := new.Suite()
	return eval.Diff(was, is), err
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
