package eval

import (
	"time"

	"assay/eval/classscore"
	"assay/eval/receipt"
)

// ClassScore is how well an agent did one kind of work when it was computed.
type ClassScore struct {
	ID          string
	WorkspaceID string
	AgentID     string
	Class       classscore.Class
	State       classscore.State
	AsOf        time.Time // of the newest outcome that counts
	ComputedAt  time.Time
	Current     bool // no newer one took its place
	Receipt     receipt.Hash
	Document    *classscore.Document // what was sealed; nil: it was cleared after a newer one took its place
}

// Stale reports whether its newest outcome is old at a time of reading.
func (s ClassScore) Stale(now time.Time) bool {
	return classscore.Version1.Stale(classscore.Score{AsOf: s.AsOf}, now)
}
