package eval

import (
	"strings"
	"time"

	"assay/eval/fault"
)

// Approval is a call that an assignee wants to make for its work, and that waits for a person. Granted it counts as a success, rejected as a failure.
type Approval struct {
	ID          string
	WorkspaceID string
	WorkID      string
	Call        string    // what the agent wants to do, in its words
	ClearedAt   time.Time // when its text was cleared; zero: it was not
	State       ApprovalState
	AskedAt     time.Time
	DecidedAt   time.Time
	DecidedBy   string // id of the person; empty: nobody yet
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

// Validate refuses a call that is empty or could not be stored.
func (a Approval) Validate() error {
	if strings.TrimSpace(a.Call) == "" {
		return fault.Bad("call", "say what is to be done")
	}
	return checkText("call", a.Call, maxCall)
}

// ShownCall is the call as it may be shown; nil when it was cleared.
func (a Approval) ShownCall() *string { return unlessCleared(a.ClearedAt, a.Call) }

// Decided reports whether a person has decided, so that the call counts as a piece of work.
func (a Approval) Decided() bool { return a.State == ApprovalGranted || a.State == ApprovalRejected }
