package eval_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/eval"
)

func task(id string) eval.Task {
	return eval.Task{ID: id, Name: "name-" + id, Input: "/" + id, Scorer: "status_ok", Weight: 1}
}

// measured makes a completed run of version 1 of a suite with tasks t0, t1, …; each agent's outcomes are letters as of tally, one a task.
// A space: there is no result.
func measured(id string, agents map[string]string) eval.MeasuredRun {
	m := eval.MeasuredRun{
		Run:      eval.Run{ID: id, SuiteID: "ste_1", SuiteKey: "suite", Version: 1, Status: eval.RunCompleted},
		TaskType: eval.HTTPProbe,
	}
	for agent, outcomes := range agents {
		for i, o := range outcomes {
			if len(m.Tasks) <= i {
				m.Tasks = append(m.Tasks, task(fmt.Sprint("t", i)))
			}
			r := eval.Result{ID: id + agent + fmt.Sprint(i), RunID: id, SuiteID: "ste_1", SuiteKey: "suite", AgentID: agent, AgentDID: "did:web:" + agent,
				TaskID: fmt.Sprint("t", i), TaskIndex: i, Fingerprint: "f", Passed: o == 'p'}
			switch o {
			case ' ':
				continue
			case 'p':
				r.Score = score(1)
			case 'f', 't':
				r.Score = score(0)
			case 'h':
				r.Score = score(0.5)
			}
			m.Results = append(m.Results, r)
		}
	}
	return m
}

func pairs(c eval.Comparison) string {
	var out []string
	for _, p := range c.Tasks {
		out = append(out, strings.TrimSpace(p.AgentID+" "+p.Task.ID))
	}
	return strings.Join(out, ", ")
}

func TestCompareRuns(t *testing.T) {
	a := measured("run_a", map[string]string{"x": "pfpphx", "y": "pppf p"})
	b := measured("run_b", map[string]string{"x": "ppfppp", "z": "pppppp"})
	c := eval.CompareRuns(a, b)
	// x: t1 is won, t2 lost, t4 a half more; t5 has no score in a. y and z have no partner.
	if got, want := pairs(c), "x t2, x t1, x t4, x t0, x t3"; got != want {
		t.Errorf("pairs %q, want %q", got, want)
	}
	if c.Pairs != 5 || c.Lost != 1 || c.Won != 2 || c.BothPassed != 2 || c.NeitherPassed != 0 || c.A.Unpaired != 5 || c.B.Unpaired != 7 {
		t.Errorf("%+v", c)
	}
	if *c.Difference != 0.1 || *c.A.MeanScore != 0.7 || *c.B.MeanScore != 0.8 || c.Verdict != eval.NotSure || c.A.RunID != "run_a" || c.B.AgentID != "" {
		t.Errorf("%+v", c)
	}
	want := []string{
		"did:web:y was measured only in a.", "did:web:z was measured only in b.",
		"1 result of a has no score (cancelled, or the examiner's fault) and is left out.",
	}
	if diff := gocmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestCompareRunsPairsWhatIsDefinedAlike(t *testing.T) {
	a := measured("run_a", map[string]string{"x": "ppppppp"})
	b := measured("run_b", map[string]string{"x": "fffffff"})
	b.Run.Version = 2
	b.Tasks[0].Scorer = "regex"
	b.Tasks[1].Input, b.Tasks[1].Expected = "/elsewhere", "e"
	b.Tasks[2].Weight = 2.5
	b.Tasks[3].Name = "renamed"
	b.Tasks[4].ID = "t9" // another task of the same name
	for i := range b.Results {
		if b.Results[i].TaskID == "t4" {
			b.Results[i].TaskID = "t9"
		}
		b.Results[i].Fingerprint = "g"
	}
	b.Run.Status, b.Run.Trial = eval.RunRunning, true
	a.Run.Status = eval.RunCancelled
	c := eval.CompareRuns(a, b)
	if got, want := pairs(c), "x t2, x t3, x t5, x t6"; got != want || c.A.Unpaired != 3 || c.B.Unpaired != 3 {
		t.Errorf("pairs %q, want %q: %+v", got, want, c)
	}
	want := []string{
		"a ran version 1 of the suite, b version 2.",
		"a was cancelled: not every task was tried.",
		"b is not over: it is running, and more results will come.",
		"b is a trial, outside the public record.",
		"Task name-t0 is left out: in b it has another scorer.",
		"Task name-t1 is left out: in b it has another input and another expected text.",
		"Task name-t2 weighs 1 in a and 2.5 in b; here every pair counts alike.",
		"Task name-t4 is only in a.",
		"Task name-t4 is only in b.",
		"did:web:x has another fingerprint in b: its card, protocol version or endpoint changed.",
	}
	if diff := gocmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if c.Tasks[1].Task.Name != "renamed" || c.Tasks[1].Position != 3 {
		t.Errorf("the task is as b has it: %+v", c.Tasks[1])
	}

	b.TaskType = eval.A2AMessage
	if c := eval.CompareRuns(a, b); c.Pairs != 0 || c.Verdict != eval.NoPairs || !strings.Contains(c.Notes[0], "delivered as http_probe in a and as a2a_message in b") {
		t.Errorf("delivered otherwise: %+v", c)
	}
	b.Run.SuiteID, b.Run.SuiteKey = "ste_2", "other"
	c = eval.CompareRuns(a, b)
	if c.Pairs != 0 || c.Difference != nil || c.A.MeanScore != nil || c.A.Unpaired != 7 || c.B.Unpaired != 7 ||
		c.Notes[0] != "The runs are of different suites, a of suite and b of other: nothing is paired." {
		t.Errorf("other suites: %+v", c)
	}
}

func TestComparisonVerdicts(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want eval.ComparisonVerdict
	}{
		{"", "", eval.NoPairs}, {"p", "f", eval.NoPairs}, {"ppp", "fff", eval.NotSure}, {"pppppp", "ffffff", eval.ABetter},
		{"fffffft", "ppppppp", eval.BBetter}, {"pppppp", "pppppp", eval.NotSure}, {"xxxxxx", "pppppp", eval.NoPairs},
		{"ppppppf", "ffffffp", eval.NotSure},
	} {
		c := eval.CompareRuns(measured("a", map[string]string{"x": tc.a}), measured("b", map[string]string{"x": tc.b}))
		if c.Verdict != tc.want || (c.Low == nil) != (c.Pairs < 2) || (c.High == nil) != (c.Pairs < 2) || (c.Difference == nil) != (c.Pairs < 1) {
			t.Errorf("%q and %q: %+v, want %s", tc.a, tc.b, c, tc.want)
		}
	}
}

