// Package receipt seals facts so that a stranger can check them: a receipt is canonical JSON (RFC 8785), its hash is SHA-256 of these bytes,
// and the hashes of all receipts are the leaves of one append-only Merkle log (RFC 6962) whose head is a signed checkpoint (C2SP tlog-checkpoint).
//
// The sealed bytes of a receipt are
//
//	{"at":"2026-12-01T09:14:05.000Z","facts":{…},"format":"assay-receipt-1","id":"rcp_…","kind":"outcome.recorded","texts":{"result":"9c2e…"},"workspace":"wsp_…"}
//
// Texts, which may have to be forgotten, are not in it: only SHA-256 of a salt of 32 random bytes followed by the text in UTF-8. Who has salt and
// text can check it; when both are cleared, the hash alone tells nothing about the text, and the seal of the receipt holds as before.
package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

// Format names the layout of the sealed bytes.
const Format = "assay-receipt-1"

// TimeLayout is how times are written in receipts: UTC, with milliseconds.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// SaltSize is the length of a text's salt in bytes.
const SaltSize = 32

// Kind is what a receipt is about.
type Kind string

// The kinds of receipt.
const (
	OutcomeRecorded  Kind = "outcome.recorded"
	VerdictTakenBack Kind = "verdict.taken_back"
	ScoreComputed    Kind = "score.computed"
	SuiteVersion     Kind = "suite.version"
	RunCompleted     Kind = "run.completed"
)

// Receipt is a sealed fact.
type Receipt struct {
	ID        string
	Kind      Kind
	At        time.Time // to the millisecond
	Workspace string    // empty: the registry
	Facts     json.RawMessage
	Texts     map[string]Text
}

// Text is a text of a receipt, or its hash alone when it was cleared.
type Text struct {
	Hash    Hash
	Salt    []byte // SaltSize bytes; nil when cleared
	Text    string
	Cleared bool
}

// Hash is a SHA-256.
type Hash [sha256.Size]byte

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// ParseHash reads a hash of 64 lower-case hex digits.
func ParseHash(s string) (h Hash, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) || hex.EncodeToString(b) != s {
		return h, fmt.Errorf("%q is no hash: 64 digits 0-9 and a-f are", s)
	}
	copy(h[:], b)
	return h, nil
}

// NewText makes a text that can be cleared. The salt must be random and of SaltSize bytes.
func NewText(salt []byte, text string) (Text, error) {
	if len(salt) != SaltSize {
		return Text{}, fmt.Errorf("a salt of %d bytes: %d are needed", len(salt), SaltSize)
	}
	if !utf8.ValidString(text) {
		return Text{}, errors.New("the text is not UTF-8")
	}
	return Text{Hash: textHash(salt, text), Salt: salt, Text: text}, nil
}

// Clear forgets the text. Its hash stays.
func (t Text) Clear() Text { return Text{Hash: t.Hash, Cleared: true} }

// Holds reports whether a text is the one that its hash is of. Of a cleared one nothing can be said: it holds.
func (t Text) Holds() bool {
	return t.Cleared || len(t.Salt) == SaltSize && textHash(t.Salt, t.Text) == t.Hash
}

func textHash(salt []byte, text string) Hash {
	return sha256.Sum256(append(slices.Clone(salt), text...))
}

// Sealed is the bytes that the hash is of. Facts must be a JSON object without repeated keys; numbers in it must be doubles, so larger integers
// are carried as strings.
func (r Receipt) Sealed() ([]byte, error) {
	if !json.Valid(r.Facts) || len(r.Facts) == 0 || r.Facts[0] != '{' {
		return nil, fmt.Errorf("receipt %s: its facts are no JSON object", r.ID)
	}
	texts := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(r.Texts)) {
		texts[name] = r.Texts[name].Hash.String()
	}
	return Canonical(map[string]any{
		"format": Format, "id": r.ID, "kind": r.Kind, "at": r.At.UTC().Format(TimeLayout), "workspace": r.Workspace,
		"facts": r.Facts, "texts": texts,
	})
}

// Hash is SHA-256 of the sealed bytes: what names the receipt, and its leaf in the log.
func (r Receipt) Hash() (Hash, error) {
	b, err := r.Sealed()
	return sha256.Sum256(b), err
}

// Canonical writes a value as canonical JSON (RFC 8785): the same value gives the same bytes everywhere.
func Canonical(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jcs.Transform(b)
}
