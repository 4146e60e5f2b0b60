package eval

import (
	"slices"
	"time"

	"assay/eval/classscore"
	"assay/eval/fault"
)

// Work is a task that one agent of a workspace handed to another, and what became of it.
type Work struct {
	ID          string
	WorkspaceID string
	FromAgentID string
	ToAgentID   string
	Class       classscore.Class
	Title       string
	Status      WorkStatus
	Deadline    time.Time // zero: none
	SentAt      time.Time
	EndedAt     time.Time // zero: it goes on
	LastSeq     int64     // seq of its newest event
}

// WorkStatus is where work stands.
type WorkStatus string

// The states of work. All but the first two are final.
const (
	WorkSent        WorkStatus = "SENT"        // with the assignee
	WorkWaiting     WorkStatus = "WAITING"     // for a person to decide on a call of the assignee
	WorkSubmitted   WorkStatus = "SUBMITTED"   // the assignee gave a result
	WorkFailed      WorkStatus = "FAILED"      // the assignee reported a failure
	WorkMissed      WorkStatus = "MISSED"      // its deadline
	WorkUndelivered WorkStatus = "UNDELIVERED" // it never reached the assignee
)

// Final reports whether the work has ended, so that it can be judged.
func (s WorkStatus) Final() bool { return s != WorkSent && s != WorkWaiting }

// WorkEvent is something that happens to work.
type WorkEvent string

// The events. Each is kept, with its number from 1 without a gap.
const (
	WorkWasSent       WorkEvent = "SENT"
	ApprovalRequested WorkEvent = "APPROVAL_REQUESTED"
	ApprovalDecided   WorkEvent = "APPROVAL_DECIDED"
	ResultSubmitted   WorkEvent = "RESULT_SUBMITTED"
	FailureReported   WorkEvent = "FAILURE_REPORTED"
	DeadlineMissed    WorkEvent = "DEADLINE_MISSED"
	DeliveryFailed    WorkEvent = "DELIVERY_FAILED"
)

// workTransitions says what each event makes of work. What is not here cannot happen.
var workTransitions = map[WorkEvent]map[WorkStatus]WorkStatus{
	WorkWasSent:       {"": WorkSent},
	ApprovalRequested: {WorkSent: WorkWaiting},
	ApprovalDecided:   {WorkWaiting: WorkSent},
	ResultSubmitted:   {WorkSent: WorkSubmitted},
	FailureReported:   {WorkSent: WorkFailed, WorkWaiting: WorkFailed},
	DeadlineMissed:    {WorkSent: WorkMissed, WorkWaiting: WorkMissed},
	DeliveryFailed:    {WorkSent: WorkUndelivered},
}

// workPhrases says in words what an event is, for refusals.
var workPhrases = map[WorkEvent]string{
	ApprovalRequested: "ask for an approval", ApprovalDecided: "decide on an approval", ResultSubmitted: "submit a result",
	FailureReported: "report a failure", DeadlineMissed: "miss a deadline", DeliveryFailed: "fail to be delivered",
}

// After is the status of work after an event. It is a conflict when the event cannot happen to work in this state.
func (s WorkStatus) After(e WorkEvent) (WorkStatus, error) {
	next, ok := workTransitions[e][s]
	switch {
	case ok:
		return next, nil
	case s == WorkWaiting:
		return s, fault.New(fault.Conflict, "work_waits", "the work waits for an approval: nobody can %s before somebody decides", workPhrases[e])
	case s.Final():
		return s, fault.New(fault.Conflict, "work_ended", "the work has ended (%s): nobody can %s any more", s, workPhrases[e])
	default:
		return s, fault.New(fault.Conflict, "work_state", "the work is %s: nobody can %s now", s, workPhrases[e])
	}
}

// Approval is a call that an assignee wants to make for its work, and that waits for a person. Granted it counts as a success, rejected as a failure.
type Approval struct {
	ID        string
	WorkID    string
	Call      string // what the agent wants to do, in its words
	State     ApprovalState
	AskedAt   time.Time
	DecidedAt time.Time
	DecidedBy string // id of the person; empty: nobody yet
}

// ApprovalState is where an approval stands.
type ApprovalState string

// The states of an approval.
const (
	ApprovalPending  ApprovalState = "PENDING"
	ApprovalGranted  ApprovalState = "GRANTED"
	ApprovalRejected ApprovalState = "REJECTED"
	ApprovalLapsed   ApprovalState = "LAPSED" // the work ended before anybody decided: no outcome
)

// WorkClass reads a kind of work: empty is other. Any other word than the seven is an error that names them.
func WorkClass(field, word string) (classscore.Class, error) {
	if word == "" {
		return classscore.Other, nil
	}
	if c := classscore.Class(word); slices.Contains(classscore.Classes, c) {
		return c, nil
	}
	return "", fault.Bad(field, "%q is no kind of work: code, research, writing, analysis, operations, support and other are", word)
}
