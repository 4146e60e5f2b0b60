package eval

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"time"

	"assay/eval/stats"
)

// Units is how many units of a Tally's sums make 1. Recorded scores are whole numbers of these: nine decimals.
const Units int64 = 1_000_000_000

// A standing rests on a small sample when it has fewer results or suite runs than these.
const (
	smallResults   = 30
	smallSuiteRuns = 3
)

// ToUnits is a score in units, rounded half to even. Below 0 and NaN give 0, above 1 gives Units. Example: 1.0/3 gives 333333333.
func ToUnits(score float64) int64 {
	switch {
	case !(score > 0):
		return 0
	case score >= 1:
		return Units
	}
	return int64(math.RoundToEven(score * float64(Units)))
}

// RecordedScore is a score as it is recorded: rounded to nine decimals, within [0, 1]. A mean of recorded scores and one from a
// Tally's sums are then the same.
func RecordedScore(score float64) float64 { return float64(ToUnits(score)) / float64(Units) }

// Add counts one result. A row whose score is nil, or whose error does not count, goes to Uncounted and changes nothing else.
// SuiteRuns is not touched: only who knows the runs can count them.
func (t *Tally) Add(score *float64, err ErrorCode, at time.Time) {
	if score == nil || !err.Counts() {
		t.Uncounted++
		return
	}
	u := ToUnits(*score)
	s := float64(u) / float64(Units)
	t.Count++
	t.Sum += u
	t.SumSquares += ToUnits(s * s)
	switch u {
	case 0:
	case Units:
		t.Passed++
	default:
		t.Fractional++
	}
	if err == NoError {
		t.Answered++
		t.AnsweredSum += u
	}
	if at.After(t.LastAt) {
		t.LastAt = at
	}
}

// Standings ranks agents by their tallies. The order of the tallies does not matter; one without a counted result has no standing.
//
// Errors that count are in the mean as 0, so availability is part of it: 2 right, 4 wrong and 2 timeouts have mean 2/8,
// availability 6/8 and capability 2/6. The interval is Wilson's where every score is 0 or 1, else Student's t on the mean. The
// rank band is what the intervals leave open: best = 1 + how many are surely better (their low end is above this one's high end),
// worst = how many are not surely worse, itself included. Since an interval contains its mean, best ≤ rank ≤ worst where the order is by
// mean or by lower bound; in the other orders the rank may lie outside, for the band is about means.
func Standings(tallies []Tally, order LeaderboardOrder) []Standing {
	standings := make([]Standing, 0, len(tallies))
	for _, t := range tallies {
		if t.Count > 0 {
			standings = append(standings, t.standing())
		}
	}
	slices.SortFunc(standings, func(a, b Standing) int { return a.Place(order).Compare(b.Place(order)) })
	rank(standings)
	return standings
}

// Place is where a standing comes in an order, by itself: it needs no board, so a list that is read in pages goes on behind it although
// the board has moved meanwhile.
type Place struct {
	By   float64 `json:"b"` // what the order sorts by, the largest first
	Mean float64 `json:"m"`
	Runs int64   `json:"r"`
	DID  string  `json:"d"`
}

// Place is the standing's place in an order; an order that is unknown is by mean. Who never answered has no capability and comes last.
func (s Standing) Place(order LeaderboardOrder) Place {
	p := Place{Mean: s.MeanScore, Runs: s.Runs, DID: s.AgentDID}
	switch order {
	case OrderByLowerBound:
		p.By = s.Interval.Low
	case OrderByCapability:
		if p.By = -1; s.Capability != nil {
			p.By = *s.Capability
		}
	case OrderByAvailability:
		p.By = s.Availability
	case OrderByLatest:
		p.By = float64(s.LastAt.UnixMilli())
	default:
		p.By = s.MeanScore
	}
	return p
}

// Compare is below 0 when p comes before q.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(q.By, p.By), cmp.Compare(q.Mean, p.Mean), cmp.Compare(q.Runs, p.Runs), cmp.Compare(p.DID, q.DID))
}

// standing is what a tally with at least one result says by itself, without a rank.
func (t Tally) standing() Standing {
	mean := stats.MeanFromSums(t.Count, t.Sum, Units)
	s := Standing{
		AgentID: t.AgentID, AgentDID: t.AgentDID,
		MeanScore:    mean,
		Runs:         t.Count,
		SuiteRuns:    t.SuiteRuns,
		LastAt:       t.LastAt,
		Availability: float64(t.Answered) / float64(t.Count),
		SmallSample:  t.Count < smallResults || t.SuiteRuns < smallSuiteRuns,
		Uncounted:    t.Uncounted,
	}
	if t.Fractional == 0 {
		s.Interval.Method = Wilson
		s.Interval.Low, s.Interval.High = stats.Wilson(t.Sum/Units, t.Count)
	} else {
		s.Interval.Method = StudentT
		sd := stats.DeviationFromSums(t.Count, t.Sum, t.SumSquares, Units)
		s.Interval.Low, s.Interval.High = stats.StudentT(mean, sd, t.Count)
	}
	if t.Answered > 0 {
		capability := stats.MeanFromSums(t.Answered, t.AnsweredSum, Units)
		s.Capability = &capability
	}
	return s
}

// rank numbers sorted standings and gives each its band, in O(n log n).
func rank(standings []Standing) {
	n := len(standings)
	lows, highs := make([]float64, n), make([]float64, n)
	for i, s := range standings {
		lows[i], highs[i] = s.Interval.Low, s.Interval.High
	}
	slices.Sort(lows)
	slices.Sort(highs)
	for i := range standings {
		s := &standings[i]
		surelyBetter := n - sort.Search(n, func(j int) bool { return lows[j] > s.Interval.High })
		surelyWorse := sort.SearchFloat64s(highs, s.Interval.Low)
		s.Rank = i + 1
		s.BestRank = 1 + surelyBetter
		s.WorstRank = n - surelyWorse
	}
}
