package verify_test

import (
	"os"
	"testing"

	"assay/eval/receipt"
	"assay/eval/verify"
)

// Who pins a key asks whether the log of that key has the receipt. An export without a proof does not answer, so it does not hold.
func TestPinnedKeys(t *testing.T) {
	text, err := os.ReadFile("testdata/score.json")
	if err != nil {
		t.Fatal(err)
	}
	e, err := verify.ReadScore(text)
	if err != nil || e.Log == nil || len(e.Log.Keys) == 0 {
		t.Fatalf("%+v, %v", e.Log, err)
	}
	other, err := receipt.PublicOf("other.example/log", make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	without := e
	without.Log = nil
	pinned := e.Log.Keys[0]
	for name, c := range map[string]struct {
		export       verify.ScoreExport
		keys         []string
		ok, anchored bool
		code         string // of the check of the log
	}{
		"no key":                     {e, nil, true, false, ""},
		"its key":                    {e, []string{pinned}, true, true, ""},
		"its key, and one to come":   {e, []string{other, pinned}, true, true, ""},
		"another key":                {e, []string{other}, false, false, "checkpoint_invalid"},
		"no proof":                   {without, nil, true, false, ""},
		"no proof, but a pinned key": {without, []string{pinned}, false, false, "not_in_log"},
	} {
		r := verify.Score(c.export, c.keys...)
		code := ""
		for _, check := range r.Checks {
			if check.Name == "log" {
				code = check.Code
			}
		}
		if r.OK != c.ok || r.Anchored != c.anchored || code != c.code {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