func TestEqualDifferencesAreEqual(t *testing.T) {
	a, b := measured("a", map[string]string{"x": "ppppppp"}), measured("b", map[string]string{"x": "ppppppp"})
	for i, s := range []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7} { // as floats, 0.3 − 0.1 and 0.4 − 0.2 are not the same
		a.Results[i].Score, b.Results[i].Score = score(s), score(s+0.2)
	}
	c := eval.CompareRuns(a, b)
	p := math.Pow(0.025, 1./7)
	if *c.Difference != 0.2 || math.Abs(*c.Low-(0.2*p-(1-p))) > 1e-12 {
		t.Errorf("%v, %v to %v", *c.Difference, *c.Low, *c.High)
	}
}

func TestCompareAgents(t *testing.T) {
	one := measured("run_1", map[string]string{"x": "ppf", "y": "pfp", "z": "fff"})
	two := measured("run_2", map[string]string{"x": "pxp", "y": "p  "})
	two.Run.SuiteKey, two.Run.SuiteID, two.Run.Status = "before", "ste_2", eval.RunCancelled
	for i := range two.Results {
		two.Results[i].SuiteKey, two.Results[i].SuiteID = "before", "ste_2"
	}
	c := eval.CompareAgents("x", "y", []eval.MeasuredRun{one, two})
	if got, want := pairs(c), "t1, t2, t0, t0"; got != want || c.Tasks[2].SuiteID != "ste_2" || c.Tasks[3].SuiteID != "ste_1" {
		t.Errorf("pairs %q, want %q: %+v", got, want, c.Tasks)
	}
	if c.Pairs != 4 || c.Lost != 1 || c.Won != 1 || c.A.Unpaired != 1 || c.B.Unpaired != 0 || c.A.RunID != "" || c.A.AgentID != "x" || c.B.AgentID != "y" {
		t.Errorf("%+v", c)
	}
	want := []string{
		"The run of before was cancelled: not every task was tried.",
		"1 result of a has no score (cancelled, or the examiner's fault) and is left out.",
	}
	if diff := gocmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if c := eval.CompareAgents("x", "y", []eval.MeasuredRun{one}); c.A.RunID != "run_1" || c.B.RunID != "run_1" {
		t.Errorf("the only run: %+v", c)
	}
	if c := eval.CompareAgents("x", "x", nil); c.Verdict != eval.NoPairs || len(c.Notes) != 2 {
		t.Errorf("itself, on nothing: %+v", c)
	}
}

