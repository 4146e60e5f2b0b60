package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gowebpki/jcs"
)

// AuditOutcome is what became of a mutation.
type AuditOutcome string

// The outcomes.
const (
	AuditDone    AuditOutcome = "DONE"
	AuditRefused AuditOutcome = "REFUSED" // the caller may not
	AuditInvalid AuditOutcome = "INVALID" // the input or the state did not allow it
	AuditFailed  AuditOutcome = "FAILED"  // a fault of ours
)

// AuditEntry is one mutation that was asked for. Entries are numbered from 1 without a gap, and each holds the hash of the one before.
type AuditEntry struct {
	Seq         int64
	At          time.Time
	Actor       string // id of a user; platform-admin, anonymous, command-line
	ActorName   string // as it was then
	KeyID       string // the API key that was used; empty: none
	WorkspaceID string // the workspace it was about; empty: the registry
	Address     string // it came from
	Action      string // the mutation's name, such as putSuite
	Target      string // what it was about, such as a suite's key; empty: unknown or new
	InputDigest string // SHA-256 (hex) of the input in canonical JSON, secrets replaced by [secret]
	Outcome     AuditOutcome
	Code        string // of the refusal or error; empty when done
	RequestID   string
	Previous    string // hash of the entry before; empty for the first
	Hash        string // see AuditHash
}

// AuditHash is the SHA-256 (hex) of the entry in canonical JSON (RFC 8785) without its hash: an object of the fields of AuditEntry in
// lower_snake case; at is RFC 3339 in UTC with milliseconds, seq a decimal string.
func AuditHash(e AuditEntry) string {
	text, err := json.Marshal(map[string]string{
		"seq": fmt.Sprint(e.Seq), "at": e.At.UTC().Format("2006-01-02T15:04:05.000Z"), "actor": e.Actor, "actor_name": e.ActorName,
		"key_id": e.KeyID, "workspace_id": e.WorkspaceID, "address": e.Address, "action": e.Action, "target": e.Target,
		"input_digest": e.InputDigest, "outcome": string(e.Outcome), "code": e.Code, "request_id": e.RequestID, "previous": e.Previous,
	})
	if err == nil {
		text, err = jcs.Transform(text)
	}
	if err != nil { // a map of strings always encodes
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// AuditChain checks entries one after the other. Its zero value expects the first entry.
type AuditChain struct {
	Seq  int64  // of the last good entry
	Hash string // of the last good entry
}

// Next checks the entry that follows and says what is wrong with it: its number, its link to the one before, or its own hash.
func (c *AuditChain) Next(e AuditEntry) error {
	switch {
	case e.Seq != c.Seq+1:
		return fmt.Errorf("entry %d is missing: %d follows %d", c.Seq+1, e.Seq, c.Seq)
	case e.Previous != c.Hash:
		return fmt.Errorf("entry %d does not follow from entry %d: it names another hash before it", e.Seq, c.Seq)
	case e.Hash != AuditHash(e):
		return fmt.Errorf("entry %d was changed: its hash is not that of its content", e.Seq)
	}
	c.Seq, c.Hash = e.Seq, e.Hash
	return nil
}
