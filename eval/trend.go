package eval

import (
	"time"

	"assay/eval/stats"
)

// TrendPoint sums up the results of one span of time.
type TrendPoint struct {
	At           time.Time // when the span began
	Hours        int       // its length
	Results      int64     // with a score
	MeanScore    float64
	Availability float64
}

// A trend covers MaxTrendDays at the most, and up to HourlyDays by the hour.
const (
	MaxTrendDays = 90
	HourlyDays   = 2
)

// TrendSpan says where the last days of a trend begin and how many hours each of its points has. Up to 2 days: hours, the present one
// and those before it, 24 a day. Else: whole UTC days, today and those before it. Days are 1–MaxTrendDays.
//
// Example: at 12:34 on November 30, 14 days begin on November 17 at 0:00, and 1 day begins on November 29 at 13:00.
func TrendSpan(now time.Time, days int) (from time.Time, hours int) {
	now = now.UTC()
	if days <= HourlyDays {
		return now.Truncate(time.Hour).Add(-time.Duration(24*days-1) * time.Hour), 1
	}
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	return today.AddDate(0, 0, 1-days), 24
}

// TrendPoint is what a tally of so many hours from an instant says; false when no result of it has a score.
func (t Tally) TrendPoint(at time.Time, hours int) (TrendPoint, bool) {
	if t.Count == 0 {
		return TrendPoint{}, false
	}
	return TrendPoint{
		At: at, Hours: hours, Results: t.Count, MeanScore: stats.MeanFromSums(t.Count, t.Sum, Units),
		Availability: float64(t.Answered) / float64(t.Count),
	}, true
}
