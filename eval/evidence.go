package eval

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"unicode/utf8"
)

// Evidence is what was sent and received for one result, byte for byte, and the bytes the scorer saw.
type Evidence struct {
	Exchanges []Exchange `json:"exchanges"`
	Body      []byte     `json:"body"` // of HTTP the decoded body, of A2A the text of the reply
}

// Status is the HTTP status of the last response; 0 when none came.
func (e Evidence) Status() int {
	if len(e.Exchanges) == 0 {
		return 0
	}
	return e.Exchanges[len(e.Exchanges)-1].Status
}

// Exchange is one HTTP request and its response.
type Exchange struct {
	Method         string   `json:"method"`
	URL            string   `json:"url"`
	RequestHeader  []Header `json:"request_headers"`
	RequestBody    []byte   `json:"request_body"`
	Status         int      `json:"status"` // 0: no response came
	ResponseHeader []Header `json:"response_headers"`
	ResponseBody   []byte   `json:"response_body"` // content encoding undone, cut at the body limit
}

// Header is one header line. A value that is not UTF-8, which HTTP allows, is encoded as value_base64.
type Header struct {
	Name  string
	Value string
}

type headerJSON struct {
	Name  string  `json:"name"`
	Value *string `json:"value,omitempty"`
	Bytes []byte  `json:"value_base64,omitempty"`
}

// MarshalJSON keeps every byte of the value.
func (h Header) MarshalJSON() ([]byte, error) {
	j := headerJSON{Name: h.Name, Value: &h.Value}
	if !utf8.ValidString(h.Value) {
		j.Value, j.Bytes = nil, []byte(h.Value)
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (h *Header) UnmarshalJSON(b []byte) error {
	var j headerJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	h.Name, h.Value = j.Name, string(j.Bytes)
	if j.Value != nil {
		h.Value = *j.Value
	}
	return nil
}

// Encode gives the bytes that are stored and hashed: JSON with fields in the order above and bytes as base64.
func (e Evidence) Encode() ([]byte, error) { return json.Marshal(e) }

// DecodeEvidence reads what Encode wrote.
func DecodeEvidence(b []byte) (Evidence, error) {
	var e Evidence
	err := json.Unmarshal(b, &e)
	return e, err
}

// EvidenceHash is the SHA-256, in hex, of encoded evidence.
func EvidenceHash(encoded []byte) string {
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:])
}

// Observation is what a scorer may look at.
type Observation struct {
	Status    int // HTTP status; of an A2A reply, that of the response that carried it
	Body      []byte
	LatencyMS int64
	Error     ErrorCode // an error scores 0 whatever the rule
}
