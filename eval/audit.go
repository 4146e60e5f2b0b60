package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
	"unicode/utf8"

	"assay/eval/receipt"
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

// AuditFields gives an entry without its hash as it is hashed and exported: the fields of AuditEntry in lower_snake case; at is RFC 3339
// in UTC with milliseconds, seq a decimal string.
func AuditFields(e AuditEntry) map[string]string {
	return map[string]string{
		"seq": fmt.Sprint(e.Seq), "at": e.At.UTC().Format("2006-01-02T15:04:05.000Z"), "actor": e.Actor, "actor_name": e.ActorName,
		"key_id": e.KeyID, "workspace_id": e.WorkspaceID, "address": e.Address, "action": e.Action, "target": e.Target,
		"input_digest": e.InputDigest, "outcome": string(e.Outcome), "code": e.Code, "request_id": e.RequestID, "previous": e.Previous,
	}
}

// AuditHash is the SHA-256 (hex) of AuditFields in canonical JSON (RFC 8785).
func AuditHash(e AuditEntry) string {
	text, err := receipt.Canonical(AuditFields(e))
	if err != nil { // a map of strings always encodes
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// AuditHead names the newest entry, so that a cut-off end shows. The zero value is that of an empty log.
type AuditHead struct {
	Seq  int64
	Hash string
}

// AuditFlaw is the first entry at which an audit log does not hold.
type AuditFlaw struct {
	Seq     int64
	Message string // one sentence that names the entry
}

func (f *AuditFlaw) Error() string { return f.Message }

func flaw(seq int64, format string, args ...any) error {
	return &AuditFlaw{Seq: seq, Message: fmt.Sprintf("entry %d ", seq) + fmt.Sprintf(format, args...)}
}

// AuditChain checks entries in order. Its zero value expects the first.
type AuditChain struct {
	AuditHead        // the last good entry
	before    string // hash of the entry before that
}

// Next checks the entry that follows: its number, its link to the one before, its own hash. named gives the hash that what follows the
// entry says it has (the next entry, or the head of the log; empty: nothing does); it is asked only where the link is broken, to tell
// which of two entries is not the one that was written.
//
// Whoever changes an entry can also give it the hash of its new content. Then it stands by itself, and what gives it away is the entry
// after it, which is whole and names another. The flaw is named for the entry that was changed, not for its witness.
func (c *AuditChain) Next(e AuditEntry, named func() (string, error)) error {
	whole := isWhole(e)
	switch {
	case e.Seq != c.Seq+1:
		return flaw(c.Seq+1, "is missing: %d follows %d", e.Seq, c.Seq)
	case e.Previous == c.Hash && !whole:
		return flaw(e.Seq, "was changed: its hash is not that of its content")
	case e.Previous != c.Hash:
		return c.blame(e, whole, named)
	}
	c.before, c.AuditHead = c.Hash, AuditHead{e.Seq, e.Hash}
	return nil
}

// blame says which of two entries is at fault for the broken link between them.
func (c *AuditChain) blame(e AuditEntry, whole bool, named func() (string, error)) error {
	moved := e
	moved.Seq--
	if c.Seq > 0 && e.Previous == c.before && (whole || isWhole(moved)) {
		return flaw(c.Seq, "was put in: entry %d follows from the one before it", e.Seq)
	}
	if c.Seq > 0 && whole {
		hash, err := named()
		if err != nil {
			return err
		}
		if hash == e.Hash {
			return flaw(c.Seq, "was changed: entry %d names another hash for it", e.Seq)
		}
	}
	return flaw(e.Seq, "does not follow from what is before it: it names another hash")
}

// End checks that the entries end where the head of the log says.
func (c *AuditChain) End(head AuditHead) error {
	switch {
	case head.Seq > c.Seq:
		return flaw(c.Seq+1, "is missing: the log ends with entry %d, %d are there", head.Seq, c.Seq)
	case head.Seq < c.Seq:
		return flaw(head.Seq+1, "stands behind the end of the log, which is entry %d", head.Seq)
	case head.Hash != c.Hash:
		return flaw(c.Seq, "has another hash than the end of the log says")
	}
	return nil
}

// isWhole reports whether an entry's hash is that of its content. What is no UTF-8 has no canonical form, and was never written.
func isWhole(e AuditEntry) bool {
	for _, text := range AuditFields(e) {
		if !utf8.ValidString(text) {
			return false
		}
	}
	return e.Hash == AuditHash(e)
}
