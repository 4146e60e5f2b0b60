package app

import (
	"context"

	"assay/app/suitefile"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

// InputDigest is inputDigest, for tests.
func InputDigest(input any) string { return inputDigest(input) }

// ReadSuiteFile is readSuiteFile, for tests.
func ReadSuiteFile(ctx context.Context, text string) ([]eval.Suite, suitefile.Errors, error) {
	return readSuiteFile(ctx, text)
}

// TakeWork takes all slots there are for what strangers may have worked out.
func TakeWork(a *App) (free func()) {
	for range cap(a.working) {
		a.working <- struct{}{}
	}
	return func() { <-a.working }
}

// PanicInAct panics in the middle of a mutation.
func PanicInAct(ctx context.Context, a *App, p any) {
	var err error
	act := a.begin(ctx, "putSuite", "", "", nil)
	defer act.end(ctx, &err)
	panic(p)
}

// Judge records what a voice says of the result of work, now.
func Judge(ctx context.Context, a *App, tx *store.Tx, w eval.Work, voice classscore.Voice, value classscore.Value) error {
	_, err := a.judge(ctx, tx, piece{work: w}, said{voice: voice, value: value, at: a.now()})
	return err
}

// Rescore computes a score anew.
func Rescore(ctx context.Context, a *App, tx *store.Tx, workspaceID, agentID string, class classscore.Class) error {
	return a.rescore(ctx, tx, workspaceID, agentID, class)
}

// TakeExport takes the slot for exports of scores.
func TakeExport(a *App) (free func()) {
	a.exporting <- struct{}{}
	return func() { <-a.exporting }
}

// ExportedReceipts is exportedReceipts, for tests.
func ExportedReceipts(ctx context.Context, a *App, hashes []receipt.Hash, most int) (map[receipt.Hash]store.StoredReceipt, error) {
	return a.exportedReceipts(ctx, hashes, most)
}
