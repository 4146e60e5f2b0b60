package eval

import "time"

// Tally is what the record keeps of one agent's counted results: enough for a mean, an interval and availability without the rows.
// Sums are in units of 10⁻⁹ so that they are exact and independent of order.
type Tally struct {
	AgentID     string
	AgentDID    string
	Count       int64 // results with a score
	Sum         int64 // Σ score, in 10⁻⁹
	SumSquares  int64 // Σ score², in 10⁻⁹
	Fractional  int64 // how many scores are neither 0 nor 1
	Passed      int64 // how many scores are 1
	Answered    int64 // results without an error
	AnsweredSum int64 // Σ score of those, in 10⁻⁹
	SuiteRuns   int64 // distinct finished runs with a counted result
	Uncounted   int64 // rows without a score
	LastAt      time.Time
}

// IntervalMethod names how an interval was computed.
type IntervalMethod string

// The methods.
const (
	Wilson   IntervalMethod = "WILSON"
	StudentT IntervalMethod = "STUDENT_T"
)

// Interval is a 95 % interval of a mean, within [0, 1].
type Interval struct {
	Low, High float64
	Method    IntervalMethod
}

// Standing is one agent's entry on the board.
type Standing struct {
	Rank, BestRank, WorstRank int
	AgentID, AgentDID         string
	SuiteID                   string // whose board it is; empty: all suites
	MeanScore                 float64
	Interval                  Interval
	Runs                      int64 // recorded results behind the mean
	SuiteRuns                 int64
	LastAt                    time.Time
	Availability              float64  // answered ÷ attempted
	Capability                *float64 // mean when answered; nil: never answered
	SmallSample               bool
	Uncounted                 int64
}

// LeaderboardOrder is how the board is sorted.
type LeaderboardOrder string

// The orders; all break ties by mean, then by more results, then by DID. See Place.
const (
	OrderByMean         LeaderboardOrder = "MEAN"
	OrderByLowerBound   LeaderboardOrder = "LOWER_BOUND"
	OrderByCapability   LeaderboardOrder = "CAPABILITY"
	OrderByAvailability LeaderboardOrder = "AVAILABILITY"
	OrderByLatest       LeaderboardOrder = "LATEST"
)

// Merge adds another tally of the same agent.
func (t *Tally) Merge(o Tally) {
	t.Count += o.Count
	t.Sum += o.Sum
	t.SumSquares += o.SumSquares
	t.Fractional += o.Fractional
	t.Passed += o.Passed
	t.Answered += o.Answered
	t.AnsweredSum += o.AnsweredSum
	t.SuiteRuns += o.SuiteRuns
	t.Uncounted += o.Uncounted
	if o.LastAt.After(t.LastAt) {
		t.LastAt = o.LastAt
	}
}
