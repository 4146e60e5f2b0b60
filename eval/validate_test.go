package eval_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/fault"
	"assay/eval/scorer"
)

func TestValidateSuite(t *testing.T) {
	long := strings.Repeat
	for _, tc := range []struct {
		name    string
		change  func(*eval.Suite)
		field   string // of the error; empty: none
		message string // a part of it
	}{
		{"sample", func(*eval.Suite) {}, "", ""},
		{"draft without tasks", func(s *eval.Suite) { s.Tasks = nil }, "", ""},

		{"no key", func(s *eval.Suite) { s.Key = "" }, "key", "1 to 64 characters"},
		{"longest key", func(s *eval.Suite) { s.Key = "0" + long("a", 63) }, "", ""},
		{"long key", func(s *eval.Suite) { s.Key = long("a", 65) }, "key", "1 to 64 characters"},
		{"every sign", func(s *eval.Suite) { s.Key = "a.b_c-9" }, "", ""},
		{"upper-case key", func(s *eval.Suite) { s.Key = "Http" }, "key", `"Http"`},
		{"key that starts with a dot", func(s *eval.Suite) { s.Key = ".a" }, "key", "starts with a letter"},
		{"key with a line end", func(s *eval.Suite) { s.Key = "a\n" }, "key", `"a\n"`},

		{"no name", func(s *eval.Suite) { s.Name = " \t" }, "name", "not empty"},
		{"longest name", func(s *eval.Suite) { s.Name = long("ü", 200) }, "", ""},
		{"long name", func(s *eval.Suite) { s.Name = long("ü", 201) }, "name", "at most 200 characters; this has 201"},
		{"name with NUL", func(s *eval.Suite) { s.Name = "a\x00" }, "name", "no control characters"},
		{"name on two lines", func(s *eval.Suite) { s.Name = "a\nb" }, "name", "no control characters"},
		{"name that is not UTF-8", func(s *eval.Suite) { s.Name = "caf\xe9" }, "name", "UTF-8"},
		{"emoji", func(s *eval.Suite) { s.Name = "👩\u200d🔬" }, "", ""},

		{"longest description", func(s *eval.Suite) { s.Description = long("😀", 10_000) }, "", ""},
		{"long description", func(s *eval.Suite) { s.Description = long("a", 10_001) }, "description", "at most 10000 characters; this has 10001"},
		{"huge description", func(s *eval.Suite) { s.Description = long("a", 50_000) }, "description", "at most"},
		{"description with NUL", func(s *eval.Suite) { s.Description = "\x00" }, "description", "NUL"},

		{"no task type", func(s *eval.Suite) { s.TaskType = "" }, "task_type", `not ""`},
		{"unknown task type", func(s *eval.Suite) { s.TaskType = "grpc" }, "task_type", `http_probe or a2a_message, not "grpc"`},
		{"by hand", func(s *eval.Suite) { s.IntervalMinutes = 0 }, "", ""},
		{"a year", func(s *eval.Suite) { s.IntervalMinutes = 525_600 }, "", ""},
		{"over a year", func(s *eval.Suite) { s.IntervalMinutes = 525_601 }, "interval_minutes", "525600"},
		{"negative interval", func(s *eval.Suite) { s.IntervalMinutes = -1 }, "interval_minutes", "-1"},
		{"no reward", func(s *eval.Suite) { s.RewardAmount = 0 }, "", ""},
		{"negative reward", func(s *eval.Suite) { s.RewardAmount = -1 }, "reward_amount", "not negative"},

		{"bad target", func(s *eval.Suite) { s.TargetDIDs[1] = "did:web:" }, "target_dids.1", "not a DID"},
		{"the same target twice", func(s *eval.Suite) { s.TargetDIDs[1] = "did:web:B.example" }, "target_dids.1", "same agent as target 0"},

		{"200 tasks", func(s *eval.Suite) { s.Tasks = tasks(200) }, "", ""},
		{"201 tasks", func(s *eval.Suite) { s.Tasks = tasks(201) }, "tasks", "at most 200 tasks; this has 201"},
		{"two tasks of one name", func(s *eval.Suite) { s.Tasks[1].Name = "home" }, "tasks.1.name", `task 0 has the name "home"`},
		{"names differ by case", func(s *eval.Suite) { s.Tasks[1].Name = "Home" }, "", ""},
		{"no task name", func(s *eval.Suite) { s.Tasks[1].Name = "" }, "tasks.1.name", "not empty"},
		{"bad expectation", func(s *eval.Suite) { s.Tasks[0].Scorer, s.Tasks[0].Expected = "regex", "[" }, "tasks.0.expected", "not RE2"},
		{"unknown scorer", func(s *eval.Suite) { s.Tasks[1].Scorer = "vibes" }, "tasks.1.scorer", `no scorer "vibes"`},
		{"bad threshold", func(s *eval.Suite) { s.Tasks[1].Scorer = "latency_under_ms" }, "tasks.1.expected", "not a number"},
		{"bad input", func(s *eval.Suite) { s.Tasks[1].Input = "http://x" }, "tasks.1.input", "absolute URL"},
		{"zero weight", func(s *eval.Suite) { s.Tasks[0].Weight = 0 }, "tasks.0.weight", "above 0"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := sample()
			tc.change(&s)
			checkFault(t, s.Validate(scorer.Check), tc.field, tc.message)
		})
	}
}

