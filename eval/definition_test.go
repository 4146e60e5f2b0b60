package eval_test

import (
	"math"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"assay/eval"
)

// sample is a suite with every field set.
func sample() eval.Suite {
	return eval.Suite{
		ID: "ste_1", Key: "http-basics", Name: "HTTP basics", Description: "Is it <up> & well?\n", TaskType: eval.HTTPProbe,
		IntervalMinutes: 5, RewardAmount: 100, ReputationSignal: true, Enabled: true, Version: 3,
		TargetDIDs: []string{"did:web:b.example", "did:web:a.example"},
		Tasks: []eval.Task{
			{ID: "tsk_1", Name: "home", Input: "/", Scorer: "status_ok", Weight: 1},
			{ID: "tsk_2", Name: "greets", Input: "hello", Scorer: "contains", Expected: "grüß\u2028", Weight: 0.1},
		},
	}
}

// The exact bytes matter: third parties recompute the digest.
const sampleCanonical = `{"description":"Is it <up> & well?\n","key":"http-basics","name":"HTTP basics",` +
	`"target_dids":["did:web:a.example","did:web:b.example"],"task_type":"http_probe","tasks":[` +
	`{"expected":"","input":"/","name":"home","scorer":"status_ok","weight":1},` +
	"{\"expected\":\"grüß\u2028\",\"input\":\"hello\",\"name\":\"greets\",\"scorer\":\"contains\",\"weight\":0.1}]}"

func canonical(t *testing.T, s eval.Suite) string {
	t.Helper()
	b, err := s.Definition().Canonical()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestCanonicalDefinition(t *testing.T) {
	got := canonical(t, sample())
	if got != sampleCanonical {
		t.Errorf("canonical form:\n%s\nwant:\n%s", got, sampleCanonical)
	}
	// sha256sum of the bytes above.
	if digest := eval.Digest([]byte(got)); digest != "a371b8b8ad66340e6713ce8ebab7ba2a33577087d7c479720aa3cc6fffab6ac8" {
		t.Errorf("digest %s", digest)
	}
	if got := canonical(t, eval.Suite{Key: "empty"}); got != `{"description":"","key":"empty","name":"","target_dids":null,"task_type":"","tasks":[]}` {
		t.Errorf("empty suite: %s", got)
	}
}

// The digest follows what is measured and nothing else.
func TestDefinitionCovers(t *testing.T) {
	before := canonical(t, sample())
	for name, change := range map[string]func(*eval.Suite){
		"id":             func(s *eval.Suite) { s.ID = "ste_2" },
		"task id":        func(s *eval.Suite) { s.Tasks[0].ID = "tsk_9" },
		"interval":       func(s *eval.Suite) { s.IntervalMinutes = 10 },
		"reward":         func(s *eval.Suite) { s.RewardAmount = 0 },
		"reputation":     func(s *eval.Suite) { s.ReputationSignal = false },
		"enabled":        func(s *eval.Suite) { s.Enabled = false },
		"version":        func(s *eval.Suite) { s.Version = 4 },
		"target order":   func(s *eval.Suite) { s.TargetDIDs = []string{"did:web:a.example", "did:web:b.example"} },
		"updated":        func(s *eval.Suite) { s.UpdatedAt = noon },
		"number of runs": func(s *eval.Suite) { s.RunCount = 7 },
	} {
		s := sample()
		change(&s)
		if canonical(t, s) != before {
			t.Errorf("%s changes the definition", name)
		}
	}
	for name, change := range map[string]func(*eval.Suite){
		"key":           func(s *eval.Suite) { s.Key = "x" },
		"name":          func(s *eval.Suite) { s.Name = "x" },
		"description":   func(s *eval.Suite) { s.Description = "x" },
		"task type":     func(s *eval.Suite) { s.TaskType = eval.A2AMessage },
		"targets":       func(s *eval.Suite) { s.TargetDIDs = s.TargetDIDs[1:] },
		"no targets":    func(s *eval.Suite) { s.TargetDIDs = nil },
		"task name":     func(s *eval.Suite) { s.Tasks[0].Name = "x" },
		"task input":    func(s *eval.Suite) { s.Tasks[0].Input = "x" },
		"task scorer":   func(s *eval.Suite) { s.Tasks[0].Scorer = "x" },
		"task expected": func(s *eval.Suite) { s.Tasks[0].Expected = "x" },
		"task weight":   func(s *eval.Suite) { s.Tasks[0].Weight = 2 },
		"task order":    func(s *eval.Suite) { s.Tasks[0], s.Tasks[1] = s.Tasks[1], s.Tasks[0] },
		"fewer tasks":   func(s *eval.Suite) { s.Tasks = s.Tasks[:1] },
	} {
		s := sample()
		change(&s)
		if canonical(t, s) == before {
			t.Errorf("%s does not change the definition", name)
		}
	}
}

// Taking the definition leaves the suite as it was.
func TestDefinitionDoesNotTouchTheSuite(t *testing.T) {
	s := sample()
	s.Definition()
	if diff := gocmp.Diff(sample(), s); diff != "" {
		t.Error(diff)
	}
	empty, none := eval.Suite{TargetDIDs: []string{}}, eval.Suite{}
	if canonical(t, empty) != canonical(t, none) {
		t.Error("an empty list of targets is not the same as none")
	}
}

func TestParseDefinition(t *testing.T) {
	got, err := eval.ParseDefinition([]byte(sampleCanonical))
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(sample().Definition(), got); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
	for _, bad := range []string{"", "null x", "[]", `{"key":1}`, `{"keys":"a"}`, sampleCanonical + "{}", sampleCanonical[:50]} {
		if _, err := eval.ParseDefinition([]byte(bad)); err == nil {
			t.Errorf("ParseDefinition(%q) reads", bad)
		}
	}
}

func TestNoCanonicalForm(t *testing.T) {
	for name, change := range map[string]func(*eval.Suite){
		"NaN":         func(s *eval.Suite) { s.Tasks[0].Weight = math.NaN() },
		"infinity":    func(s *eval.Suite) { s.Tasks[0].Weight = math.Inf(1) },
		"name":        func(s *eval.Suite) { s.Name = "\xff" },
		"expectation": func(s *eval.Suite) { s.Tasks[1].Expected = "caf\xe9" },
		"surrogate":   func(s *eval.Suite) { s.Tasks[1].Input = "\xed\xa0\x80" },
		"target":      func(s *eval.Suite) { s.TargetDIDs = []string{"\xff"} },
	} {
		s := sample()
		change(&s)
		if b, err := s.Definition().Canonical(); err == nil || !strings.Contains(err.Error(), "http-basics") {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}
