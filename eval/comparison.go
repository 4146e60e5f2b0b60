package eval

import (
	"cmp"
	"slices"

	"assay/eval/stats"
)

// ComparisonVerdict says whether a paired difference is sure.
type ComparisonVerdict string

// The verdicts.
const (
	BBetter ComparisonVerdict = "B_BETTER" // the interval of b − a lies above 0
	ABetter ComparisonVerdict = "A_BETTER" // it lies below 0
	NotSure ComparisonVerdict = "NOT_SURE" // it holds 0
	NoPairs ComparisonVerdict = "NO_PAIRS" // there is no pair, or only one
)

// Comparison is a paired comparison of two sides. Differences are b − a.
type Comparison struct {
	A, B          ComparisonSide
	Pairs         int
	Difference    *float64 // mean of the paired differences; nil: no pair
	Low, High     *float64 // 95 % interval of it, see stats.Paired; nil: fewer than two pairs
	Verdict       ComparisonVerdict
	Lost          int // a passed, b did not
	Won           int // b passed, a did not
	BothPassed    int
	NeitherPassed int
	Notes         []string // what keeps the sides from being quite alike
	Tasks         []PairedTask
}

// ComparisonSide is one side of a comparison.
type ComparisonSide struct {
	RunID     string   // empty: several runs
	AgentID   string   // empty: runs are compared
	MeanScore *float64 // over the pairs, which count alike whatever their tasks' weights
	Unpaired  int      // results with a score that are in no pair
}

// PairedTask is one task on both sides.
type PairedTask struct {
	Task       Task // as b's run holds it
	SuiteID    string
	AgentID    string // empty: agents are compared
	Position   int    // in b's run
	A, B       Result
	Difference float64 // score of b − score of a, in nine decimals
}

// MeasuredRun is a run with what is needed to compare it: the version it pins, and its results, in any order. Of the results, only task,
// agent, score, passed and fingerprint matter.
type MeasuredRun struct {
	Run      Run
	TaskType TaskType
	Tasks    []Task // in order
	Results  []Result
}

// CompareRuns pairs the results of two runs: of the same agent, on a task of the same id that both runs define alike (type of task, scorer,
// input, expected; neither its name nor its weight decides what is measured), where both have a score. The order of results does not matter.
//
// Tasks lists the pairs: those that a passed and b did not, those that b passed and a did not, the others; each in order of b's tasks,
// then of agents' DIDs. All are there; a door may show fewer.
func CompareRuns(a, b MeasuredRun) Comparison {
	c := Comparison{A: ComparisonSide{RunID: a.Run.ID}, B: ComparisonSide{RunID: b.Run.ID}}
	alike := definedAlike(a, b)
	of := make(map[[2]string]Result, len(a.Results))
	for _, r := range a.Results {
		if r.Score != nil {
			of[[2]string{r.AgentID, r.TaskID}] = r
		}
	}
	scored := 0
	for _, r := range b.Results {
		if r.Score == nil {
			continue
		}
		scored++
		partner, ok := of[[2]string{r.AgentID, r.TaskID}]
		if place, same := alike[r.TaskID]; ok && same {
			c.pair(b.Run, b.Tasks[place], place, r.AgentID, partner, r)
		}
	}
	c.finish(len(of), scored)
	c.Notes = runNotes(a, b, alike)
	return c
}

// CompareAgents pairs the results of two agents within each of these runs, one of a suite: on the same task, where both have a score. The
// runs' results are those of the two agents, in any order. Tasks is as CompareRuns has it, with suites by key before tasks.
func CompareAgents(a, b string, runs []MeasuredRun) Comparison {
	c := Comparison{A: ComparisonSide{AgentID: a}, B: ComparisonSide{AgentID: b}}
	if len(runs) == 1 {
		c.A.RunID, c.B.RunID = runs[0].Run.ID, runs[0].Run.ID
	}
	scoredA, scoredB := 0, 0
	for _, m := range runs {
		of := map[string]Result{}
		for _, r := range m.Results {
			if r.AgentID == a && r.Score != nil {
				of[r.TaskID] = r
			}
		}
		scoredA += len(of)
		for _, r := range m.Results {
			if r.AgentID != b || r.Score == nil {
				continue
			}
			scoredB++
			if partner, ok := of[r.TaskID]; ok && r.TaskIndex < len(m.Tasks) {
				c.pair(m.Run, m.Tasks[r.TaskIndex], r.TaskIndex, "", partner, r)
			}
		}
	}
	c.finish(scoredA, scoredB)
	c.Notes = agentNotes(a, b, runs)
	return c
}

