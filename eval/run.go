package eval

import "time"

// RunStatus is where a run stands.
type RunStatus string

// The states of a run. Completed, Failed and Cancelled are final.
const (
	RunQueued     RunStatus = "QUEUED"
	RunRunning    RunStatus = "RUNNING"
	RunCancelling RunStatus = "CANCELLING" // asked to stop; calls in flight are finishing
	RunCompleted  RunStatus = "COMPLETED"
	RunFailed     RunStatus = "FAILED" // the examiner failed: not one task could be measured
	RunCancelled  RunStatus = "CANCELLED"
)

// Final reports whether nothing more will happen in the run.
func (s RunStatus) Final() bool { return s == RunCompleted || s == RunFailed || s == RunCancelled }

// RunTrigger says what started a run.
type RunTrigger string

// The triggers.
const (
	TriggerSchedule RunTrigger = "SCHEDULE"
	TriggerManual   RunTrigger = "MANUAL"
)

// Run is one firing of one version of a suite at its targets.
type Run struct {
	ID         string
	SuiteID    string
	SuiteKey   string
	Version    int
	Digest     string // of the version
	Status     RunStatus
	Trigger    RunTrigger
	Trial      bool // of a draft: outside results, board, trust and pay
	CreatedAt  time.Time
	StartedAt  time.Time
	FinishedAt time.Time
	Progress   RunProgress
	Skipped    []SkippedTarget
	LastSeq    int64 // seq of the newest event
}

// RunProgress counts what of a run is stored.
type RunProgress struct {
	Agents, AgentsFinished int
	Total                  int // agents × tasks
	Recorded               int
	Passed                 int
	Failed                 int // scored and not passed, errors included
	Errors                 int // scored 0 because of an error
	Cancelled              int
	ExaminerFaults         int
}

// SkippedTarget is a named target that was not evaluated.
type SkippedTarget struct {
	DID    string `json:"did"`
	Reason string `json:"reason"` // unknown, removed, mirror, opted out, inactive or unproven
}

// RunAgentStatus is where one agent's part of a run stands.
type RunAgentStatus string

// The states of one agent's part.
const (
	RunAgentWaiting  RunAgentStatus = "WAITING"
	RunAgentRunning  RunAgentStatus = "RUNNING"
	RunAgentFinished RunAgentStatus = "FINISHED"
)

// RunAgent is one agent's part of a run.
type RunAgent struct {
	ID          string
	RunID       string
	AgentID     string
	AgentDID    string
	Position    int
	Status      RunAgentStatus
	Fingerprint string   // at the time of the run
	SuiteScore  *float64 // see SuiteScore; nil until finished or when nothing was scored
	Recorded    int
	Passed      int
	StartedAt   time.Time
	FinishedAt  time.Time
}

// RunEventKind names what happened in a run.
type RunEventKind string

// The kinds of event. Snapshot is sent to a new subscriber and is no event of its own.
const (
	EventSnapshot        RunEventKind = "SNAPSHOT"
	EventRunQueued       RunEventKind = "RUN_QUEUED"
	EventRunStarted      RunEventKind = "RUN_STARTED"
	EventAgentStarted    RunEventKind = "AGENT_STARTED"
	EventResultRecorded  RunEventKind = "RESULT_RECORDED"
	EventAgentFinished   RunEventKind = "AGENT_FINISHED"
	EventCancelRequested RunEventKind = "CANCEL_REQUESTED"
	EventRunFinished     RunEventKind = "RUN_FINISHED"
)

// RunEvent is something that happened in a run. Seq counts up by one from 1 within the run, without a gap.
type RunEvent struct {
	RunID      string
	Seq        int64
	At         time.Time
	Kind       RunEventKind
	Result     *Result // EventResultRecorded
	RunAgentID string  // EventAgentStarted, EventAgentFinished
}

// SuiteScore is the weight-averaged mean of task scores: Σ wᵢsᵢ ÷ Σ wᵢ, over the tasks that have a score. nil when none has.
// Scores and weights are paired by index; a nil score (cancelled, or the examiner's fault) is left out with its weight.
// Example: scores 1, 0, nil with weights 3, 1, 5 give 0.75.
func SuiteScore(scores []*float64, weights []float64) *float64 {
	var sum, total float64
	for i, s := range scores {
		if s == nil {
			continue
		}
		sum += float64(weights[i] * *s)
		total += weights[i]
	}
	if total <= 0 {
		return nil
	}
	mean := sum / total
	return &mean
}
