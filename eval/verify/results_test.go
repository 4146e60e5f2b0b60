package verify

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

func resultsSample(t *testing.T) ResultsExport {
	e, err := ReadResults(must(receipt.Canonical(buildResults(false))))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func logKeys() []string { return []string{must(receipt.PublicOf(origin, seed))} }

func TestResultsHold(t *testing.T) {
	for _, trial := range []bool{false, true} {
		e, err := ReadResults(must(receipt.Canonical(buildResults(trial))))
		if err != nil {
			t.Fatal(err)
		}
		r := Results(e, logKeys()...)
		var names []string
		for _, c := range r.Checks {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); !r.OK || !r.Anchored || r.Removed != 2 || got != "seal definition results evidence replay suite_score board log" {
			t.Errorf("trial %t: %+v", trial, r)
		}
		if (len(e.Board) == 0) != trial {
			t.Errorf("trial %t: %d entries on the board", trial, len(e.Board))
		}
		if e.Log = nil; Results(e).Anchored || len(Results(e).Checks) != 7 || !Results(e).OK {
			t.Errorf("without a log: %+v", Results(e))
		}
	}
}

// The numbers by hand. Agent b: two of five passed, one did not answer in time, one has no endpoint.
func TestBoardOfARun(t *testing.T) {
	e := buildResults(false)
	b := e.Board[1]
	want := TallyFacts{Count: 5, Uncounted: 0, Answered: 3, SuiteRuns: 1, LastAt: "2026-12-01T09:00:14.000Z"}
	if b.Agent != "did:web:b.example" || b.Tally != want || b.Standing == nil || b.Standing.Mean != 0 || b.Standing.Availability != 0.6 || b.Standing.Rank != 3 {
		t.Errorf("%+v %+v", b, b.Standing)
	}
	c := e.Board[2]
	want = TallyFacts{Count: 2, Sum: 1e9, SumSquares: 1e9, Passed: 1, Answered: 1, AnsweredSum: 1e9, SuiteRuns: 1, Uncounted: 3, LastAt: "2026-12-01T09:00:22.000Z"}
	if c.Tally != want || c.Standing.Mean != 0.5 || c.Standing.Low != 0.094531 || c.Standing.High != 0.905469 || *c.Standing.Capability != 1 {
		t.Errorf("%+v %+v", c, c.Standing)
	}
	if up, says := battery.Tasks[0].Weight, battery.Tasks[2].Weight; *e.Agents[2].SuiteScore != up/(up+says) {
		t.Errorf("suite score %v", *e.Agents[2].SuiteScore)
	}
}

// Any flipped bit of an export is found: it can no longer be read, or a check says no.
func TestFlippedBitsOfResults(t *testing.T) {
	text := must(receipt.Canonical(buildResults(false)))
	random := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		at, bit := random.IntN(len(text)), random.IntN(8)
		flipped := bytes.Clone(text)
		flipped[at] ^= 1 << bit
		if r, err := Any(flipped, logKeys()...); err == nil && r.OK {
			t.Errorf("bit %d of byte %d is not missed: …%s…", bit, at, flipped[max(0, at-40):min(len(flipped), at+40)])
		}
	}
}