func tasks(n int) []eval.Task {
	tasks := make([]eval.Task, n)
	for i := range tasks {
		tasks[i] = eval.Task{Name: fmt.Sprint(i), Scorer: "status_ok", Weight: 1}
	}
	return tasks
}

func checkFault(t *testing.T, err error, field, message string) {
	t.Helper()
	if field == "" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	e := fault.As(err)
	if e == nil || e.Kind != fault.Invalid || e.Field != field || !strings.Contains(e.Message, message) {
		t.Errorf("error %v, want %q about %s", err, message, field)
	}
}

func TestValidateTask(t *testing.T) {
	const path, message = eval.HTTPProbe, eval.A2AMessage
	for _, tc := range []struct {
		name    string
		kind    eval.TaskType
		change  func(*eval.Task)
		field   string
		message string
	}{
		{"message", message, func(k *eval.Task) { k.Input = "What is //example.com/..?\nTell me." }, "", ""},
		{"no message", message, func(k *eval.Task) { k.Input = " \n" }, "input", "empty"},
		{"message with NUL", message, func(k *eval.Task) { k.Input = "a\x00" }, "input", "NUL"},
		{"message that is not UTF-8", message, func(k *eval.Task) { k.Input = "\xed\xa0\x80" }, "input", "UTF-8"},
		{"largest message", message, func(k *eval.Task) { k.Input = strings.Repeat("a", 64<<10) }, "", ""},
		{"large message", message, func(k *eval.Task) { k.Input = strings.Repeat("a", 64<<10+1) }, "input", "at most 65536 bytes"},
		{"largest expectation", path, func(k *eval.Task) { k.Scorer, k.Expected = "exact", strings.Repeat("a", 64<<10) }, "", ""},
		{"large expectation", path, func(k *eval.Task) { k.Scorer, k.Expected = "exact", strings.Repeat("a", 64<<10+1) }, "expected", "at most 65536 bytes"},
		{"expectation with NUL", path, func(k *eval.Task) { k.Scorer, k.Expected = "exact", "\x00" }, "expected", "NUL"},

		{"smallest weight", path, func(k *eval.Task) { k.Weight = math.SmallestNonzeroFloat64 }, "", ""},
		{"largest weight", path, func(k *eval.Task) { k.Weight = 1e6 }, "", ""},
		{"large weight", path, func(k *eval.Task) { k.Weight = 1e6 + 1 }, "weight", "at most"},
		{"negative weight", path, func(k *eval.Task) { k.Weight = -1 }, "weight", "above 0"},
		{"NaN", path, func(k *eval.Task) { k.Weight = math.NaN() }, "weight", "above 0"},
		{"infinite", path, func(k *eval.Task) { k.Weight = math.Inf(1) }, "weight", "at most"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			task := eval.Task{Name: "a", Scorer: "status_ok", Weight: 1}
			tc.change(&task)
			checkFault(t, task.Validate(tc.kind, scorer.Check), tc.field, tc.message)
		})
	}
}

func TestProbeInput(t *testing.T) {
	for _, tc := range []struct{ input, problem string }{
		{"", ""}, {"/", ""}, {"/health", ""}, {"health", ""}, {"a/b/", ""}, {"/a?x=1&y=../..", ""}, {"?x=1", ""},
		{"/.well-known/agent-card.json", ""}, {"/a..b/...", ""}, {"/a%20b", ""}, {"/a b", ""}, {"/grüß", ""}, {"/a//b", ""}, {"/a:b", ""},
		{"//evil.example/x", "starts with //"}, {"///x", "starts with //"},
		{"http://evil.example", "absolute URL"}, {"HTTPS://evil.example/x", "absolute URL"}, {"file:/etc/passwd", "absolute URL"}, {"mailto:x", "absolute URL"},
		{"a b:c", "not a path"}, {":x", "not a path"}, {"1:2", "not a path"},
		{"..", "dot segment"}, {"../x", "dot segment"}, {"a/../../x", "dot segment"}, {"/../x", "dot segment"}, {".", "dot segment"}, {"./x", "dot segment"},
		{"%2e%2E/x", "dot segment"}, {"a%2f..%2fx", "dot segment"},
		{`/\evil.example`, "backslash"}, {`\\evil.example`, "backslash"}, {`..\x`, "backslash"},
		{"/a#b", "fragment"}, {"/%zz", "not a path"}, {"/a\r\nHost: x", "control character"}, {"/\x00", "NUL"}, {"/\x7f", "control character"}, {"\t/x", "control character"},
	} {
		t.Run(tc.input, func(t *testing.T) {
			field := ""
			if tc.problem != "" {
				field = "input"
			}
			task := eval.Task{Name: "a", Input: tc.input, Scorer: "status_ok", Weight: 1}
			checkFault(t, task.Validate(eval.HTTPProbe, scorer.Check), field, tc.problem)
		})
	}
}

// What is valid has a canonical form.
func FuzzValidate(f *testing.F) {
	f.Add("a", "/health", "exact", "ok", 1.0)
	f.Add("a\x00", "\xff", "regex", "\xed\xa0\x80", math.Inf(1))
	f.Fuzz(func(t *testing.T, name, input, rule, expected string, weight float64) {
		s := sample()
		s.Tasks[0] = eval.Task{Name: name, Input: input, Scorer: rule, Expected: expected, Weight: weight}
		if err := s.Validate(scorer.Check); err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%T is no fault", err)
			}
			return
		}
		b, err := s.Definition().Canonical()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eval.ParseDefinition(b); err != nil {
			t.Errorf("%v: %s", err, b)
		}
	})
}
