package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/eval"
)

func TestEvidenceKeepsEveryByte(t *testing.T) {
	in := eval.Evidence{
		Exchanges: []eval.Exchange{{
			Method: "POST", URL: "https://agent.example/", Status: 200,
			RequestHeader:  []eval.Header{{Name: "A", Value: ""}, {Name: "B", Value: "<&>\u2028 ü"}},
			RequestBody:    []byte{0, 0xff},
			ResponseHeader: []eval.Header{{Name: "X", Value: "caf\xe9"}, {Name: "X", Value: "\xff"}},
			ResponseBody:   []byte("\xef\xbb\xbf{}"),
		}},
		Body: []byte{0xed, 0xa0, 0x80},
	}
	encoded, err := in.Encode()
	if err != nil {
		t.Fatal(err)
	}
	out, err := eval.DecodeEvidence(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(in, out); d != "" {
		t.Error(d)
	}
	again, err := out.Encode()
	if err != nil || eval.EvidenceHash(again) != eval.EvidenceHash(encoded) {
		t.Errorf("encoded again it has another hash: %v", err)
	}
}
