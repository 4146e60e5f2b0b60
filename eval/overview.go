package eval

import (
	"cmp"
	"slices"
	"time"

	"assay/eval/stats"
)

// Overview is the state of the public record at one instant.
type Overview struct {
	At            time.Time
	Day           Activity // see DayBegan
	Failing       []FailingAgent
	Due           []Suite // enabled, with an interval, the next due first
	ActiveAgents  int
	EnabledSuites int
}

// Activity counts the results of a span of time.
type Activity struct {
	Runs      int64 // that ended
	Results   int64 // with a score
	Passed    int64 // of these, score 1
	Errors    int64 // of these, score 0 because of an error
	Uncounted int64 // rows without a score
	Hours     []ActivityHour
}

// ActivityHour counts the results of one hour.
type ActivityHour struct {
	At        time.Time // when it began
	Results   int64
	MeanScore *float64 // nil: no results
	Errors    int64
}

// FailingAgent is an agent that did not pass everything in a span of time.
type FailingAgent struct {
	AgentID       string
	Results       int64
	MeanScore     float64
	Availability  float64
	MeanBefore    *float64 // of all that was recorded before the span; nil: nothing was
	LastFailureID string   // its newest result that did not pass
}

// dayHours is how many hours an overview looks back.
const dayHours = 24

// DayBegan is when the day of an overview began: 24 clock hours (UTC), the present one, so far, and the 23 before it. Everything that is
// said of that day is about results recorded, and runs ended, at or after this instant.
//
// Example: at 12:34 it is 13:00 of the day before.
func DayBegan(now time.Time) time.Time {
	return now.UTC().Truncate(time.Hour).Add(-(dayHours - 1) * time.Hour)
}

// NewActivity sums up a day that began at an instant: how many runs ended, and the tally of each of its hours that has one, by its Unix hour.
func NewActivity(began time.Time, runs int64, hours map[int64]Tally) Activity {
	a := Activity{Runs: runs, Hours: make([]ActivityHour, dayHours)}
	for i := range a.Hours {
		at := began.Add(time.Duration(i) * time.Hour)
		t := hours[at.Unix()/3600]
		h := ActivityHour{At: at, Results: t.Count, Errors: t.Count - t.Answered}
		if t.Count > 0 {
			mean := stats.MeanFromSums(t.Count, t.Sum, Units)
			h.MeanScore = &mean
		}
		a.Hours[i] = h
		a.Results += t.Count
		a.Passed += t.Passed
		a.Errors += h.Errors
		a.Uncounted += t.Uncounted
	}
	return a
}

// Failing gives up to limit agents of the board with a result in a span of time that scored below 1: those first whose mean fell most against
// all that was recorded before, then those with the lowest mean, then by DID. Who has no record before has not fallen. span has the tallies
// of that span, of agents that are on the board or not, board those of all time; LastFailureID is left empty.
func Failing(span, board []Tally, limit int) []FailingAgent {
	total := make(map[string]Tally, len(board))
	for _, t := range board {
		total[t.AgentID] = t
	}
	type candidate struct {
		FailingAgent
		did  string
		fall float64
	}
	var found []candidate
	for _, t := range span {
		before, ranked := total[t.AgentID]
		if !ranked || t.Count <= t.Passed {
			continue
		}
		c := candidate{did: before.AgentDID, FailingAgent: FailingAgent{
			AgentID: t.AgentID, Results: t.Count, MeanScore: stats.MeanFromSums(t.Count, t.Sum, Units),
			Availability: float64(t.Answered) / float64(t.Count),
		}}
		if before.Count > t.Count {
			mean := stats.MeanFromSums(before.Count-t.Count, before.Sum-t.Sum, Units)
			c.MeanBefore, c.fall = &mean, mean-c.MeanScore
		}
		found = append(found, c)
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.fall, a.fall), cmp.Compare(a.MeanScore, b.MeanScore), cmp.Compare(a.did, b.did))
	})
	out := make([]FailingAgent, min(limit, len(found)))
	for i := range out {
		out[i] = found[i].FailingAgent
	}
	return out
}
