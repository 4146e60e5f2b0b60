package eval

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Recent sums up an agent's newest results.
type Recent struct {
	Results int
	Since   time.Time // when the oldest of them was recorded
	Latency *Latency  // nil: nothing was called
	Errors  []ErrorCount
}

// Latency says how long answers took, in milliseconds. Percentiles are nearest-rank: a value that occurred.
type Latency struct {
	Calls                      int
	P50MS, P90MS, P99MS, MaxMS int64
	Buckets                    []LatencyBucket
}

// LatencyBucket counts the calls that took up to ToMS milliseconds and longer than the bucket before.
type LatencyBucket struct {
	ToMS  int64
	Calls int
}

// ErrorCount is how often one thing went wrong.
type ErrorCount struct {
	Code  ErrorCode
	Count int
}

// Observed is what Recent needs of a result.
type Observed struct {
	At        time.Time
	LatencyMS *int64 // nil: nothing was called
	Error     ErrorCode
}

// NewRecent sums results up; their order does not matter. nil when there are none. Errors come most frequent first, then by code.
func NewRecent(results []Observed) *Recent {
	if len(results) == 0 {
		return nil
	}
	r := Recent{Results: len(results), Since: results[0].At, Errors: []ErrorCount{}}
	var calls []int64
	counts := map[ErrorCode]int{}
	for _, o := range results {
		if o.At.Before(r.Since) {
			r.Since = o.At
		}
		if o.LatencyMS != nil {
			calls = append(calls, *o.LatencyMS)
		}
		if o.Error != NoError {
			counts[o.Error]++
		}
	}
	for _, code := range slices.Sorted(maps.Keys(counts)) {
		r.Errors = append(r.Errors, ErrorCount{Code: code, Count: counts[code]})
	}
	slices.SortStableFunc(r.Errors, func(a, b ErrorCount) int { return cmp.Compare(b.Count, a.Count) })
	r.Latency = newLatency(calls)
	return &r
}

// newLatency sums calls up; nil when there are none.
func newLatency(calls []int64) *Latency {
	if len(calls) == 0 {
		return nil
	}
	slices.Sort(calls)
	return &Latency{
		Calls: len(calls), P50MS: nearestRank(calls, 50), P90MS: nearestRank(calls, 90), P99MS: nearestRank(calls, 99),
		MaxMS: calls[len(calls)-1], Buckets: buckets(calls),
	}
}

// nearestRank is the smallest value that at least so many percent of the sorted values do not exceed.
func nearestRank(sorted []int64, percent int) int64 {
	return sorted[(len(sorted)*percent+99)/100-1]
}

// buckets counts sorted calls between bounds of 1, 2, 5, 10, 20, 50, … milliseconds, from the bound that holds the fastest to the one that
// holds the slowest; empty ones between them are there.
func buckets(sorted []int64) []LatencyBucket {
	var out []LatencyBucket
	for i, bound := 0, int64(1); i < len(sorted); bound = nextBound(bound) {
		b := LatencyBucket{ToMS: bound}
		for ; i < len(sorted) && sorted[i] <= bound; i++ {
			b.Calls++
		}
		if b.Calls > 0 || len(out) > 0 {
			out = append(out, b)
		}
	}
	return out
}

// nextBound is the step after one on the scale 1, 2, 5, 10, …
func nextBound(bound int64) int64 {
	lead := bound
	for lead >= 10 {
		lead /= 10
	}
	if lead == 2 {
		return bound / 2 * 5
	}
	return bound * 2
}
