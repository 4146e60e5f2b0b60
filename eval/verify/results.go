package verify

import (
	"encoding/json"
	"fmt"
	"slices"

	"assay/eval"
	"assay/eval/receipt"
	"assay/eval/scorer"
)

// ResultsFormat names the layout of a ResultsExport.
const ResultsFormat = "assay-results-export-1"

// ResultsExport is a run that ended, with all that its results follow from. It is canonical JSON, without anything else in it.
type ResultsExport struct {
	Format     string           `json:"format"`
	Run        Sealed           `json:"run"`        // the receipt
	Definition json.RawMessage  `json:"definition"` // of the suite version, see eval.Definition
	Results    []ExportedResult `json:"results"`
	Agents     []RunAgentFacts  `json:"agents"`
	Board      []BoardEntry     `json:"board"` // by agent; of a trial empty
	Log        *Anchor          `json:"log"`   // null: the receipt is not in the log yet
}

// ExportedResult is a result with its evidence. JSON carries the evidence in base64.
type ExportedResult struct {
	Facts    ResultFacts `json:"facts"`
	Evidence []byte      `json:"evidence"` // null: nothing was called, or it was removed after its retention time
}

// ReadResults reads an export. An error means that it cannot be read: it is not canonical, or has fields that are unknown or missing.
func ReadResults(text []byte) (e ResultsExport, err error) {
	if err := strict(text, &e); err != nil {
		return e, err
	}
	if e.Format != ResultsFormat {
		return e, fmt.Errorf("its format is %q; %q can be read", e.Format, ResultsFormat)
	}
	return e, nil
}

// Results checks an export of a run's results: seven questions by name, and whether the log has the receipt. Keys are the log's, pinned by
// who asks.
//
//	seal         the receipt of the run is intact, and says that it ended
//	definition   the definition is the one that the run measured
//	results      results and agents are exactly those that were sealed, one result for each agent and task
//	evidence     each evidence is the one that was sealed; what was removed is counted
//	replay       the task's rule, applied to the evidence again, gives each result's score
//	suite_score  each agent's score is the mean of its results, weighted as the definition says
//	board        what the run adds to the board, and where agents stand by it, follow from the results
func Results(e ResultsExport, keys ...string) Report {
	c := resultsCheck{ResultsExport: e}
	r := Report{OK: true, Checks: []Check{}}
	p := c.seal()
	r.add("seal", p, fmt.Sprintf("The receipt %s sealed run %s, which is %s.", e.Run.Hash, c.run.Run, c.run.Status))
	r.add("definition", c.defined(), fmt.Sprintf("Suite %s, version %d, with %d tasks.", c.run.SuiteKey, c.run.Version, len(c.definition.Tasks)))
	r.add("results", c.complete(), fmt.Sprintf("%d results of %d agents are exactly the ones that were sealed.", len(e.Results), len(e.Agents)))
	kept, removed, p := c.evidence()
	r.Removed = removed
	r.add("evidence", p, fmt.Sprintf("The evidence of %d results is what was sealed; that of %d was removed.", kept, removed))
	replayed, p := c.replay()
	r.add("replay", p, fmt.Sprintf("The tasks' rules give the same score for %d results.", replayed))
	r.add("suite_score", c.suiteScores(), fmt.Sprintf("The scores of %d agents follow from their results.", len(e.Agents)))
	r.add("board", c.board(), fmt.Sprintf("What the run adds to the board for %d agents follows from their results.", len(e.Board)))
	r.anchor(e.Log, e.Run.Hash, keys)
	return r
}

// resultsCheck is an export with what was read of it.
type resultsCheck struct {
	ResultsExport
	sealed     bool // run holds
	run        RunFacts
	definition eval.Definition
}

func (c *resultsCheck) seal() *problem {
	b, p := c.Run.open(receipt.RunCompleted)
	if p != nil {
		return p
	}
	var f RunFacts
	if err := strict(b.Facts, &f); err != nil {
		return &problem{"unreadable", fmt.Sprintf("receipt %s: its facts: %v", c.Run.Hash, err)}
	}
	if !f.Status.Final() || b.Workspace != "" {
		return &problem{"wrong_kind", fmt.Sprintf("receipt %s is of a run that is %s, in workspace %q; of one of the registry that ended is needed", c.Run.Hash, f.Status, b.Workspace)}
	}
	c.sealed, c.run = true, f
	return nil
}

// unsealed is what can be said where the receipt says nothing.
var unsealed = problem{"no_seal", "there is no seal that this could be held against"}

func (c *resultsCheck) defined() *problem {
	d, err := eval.ParseDefinition(c.Definition)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	c.definition = d
	if !c.sealed {
		return &unsealed
	}
	if got := eval.Digest(c.Definition); got != c.run.Definition || d.Key != c.run.SuiteKey {
		return &problem{"definition_changed", fmt.Sprintf("the run measured the definition %s of suite %s, not this one, %s of suite %s", c.run.Definition, c.run.SuiteKey, got, d.Key)}
	}
	return nil
}

func (c *resultsCheck) facts() []ResultFacts {
	all := make([]ResultFacts, len(c.Results))
	for i, r := range c.Results {
		all[i] = r.Facts
	}
	return all
}

