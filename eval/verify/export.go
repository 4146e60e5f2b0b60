package verify

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"assay/eval/receipt"
)

// Sealed is a receipt as an export carries it: the sealed object itself, and of its texts those that were not cleared.
type Sealed struct {
	Hash    string          `json:"hash"`
	Receipt json.RawMessage `json:"receipt"`
	Texts   map[string]Text `json:"texts"`
}

// Text is a text with its salt. JSON carries the salt in base64.
type Text struct {
	Salt []byte `json:"salt"`
	Text string `json:"text"`
}

// body is what is sealed, see package receipt.
type body struct {
	Format    string            `json:"format"`
	ID        string            `json:"id"`
	Kind      receipt.Kind      `json:"kind"`
	At        string            `json:"at"`
	Workspace string            `json:"workspace"`
	Facts     json.RawMessage   `json:"facts"`
	Texts     map[string]string `json:"texts"`
}

// Export writes a receipt for an export.
func Export(r receipt.Receipt) (Sealed, error) {
	sealed, err := r.Sealed()
	if err != nil {
		return Sealed{}, err
	}
	s := Sealed{Hash: receipt.Hash(sha256.Sum256(sealed)).String(), Receipt: sealed, Texts: map[string]Text{}}
	for name, t := range r.Texts {
		if !t.Cleared {
			s.Texts[name] = Text{Salt: t.Salt, Text: t.Text}
		}
	}
	return s, nil
}

// open checks the seal of a receipt and of its texts, and reads it.
func (s Sealed) open(kind receipt.Kind) (b body, p *problem) {
	_, _, p = s.openInto(&b, kind)
	return b, p
}

// openInto is open, and gives the receipt's hash, and whether a text is missing.
func (s Sealed) openInto(b *body, kind receipt.Kind) (hash receipt.Hash, cleared bool, p *problem) {
	fail := func(code, format string, args ...any) (receipt.Hash, bool, *problem) {
		return hash, false, &problem{code, fmt.Sprintf(format, args...)}
	}
	hash = sha256.Sum256(s.Receipt)
	if hash.String() != s.Hash {
		return fail("seal_broken", "receipt %s: its bytes have the hash %s", s.Hash, hash)
	}
	if err := strict(s.Receipt, b); err != nil {
		return fail("unreadable", "receipt %s: %v", s.Hash, err)
	}
	if b.Format != receipt.Format || b.Kind != kind {
		return fail("wrong_kind", "receipt %s is a %q in format %q; a %q in format %q is needed", s.Hash, b.Kind, b.Format, kind, receipt.Format)
	}
	if at, err := time.Parse(receipt.TimeLayout, b.At); err != nil || at.UTC().Format(receipt.TimeLayout) != b.At {
		return fail("unreadable", "receipt %s: its time %q is not written as %s", s.Hash, b.At, receipt.TimeLayout)
	}
	for name := range s.Texts {
		if _, ok := b.Texts[name]; !ok {
			return fail("unsealed", "receipt %s: the text %q is not sealed in it", s.Hash, name)
		}
	}
	for name, sealed := range b.Texts {
		want, err := receipt.ParseHash(sealed)
		if err != nil {
			return fail("unreadable", "receipt %s: the hash of the text %q: %v", s.Hash, name, err)
		}
		t, ok := s.Texts[name]
		cleared = cleared || !ok
		if ok && !(receipt.Text{Hash: want, Salt: t.Salt, Text: t.Text}).Holds() {
			return fail("text_changed", "receipt %s: the text %q is not the one that was sealed", s.Hash, name)
		}
	}
	return hash, cleared, nil
}
