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
	Brief       string    // what is to be done; empty when the title says it all
	Result      string    // what the assignee gave, or why it failed
	ClearedAt   time.Time // when its texts were cleared; zero: they were not
	Status      WorkStatus
	Delivery    Delivery
	DeliverAt   time.Time // when the next attempt to deliver it is due; zero: none is
	Attempts    int       // to deliver it
	Deadline    time.Time // zero: none
	SentAt      time.Time
	EndedAt     time.Time // zero: it goes on
	LastSeq     int64     // seq of its newest event
}

// The bounds of its texts.
const (
	maxBrief = 100_000 // bytes, of brief and result
	maxCall  = 10_000  // bytes, of an approval's call
)

// Validate refuses texts that could not be stored or shown, and a delivery that is unknown.
func (w Work) Validate() error {
	if err := checkName("title", w.Title); err != nil {
		return err
	}
	if err := checkText("brief", w.Brief, maxBrief); err != nil {
		return err
	}
	if !slices.Contains(Deliveries, w.Delivery) {
		return fault.Bad("delivery", "%q is no delivery; %s are", w.Delivery, fault.List(Deliveries))
	}
	return nil
}

// ShownBrief is the brief as it may be shown; nil when it was cleared.
func (w Work) ShownBrief() *string { return unlessCleared(w.ClearedAt, w.Brief) }

// ShownComment is the comment of a verdict on the work as it may be shown; nil when it was cleared.
func (w Work) ShownComment(v WorkVerdict) *string { return unlessCleared(w.ClearedAt, v.Comment) }

// ShownResult is the result as it may be shown; nil when there is none yet, or it was cleared.
func (w Work) ShownResult() *string {
	if w.Result == "" && !w.Status.Final() {
		return nil
	}
	return unlessCleared(w.ClearedAt, w.Result)
}

func unlessCleared(at time.Time, text string) *string {
	if !at.IsZero() {
		return nil
	}
	return &text
}

// ValidateResult refuses a result that could not be stored.
func ValidateResult(text string) error { return checkText("result", text, maxBrief) }

// Delivery is how work gets to its assignee.
type Delivery string

// The deliveries.
const (
	DeliveryPull Delivery = "PULL" // the assignee asks for it
	DeliveryPush Delivery = "PUSH" // it is sent to the assignee's endpoint
)

// Deliveries lists them.
var Deliveries = []Delivery{DeliveryPull, DeliveryPush}

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

// WorkStatuses lists them.
var WorkStatuses = []WorkStatus{WorkSent, WorkWaiting, WorkSubmitted, WorkFailed, WorkMissed, WorkUndelivered}

// Final reports whether the work has ended, so that it can be judged.
func (s WorkStatus) Final() bool { return s != WorkSent && s != WorkWaiting }

// WorkEventKind is something that happens to work.
type WorkEventKind string

// WorkEvent is something that happened to work.
type WorkEvent struct {
	WorkID     string
	Seq        int64 // counts up by one from 1
	At         time.Time
	Kind       WorkEventKind
	By         classscore.Voice
	ApprovalID string // empty: it is about none
	Detail     string // in words; empty: nothing to add
}

// The events. Each is kept, with its number from 1 without a gap.
const (
	WorkWasSent       WorkEventKind = "SENT"
	WorkDelivered     WorkEventKind = "DELIVERED" // to the assignee's endpoint
	ApprovalRequested WorkEventKind = "APPROVAL_REQUESTED"
	ApprovalDecided   WorkEventKind = "APPROVAL_DECIDED"
	ResultSubmitted   WorkEventKind = "RESULT_SUBMITTED"
	FailureReported   WorkEventKind = "FAILURE_REPORTED"
	DeadlineMissed    WorkEventKind = "DEADLINE_MISSED"
	DeliveryFailed    WorkEventKind = "DELIVERY_FAILED"
)

// workTransitions says what each event makes of work. What is not here cannot happen.
var workTransitions = map[WorkEventKind]map[WorkStatus]WorkStatus{
	WorkWasSent:       {"": WorkSent},
	WorkDelivered:     {WorkSent: WorkSent, WorkWaiting: WorkWaiting},
	ApprovalRequested: {WorkSent: WorkWaiting},
	ApprovalDecided:   {WorkWaiting: WorkSent},
	ResultSubmitted:   {WorkSent: WorkSubmitted},
	FailureReported:   {WorkSent: WorkFailed, WorkWaiting: WorkFailed},
	DeadlineMissed:    {WorkSent: WorkMissed, WorkWaiting: WorkMissed},
	DeliveryFailed:    {WorkSent: WorkUndelivered},
}

// workPhrases says in words what an event is, for refusals.
var workPhrases = map[WorkEventKind]string{
	WorkDelivered: "deliver it", ApprovalRequested: "ask for an approval", ApprovalDecided: "decide on an approval", ResultSubmitted: "submit a result",
	FailureReported: "report a failure", DeadlineMissed: "miss a deadline", DeliveryFailed: "fail to be delivered",
}

// After is the status of work after an event. It is a conflict when the event cannot happen to work in this state.
func (s WorkStatus) After(e WorkEventKind) (WorkStatus, error) {
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
