// Package eval holds the nouns of Assay's rules: what a suite, a run, a result and a standing are. It is pure: no I/O, no clock, no
// randomness; whatever time or seed a rule needs is an argument. Times are UTC with millisecond precision.
package eval

import (
	"fmt"
	"time"
)

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
	Digest           string // of the present version, see Digest
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

// Scheduled reports whether the suite runs by itself.
func (s Suite) Scheduled() bool { return s.Enabled && s.IntervalMinutes > 0 && s.DeletedAt.IsZero() }

// Due reports whether the suite's next scheduled run should start at now.
func (s Suite) Due(now time.Time) bool { return s.Scheduled() && !s.NextRunAt.After(now) }

// RunAfter is when the suite is due again after a run that starts now: an interval after it was due, so that the cadence holds, or
// after now when that is past too, so that missed ticks are taken up once.
func (s Suite) RunAfter(now time.Time) time.Time {
	interval := time.Duration(s.IntervalMinutes) * time.Minute
	if next := s.NextRunAt.Add(interval); next.After(now) {
		return next
	}
	return now.Add(interval)
}

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

// Content is what the version measures: how its tasks are delivered, and the tasks in order.
func (v SuiteVersion) Content() (TaskType, []Task, error) {
	d, err := ParseDefinition(v.Definition)
	if err != nil {
		return "", nil, err
	}
	if len(v.TaskIDs) != len(d.Tasks) {
		return "", nil, fmt.Errorf("suite version %d has %d tasks and %d ids", v.Version, len(d.Tasks), len(v.TaskIDs))
	}
	tasks := make([]Task, len(d.Tasks))
	for i, t := range d.Tasks {
		tasks[i] = Task{ID: v.TaskIDs[i], Name: t.Name, Input: t.Input, Scorer: t.Scorer, Expected: t.Expected, Weight: t.Weight}
	}
	return d.TaskType, tasks, nil
}

// Suite is the version's definition as a suite with its id, version, digest and tasks. What is no part of a definition is left at zero.
func (v SuiteVersion) Suite() (Suite, error) {
	d, err := ParseDefinition(v.Definition)
	if err != nil {
		return Suite{}, err
	}
	_, tasks, err := v.Content()
	return Suite{
		ID: v.SuiteID, Key: d.Key, Name: d.Name, Description: d.Description, TaskType: d.TaskType, TargetDIDs: d.TargetDIDs,
		Version: v.Version, Digest: v.Digest, Tasks: tasks,
	}, err
}
