package scorer_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/scorer"
)

// passes reports the verdict and holds it to its own rules.
func passes(t *testing.T, name, expected string, obs eval.Observation) bool {
	t.Helper()
	v := scorer.Score(name, expected, obs)
	if v.Passed != (v.Score == 1) || v.Reason == "" {
		t.Errorf("%s %q: inconsistent verdict %+v", name, expected, v)
	}
	return v.Passed
}

func readCase(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// readLines decodes a file of one JSON value a line.
func readLines[T any](t *testing.T, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []T
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var row T
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatalf("%s line %d: %v", name, len(rows)+1, err)
		}
		rows = append(rows, row)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestStatusCases(t *testing.T) {
	var rows []struct {
		Status     int     `json:"status"`
		StatusOK   *bool   `json:"pass_status_ok"`
		RetryAfter string  `json:"retry_after"`
		Body       *string `json:"body"`
		LatencyMS  int64   `json:"latency_ms"`
		Threshold  *string `json:"latency_under_ms"`
		Expect     string  `json:"expect"`
	}
	if err := json.Unmarshal(readCase(t, "http/status_cases.json"), &rows); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, row := range rows {
		switch {
		case row.StatusOK != nil:
			if got := passes(t, "status_ok", "", eval.Observation{Status: row.Status}); got != *row.StatusOK {
				t.Errorf("status %d: status_ok passes %v, want %v", row.Status, got, *row.StatusOK)
			}
		case row.Body != nil: // exact "" passes; contains "x" fails
			obs := eval.Observation{Status: row.Status, Body: []byte(*row.Body)}
			if !passes(t, "exact", "", obs) || passes(t, "contains", "x", obs) {
				t.Errorf("body %q: want %s", *row.Body, row.Expect)
			}
		case row.Threshold != nil:
			// The stated rule for "1e3": a threshold has no exponent, so it is malformed and scores 0.
			want := strings.HasPrefix(row.Expect, "pass")
			if got := passes(t, "latency_under_ms", *row.Threshold, eval.Observation{Status: row.Status, LatencyMS: row.LatencyMS}); got != want {
				t.Errorf("%d ms against %q: passes %v, want %s", row.LatencyMS, *row.Threshold, got, row.Expect)
			}
			if malformed := row.LatencyMS == 0; malformed != (scorer.Check("latency_under_ms", *row.Threshold) != nil) {
				t.Errorf("threshold %q: refused at saving is not %v", *row.Threshold, malformed)
			}
		case row.RetryAfter != "": // the probe's: 429 after the retries is rate_limited, and an error scores 0
			if passes(t, "status_ok", "", eval.Observation{Status: row.Status, Error: eval.ErrRateLimited}) {
				t.Error("a rate-limited answer passes")
			}
		default:
			t.Errorf("row is not checked: %+v", row)
		}
		checked++
	}
	if checked != 23 {
		t.Errorf("checked %d rows", checked)
	}
}

// Bodies as they come over the wire. Compressed ones are the probe's: the scorer sees them unpacked.
func TestBodies(t *testing.T) {
	for _, tc := range []struct {
		file, scorer, expected string
		pass                   bool
	}{
		{"bom_body.json", "exact", `{"text":"ok"}`, true},
		{"bom_body.json", "regex", `^\{`, true},
		{"latin1_body.txt", "exact", "café", false},
		{"latin1_body.txt", "contains", "caf", true},
		{"latin1_body.txt", "regex", `^caf.$`, true},
		{"utf16_body.txt", "exact", "ok", false},
		{"utf16_body.txt", "contains", "ok", false},
		{"utf16_body.txt", "regex", `o\x00k\x00`, true},
		{"nan_body.json", "contains", "NaN", true},
		{"dup_key_body.json", "exact", `{"text":"a","text":"b"}`, true},
		{"deep_body.json", "contains", "[[[[", true},
		{"deep_body.json", "regex", `^\[+\]+$`, true},
	} {
		obs := eval.Observation{Status: 200, Body: readCase(t, "http/"+tc.file)}
		if got := passes(t, tc.scorer, tc.expected, obs); got != tc.pass {
			t.Errorf("%s: %s %q passes %v, want %v", tc.file, tc.scorer, tc.expected, got, tc.pass)
		}
	}
}

// Faults that other tools had (bugs.jsonl), as far as the five scorers can have them.
func TestBugs(t *testing.T) {
	now := map[string]func(*testing.T){
		"BUG-06": func(t *testing.T) { // a suffix is not the answer
			obs := ok("ANSWER: 711")
			if passes(t, "exact", "11", obs) || passes(t, "regex", `\b11$`, obs) {
				t.Error("711 passes for 11")
			}
		},
		"BUG-21": func(t *testing.T) { // raw exact fails, and says why
			v := scorer.Score("exact", "cafe\u0301", ok("caf\u00e9"))
			if v.Passed || !strings.Contains(v.Reason, "the same characters in different Unicode normal forms") {
				t.Errorf("%+v", v)
			}
			if passes(t, "exact", "$9.540", ok("$8.540")) {
				t.Error("$8.540 passes for $9.540")
			}
		},
		"BUG-22": func(t *testing.T) { // a match at the end is a match
			v := scorer.Score("contains", "A", ok("grade: A"))
			if !v.Passed || len(v.Matches) != 1 || v.Matches[0] != (eval.ByteRange{Start: 7, End: 8}) {
				t.Errorf("%+v", v)
			}
		},
		"BUG-23": func(t *testing.T) { // exact is no prefix match
			if passes(t, "exact", "Annabel", ok("Annabel, Kim")) {
				t.Error("exact passes on a prefix")
			}
		},
		"BUG-24": func(t *testing.T) { // false and 0 are answers
			for _, body := range []string{"false", "0", "null"} {
				if !passes(t, "exact", body, ok(body)) {
					t.Errorf("%s is no answer", body)
				}
			}
		},
		"BUG-32": func(t *testing.T) { // an unknown check scores 0 and says so
			v := scorer.Score("keywords:existnce", "anything", ok("anything"))
			if v.Passed || !strings.Contains(v.Reason, `no scorer "keywords:existnce"`) {
				t.Errorf("%+v", v)
			}
		},
	}
	// Rows about scorers that do not exist yet: numbers, letters, JSON, code, instructions, judges.
	later := []string{"BUG-01", "BUG-02", "BUG-04", "BUG-11", "BUG-14", "BUG-17", "BUG-18", "BUG-25", "BUG-26", "BUG-30", "BUG-33", "BUG-71"}
	for _, row := range readLines[struct{ ID string }](t, "bugs.jsonl") {
		check := now[row.ID]
		switch {
		case check != nil:
			t.Run(row.ID, check)
		case !slices.Contains(later, row.ID):
			t.Errorf("%s is neither checked nor listed for later", row.ID)
		}
	}
}
