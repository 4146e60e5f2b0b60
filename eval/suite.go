// Package eval holds the nouns of Assay's rules: what a suite, a run, a result and a standing are. It is pure: no I/O, no clock, no
// randomness; whatever time or seed a rule needs is an argument. Times are UTC with millisecond precision.
package eval

import "time"

// TaskType is how a suite's tasks are delivered.
type TaskType string

// The task types.
const (
	HTTPProbe  TaskType = "http_probe"  // GET a path on the agent's endpoint
	A2AMessage TaskType = "a2a_message" // send a message, as a client agent would
)

// Suite is a named battery of tasks aimed at a set of agents.
type Suite struct {
	ID               string
	Key              string
	Name             string
	Description      string
	TaskType         TaskType
	IntervalMinutes  int // 0: only by hand
	RewardAmount     int64
	ReputationSignal bool
	TargetDIDs       []string // nil: all active agents homed here
	Enabled          bool
	Version          int    // from 1
	Digest           string // of the present version, see Definition.Digest
	Tasks            []Task // in order
	NextRunAt        time.Time
	CreatedAt        time.Time
	UpdatedAt        time.Time
	DeletedAt        time.Time // zero: not deleted
	RunCount         int       // trials apart
	TrialCount       int
}

// Pays reports whether a run of the suite can release a reward.
func (s Suite) Pays() bool { return s.RewardAmount > 0 }

// Task is one scored step of a suite.
type Task struct {
	ID       string
	Name     string // unique within its suite
	Input    string // path or message
	Scorer   string // one of package scorer's names; anything else scores 0
	Expected string
	Weight   float64 // > 0
}

// SuiteVersion is what a suite measured from one change to the next.
type SuiteVersion struct {
	SuiteID    string
	Version    int
	Digest     string
	Definition []byte // canonical JSON; its SHA-256 is Digest
	TaskIDs    []string
	CreatedAt  time.Time
}
