package graph

import (
	"context"
	"time"

	"assay/app"
	"assay/eval"
)

//go:generate go tool gqlgen

// resolver is the root of all resolvers. Each binds its arguments, makes one call of the use cases, and returns; what rows refer to
// comes from the records.
type resolver struct {
	app        *app.App
	setSession func(context.Context) func(token eval.Secret, expires time.Time)
}
