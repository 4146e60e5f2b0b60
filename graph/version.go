package graph

import (
	"context"
	"fmt"

	"assay/app"
	"assay/eval"
)

// versionTasks gives the tasks of the suite version that the run pins, and version the version. Runs of one version share them.
func (r *records) versionTasks(ctx context.Context, run eval.Run) ([]eval.Task, error) {
	v, err := r.versions.get(ctx, r.versionKey(run))
	return or(v).Tasks, err
}

func (r *records) version(ctx context.Context, run eval.Run) (*eval.SuiteVersion, error) {
	v, err := r.versions.get(ctx, r.versionKey(run))
	if v == nil {
		return nil, err
	}
	return &v.SuiteVersion, err
}

// versionKey names the version that the run pins, and keeps the run to ask for it by.
func (r *records) versionKey(run eval.Run) string {
	key := fmt.Sprintf("%s/%d", run.SuiteID, run.Version)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pinned[key] = run
	return key
}

func (r *records) loadVersions(ctx context.Context, keys []string) (map[string]app.PinnedVersion, error) {
	runs := make([]eval.Run, len(keys))
	r.mu.Lock()
	for i, key := range keys {
		runs[i] = r.pinned[key]
	}
	r.mu.Unlock()
	versions, err := r.app.RunVersions(ctx, runs...)
	byKey := map[string]app.PinnedVersion{}
	for i, v := range versions {
		byKey[keys[i]] = v
	}
	return byKey, err
}

func (r *records) noteVersion(v eval.SuiteVersion) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.public[changeKey(v)] = v
	r.changes.want(changeKey(v))
}

func changeKey(v eval.SuiteVersion) string { return fmt.Sprintf("%s/%d", v.SuiteID, v.Version) }

// versionChanges says what a version changed, loading it for all versions noted.
func (r *records) versionChanges(ctx context.Context, v eval.SuiteVersion) ([]string, error) {
	r.noteVersion(v)
	changes, err := r.changes.get(ctx, changeKey(v))
	return or(changes), err
}

func (r *records) loadChanges(ctx context.Context, keys []string) (map[string][]string, error) {
	versions := make([]eval.SuiteVersion, len(keys))
	r.mu.Lock()
	for i, key := range keys {
		versions[i] = r.public[key]
	}
	r.mu.Unlock()
	all, err := r.app.VersionChanges(ctx, versions)
	byKey := map[string][]string{}
	for i, changes := range all {
		byKey[keys[i]] = changes
	}
	return byKey, err
}
