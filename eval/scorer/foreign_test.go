package scorer_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/scorer"
)

// The tables below hold our verdicts against those of other tools. A difference is allowed where its reason is written down; the
// tests fail when a row differs without one, and when a row with one does not differ.

func compare(t *testing.T, id string, got, want bool, differences map[string]string) {
	t.Helper()
	reason, differs := differences[id]
	switch {
	case got != want && !differs:
		t.Errorf("%s: passes %v, the other tool says %v", id, got, want)
	case got == want && differs:
		t.Errorf("%s does not differ, though it is said to: %s", id, reason)
	}
}

// promptfoo's assertions as our scorers. A negated one passes where ours does not.
func TestPromptfoo(t *testing.T) {
	differences := map[string]string{
		"pf-009": "an object is compared as text, not as JSON",
		"pf-099": "a byte order mark is no part of the text",
		"pf-111": "RE2 has inline flags, JavaScript has not",
		"pf-119": "a character is a code point in RE2, a UTF-16 unit in JavaScript",
		"pf-120": "the same, negated",
		"pf-123": "RE2 has no lookbehind: the pattern is refused at saving and scores 0",
		"pf-298": "weights are above 0, and no verdict is forced",
		"pf-299": "expectations are no templates",
		"pf-301": "expectations are no templates",
	}
	// Negated patterns that are malformed are no assertion of ours to negate.
	malformed := []string{"pf-116", "pf-124"}
	rows := readLines[struct {
		ID        string
		Assertion struct {
			Type  string
			Value any
		}
		Output   any
		Expected struct {
			Pass  bool
			Error string
		}
	}](t, "promptfoo.jsonl")
	checked := 0
	for _, row := range rows {
		kind, negated := strings.CutPrefix(row.Assertion.Type, "not-")
		value, isText := row.Assertion.Value.(string)
		if !isText {
			b, err := json.Marshal(row.Assertion.Value)
			if err != nil {
				t.Fatal(err)
			}
			value = string(b)
		}
		name, expected := "", value
		switch kind {
		case "equals":
			name = "exact"
		case "contains":
			name = "contains"
		case "icontains":
			name, expected = "regex", "(?i)"+regexp.QuoteMeta(value)
		case "starts-with":
			name, expected = "regex", "^"+regexp.QuoteMeta(value)
		case "regex":
			name = "regex"
		default: // contains-any, JSON, XML, HTML, word counts, similarity, refusals, costs: no scorer of ours
			continue
		}
		checked++
		obs := ok(fmt.Sprint(row.Output))
		got := passes(t, name, expected, obs)
		if row.Expected.Error != "" || slices.Contains(malformed, row.ID) {
			if got {
				t.Errorf("%s passes, promptfoo says %q", row.ID, row.Expected.Error)
			}
			continue
		}
		compare(t, row.ID, got != negated, row.Expected.Pass, differences)
	}
	if checked != 40 {
		t.Errorf("compared %d rows", checked)
	}
}

// promptfoo's latency is ours.
func TestPromptfooLatency(t *testing.T) {
	rows := readLines[struct {
		ID        string
		Assertion struct {
			Type      string
			Threshold json.Number
		}
		LatencyMS *int64 `json:"latencyMs"`
		Expected  struct{ Pass bool }
	}](t, "promptfoo.jsonl")
	checked := 0
	for _, row := range rows {
		if row.Assertion.Type != "latency" || row.LatencyMS == nil { // without a latency there is a cached answer, which we have not
			continue
		}
		checked++
		compare(t, row.ID, passes(t, "latency_under_ms", row.Assertion.Threshold.String(), eval.Observation{LatencyMS: *row.LatencyMS}), row.Expected.Pass, nil)
	}
	if checked != 3 {
		t.Errorf("compared %d rows", checked)
	}
}

// Inspect's includes, exact and (not numeric) match as our scorers.
func TestInspect(t *testing.T) {
	const folded = "ours keep case"
	const stripped = "ours keep punctuation and articles"
	const empty = "an empty text is in every body: contains refuses it"
	differences := map[string]string{
		"inspect-074": stripped,
		"inspect-085": folded,
		"inspect-089": folded,
		"inspect-090": folded,
		"inspect-224": folded,
		"inspect-228": empty,
		"inspect-229": empty,
		"inspect-231": empty,
		"inspect-237": stripped,
		"inspect-241": "an empty body equals an empty expectation",
		"inspect-245": stripped,
		"inspect-251": stripped,
		"inspect-263": stripped,
	}
	rows := readLines[struct {
		ID, Scorer, Output, Expected string
		Target                       []string
		Kwargs                       struct {
			Location string
			Numeric  bool
		}
	}](t, "inspect.jsonl")
	checked := 0
	for _, row := range rows {
		name := map[string]string{"includes": "contains", "exact": "exact"}[row.Scorer]
		if row.Scorer == "match" && !row.Kwargs.Numeric { // at the beginning or the end: a scorer of its own, later
			name = map[string]string{"any": "contains", "exact": "exact"}[row.Kwargs.Location]
		}
		if name == "" { // answer, f1, pattern's groups, numbers: no scorer of ours
			continue
		}
		checked++
		compare(t, row.ID, passes(t, name, row.Target[0], ok(row.Output)), row.Expected == "C", differences)
	}
	if checked != 32 {
		t.Errorf("compared %d rows", checked)
	}
}

// OpenAI evals' match and includes as our scorers.
func TestOpenAIEvals(t *testing.T) {
	differences := map[string]string{"oe-014": "ours keep case"}
	rows := readLines[struct {
		ID, Source, Completion string
		Ideal                  any
		Match                  *bool `json:"expected_match"`
	}](t, "openai_evals.jsonl")
	checked := 0
	for _, row := range rows {
		file, _, _ := strings.Cut(row.Source, "_test.py")
		name := map[string]string{"match": "exact", "includes": "contains"}[file]
		if name == "" || row.Match == nil { // JSON, fuzzy matching, samples that are none
			continue
		}
		checked++
		compare(t, row.ID, passes(t, name, row.Ideal.(string), ok(row.Completion)), *row.Match, differences)
	}
	if checked != 2 {
		t.Errorf("compared %d rows", checked)
	}
}

func TestNames(t *testing.T) {
	for _, name := range scorer.Names() {
		if scorer.Check(name, "5") != nil {
			t.Errorf("%s refuses 5", name)
		}
	}
}
