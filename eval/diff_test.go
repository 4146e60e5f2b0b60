package eval_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/eval"
)

func TestDiff(t *testing.T) {
	task := func(name string) eval.Task { return eval.Task{Name: name, Scorer: "status_ok", Weight: 1} }
	for _, tc := range []struct {
		name   string
		change func(*eval.Suite)
		want   []string
	}{
		{"nothing", func(*eval.Suite) {}, nil},
		{"what is not compared", func(s *eval.Suite) { s.ID, s.Version, s.RunCount, s.UpdatedAt = "x", 9, 9, noon }, nil},
		{"key", func(s *eval.Suite) { s.Key = "other" }, []string{`key "http-basics" → "other"`}},
		{"words", func(s *eval.Suite) { s.Name, s.Description = "B", "" },
			[]string{`name "HTTP basics" → "B"`, `description "Is it <up> & well?\n" → ""`}},
		{"task type", func(s *eval.Suite) { s.TaskType = eval.A2AMessage }, []string{"task type http_probe → a2a_message"}},
		{"interval", func(s *eval.Suite) { s.IntervalMinutes = 10 }, []string{"interval 5 → 10"}},
		{"no interval", func(s *eval.Suite) { s.IntervalMinutes = 0 }, []string{"interval 5 → by hand"}},
		{"reward", func(s *eval.Suite) { s.RewardAmount = 0 }, []string{"reward 100 → 0"}},
		{"switches", func(s *eval.Suite) { s.ReputationSignal, s.Enabled = false, false }, []string{"reputation signal on → off", "enabled yes → no"}},
		{"targets", func(s *eval.Suite) { s.TargetDIDs = []string{"did:web:a.example", "did:web:c.example"} },
			[]string{"target did:web:b.example removed", "target did:web:c.example added"}},
		{"order of targets", func(s *eval.Suite) { s.TargetDIDs = []string{"did:web:a.example", "did:web:b.example"} }, nil},
		{"no targets", func(s *eval.Suite) { s.TargetDIDs = nil }, []string{"targets 2 named → all"}},
		{"task", func(s *eval.Suite) {
			s.Tasks[0] = eval.Task{ID: "tsk_1", Name: "home", Input: "/x", Scorer: "exact", Expected: "a", Weight: 2.5}
		}, []string{`task home: input "/" → "/x"`, "task home: scorer status_ok → exact", `task home: expected "" → "a"`, "task home: weight 1 → 2.5"}},
		{"the same task without an id", func(s *eval.Suite) { s.Tasks[0].ID, s.Tasks[0].Weight = "", 2 }, []string{"task home: weight 1 → 2"}},
		{"renamed", func(s *eval.Suite) { s.Tasks[0].Name = "front page" }, []string{`task home: name home → "front page"`}},
		{"another task of the same name", func(s *eval.Suite) { s.Tasks[0].ID = "tsk_9" }, []string{"task home removed", "task home added"}},
		{"added", func(s *eval.Suite) { s.Tasks = append([]eval.Task{task("first")}, s.Tasks...) }, []string{"task first added"}},
		{"removed", func(s *eval.Suite) { s.Tasks = s.Tasks[1:] }, []string{"task home removed"}},
		{"moved", func(s *eval.Suite) { s.Tasks[0], s.Tasks[1] = s.Tasks[1], s.Tasks[0] }, []string{"task home moved from place 1 to 2"}},
		{"inert", func(s *eval.Suite) { s.Tasks[0].Name = "\x1b[2J\n" }, []string{`task home: name home → "\x1b[2J\n"`}},
		{"shortened", func(s *eval.Suite) { s.Tasks[0].Input = "/" + strings.Repeat("ü", 40) },
			[]string{`task home: input "/" → "/` + strings.Repeat("ü", 29) + `"…`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			changed := sample()
			tc.change(&changed)
			if diff := gocmp.Diff(tc.want, eval.Diff(sample(), changed)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// The first of many tasks moved to the end is one move, not many.
func TestDiffFewestMoves(t *testing.T) {
	var old, moved eval.Suite
	for _, name := range strings.Fields("a b c d e f") {
		old.Tasks = append(old.Tasks, eval.Task{Name: name})
	}
	moved.Tasks = append(append(moved.Tasks, old.Tasks[1:]...), old.Tasks[0])
	want := []string{"task a moved from place 1 to 6"}
	if diff := gocmp.Diff(want, eval.Diff(old, moved)); diff != "" {
		t.Error(diff)
	}
	want = []string{"task a moved from place 6 to 1"}
	if diff := gocmp.Diff(want, eval.Diff(moved, old)); diff != "" {
		t.Error(diff)
	}
}

// Diff is empty exactly when the tasks are the same in the same order.
func TestDiffProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) eval.Suite {
			var s eval.Suite
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(strings.Fields("a b c d e f")), 0, 6, rapid.ID[string]).Draw(t, label) {
				s.Tasks = append(s.Tasks, eval.Task{Name: name, Weight: float64(rapid.IntRange(1, 2).Draw(t, "weight"))})
			}
			return s
		}
		a, b := draw("old"), draw("new")
		if same := gocmp.Equal(a.Tasks, b.Tasks); same != (len(eval.Diff(a, b)) == 0) {
			t.Fatalf("same %v, changes %v", same, eval.Diff(a, b))
		}
	})
}