// Each change is named by the right check; what a registry seals of its own lies, by computing again.
func TestTheRightCheckOfResultsSaysNo(t *testing.T) {
	lie := func(change func(*ResultsExport)) func(*ResultsExport) {
		return func(e *ResultsExport) { change(e); e.sealAnew(nil) }
	}
	sealed := func(change func(*RunFacts)) func(*ResultsExport) {
		return func(e *ResultsExport) { e.sealAnew(change) }
	}
	for name, c := range map[string]struct {
		change      func(*ResultsExport)
		check, code string
	}{
		"receipt":          {func(e *ResultsExport) { e.Run.Receipt[10] ^= 1 }, "seal", "seal_broken"},
		"kind":             {func(e *ResultsExport) { e.Run = sealScore(classscore.Document{}) }, "seal", "wrong_kind"},
		"under way":        {sealed(func(f *RunFacts) { f.Status = eval.RunRunning }), "seal", "wrong_kind"},
		"definition":       {func(e *ResultsExport) { e.Definition = bytes.Replace(e.Definition, []byte(`"ok"`), []byte(`"no"`), 1) }, "definition", "definition_changed"},
		"another suite's":  {sealed(func(f *RunFacts) { f.SuiteKey = "other" }), "definition", "definition_changed"},
		"no definition":    {func(e *ResultsExport) { e.Definition = []byte(`{"tusks":[]}`) }, "definition", "unreadable"},
		"score":            {func(e *ResultsExport) { e.Results[0].Facts.Score = new(0.5) }, "results", "results_differ"},
		"latency":          {func(e *ResultsExport) { *e.Results[4].Facts.LatencyMS++ }, "results", "results_differ"},
		"one left out":     {func(e *ResultsExport) { e.Results = e.Results[1:] }, "results", "results_differ"},
		"sealed gap":       {lie(func(e *ResultsExport) { e.Results = e.Results[:len(e.Results)-1] }), "results", "results_differ"},
		"twice":            {lie(func(e *ResultsExport) { e.Results = append(e.Results, e.Results[0]) }), "results", "counted_twice"},
		"stranger":         {lie(func(e *ResultsExport) { e.Results[0].Facts.Agent = "did:web:z.example" }), "results", "results_differ"},
		"no such task":     {lie(func(e *ResultsExport) { e.Results[0].Facts.Task = 5 }), "results", "results_differ"},
		"task below 0":     {lie(func(e *ResultsExport) { e.Results[0].Facts.Task = -1 }), "results", "results_differ"},
		"agent twice":      {lie(func(e *ResultsExport) { e.Agents = append(e.Agents, e.Agents[0]) }), "results", "counted_twice"},
		"agent's score":    {func(e *ResultsExport) { *e.Agents[0].SuiteScore -= 1e-9 }, "results", "results_differ"},
		"evidence":         {func(e *ResultsExport) { e.Results[1].Evidence[20] ^= 1 }, "evidence", "evidence_changed"},
		"evidence added":   {func(e *ResultsExport) { e.Results[8].Evidence = []byte("{}") }, "evidence", "evidence_changed"},
		"a failure passed": {lie(func(e *ResultsExport) { e.Results[5].Facts.Score, e.Results[5].Facts.Passed = new(1.0), true }), "replay", "score_differs"},
		"a pass failed":    {lie(func(e *ResultsExport) { e.Results[0].Facts.Passed = false }), "replay", "score_differs"},
		"a timeout passed": {lie(func(e *ResultsExport) { e.Results[6].Facts.Score = new(1.0) }), "replay", "score_differs"},
		"not counted":      {lie(func(e *ResultsExport) { e.Results[6].Facts.Score = nil }), "replay", "score_differs"},
		"counted":          {lie(func(e *ResultsExport) { e.Results[13].Facts.Score = new(0.0) }), "replay", "score_differs"},
		"never called":     {lie(func(e *ResultsExport) { e.Results[0].Facts.Evidence, e.Results[0].Evidence = "", nil }), "replay", "unreadable"},
		"sealed mean":      {lie(func(e *ResultsExport) { *e.Agents[0].SuiteScore -= 1e-9 }), "suite_score", "score_differs"},
		"mean of nothing":  {lie(func(e *ResultsExport) { e.Agents[0].SuiteScore = nil }), "suite_score", "score_differs"},
		"time":             {lie(func(e *ResultsExport) { e.Results[0].Facts.At = "yesterday" }), "board", "unreadable"},
		"tally":            {func(e *ResultsExport) { e.Board[0].Tally.Sum++ }, "board", "board_differs"},
		"mean":             {func(e *ResultsExport) { e.Board[2].Standing.Mean += 1e-12 }, "board", "board_differs"},
		"low end":          {func(e *ResultsExport) { e.Board[2].Standing.Low += 1e-6 }, "board", "board_differs"},
		"high end":         {func(e *ResultsExport) { e.Board[2].Standing.High -= 1e-9 }, "board", "board_differs"},
		"capability":       {func(e *ResultsExport) { e.Board[1].Standing.Capability = nil }, "board", "board_differs"},
		"rank":             {func(e *ResultsExport) { e.Board[0].Standing.BestRank++ }, "board", "board_differs"},
		"no standing":      {func(e *ResultsExport) { e.Board[0].Standing = nil }, "board", "board_differs"},
		"board left out":   {func(e *ResultsExport) { e.Board = e.Board[:2] }, "board", "board_differs"},
		"a trial's board":  {sealed(func(f *RunFacts) { f.Trial = true }), "board", "board_differs"},
		"log's index":      {func(e *ResultsExport) { e.Log.Index++ }, "log", "not_in_log"},
		"another's place":  {func(e *ResultsExport) { e.Log = anchored(sealScore(classscore.Document{})) }, "log", "not_in_log"},
	} {
		e := resultsSample(t)
		c.change(&e)
		r := Results(e, logKeys()...)
		i := slices.IndexFunc(r.Checks, func(c Check) bool { return !c.OK })
		if r.OK || i < 0 || r.Checks[i].Name != c.check || r.Checks[i].Code != c.code || r.Checks[i].Detail == "" {
			t.Errorf("%s: %+v, want %s to say %s", name, r.Checks, c.check, c.code)
		}
	}
}