func (c *resultsCheck) complete() *problem {
	tasks := len(c.definition.Tasks)
	done := make(map[string][]bool, len(c.Agents))
	for _, a := range c.Agents {
		if done[a.Agent] != nil {
			return &problem{"counted_twice", fmt.Sprintf("the agent %s is there twice", a.Agent)}
		}
		done[a.Agent] = make([]bool, tasks)
	}
	for _, r := range c.Results {
		f := r.Facts
		of := done[f.Agent]
		switch {
		case of == nil:
			return &problem{"results_differ", fmt.Sprintf("result %s is of the agent %s, which has no part of the run", f.ID, f.Agent)}
		case f.Task < 0 || f.Task >= tasks:
			return &problem{"results_differ", fmt.Sprintf("result %s is of task %d, from 0, of %d", f.ID, f.Task, tasks)}
		case of[f.Task]:
			return &problem{"counted_twice", fmt.Sprintf("the agent %s has two results of task %d, from 0", f.Agent, f.Task)}
		}
		of[f.Task] = true
	}
	for _, a := range c.Agents {
		if i := slices.Index(done[a.Agent], false); i >= 0 {
			return &problem{"results_differ", fmt.Sprintf("the agent %s has no result of task %d, from 0", a.Agent, i)}
		}
	}
	if !c.sealed {
		return &unsealed
	}
	results, err := digest(c.facts())
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	agents, err := digest(c.Agents)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	if results != c.run.Results || agents != c.run.Agents {
		return &problem{"results_differ", fmt.Sprintf("these %d results and %d agents are not the %d and %d that were sealed, or something was changed in them",
			results.Count, agents.Count, c.run.Results.Count, c.run.Agents.Count)}
	}
	return nil
}

func (c *resultsCheck) evidence() (kept, removed int, _ *problem) {
	for _, r := range c.Results {
		switch {
		case r.Evidence != nil && eval.EvidenceHash(r.Evidence) != r.Facts.Evidence:
			return kept, removed, &problem{"evidence_changed", fmt.Sprintf("the evidence of result %s is not the one that was sealed, %s", r.Facts.ID, r.Facts.Evidence)}
		case r.Evidence != nil:
			kept++
		case r.Facts.Evidence != "":
			removed++
		}
	}
	return kept, removed, nil
}

func (c *resultsCheck) replay() (replayed int, _ *problem) {
	for _, r := range c.Results {
		f := r.Facts
		if f.Task < 0 || f.Task >= len(c.definition.Tasks) {
			return replayed, &problem{"score_differs", fmt.Sprintf("there is no task %d, from 0, for result %s", f.Task, f.ID)}
		}
		got, known, err := r.judge(c.definition.Tasks[f.Task])
		if err != nil {
			return replayed, &problem{"unreadable", fmt.Sprintf("the evidence of result %s: %v", f.ID, err)}
		}
		if !known {
			continue
		}
		if !equal(got.score, f.Score) || got.passed != f.Passed {
			return replayed, &problem{"score_differs", fmt.Sprintf("result %s: the rule gives score %s, passed %t; the record says %s, passed %t",
				f.ID, number(got.score), got.passed, number(f.Score), f.Passed)}
		}
		replayed++
	}
	return replayed, nil
}

type judged struct {
	score  *float64
	passed bool
}

// judge gives what the result must be by its error, its evidence and its task. It is not known where the evidence that decides was removed.
func (r ExportedResult) judge(task eval.DefinitionTask) (j judged, known bool, err error) {
	f := r.Facts
	if !f.Error.Counts() {
		return j, true, nil
	}
	o := eval.Observation{Error: f.Error}
	if f.LatencyMS != nil {
		o.LatencyMS = *f.LatencyMS
	}
	switch {
	case f.Error != eval.NoError: // scores 0 whatever was received
	case r.Evidence == nil && f.Evidence != "":
		return j, false, nil
	default:
		evidence, err := eval.DecodeEvidence(r.Evidence)
		if err != nil {
			return j, false, err
		}
		o.Status, o.Body = evidence.Status(), evidence.Body
	}
	v := scorer.Score(task.Scorer, task.Expected, o)
	return judged{new(eval.RecordedScore(v.Score)), v.Passed}, true, nil
}

func number(score *float64) string {
	if score == nil {
		return "none"
	}
	return fmt.Sprint(*score)
}

func (c *resultsCheck) suiteScores() *problem {
	tasks := c.definition.Tasks
	weights := make([]float64, len(tasks))
	for i, t := range tasks {
		weights[i] = t.Weight
	}
	scores := make(map[string][]*float64, len(c.Agents))
	for _, a := range c.Agents {
		scores[a.Agent] = make([]*float64, len(tasks))
	}
	for _, r := range c.Results {
		if of := scores[r.Facts.Agent]; r.Facts.Task >= 0 && r.Facts.Task < len(of) {
			of[r.Facts.Task] = r.Facts.Score
		}
	}
	for _, a := range c.Agents {
		if got := eval.SuiteScore(scores[a.Agent], weights); !equal(got, a.SuiteScore) {
			return &problem{"score_differs", fmt.Sprintf("the results of the agent %s give %s; the record says %s", a.Agent, number(got), number(a.SuiteScore))}
		}
	}
	return nil
}

func (c *resultsCheck) board() *problem {
	if !c.sealed {
		return &unsealed
	}
	want, intervals, err := board(c.run.Trial, c.facts(), c.Agents)
	if err != nil {
		return &problem{"unreadable", err.Error()}
	}
	if len(want) != len(c.Board) {
		return &problem{"board_differs", fmt.Sprintf("the run adds to the board for %d agents; here are %d", len(want), len(c.Board))}
	}
	for i, entry := range c.Board {
		if !entry.same(want[i], intervals[want[i].Agent]) {
			return &problem{"board_differs", fmt.Sprintf("what is said of the agent %s does not follow from the results", entry.Agent)}
		}
	}
	return nil
}
