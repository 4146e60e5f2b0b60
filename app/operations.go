package app

import (
	"time"

	"assay/eval"
)

// Operations is how the registry is running, seen from one node.
type Operations struct {
	At            time.Time
	Version       string // of this node
	GoVersion     string
	Database      string // sqlite or postgres, with its version
	SchemaVersion int
	DatabaseBytes *int64 // nil: it cannot be told
	Scheduler     Scheduler
	Jobs          []JobKind
	Nodes         []eval.Node
	SlowAgents    []SlowAgent
	Streams       int64 // on all nodes
	Subscriptions int64 // on this node
	Evidence      EvidenceStore
	Settings      []Setting
}

// Scheduler is the one node that starts what is due.
type Scheduler struct {
	Node       string // empty: nobody holds the schedule
	Enabled    bool
	IntervalMS int64
	NextDueAt  time.Time // zero: nothing is
	Overdue    int       // suites that are due and not started
}

// JobKind counts claimed work of one kind.
type JobKind struct {
	Kind                 string
	Waiting, Later, Held int
	OldestAt             time.Time // when the oldest that waits was due; zero: none waits
}

// SlowAgent is an agent that takes its time.
type SlowAgent struct {
	AgentID       string
	MeanMS, P95MS int64
	Results       int
}

// EvidenceStore says how evidence is kept.
type EvidenceStore struct {
	RetentionDays *float64 // nil: for ever
	Bodies        int
	OldestAt      time.Time // zero: none is kept
}

// Setting is a setting of a node, as it may be shown.
type Setting struct {
	Name    string
	Value   string // of a secret: "set"
	About   string
	Initial bool // it is what it would be if nobody had set it
}
