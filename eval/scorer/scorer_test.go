package scorer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

func ok(body string) eval.Observation { return eval.Observation{Status: 200, Body: []byte(body)} }

func span(start, end int) []eval.ByteRange { return []eval.ByteRange{{Start: start, End: end}} }

func TestScore(t *testing.T) {
	long := strings.Repeat("0123456789", 10)
	for _, tc := range []struct {
		name             string
		scorer, expected string
		obs              eval.Observation
		pass             bool
		matches          []eval.ByteRange
		reason           string
	}{
		{"2xx", "status_ok", "", eval.Observation{Status: 204}, true, nil, "The status is 204, which is 2xx."},
		{"no 2xx", "status_ok", "", eval.Observation{Status: 404}, false, nil, "The status is 404, which is not 2xx."},
		{"no status", "status_ok", "", eval.Observation{}, false, nil, "The status is 0, which is not 2xx."},
		{"status_ok uses no expectation", "status_ok", "404", eval.Observation{Status: 200}, true, nil, "The status is 200, which is 2xx."},

		{"exact", "exact", "pong", ok("pong"), true, span(0, 4), "The body equals the expected text."},
		{"exact trims both sides", "exact", " pong\n", ok("\t\u00a0pong\r\n"), true, span(3, 7), "The body equals the expected text."},
		{"exact keeps inner white space", "exact", "a b", ok("a\u00a0b"), false, nil, `The body is "a\u00a0b", not "a b".`},
		{"exact does not trim a zero width space", "exact", "pong", ok("pong\u200b"), false, nil, `The body is "pong\u200b", not "pong".`},
		{"exact nothing", "exact", "", ok(" \n"), true, span(2, 2), "The body equals the expected text."},
		{"exact keeps case", "exact", "pong", ok("Pong"), false, nil, `The body is "Pong", not "pong".`},
		{"exact does not look at the status", "exact", "gone", eval.Observation{Status: 500, Body: []byte("gone")}, true, span(0, 4), "The body equals the expected text."},
		{"exact skips a BOM", "exact", "ok", ok("\ufeffok"), true, span(3, 5), "The body equals the expected text."},
		{"exact skips one BOM", "exact", "ok", ok("\ufeff\ufeffok"), false, nil, `The body is "\ufeffok", not "ok".`},
		{"exact skips a BOM of the expectation", "exact", "\ufeffok", ok("ok"), true, span(0, 2), "The body equals the expected text."},
		{"exact JSON false is an answer", "exact", "false", ok("false"), true, span(0, 5), "The body equals the expected text."},
		{"exact of long texts", "exact", long + "a", ok(long + "b"), false, nil,
			`The body is "` + long[:80] + `"…, not "` + long[:80] + `"…; they differ from byte 100 on.`},
		{"exact of a prefix", "exact", long + long, ok(long), false, nil,
			`The body is "` + long[:80] + `"…, not "` + long[:80] + `"…; they differ from byte 100 on.`},
		{"exact not UTF-8", "exact", "café", ok("caf\xe9"), false, nil, `The body is "caf\xe9", not "café"; it is not valid UTF-8.`},

		{"contains", "contains", "ong", ok("ping pong"), true, span(6, 9), `The body contains "ong" at byte 6.`},
		{"contains, first of several", "contains", "p", ok("ping pong"), true, span(0, 1), `The body contains "p" at byte 0.`},
		{"contains trims nothing", "contains", "pong ", ok("pong"), false, nil, `The body does not contain "pong "; it is "pong".`},
		{"contains in nothing", "contains", "x", ok(""), false, nil, `The body does not contain "x"; it is empty.`},
		{"the reason cuts between characters", "contains", "x", ok("a" + strings.Repeat("é", 60)), false, nil,
			`The body does not contain "x"; it is "a` + strings.Repeat("é", 39) + `"….`},
		{"contains NUL", "contains", "b", ok("a\x00b"), true, span(2, 3), `The body contains "b" at byte 2.`},
		{"contains skips a BOM of the expectation", "contains", "\ufeffok", ok("\ufeffok"), true, span(3, 5), `The body contains "ok" at byte 3.`},
		{"contains nothing", "contains", "", ok("x"), false, nil,
			"The expectation is malformed, so the task scores 0: the expected text is empty, and every body contains that."},
		{"contains a lone surrogate's bytes", "contains", "b", ok("a\xed\xa0\x80b"), true, span(4, 5), `The body contains "b" at byte 4.`},
		{"the reason is inert", "contains", "x", ok("<b>\x1b[2J\u202e\n"), false, nil, `The body does not contain "x"; it is "<b>\x1b[2J\u202e\n".`},

		{"regex", "regex", `\d+`, ok("a 42 b"), true, span(2, 4), `The pattern "\\d+" matches "42" at byte 2.`},
		{"regex, no match", "regex", `\d`, ok("abc"), false, nil, `The pattern "\\d" matches nothing in the body; it is "abc".`},
		{"regex, empty match", "regex", `x*`, ok("abc"), true, span(0, 0), `The pattern "x*" matches "" at byte 0.`},
		{"regex anchors after the BOM", "regex", `^ok$`, ok("\ufeffok"), true, span(3, 5), `The pattern "^ok$" matches "ok" at byte 3.`},
		{"regex anchors mean the body", "regex", `^b$`, ok("a\nb"), false, nil, `The pattern "^b$" matches nothing in the body; it is "a\nb".`},
		{"regex with lines", "regex", `(?m)^b$`, ok("a\nb"), true, span(2, 3), `The pattern "(?m)^b$" matches "b" at byte 2.`},
		{"regex on a byte that is not UTF-8", "regex", `^caf.$`, ok("caf\xe9"), true, span(0, 4), `The pattern "^caf.$" matches "caf\xe9" at byte 0.`},
		{"regex counts that byte as U+FFFD", "regex", `\x{FFFD}$`, ok("caf\xe9"), true, span(3, 4), `The pattern "\\x{FFFD}$" matches "\xe9" at byte 3.`},
		{"regex finds NUL", "regex", `\x00`, ok("a\x00"), true, span(1, 2), `The pattern "\\x00" matches "\x00" at byte 1.`},
		{"regex that is none", "regex", `a(`, ok("a("), false, nil,
			"The expectation is malformed, so the task scores 0: the pattern is not RE2: missing closing ) in \"a(\"."},
		{"regex with lookbehind", "regex", `(?<=\$)\d+`, ok("$45"), false, nil,
			`The expectation is malformed, so the task scores 0: the pattern is not RE2: invalid named capture in "(?<=\\$)\\d+".`},
		{"empty regex", "regex", "", ok("x"), false, nil,
			"The expectation is malformed, so the task scores 0: the pattern is empty, and that matches every body."},
		{"largest regex", "regex", "[a-z]{998}", ok(strings.Repeat("a", 998)), true, span(0, 998),
			`The pattern "[a-z]{998}" matches "` + strings.Repeat("a", 80) + `"… at byte 0.`},
		{"too large a regex", "regex", "[a-z]{999}", ok(strings.Repeat("a", 999)), false, nil,
			"The expectation is malformed, so the task scores 0: the pattern is too large: it compiles to 1001 instructions, and 1000 are allowed."},

		{"at the threshold", "latency_under_ms", "100", eval.Observation{LatencyMS: 100}, true, nil, "The answer came after 100 ms, at or under 100 ms."},
		{"over the threshold", "latency_under_ms", "100", eval.Observation{LatencyMS: 101}, false, nil, "The answer came after 101 ms, over 100 ms."},
		{"fraction", "latency_under_ms", " 99.5\n", eval.Observation{LatencyMS: 100}, false, nil, "The answer came after 100 ms, over 99.5 ms."},
		{"exponent", "latency_under_ms", "1e3", eval.Observation{LatencyMS: 1}, false, nil,
			`The expectation is malformed, so the task scores 0: the threshold "1e3" is not a number of milliseconds, such as 250 or 0.5 (no sign, no exponent).`},
		{"no threshold", "latency_under_ms", "", eval.Observation{LatencyMS: 1}, false, nil,
			"The expectation is malformed, so the task scores 0: the threshold is missing; it is a number of milliseconds, such as 250."},

		{"unknown scorer", "llm_judge", "good", ok("good"), false, nil, `There is no scorer "llm_judge", so the task scores 0.`},
		{"misspelt scorer", "Exact", "good", ok("good"), false, nil, `There is no scorer "Exact", so the task scores 0.`},
		{"no scorer", "", "", ok(""), false, nil, `There is no scorer "", so the task scores 0.`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := eval.Verdict{Passed: tc.pass, Matches: tc.matches, Reason: tc.reason}
			if tc.pass {
				want.Score = 1
			}
			if diff := cmp.Diff(want, scorer.Score(tc.scorer, tc.expected, tc.obs)); diff != "" {
				t.Errorf("verdict (-want +got):\n%s", diff)
			}
		})
	}
}

