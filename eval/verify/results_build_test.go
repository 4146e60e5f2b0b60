package verify

import (
	"encoding/json"
	"fmt"
	"time"

	"assay/eval"
	"assay/eval/receipt"
	"assay/eval/scorer"
)

// answer is what an agent says to a task in a test.
type answer struct {
	body    string
	status  int
	ms      int64
	err     eval.ErrorCode
	uncall  bool // nothing was called
	removed bool // its evidence, meanwhile
}

// battery has a task for every rule, and weights that no double holds exactly.
var battery = eval.Suite{
	ID: "ste_basics", Key: "http-basics", Name: "Basics <1>", Description: "every rule: “ok”", TaskType: eval.HTTPProbe, TargetDIDs: []string{"did:web:b.example", "did:web:a.example"},
	Tasks: []eval.Task{
		{Name: "up", Input: "/", Scorer: scorer.StatusOK, Weight: 0.1},
		{Name: "exact", Input: "/health", Scorer: scorer.Exact, Expected: "ok", Weight: 0.2},
		{Name: "says", Input: "/hello", Scorer: scorer.Contains, Expected: "é", Weight: 0.7},
		{Name: "pattern", Input: "/id", Scorer: scorer.Regex, Expected: `^id-\d+$`, Weight: 3},
		{Name: "quick", Input: "/", Scorer: scorer.LatencyUnderMS, Expected: "250", Weight: 1},
	},
}

// exam is what three agents did with it.
var exam = []struct {
	agent   string
	answers []answer
}{
	{"did:web:a.example", []answer{{status: 204, ms: 12}, {body: "ok\n", status: 200, ms: 1}, {body: "caf\u00e9", status: 200, ms: 7, removed: true}, {body: "id-7", status: 500, ms: 3}, {ms: 250, status: 200}}},
	{"did:web:b.example", []answer{{status: 503, ms: 12}, {err: eval.ErrTimeout, ms: 30_000}, {body: "cafe\u0301 \xff", status: 200, ms: 7}, {err: eval.ErrNoEndpoint, uncall: true}, {ms: 251, status: 200}}},
	{"did:web:c.example", []answer{{status: 200, ms: 1}, {err: eval.ErrInternal, uncall: true}, {err: eval.ErrTimeout, ms: 9, removed: true}, {err: eval.ErrCancelled, uncall: true}, {err: eval.ErrCancelled, uncall: true}}},
}

// buildResults makes the export that a registry would.
func buildResults(trial bool) ResultsExport {
	definition := must(battery.Definition().Canonical())
	started := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	e := ResultsExport{Format: ResultsFormat, Definition: definition, Results: []ExportedResult{}, Agents: []RunAgentFacts{}}
	weights := make([]float64, len(battery.Tasks))
	for i, t := range battery.Tasks {
		weights[i] = t.Weight
	}
	for a, part := range exam {
		scores := make([]*float64, len(weights))
		for i, said := range part.answers {
			f := ResultFacts{
				ID: fmt.Sprintf("rst_%d%d", a, i), Agent: part.agent, Task: i, Error: said.err, Attempts: 1 + i%2,
				At: Instant(started.Add(time.Duration(10*a+i) * time.Second)), Fingerprint: eval.AgentFingerprint(nil, "", part.agent),
			}
			var body []byte
			if !said.uncall {
				f.LatencyMS = &said.ms
				body = must(eval.Evidence{Exchanges: []eval.Exchange{{Method: "GET", URL: "https://x/", Status: said.status}}, Body: []byte(said.body)}.Encode())
				f.Evidence = eval.EvidenceHash(body)
			}
			if said.err.Counts() {
				t := battery.Tasks[i]
				v := scorer.Score(t.Scorer, t.Expected, eval.Observation{Status: said.status, Body: []byte(said.body), LatencyMS: said.ms, Error: said.err})
				f.Score, f.Passed = &v.Score, v.Passed
			}
			if scores[i] = f.Score; said.removed {
				body = nil
			}
			e.Results = append(e.Results, ExportedResult{Facts: f, Evidence: body})
		}
		e.Agents = append(e.Agents, RunAgentFacts{Agent: part.agent, Fingerprint: "f", SuiteScore: eval.SuiteScore(scores, weights)})
	}
	run := eval.Run{
		ID: "run_1", SuiteID: battery.ID, SuiteKey: battery.Key, Version: 3, Digest: eval.Digest(definition), Status: eval.RunCancelled, Trial: trial,
		StartedAt: started, FinishedAt: started.Add(time.Minute),
	}
	e.Board = must(Board(trial, e.facts(), e.Agents))
	e.Run = sealRun(must(SealRun(run, e.facts(), e.Agents)))
	e.Log = anchored(e.Run)
	return e
}

func (e ResultsExport) facts() []ResultFacts { return (&resultsCheck{ResultsExport: e}).facts() }

func sealRun(f RunFacts) Sealed {
	return must(Export(receipt.Receipt{ID: "rcp_run", Kind: receipt.RunCompleted, At: time.Unix(1_800_000_000, 0), Facts: must(receipt.Canonical(f))}))
}

// sealAnew makes the registry's seal of what the export says now.
func (e *ResultsExport) sealAnew(change func(*RunFacts)) {
	var b body
	var f RunFacts
	for _, err := range []error{json.Unmarshal(e.Run.Receipt, &b), json.Unmarshal(b.Facts, &f)} {
		if err != nil {
			panic(err)
		}
	}
	f.Results, f.Agents, f.Definition = must(digest(e.facts())), must(digest(e.Agents)), eval.Digest(e.Definition)
	if change != nil {
		change(&f)
	}
	e.Run = sealRun(f)
	e.Log = anchored(e.Run)
}
