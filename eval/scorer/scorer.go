// Package scorer holds the rules that turn what was observed of an agent into a score. A rule is a pure function of the
// expectation and the observation, so anyone can apply it again to the stored evidence. Scoring never errors: an unknown scorer or
// a malformed expectation scores 0 and says why. Check refuses the same expectations when a task is saved.
//
//	scorer            passes (score 1, else 0) when                       expected
//	status_ok         the status is 200–299                               not used
//	exact             the body equals the expected text                   any text; empty means an empty body
//	contains          the body contains the expected text                 not empty: every body contains the empty text
//	regex             the pattern matches somewhere in the body           RE2 (Go syntax), not empty, see maxProgram
//	latency_under_ms  the latency is at or under the threshold            milliseconds: digits, optionally a point and digits
//
// An observation with an error scores 0 whatever the rule. The status matters to status_ok only: the body of an error page is a
// body.
//
// Bodies are bytes, not text in some charset. One UTF-8 byte order mark at the start of the body or of the expected text is no part
// of it. exact trims Unicode white space (unicode.IsSpace: U+00A0 is, U+200B is not) from both ends of both sides; contains and
// regex trim nothing. Nothing is folded: case and Unicode normal form count, so "é" as one code point and as two are different
// texts, and the reason points that out. To a regex every byte that is not valid UTF-8 is one U+FFFD, which `.` matches; `.` does
// not match a newline, and ^ and $ mean the whole body, unless the pattern says (?s) or (?m).
//
// A threshold has no sign and no exponent: "1e3", "-1" and "abc" are malformed. White space around it is ignored.
package scorer

import (
	"fmt"
	"strings"

	"assay/eval"
	"assay/eval/fault"
)

// The scorers.
const (
	StatusOK       = "status_ok"
	Exact          = "exact"
	Contains       = "contains"
	Regex          = "regex"
	LatencyUnderMS = "latency_under_ms"
)

// Names lists the scorers in the order of the package comment.
func Names() []string { return []string{StatusOK, Exact, Contains, Regex, LatencyUnderMS} }

// Score applies a scorer to an observation. The score is 0 or 1, Passed says the same, Reason is one sentence fit for display as
// inert text, and Matches has the byte range of the body that decided, if one did: of exact the trimmed body, of contains and regex
// the first match.
func Score(name, expected string, obs eval.Observation) eval.Verdict {
	if obs.Error != eval.NoError {
		return fail("There is no answer to score: %s.", obs.Error)
	}
	switch name {
	case StatusOK:
		return scoreStatus(obs.Status)
	case Exact:
		return scoreExact(expected, obs.Body)
	case Contains:
		return scoreContains(expected, obs.Body)
	case Regex:
		return scoreRegex(expected, obs.Body)
	case LatencyUnderMS:
		return scoreLatency(expected, obs.LatencyMS)
	}
	return fail("There is no scorer %s, so the task scores 0.", quote(name))
}

// Check reports whether a task with this scorer and expectation can pass at all. The error is a *fault.Error about the field
// "scorer" or "expected".
func Check(name, expected string) error {
	var err error
	switch name {
	case StatusOK, Exact:
	case Contains:
		err = checkContains(expected)
	case Regex:
		_, err = compile(expected)
	case LatencyUnderMS:
		_, err = threshold(expected)
	default:
		return fault.Bad("scorer", "there is no scorer %s; there are %s", quote(name), strings.Join(Names(), ", "))
	}
	if err != nil {
		return fault.Bad("expected", "%v", err)
	}
	return nil
}

func scoreStatus(status int) eval.Verdict {
	if status >= 200 && status <= 299 {
		return pass("The status is %d, which is 2xx.", status)
	}
	return fail("The status is %d, which is not 2xx.", status)
}

func pass(format string, args ...any) eval.Verdict {
	return eval.Verdict{Score: 1, Passed: true, Reason: fmt.Sprintf(format, args...)}
}

func fail(format string, args ...any) eval.Verdict {
	return eval.Verdict{Reason: fmt.Sprintf(format, args...)}
}

// malformed is the verdict on an expectation that Check refuses.
func malformed(err error) eval.Verdict {
	return fail("The expectation is malformed, so the task scores 0: %v.", err)
}