// definedAlike gives the tasks that both runs define alike, with their places in b.
func definedAlike(a, b MeasuredRun) map[string]int {
	alike := map[string]int{}
	if a.Run.SuiteID != b.Run.SuiteID || a.TaskType != b.TaskType {
		return alike
	}
	was := tasksByID(a.Tasks)
	for i, t := range b.Tasks {
		if old, ok := was[t.ID]; ok && measuresAlike(old, t) {
			alike[t.ID] = i
		}
	}
	return alike
}

func measuresAlike(a, b Task) bool {
	return a.Scorer == b.Scorer && a.Input == b.Input && a.Expected == b.Expected
}

func tasksByID(tasks []Task) map[string]Task {
	byID := make(map[string]Task, len(tasks))
	for _, t := range tasks {
		byID[t.ID] = t
	}
	return byID
}

func (c *Comparison) pair(run Run, t Task, position int, agentID string, a, b Result) {
	c.Tasks = append(c.Tasks, PairedTask{
		Task: t, SuiteID: run.SuiteID, AgentID: agentID, Position: position, A: a, B: b,
		Difference: float64(ToUnits(*b.Score)-ToUnits(*a.Score)) / float64(Units), // not blurred by rounding: equal ones are equal
	})
}

// finish sums the pairs up and sorts them. scoredA and scoredB are how many results with a score each side has.
func (c *Comparison) finish(scoredA, scoredB int) {
	c.Pairs = len(c.Tasks)
	c.A.Unpaired, c.B.Unpaired = scoredA-c.Pairs, scoredB-c.Pairs
	differences := make([]float64, c.Pairs)
	sums := [2]Tally{}
	for i, p := range c.Tasks {
		differences[i] = p.Difference
		sums[0].Sum += ToUnits(*p.A.Score)
		sums[1].Sum += ToUnits(*p.B.Score)
		switch {
		case p.A.Passed && p.B.Passed:
			c.BothPassed++
		case p.A.Passed:
			c.Lost++
		case p.B.Passed:
			c.Won++
		default:
			c.NeitherPassed++
		}
	}
	if c.Pairs > 0 {
		a, b := stats.MeanFromSums(int64(c.Pairs), sums[0].Sum, Units), stats.MeanFromSums(int64(c.Pairs), sums[1].Sum, Units)
		mean, low, high := stats.Paired(differences)
		c.A.MeanScore, c.B.MeanScore, c.Difference = &a, &b, &mean
		if c.Pairs > 1 {
			c.Low, c.High = &low, &high
		}
	}
	c.Verdict = c.verdict()
	slices.SortFunc(c.Tasks, func(p, q PairedTask) int {
		return cmp.Or(cmp.Compare(p.turn(), q.turn()), cmp.Compare(p.B.SuiteKey, q.B.SuiteKey), cmp.Compare(p.SuiteID, q.SuiteID),
			cmp.Compare(p.Position, q.Position), cmp.Compare(p.B.AgentDID, q.B.AgentDID), cmp.Compare(p.B.ID, q.B.ID))
	})
}

func (c *Comparison) verdict() ComparisonVerdict {
	switch {
	case c.Low == nil:
		return NoPairs
	case *c.Low > 0:
		return BBetter
	case *c.High < 0:
		return ABetter
	}
	return NotSure
}

// turn sorts pairs: lost ones, won ones, the others.
func (p PairedTask) turn() int {
	switch {
	case p.A.Passed && !p.B.Passed:
		return 0
	case p.B.Passed && !p.A.Passed:
		return 1
	}
	return 2
}
