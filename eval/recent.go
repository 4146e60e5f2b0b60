package eval

import "time"

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
