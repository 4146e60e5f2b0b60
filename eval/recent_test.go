package eval_test

import (
	"math/rand/v2"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/eval"
)

func observed(latencies ...int64) (out []eval.Observed) {
	for i, l := range latencies {
		out = append(out, eval.Observed{At: noon.Add(time.Duration(i) * time.Second), LatencyMS: &l})
	}
	return out
}

func TestRecent(t *testing.T) {
	if r := eval.NewRecent(nil); r != nil {
		t.Errorf("of nothing: %+v", r)
	}
	results := append(observed(3, 4, 150, 20, 21),
		eval.Observed{At: noon.Add(-time.Minute), Error: eval.ErrNoEndpoint}, eval.Observed{At: noon, Error: eval.ErrCancelled},
		eval.Observed{At: noon, LatencyMS: new(int64(30_000)), Error: eval.ErrTimeout}, eval.Observed{At: noon, LatencyMS: new(int64(0)), Error: eval.ErrTimeout})
	want := &eval.Recent{
		Results: 9, Since: noon.Add(-time.Minute),
		Latency: &eval.Latency{Calls: 7, P50MS: 20, P90MS: 30_000, P99MS: 30_000, MaxMS: 30_000, Buckets: []eval.LatencyBucket{
			{1, 1}, {2, 0}, {5, 2}, {10, 0}, {20, 1}, {50, 1}, {100, 0}, {200, 1}, {500, 0}, {1000, 0}, {2000, 0}, {5000, 0}, {10_000, 0},
			{20_000, 0}, {50_000, 1},
		}},
		Errors: []eval.ErrorCount{{eval.ErrTimeout, 2}, {eval.ErrCancelled, 1}, {eval.ErrNoEndpoint, 1}},
	}
	if diff := gocmp.Diff(want, eval.NewRecent(results)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := eval.NewRecent([]eval.Observed{{At: noon, Error: eval.ErrNoEndpoint}}); r.Latency != nil {
		t.Errorf("nothing was called: %+v", r.Latency)
	}
}

func TestPercentilesAreNearestRank(t *testing.T) {
	hundred := make([]int64, 100)
	for i := range hundred {
		hundred[i] = int64(i + 1)
	}
	for _, tc := range []struct {
		latencies             []int64
		p50, p90, p99, max    int64
		firstBound, lastBound int64
	}{
		{hundred, 50, 90, 99, 100, 1, 100},
		{[]int64{7}, 7, 7, 7, 7, 10, 10},
		{[]int64{8, 7}, 7, 8, 8, 8, 10, 10},
		{[]int64{15, 20, 35, 40, 50}, 35, 50, 50, 50, 20, 50}, // the example of the nearest-rank method in Wikipedia's article
		{[]int64{200, 201}, 200, 201, 201, 201, 200, 500},
	} {
		l := eval.NewRecent(observed(tc.latencies...)).Latency
		got := []int64{l.P50MS, l.P90MS, l.P99MS, l.MaxMS, l.Buckets[0].ToMS, l.Buckets[len(l.Buckets)-1].ToMS}
		if diff := gocmp.Diff([]int64{tc.p50, tc.p90, tc.p99, tc.max, tc.firstBound, tc.lastBound}, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tc.latencies, diff)
		}
	}
}

func TestRecentProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		results := observed(rapid.SliceOfN(rapid.Int64Range(0, 100_000), 1, 50).Draw(t, "latencies")...)
		r := eval.NewRecent(results)
		sum, last := 0, int64(0)
		for _, b := range r.Latency.Buckets {
			if b.ToMS <= last {
				t.Fatalf("bounds do not rise: %+v", r.Latency.Buckets)
			}
			sum, last = sum+b.Calls, b.ToMS
		}
		if b := r.Latency.Buckets; sum != len(results) || last < r.Latency.MaxMS || b[0].Calls == 0 || b[len(b)-1].Calls == 0 {
			t.Fatalf("%d calls in %+v", sum, b)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		if diff := gocmp.Diff(r, eval.NewRecent(results)); diff != "" {
			t.Fatalf("the order matters:\n%s", diff)
		}
	})
}
