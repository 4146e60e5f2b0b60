package app

import "context"

// InputDigest is inputDigest, for tests.
func InputDigest(input any) string { return inputDigest(input) }

// PanicInAct panics in the middle of a mutation.
func PanicInAct(ctx context.Context, a *App, p any) {
	var err error
	act := a.begin(ctx, "putSuite", "", "", nil)
	defer act.end(ctx, &err)
	panic(p)
}
