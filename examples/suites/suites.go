// Package suites holds example suites: those of the demo, and a pattern for one's own.
package suites

import "embed"

// Files are the suites, one a file.
//
//go:embed *.yaml
var Files embed.FS
