package eval_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"assay/eval"
)

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func TestAgentFingerprint(t *testing.T) {
	const card = `{"name":"a","version":"1"}`
	for _, tc := range []struct {
		name, card, version, endpoint string
		hashed                        string // what the fingerprint is the SHA-256 of
	}{
		{"card", card, "1.0", "", `{"card":{"name":"a","version":"1"},"protocol_version":"1.0"}`},
		{"spelling", "\ufeff{ \"version\": \"1\",\n\"name\": \"\\u0061\" }", "1.0", "", `{"card":{"name":"a","version":"1"},"protocol_version":"1.0"}`},
		{"protocol version", card, "0.3", "", `{"card":{"name":"a","version":"1"},"protocol_version":"0.3"}`},
		{"the endpoint is in the card", card, "1.0", "http://x", `{"card":{"name":"a","version":"1"},"protocol_version":"1.0"}`},
		{"array order", `{"s":[2,1]}`, "1.0", "", `{"card":{"s":[2,1]},"protocol_version":"1.0"}`},
		{"numbers", `{"n":1.0e2}`, "1.0", "", `{"card":{"n":100},"protocol_version":"1.0"}`},
		{"beyond 2^53", `{"n":9007199254740993}`, "1.0", "", `{"card":{"n":9007199254740992},"protocol_version":"1.0"}`},
		{"html", `{"n":"<&>\u2028"}`, "1.0", "", "{\"card\":{\"n\":\"<&>\u2028\"},\"protocol_version\":\"1.0\"}"},
		{"bare endpoint", "", "", "http://localhost:9001", `{"endpoint":"http://localhost:9001","protocol_version":""}`},
		// Without a canonical form the bytes count.
		{"broken", `{"name":`, "1.0", "", `{"card_sha256":"` + sha(`{"name":`) + `","protocol_version":"1.0"}`},
		{"repeated key", `{"a":1,"a":2}`, "1.0", "", `{"card_sha256":"` + sha(`{"a":1,"a":2}`) + `","protocol_version":"1.0"}`},
		{"lone surrogate", `{"a":"\ud800"}`, "1.0", "", `{"card_sha256":"` + sha(`{"a":"\ud800"}`) + `","protocol_version":"1.0"}`},
		{"number beyond float64", `{"a":1e999}`, "1.0", "", `{"card_sha256":"` + sha(`{"a":1e999}`) + `","protocol_version":"1.0"}`},
		{"NaN", `{"a":NaN}`, "1.0", "", `{"card_sha256":"` + sha(`{"a":NaN}`) + `","protocol_version":"1.0"}`},
		{"not UTF-8", "{\"a\":\"\xff\"}", "1.0", "", `{"card_sha256":"` + sha("{\"a\":\"\xff\"}") + `","protocol_version":"1.0"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := eval.AgentFingerprint([]byte(tc.card), tc.version, tc.endpoint); got != sha(tc.hashed) {
				t.Errorf("fingerprint %s, want the hash of %s", got, tc.hashed)
			}
		})
	}
}

// A card nested as deep as the canonical form allows is still canonical.
func TestFingerprintOfADeepCard(t *testing.T) {
	deep := func(space string) []byte {
		return []byte(strings.Repeat("["+space, 10_000) + strings.Repeat("]", 10_000))
	}
	if eval.AgentFingerprint(deep(""), "1.0", "") != eval.AgentFingerprint(deep(" "), "1.0", "") {
		t.Error("white space matters")
	}
}
