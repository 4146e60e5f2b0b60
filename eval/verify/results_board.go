package verify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

// BoardEntry is what a run adds to the board for one agent, and where the agent stands by this run alone.
type BoardEntry struct {
	Agent    string     `json:"agent"` // DID
	Tally    TallyFacts `json:"tally"`
	Standing *Standing  `json:"standing"` // null: nothing of it counts
}

// TallyFacts is an eval.Tally. Sums are in units of 10⁻⁹.
type TallyFacts struct {
	Count       int64  `json:"count"`
	Sum         int64  `json:"sum"`
	SumSquares  int64  `json:"sum_squares"`
	Fractional  int64  `json:"fractional"`
	Passed      int64  `json:"passed"`
	Answered    int64  `json:"answered"`
	AnsweredSum int64  `json:"answered_sum"`
	SuiteRuns   int64  `json:"suite_runs"`
	Uncounted   int64  `json:"uncounted"`
	LastAt      string `json:"last_at"` // empty: nothing counts
}

// Standing is an eval.Standing by mean. The ends of the interval are rounded to 6 decimals: the digits behind may differ between machines.
type Standing struct {
	Rank         int                 `json:"rank"`
	BestRank     int                 `json:"best_rank"`
	WorstRank    int                 `json:"worst_rank"`
	Mean         float64             `json:"mean"`
	Low          float64             `json:"low"`
	High         float64             `json:"high"`
	Method       eval.IntervalMethod `json:"method"`
	Availability float64             `json:"availability"`
	Capability   *float64            `json:"capability"` // null: never answered
	SmallSample  bool                `json:"small_sample"`
}

// Board computes what a run adds to the board, by agent. A trial adds nothing.
func Board(trial bool, results []ResultFacts, agents []RunAgentFacts) ([]BoardEntry, error) {
	entries, _, err := board(trial, results, agents)
	return entries, err
}

// board gives in addition the intervals with all their digits, by agent.
func board(trial bool, results []ResultFacts, agents []RunAgentFacts) ([]BoardEntry, map[string]eval.Interval, error) {
	entries, intervals := []BoardEntry{}, map[string]eval.Interval{}
	if trial {
		return entries, intervals, nil
	}
	tallies := map[string]*eval.Tally{}
	for _, a := range agents {
		t := &eval.Tally{AgentDID: a.Agent}
		if a.SuiteScore != nil {
			t.SuiteRuns = 1
		}
		tallies[a.Agent] = t
	}
	for _, r := range results {
		at, err := time.Parse(receipt.TimeLayout, r.At)
		if err != nil {
			return nil, nil, fmt.Errorf("result %s: its time %q is not written as %s", r.ID, r.At, receipt.TimeLayout)
		}
		t := tallies[r.Agent]
		if t == nil {
			return nil, nil, fmt.Errorf("result %s is of the agent %s, which has no part of the run", r.ID, r.Agent)
		}
		t.Add(r.Score, r.Error, at)
	}
	all := make([]eval.Tally, 0, len(tallies))
	for _, t := range tallies {
		all = append(all, *t)
	}
	standings := map[string]*Standing{}
	for _, s := range eval.Standings(all, eval.OrderByMean) {
		intervals[s.AgentDID] = s.Interval
		standings[s.AgentDID] = &Standing{
			Rank: s.Rank, BestRank: s.BestRank, WorstRank: s.WorstRank, Mean: s.MeanScore, Low: classscore.Six(s.Interval.Low),
			High: classscore.Six(s.Interval.High), Method: s.Interval.Method, Availability: s.Availability, Capability: s.Capability,
			SmallSample: s.SmallSample,
		}
	}
	for _, t := range all {
		entries = append(entries, BoardEntry{Agent: t.AgentDID, Standing: standings[t.AgentDID], Tally: TallyFacts{
			Count: t.Count, Sum: t.Sum, SumSquares: t.SumSquares, Fractional: t.Fractional, Passed: t.Passed, Answered: t.Answered,
			AnsweredSum: t.AnsweredSum, SuiteRuns: t.SuiteRuns, Uncounted: t.Uncounted, LastAt: Instant(t.LastAt),
		}})
	}
	slices.SortFunc(entries, func(a, b BoardEntry) int { return cmp.Compare(a.Agent, b.Agent) })
	return entries, intervals, nil
}

// same reports whether an entry says what was computed, and its interval what it rounds to. One that lies between two roundings may have
// been rounded to either.
func (e BoardEntry) same(computed BoardEntry, interval eval.Interval) bool {
	if e.Agent != computed.Agent || e.Tally != computed.Tally || (e.Standing == nil) != (computed.Standing == nil) {
		return false
	}
	if e.Standing == nil {
		return true
	}
	said, want := *e.Standing, *computed.Standing
	if !rounds(said.Low, interval.Low) || !rounds(said.High, interval.High) || !equal(said.Capability, want.Capability) {
		return false
	}
	said.Low, said.High, said.Capability = want.Low, want.High, want.Capability
	return said == want
}

func rounds(said, exact float64) bool {
	return said == classscore.Six(said) && math.Abs(said-exact) <= 0.5e-6+1e-9
}

func equal[V comparable](a, b *V) bool {
	return (a == nil) == (b == nil) && (a == nil || *a == *b)
}
