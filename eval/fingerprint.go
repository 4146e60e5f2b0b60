package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/gowebpki/jcs"

	"assay/eval/receipt"
)

// AgentFingerprint says which state of an agent was measured: SHA-256, in hex, of a canonical JSON object (RFC 8785) with the
// agent's card and the A2A version it is spoken to in.
//
//	{"card":{…},"protocol_version":"1.0"}                      the card in canonical form: white space and order do not matter
//	{"card_sha256":"9f86…","protocol_version":"1.0"}           a card without a canonical form (broken JSON, a repeated key, a lone
//	                                                           surrogate, a number beyond float64): the hash of its bytes
//	{"endpoint":"http://localhost:9001","protocol_version":""} no card: a bare endpoint
//
// A byte order mark before the card is no part of it. RFC 8785 reads numbers as float64, so cards that differ only beyond 2⁵³ have one
// fingerprint. The endpoint of an agent with a card is in the card.
func AgentFingerprint(card []byte, protocolVersion, endpoint string) string {
	card = bytes.TrimPrefix(card, []byte("\ufeff"))
	what := `"endpoint":` + canonicalText(endpoint)
	if len(card) > 0 {
		if canonical, err := jcs.Transform(card); err == nil {
			what = `"card":` + string(canonical)
		} else {
			what = `"card_sha256":"` + sha256Hex(card) + `"`
		}
	}
	return sha256Hex([]byte(`{` + what + `,"protocol_version":` + canonicalText(protocolVersion) + `}`))
}

// canonicalText is a string in canonical JSON; bytes that are not UTF-8 are replaced by U+FFFD.
func canonicalText(s string) string {
	b, _ := receipt.Canonical(s) // a string always has a canonical form
	return string(b)
}

func sha256Hex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
