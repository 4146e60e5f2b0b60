package graph

import "assay/app"

//go:generate go tool gqlgen

// resolver is the root of all resolvers. Each binds its arguments, makes one call of the use cases, and returns; what rows refer to
// comes from the records.
type resolver struct{ app *app.App }