func TestNotesStayFew(t *testing.T) {
	a, b := map[string]string{}, map[string]string{}
	for i := range 25 {
		a[fmt.Sprintf("a%02d", i)] = "p"
	}
	c := eval.CompareRuns(measured("a", a), measured("b", b))
	if len(c.Notes) != 12 || c.Notes[11] != "The same is true of 15 more agents." || c.Notes[1] != "did:web:a00 was measured only in a." {
		t.Errorf("%q", c.Notes)
	}
}

func drawRun(t *rapid.T, id string) eval.MeasuredRun {
	agents := map[string]string{}
	for _, a := range []string{"x", "y", "z"} {
		if rapid.Bool().Draw(t, id+" has "+a) {
			agents[a] = rapid.StringMatching(`[pfthx ]{6}`).Draw(t, id+" "+a)
		}
	}
	m := measured(id, agents)
	for len(m.Tasks) < 6 {
		m.Tasks = append(m.Tasks, task(fmt.Sprint("t", len(m.Tasks))))
	}
	for i := range m.Tasks {
		if rapid.IntRange(0, 5).Draw(t, "redefined") == 0 {
			m.Tasks[i].Expected = id
		}
	}
	return m
}

func TestComparisonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRun(t, "a"), drawRun(t, "b")
		compare := eval.CompareRuns
		if rapid.Bool().Draw(t, "agents") {
			b.Run.SuiteID, b.Run.SuiteKey = "ste_2", "other"
			compare = func(a, b eval.MeasuredRun) eval.Comparison {
				if a.Run.ID == "a" {
					return eval.CompareAgents("x", "y", []eval.MeasuredRun{a, b})
				}
				return eval.CompareAgents("y", "x", []eval.MeasuredRun{a, b})
			}
		}
		c := compare(a, b)

		// The order of rows does not matter.
		shuffled := func(m eval.MeasuredRun) eval.MeasuredRun {
			m.Results = slices.Clone(m.Results)
			seed := rapid.Uint64().Draw(t, "seed")
			rand.New(rand.NewPCG(seed, 0)).Shuffle(len(m.Results), func(i, j int) { m.Results[i], m.Results[j] = m.Results[j], m.Results[i] })
			return m
		}
		if diff := gocmp.Diff(c, compare(shuffled(a), shuffled(b))); diff != "" {
			t.Fatalf("the order of results matters:\n%s", diff)
		}

		// Every result with a score is in one pair, or counted as unpaired.
		if c.Lost+c.Won+c.BothPassed+c.NeitherPassed != c.Pairs || len(c.Tasks) != c.Pairs || c.A.Unpaired < 0 || c.B.Unpaired < 0 {
			t.Fatalf("%+v", c)
		}

		// Swapping the sides mirrors everything.
		m := compare(b, a)
		mirrored := map[eval.ComparisonVerdict]eval.ComparisonVerdict{
			eval.ABetter: eval.BBetter, eval.BBetter: eval.ABetter, eval.NotSure: eval.NotSure, eval.NoPairs: eval.NoPairs,
		}
		if m.Pairs != c.Pairs || m.Won != c.Lost || m.Lost != c.Won || m.BothPassed != c.BothPassed || m.Verdict != mirrored[c.Verdict] ||
			m.A.Unpaired != c.B.Unpaired || m.B.Unpaired != c.A.Unpaired || !negated(m.Difference, c.Difference) || !negated(m.Low, c.High) || !negated(m.High, c.Low) {
			t.Fatalf("%+v mirrored is %+v", c, m)
		}
		if diff := gocmp.Diff(c.A.MeanScore, m.B.MeanScore); diff != "" {
			t.Fatalf("means:\n%s", diff)
		}
		seen := map[[2]string]float64{}
		for _, p := range c.Tasks {
			seen[[2]string{p.A.ID, p.B.ID}] = p.Difference
		}
		for _, p := range m.Tasks {
			if d, ok := seen[[2]string{p.B.ID, p.A.ID}]; !ok || d != -p.Difference {
				t.Fatalf("pair %+v has no mirror", p)
			}
		}
	})
}

func negated(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a+*b) < 1e-12
}
