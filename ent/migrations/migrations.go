// Package migrations holds the numbered steps that bring a database to the present schema. A step, once released, is never edited.
package migrations

import "embed"

// Files are NNNN_name.sql for each database.
//
//go:embed sqlite/*.sql postgres/*.sql
var Files embed.FS
