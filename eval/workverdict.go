package eval

import (
	"time"

	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
)

// WorkVerdict is what one voice says of a piece of work: of the result of work, or of an approval.
type WorkVerdict struct {
	Seq         int64 // rises in the order in which verdicts are recorded
	ID          string
	WorkspaceID string
	Class       classscore.Class
	AgentID     string // whose work it is
	WorkID      string
	PieceID     string // the work itself, or an approval of it
	Voice       classscore.Voice
	Value       classscore.Value
	At          time.Time
	Stands      bool // no newer one of the same voice on the same piece
	Comment     string
	Signature   *VerdictSignature // nil: it is not signed
	Receipt     receipt.Hash
}

// maxComment is how many bytes a comment has at most.
const maxComment = 2_000

// ValidateComment refuses a comment that could not be stored.
func ValidateComment(text string) error { return checkText("comment", text, maxComment) }

// Reaction is what a voice says, in the words of the doors.
type Reaction string

// The reactions. None takes back what one has said.
const (
	ThumbsUp   Reaction = "THUMBS_UP"
	ThumbsDown Reaction = "THUMBS_DOWN"
	TakeBack   Reaction = ""
)

// Value is what a reaction means.
func (r Reaction) Value() (classscore.Value, error) {
	switch r {
	case ThumbsUp:
		return classscore.Success, nil
	case ThumbsDown:
		return classscore.Failure, nil
	case TakeBack:
		return classscore.TakenBack, nil
	}
	return "", fault.Bad("reaction", "%q is no reaction: thumbs_up, thumbs_down and null are", r)
}

// ReactionOf is the reaction that means a value.
func ReactionOf(v classscore.Value) Reaction {
	switch v {
	case classscore.Success:
		return ThumbsUp
	case classscore.Failure:
		return ThumbsDown
	}
	return TakeBack
}

// VerdictSignature is an agent's Ed25519 signature over its verdict.
type VerdictSignature struct {
	Key    string // the verification method of its DID
	Value  []byte // 64 bytes
	Signed string // what was signed, see SignedVerdict
}

// SignedVerdictFormat names the layout of a SignedVerdict.
const SignedVerdictFormat = "assay-verdict-1"

// SignedVerdict is what an agent signs: its canonical JSON. The idempotency key is in it, so that a signature is good for one verdict only.
type SignedVerdict struct {
	Format   string `json:"format"`
	By       string `json:"by"`       // DID of the agent
	Kind     string `json:"kind"`     // task or approval
	Target   string `json:"target"`   // id of the work or the approval
	Reaction string `json:"reaction"` // thumbs_up, thumbs_down, or, to take it back, empty
	Mutation string `json:"client_mutation_id"`
}