// An error scores 0 whatever the rule, even where the rule would have passed.
func TestScoreOfAnError(t *testing.T) {
	for _, name := range append(scorer.Names(), "unknown") {
		obs := eval.Observation{Status: 200, Body: []byte("5"), LatencyMS: 1, Error: eval.ErrTimeout}
		v := scorer.Score(name, "5", obs)
		if v.Score != 0 || v.Passed || v.Reason != "There is no answer to score: timeout." {
			t.Errorf("%s of a timeout gives %+v", name, v)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		scorer, expected string
		field            string // of the error; empty: none
		message          string
	}{
		{"status_ok", "", "", ""},
		{"status_ok", "anything", "", ""},
		{"exact", "", "", ""},
		{"contains", " ", "", ""},
		{"contains", "", "expected", "the expected text is empty"},
		{"contains", "\ufeff", "expected", "the expected text is empty"},
		{"regex", `^\d+$`, "", ""},
		{"regex", "(?i)yes", "", ""},
		{"regex", "", "expected", "the pattern is empty"},
		{"regex", "[", "expected", `missing closing ] in "["`},
		{"regex", `(a)\1`, "expected", "invalid escape sequence"},
		{"regex", "(?=a)", "expected", "invalid or unsupported Perl syntax"},
		{"regex", "a{1001}", "expected", "invalid repeat count"},
		{"regex", "(a|bc){600}", "expected", "too large"},
		{"regex", strings.Repeat("x{1000}", 2300), "expected", "more than the 1000 instructions"},
		{"regex", strings.Repeat("(?:", 900) + "x" + strings.Repeat(")*", 900), "", ""},
		{"regex", "(x{0,}y{2,}){3}", "", ""},
		{"regex", "x|" + strings.Repeat("(?:)", 4096), "expected", "it has 16386 bytes, and 16384 are allowed"},
		{"regex", "[" + strings.Repeat(`\pL`, 512) + "]", "", ""},
		{"regex", "[" + strings.Repeat(`\pL`, 513) + "]", "expected", "too many Unicode classes"},
		{"regex", "(?i)[" + strings.Repeat("À-ÿ", 32) + "]", "", ""},
		{"regex", "(?i)[" + strings.Repeat("À-ÿ", 33) + "]", "expected", "too many Unicode classes"},
		{"regex", "[" + strings.Repeat("À-ÿ", 33) + "]", "", ""},
		{"regex", "a\xff", "expected", "invalid UTF-8"},
		{"latency_under_ms", "0", "", ""},
		{"latency_under_ms", "250", "", ""},
		{"latency_under_ms", "0.5", "", ""},
		{"latency_under_ms", " 250 ", "", ""},
		{"latency_under_ms", "", "expected", "missing"},
		{"latency_under_ms", "abc", "expected", "not a number"},
		{"latency_under_ms", "-1", "expected", "not a number"},
		{"latency_under_ms", "+1", "expected", "not a number"},
		{"latency_under_ms", "1e3", "expected", "not a number"},
		{"latency_under_ms", "0x10", "expected", "not a number"},
		{"latency_under_ms", ".5", "expected", "not a number"},
		{"latency_under_ms", "1.", "expected", "not a number"},
		{"latency_under_ms", "1,5", "expected", "not a number"},
		{"latency_under_ms", "1_000", "expected", "not a number"},
		{"latency_under_ms", "٣", "expected", "not a number"},
		{"latency_under_ms", "NaN", "expected", "not a number"},
		{"latency_under_ms", "Inf", "expected", "not a number"},
		{"latency_under_ms", "100 ms", "expected", "not a number"},
		{"latency_under_ms", "1234567890123456", "expected", "not a number"},
		{"keywords:existnce", "x", "scorer", "there are status_ok, exact, contains, regex, latency_under_ms"},
		{"", "x", "scorer", `there is no scorer ""`},
	} {
		err := scorer.Check(tc.scorer, tc.expected)
		if tc.field == "" {
			if err != nil {
				t.Errorf("Check(%q, %q) = %v, want no error", tc.scorer, tc.expected, err)
			}
			continue
		}
		e := fault.As(err)
		if e == nil || e.Kind != fault.Invalid || e.Field != tc.field || !strings.Contains(e.Message, tc.message) {
			t.Errorf("Check(%q, %q) = %v, want %q about %s", tc.scorer, tc.expected, err, tc.message, tc.field)
		}
	}
}

// The worst a pattern can do to the largest body is bounded by their sizes, not by backtracking: this would run for ages.
func TestCatastrophicPattern(t *testing.T) {
	body := append(make([]byte, 0, 1<<20), strings.Repeat("a", 1<<20-1)+"!"...)
	if v := scorer.Score("regex", `^(a+)+$`, eval.Observation{Status: 200, Body: body}); v.Passed {
		t.Error(v.Reason)
	}
}

func FuzzScore(f *testing.F) {
	for _, name := range append(scorer.Names(), "unknown") {
		for _, text := range []string{"", "a", "\ufeffa", "caf\xe9", `(a+)+$`, `[`, `a{900}`, "1e3", "-1", "99.5", "\xed\xa0\x80", "\x00"} {
			f.Add(name, text, []byte("\ufeffa caf\xe9\x00"), 200, int64(5), false)
		}
	}
	f.Add("exact", "a", []byte("a"), 200, int64(5), true)
	f.Fuzz(func(t *testing.T, name, expected string, body []byte, status int, latency int64, failed bool) {
		obs := eval.Observation{Status: status, Body: body, LatencyMS: latency}
		if failed {
			obs.Error = eval.ErrTimeout
		}
		v := scorer.Score(name, expected, obs)
		if !(v.Score >= 0 && v.Score <= 1) {
			t.Errorf("score %v", v.Score)
		}
		if v.Passed != (v.Score == 1) {
			t.Errorf("passed %v at score %v", v.Passed, v.Score)
		}
		if v.Passed && (scorer.Check(name, expected) != nil || failed) {
			t.Errorf("passed though refused at saving or an error: %q %q %v", name, expected, failed)
		}
		for _, m := range v.Matches {
			if m.Start < 0 || m.Start > m.End || m.End > len(body) {
				t.Errorf("match %v outside a body of %d bytes", m, len(body))
			}
		}
		if len(v.Reason) > 1500 || strings.ContainsAny(v.Reason, "\n\x00\x1b") || !strings.HasSuffix(v.Reason, ".") {
			t.Errorf("reason is not one short inert sentence: %q", v.Reason)
		}
	})
}