func TestUnreadableResults(t *testing.T) {
	good := string(must(receipt.Canonical(buildResults(false))))
	for name, text := range map[string]string{
		"spaces":        " " + good,
		"newline":       good + "\n",
		"unknown field": strings.Replace(good, `"format":`, `"extra":1,"format":`, 1),
		"missing field": strings.Replace(good, `"attempts":1,`, "", 1),
		"other format":  strings.Replace(good, ResultsFormat, "assay-results-export-2", 1),
		"base64":        strings.Replace(good, `"evidence":"ey`, `"evidence":"ey\n`, 1),
		"score":         string(sampleText()),
	} {
		if _, err := ReadResults([]byte(text)); err == nil {
			t.Errorf("%s: is read", name)
		}
	}
}

func TestAny(t *testing.T) {
	for name, text := range map[string][]byte{"score": sampleText(), "results": must(receipt.Canonical(buildResults(true)))} {
		if r, err := Any(text, logKeys()...); err != nil || !r.OK || !r.Anchored {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if r, err := Any(append([]byte(" "), text...)); err == nil {
			t.Errorf("%s with a space before: %+v", name, r)
		}
	}
	for _, text := range []string{"", "[]", "{}", `{"format":"assay-other-1"}`, `{"format":1}`} {
		if r, err := Any([]byte(text)); err == nil || !strings.Contains(err.Error(), "format") && !strings.Contains(err.Error(), "JSON") {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

// What is written piece by piece is what the canonical form of the whole is.
func TestResultsAreWrittenCanonically(t *testing.T) {
	e := buildResults(false)
	for range 20 { // more than one piece
		e.Results = append(e.Results, e.Results[:15]...)
	}
	bodies := map[string][]byte{}
	for _, r := range e.Results {
		if r.Evidence != nil {
			bodies[r.Facts.ID] = r.Evidence
		}
	}
	var out bytes.Buffer
	err := e.Write(&out, func(ids []string) (map[string][]byte, error) {
		part := map[string][]byte{}
		for _, id := range ids {
			if b := bodies[id]; b != nil {
				part[id] = b
			}
		}
		return part, nil
	})
	if want := must(receipt.Canonical(e)); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v, written\n%.500s\nwant\n%.500s", err, &out, want)
	}
}

// The quick way to canonical facts gives the same bytes.
func TestCanonicalFacts(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	texts := []string{"", "did:web:a.example", "did:web:localhost%3A8080", "é", "<&>", "a\"b\\c", "\u2028", "\x7f", "x:-0", "tab\t"}
	numbers := []float64{0, 1, 0.5, 1.0 / 3, 1e-7, 0.000001, 123456789012345680, 1e21, 5e-324}
	for range 2000 {
		text, number := texts[random.IntN(len(texts))], numbers[random.IntN(len(numbers))]
		latency := random.Int64N(1<<62) >> random.IntN(62)
		f := ResultFacts{Agent: text, ID: texts[random.IntN(len(texts))], Score: &number, LatencyMS: &latency, Task: random.IntN(9) - 1, Error: eval.ErrTimeout}
		if got, want := must(canonical(f)), must(receipt.Canonical(f)); !bytes.Equal(got, want) {
			t.Fatalf("%s, want %s", got, want)
		}
		a := RunAgentFacts{Agent: text, SuiteScore: &number}
		if got, want := must(canonical(a)), must(receipt.Canonical(a)); !bytes.Equal(got, want) {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

// The layout of an export is written down: a change of it would make the exports out there unreadable. UPDATE=1 writes it anew.
func TestLayoutOfResults(t *testing.T) {
	const file = "testdata/results.json"
	text := must(receipt.Canonical(buildResults(false)))
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if golden := must(os.ReadFile(file)); !bytes.Equal(golden, text) {
		t.Errorf("an export is now\n%s\nand was\n%s", text, golden)
	}
}
