package eval

import "time"

// Overview is the state of the public record at one instant.
type Overview struct {
	At            time.Time
	Day           Activity // the last 24 hours
	Failing       []FailingAgent
	Due           []Suite // enabled, with an interval, the next due first
	ActiveAgents  int
	EnabledSuites int
}

// Activity counts the results of a span of time.
type Activity struct {
	Runs      int64 // that ended
	Results   int64 // with a score
	Passed    int64 // of these, score 1
	Errors    int64 // of these, score 0 because of an error
	Uncounted int64 // rows without a score
	Hours     []ActivityHour
}

// ActivityHour counts the results of one hour.
type ActivityHour struct {
	At        time.Time // when it began
	Results   int64
	MeanScore *float64 // nil: no results
	Errors    int64
}

// FailingAgent is an agent that did not pass everything in a span of time.
type FailingAgent struct {
	AgentID       string
	Results       int64
	MeanScore     float64
	Availability  float64
	MeanBefore    *float64 // of all that was recorded before; nil: nothing was
	LastFailureID string   // its newest result that did not pass
}
