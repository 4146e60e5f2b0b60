package eval

import "strings"

// An id is a prefix that says what it names and a time-ordered random part, such as run_06c8k3…. It is the same string at every door.
const (
	AgentID    = "agt"
	SuiteID    = "ste"
	TaskID     = "tsk"
	RunID      = "run"
	RunAgentID = "rag"
	ResultID   = "res"

	UserID       = "usr"
	SessionID    = "ses"
	WorkspaceID  = "wsp"
	InvitationID = "inv"
	ResetID      = "rst"
	KeyID        = "key"
	ChallengeID  = "chl"

	WorkID     = "wrk"
	ApprovalID = "apr"
	VerdictID  = "vdt"
	ScoreID    = "scr"
	ReceiptID  = "rcp"
)

// IDKind is the prefix of an id; empty when it has none.
func IDKind(id string) string {
	kind, _, ok := strings.Cut(id, "_")
	if !ok {
		return ""
	}
	return kind
}
