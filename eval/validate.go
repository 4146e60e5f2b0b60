package eval

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/eval/fault"
)

// The limits of a suite.
const (
	maxTasks       = 200
	maxName        = 200    // characters
	maxDescription = 10_000 // characters
	maxWeight      = 1e6
	maxInterval    = 525_600 // minutes: a year
)

// MaxText is how many bytes an input or an expectation has at most.
const MaxText = 64 << 10

var suiteKey = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// CheckExpectation refuses an expectation that its scorer cannot work with. It is scorer.Check, passed in because package scorer
// builds on this one.
type CheckExpectation func(scorer, expected string) error

// Validate refuses a suite that is not fit to be stored. The error is a *fault.Error that names the field by its path, such as
// tasks.0.expected, in the words of the REST API.
func (s Suite) Validate(check CheckExpectation) error {
	if !suiteKey.MatchString(s.Key) {
		return fault.Bad("key", "a key has 1 to 64 characters, a–z, 0–9, `.`, `_` and `-`, and starts with a letter or digit; this is %s", shown(s.Key))
	}
	if err := checkName("name", s.Name); err != nil {
		return err
	}
	if err := checkText("description", s.Description, maxDescription*utf8.UTFMax); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(s.Description); n > maxDescription {
		return fault.Bad("description", "a description has at most %d characters; this has %d", maxDescription, n)
	}
	switch {
	case s.TaskType != HTTPProbe && s.TaskType != A2AMessage:
		return fault.Bad("task_type", "the task type is %s or %s, not %s", HTTPProbe, A2AMessage, shown(string(s.TaskType)))
	case s.IntervalMinutes < 0 || s.IntervalMinutes > maxInterval:
		return fault.Bad("interval_minutes", "the interval is 1 to %d minutes, or none; this is %d", maxInterval, s.IntervalMinutes)
	case s.RewardAmount < 0:
		return fault.Bad("reward_amount", "a reward is not negative; this is %d", s.RewardAmount)
	}
	if err := checkTargets(s.TargetDIDs); err != nil {
		return err
	}
	return s.checkTasks(check)
}

func (s Suite) checkTasks(check CheckExpectation) error {
	if len(s.Tasks) > maxTasks {
		return fault.Bad("tasks", "a suite has at most %d tasks; this has %d", maxTasks, len(s.Tasks))
	}
	seen := map[string]int{}
	for i, t := range s.Tasks {
		path := fmt.Sprintf("tasks.%d", i)
		if err := t.Validate(s.TaskType, check); err != nil {
			return fault.Under(path, err)
		}
		if first, ok := seen[t.Name]; ok {
			return fault.Bad(path+".name", "task %d has the name %s already", first, shown(t.Name))
		}
		seen[t.Name] = i
	}
	return nil
}

func checkTargets(dids []string) error {
	seen := map[DID]int{}
	for i, s := range dids {
		path := fmt.Sprintf("target_dids.%d", i)
		did, err := ParseDID(s)
		if err != nil {
			return fault.Under(path, err)
		}
		if first, ok := seen[did]; ok {
			return fault.Bad(path, "this is the same agent as target %d", first)
		}
		seen[did] = i
	}
	return nil
}

// Validate refuses a task that is not fit to be stored. The error is a *fault.Error that names the field.
func (t Task) Validate(taskType TaskType, check CheckExpectation) error {
	if err := checkName("name", t.Name); err != nil {
		return err
	}
	if err := checkText("input", t.Input, MaxText); err != nil {
		return err
	}
	if err := checkText("expected", t.Expected, MaxText); err != nil {
		return err
	}
	if !(t.Weight > 0 && t.Weight <= maxWeight) {
		return fault.Bad("weight", "a weight is above 0 and at most %g; this is %g", maxWeight, t.Weight)
	}
	if err := check(t.Scorer, t.Expected); err != nil {
		return err
	}
	if taskType == A2AMessage {
		if strings.TrimSpace(t.Input) == "" {
			return fault.Bad("input", "the message is empty")
		}
		return nil
	}
	if problem := pathProblem(t.Input); problem != "" {
		return fault.Bad("input", "%s; the input is a path on the agent's endpoint, such as /health (from its origin) or health (below it)", problem)
	}
	return nil
}

// pathProblem says why an input cannot be resolved against an endpoint; empty when it can. It leaves nothing to interpretation:
// whatever some client might read as another host or as a way up is refused. The empty path is the endpoint itself.
func pathProblem(input string) string {
	u, err := url.Parse(input)
	switch {
	case strings.ContainsFunc(input, unicode.IsControl):
		return "it has a control character"
	case strings.HasPrefix(input, "//"):
		return "it starts with //, which names another host"
	case strings.Contains(input, `\`):
		return `it has a backslash; write %5C`
	case strings.Contains(input, "#"):
		return "it has a fragment, which is never sent; write %23"
	case err != nil:
		return "it is not a path: " + parseProblem(err)
	case u.Scheme != "" || u.Host != "":
		return "it is an absolute URL"
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." {
			return "it has a dot segment"
		}
	}
	return ""
}

// parseProblem is what net/url found, without the input repeated.
func parseProblem(err error) string {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// checkName refuses names that could not be shown on one line.
func checkName(field, name string) error {
	switch {
	case !utf8.ValidString(name):
		return fault.Bad(field, "a name is UTF-8 text")
	case strings.TrimSpace(name) == "":
		return fault.Bad(field, "a name is not empty")
	case utf8.RuneCountInString(name) > maxName:
		return fault.Bad(field, "a name has at most %d characters; this has %d", maxName, utf8.RuneCountInString(name))
	case strings.ContainsFunc(name, unicode.IsControl):
		return fault.Bad(field, "a name has no control characters; this is %s", shown(name))
	}
	return nil
}

// checkText refuses text that cannot be stored on every database.
func checkText(field, text string, limit int) error {
	switch {
	case len(text) > limit:
		return fault.Bad(field, "it has at most %d bytes; this has %d", limit, len(text))
	case !utf8.ValidString(text):
		return fault.Bad(field, "it is not UTF-8 text")
	case strings.ContainsRune(text, 0):
		return fault.Bad(field, "it has a NUL character")
	}
	return nil
}
