package app

import (
	"bytes"
	"context"

	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/eval/verify"
)

// MaxExport is the largest export of results, in bytes.
const MaxExport = 64 << 20

// factsSize is about how many bytes of an export a result takes besides its evidence.
const factsSize = 600

// ExportResults gives a run that ended, and all that its results follow from, as a text that can be checked offline: a verify.ResultsExport.
// NotFound where the caller may not see the run. A conflict while it is not over, where it has no receipt because an earlier version ended it,
// and where the text would be larger than MaxExport. A few are made at a time.
func (a *App) ExportResults(ctx context.Context, runID string) ([]byte, error) {
	run, err := a.Run(ctx, runID)
	switch {
	case err != nil:
		return nil, err
	case run == nil:
		return nil, fault.Missing("run", runID)
	case !run.Status.Final():
		return nil, fault.New(fault.Conflict, "run_not_over", "the run is %s: its results can be exported when it is over", run.Status)
	}
	ctx, free, err := a.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	e, err := a.resultsExport(ctx, *run)
	if err != nil {
		return nil, err
	}
	stored, err := a.store.EvidenceSize(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	size := stored*4/3 + int64(len(e.Results))*factsSize
	if size > MaxExport {
		return nil, fault.New(fault.Conflict, "export_too_large", "the export of this run would have about %d MiB; at most %d are exported at once", size>>20, MaxExport>>20)
	}
	var out bytes.Buffer
	out.Grow(int(size) + 4<<10)
	err = e.Write(&out, func(ids []string) (map[string][]byte, error) { return a.store.EvidenceOf(ctx, ids) })
	return out.Bytes(), err
}

// resultsExport is an export without evidence.
func (a *App) resultsExport(ctx context.Context, run eval.Run) (verify.ResultsExport, error) {
	e := verify.ResultsExport{Format: verify.ResultsFormat}
	receipts, err := a.store.ReceiptsAbout(ctx, run.ID)
	if err != nil {
		return e, err
	}
	var hash receipt.Hash
	for _, r := range receipts {
		if r.Kind != receipt.RunCompleted {
			continue
		}
		hash = r.Hash
		if e.Run, err = verify.Export(r.Receipt); err != nil {
			return e, err
		}
	}
	if e.Run.Hash == "" {
		return e, fault.New(fault.Conflict, "not_sealed", "the run has no receipt: it ended before this registry sealed runs")
	}
	versions, err := a.RunVersions(ctx, run)
	if err != nil {
		return e, err
	}
	e.Definition = versions[0].Definition
	results, err := a.store.ResultFacts(ctx, run.ID)
	if err != nil {
		return e, err
	}
	e.Results = make([]verify.ExportedResult, len(results))
	for i, f := range results {
		e.Results[i].Facts = f
	}
	if e.Agents, err = a.store.RunAgentFacts(ctx, run.ID); err != nil {
		return e, err
	}
	if e.Board, err = verify.Board(run.Trial, results, e.Agents); err != nil {
		return e, err
	}
	e.Log, err = a.anchor(ctx, hash)
	return e, err
}

// anchor shows that a receipt is in the log; nil while it is not.
func (a *App) anchor(ctx context.Context, hash receipt.Hash) (*verify.Anchor, error) {
	entries, err := a.LogEntries(ctx, []receipt.Hash{hash})
	if err != nil {
		return nil, err
	}
	e, ok := entries[hash]
	if !ok {
		return nil, nil
	}
	return &verify.Anchor{Origin: e.Origin, Checkpoint: e.Checkpoint.Text, Keys: e.Keys, Index: e.Index, Proof: e.Proof}, nil
}
