package app

import (
	"context"
	"fmt"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// PinnedVersion is the suite version that a run pins, with its tasks in order.
type PinnedVersion struct {
	eval.SuiteVersion
	Tasks []eval.Task
}

// RunVersions gives the suite versions that runs pin, in the order of the runs. What was read once is remembered; the rest is read together.
func (a *App) RunVersions(ctx context.Context, runs ...eval.Run) ([]PinnedVersion, error) {
	out := make([]PinnedVersion, len(runs))
	var unread []store.SuiteVersionRef
	for i, run := range runs {
		var ok bool
		if out[i], ok = a.versions.Get(refOf(run)); !ok {
			unread = append(unread, refOf(run))
		}
	}
	read, err := a.store.SuiteVersionsByRef(ctx, unread)
	if err != nil {
		return nil, err
	}
	for i, run := range runs {
		if out[i].SuiteID != "" {
			continue
		}
		v, ok := read[refOf(run)]
		if !ok {
			return nil, fmt.Errorf("run %s pins version %d of suite %s, which is gone", run.ID, run.Version, run.SuiteID)
		}
		_, tasks, err := v.Content()
		if err != nil {
			return nil, err
		}
		out[i] = PinnedVersion{v, tasks}
		a.versions.Add(refOf(run), out[i])
	}
	return out, nil
}

func refOf(run eval.Run) store.SuiteVersionRef {
	return store.SuiteVersionRef{SuiteID: run.SuiteID, Version: run.Version}
}

// pinned gives the suite version that one run pins.
func (a *App) pinned(ctx context.Context, runID string) (PinnedVersion, error) {
	run, err := a.store.Run(ctx, runID)
	if err != nil {
		return PinnedVersion{}, err
	}
	if run == nil {
		return PinnedVersion{}, fault.Missing("run", runID)
	}
	all, err := a.RunVersions(ctx, *run)
	if err != nil {
		return PinnedVersion{}, err
	}
	return all[0], nil
}
