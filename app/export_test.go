package app

import (
	"context"

	"assay/app/suitefile"
	"assay/eval"
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
