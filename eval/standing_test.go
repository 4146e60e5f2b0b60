package eval_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"assay/eval"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func score(s float64) *float64 { return &s }

// tally counts results: p passes, f fails, t is a timeout, x is cancelled, i is the examiner's fault, h scores a half.
func tally(did, results string) eval.Tally {
	t := eval.Tally{AgentDID: did, SuiteRuns: 3}
	for i, r := range results {
		at := noon.Add(time.Duration(i) * time.Minute)
		switch r {
		case 'p':
			t.Add(score(1), eval.NoError, at)
		case 'f':
			t.Add(score(0), eval.NoError, at)
		case 'h':
			t.Add(score(0.5), eval.NoError, at)
		case 't':
			t.Add(score(0), eval.ErrTimeout, at)
		case 'x':
			t.Add(nil, eval.ErrCancelled, at)
		case 'i':
			t.Add(nil, eval.ErrInternal, at)
		}
	}
	return t
}

func one(t *testing.T, results string) eval.Standing {
	t.Helper()
	s := eval.Standings([]eval.Tally{tally("did:web:a", results)}, eval.OrderByMean)
	if len(s) != 1 {
		t.Fatalf("%d standings of %q", len(s), results)
	}
	return s[0]
}

func TestToUnits(t *testing.T) {
	for _, tc := range []struct {
		score float64
		want  int64
	}{
		{0, 0}, {1, eval.Units}, {0.5, 500_000_000}, {1. / 3, 333_333_333}, {2. / 3, 666_666_667},
		{0.5e-9, 0}, {1.5e-9, 2}, {2.5e-9, 2}, {0.9999999996, eval.Units}, // half to even
		{-0.1, 0}, {1.1, eval.Units}, {math.NaN(), 0}, {math.Inf(1), eval.Units}, {math.Inf(-1), 0},
	} {
		if got := eval.ToUnits(tc.score); got != tc.want {
			t.Errorf("ToUnits(%v) = %d, want %d", tc.score, got, tc.want)
		}
	}
	if got := eval.RecordedScore(1. / 3); got != 0.333333333 {
		t.Errorf("RecordedScore(1/3) = %v", got)
	}
}

func TestTallyAdd(t *testing.T) {
	got := tally("did:web:a", "pfthxi")
	want := eval.Tally{
		AgentDID: "did:web:a", SuiteRuns: 3,
		Count: 4, Sum: 1_500_000_000, SumSquares: 1_250_000_000, Fractional: 1, Passed: 1,
		Answered: 3, AnsweredSum: 1_500_000_000,
		Uncounted: 2,
		LastAt:    noon.Add(3 * time.Minute), // of the last row that counts
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("tally (-want +got):\n%s", diff)
	}

	// Rows may come in any order, and a score under an error that does not count is no score.
	got.Add(score(1), eval.NoError, noon)
	got.Add(score(1), eval.ErrCancelled, noon.Add(time.Hour))
	if got.Count != 5 || got.Uncounted != 3 || !got.LastAt.Equal(want.LastAt) {
		t.Errorf("tally %+v", got)
	}
}

func TestStanding(t *testing.T) {
	// BUG-67: errors stay in the denominator.
	s := one(t, "pptt")
	if s.MeanScore != 0.5 || s.Runs != 4 || s.Availability != 0.5 || *s.Capability != 1 || s.Uncounted != 0 {
		t.Errorf("half broken: %+v", s)
	}
	// BUG-68: 2 right, 4 wrong, 2 errors are 25 %; 2 of 6 is said of the answered only.
	s = one(t, "ppfffftt")
	if s.MeanScore != 0.25 || s.Availability != 0.75 || *s.Capability != 1./3 {
		t.Errorf("two errors: %+v", s)
	}
	// BUG-72: nothing but zeros is 0 everywhere, never 0/0.
	s = one(t, "fff")
	if s.MeanScore != 0 || s.Interval.Low != 0 || math.IsNaN(s.Interval.High) || *s.Capability != 0 || s.Availability != 1 {
		t.Errorf("zeros: %+v", s)
	}
	s = one(t, "ttt")
	if s.MeanScore != 0 || s.Availability != 0 || s.Capability != nil {
		t.Errorf("never answered: %+v", s)
	}
	// BUG-74: every result is counted once, so a mean cannot pass 1.
	s = one(t, "pp")
	if s.MeanScore != 1 || s.Runs != 2 || s.Interval.High != 1 {
		t.Errorf("two passes: %+v", s)
	}
	// Rows without a score stand beside the mean.
	s = one(t, "pxxi")
	if s.MeanScore != 1 || s.Runs != 1 || s.Uncounted != 3 || s.Availability != 1 {
		t.Errorf("uncounted rows: %+v", s)
	}
}

func TestStandingInterval(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if i := one(t, "pppppfffff").Interval; i.Method != eval.Wilson || !near(i.Low, 0.23659309051256394) || !near(i.High, 0.7634069094874361) {
		t.Errorf("scores 0 and 1: %+v", i)
	}
	// 0.5, 1, 1, 1: mean 0.875, deviation 0.25, t(0.975, 3) = 3.182446305 → 0.875 ± 0.397806.
	if i := one(t, "hppp").Interval; i.Method != eval.StudentT || !near(i.Low, 0.875-0.125*3.182446305284263) || i.High != 1 {
		t.Errorf("a half among them: %+v", i)
	}
	if i := one(t, "h").Interval; i.Low != 0 || i.High != 1 {
		t.Errorf("one half says nothing: %+v", i)
	}
	if i := one(t, "hh").Interval; i.Low != 0.5 || i.High != 0.5 {
		t.Errorf("two halves: %+v", i)
	}
}

func TestSmallSample(t *testing.T) {
	for _, tc := range []struct {
		count, suiteRuns int64
		want             bool
	}{{29, 3, true}, {30, 2, true}, {30, 3, false}, {1, 1, true}} {
		s := eval.Standings([]eval.Tally{{Count: tc.count, SuiteRuns: tc.suiteRuns}}, eval.OrderByMean)
		if s[0].SmallSample != tc.want {
			t.Errorf("%d results of %d runs: small sample %v", tc.count, tc.suiteRuns, s[0].SmallSample)
		}
	}
}

func TestStandingsOrder(t *testing.T) {
	tallies := []eval.Tally{
		tally("did:web:d", "pppppppppp"), // as good as c, more results
		tally("did:web:c", "p"),          // perfect, hardly known
		tally("did:web:b", "pf"),
		tally("did:web:a", "pf"), // ties with b down to the DID
		tally("did:web:none", "xi"),
		tally("did:web:e", "pppppppppppppppppppf"), // 0.95 of 20
	}
	mixed := []eval.Tally{
		tally("did:web:a", "pptt"),   // answers half the time, then rightly
		tally("did:web:b", "pfpf"),   // always answers
		tally("did:web:c", "ttttt"),  // never does
		tally("did:web:d", "ppffff"), // answers; its newest result is the newest of all
		tally("did:web:e", "ppfft"),
	}
	for _, tc := range []struct {
		order eval.LeaderboardOrder
		want  string
	}{
		{eval.OrderByCapability, "a b e d c"}, // 1, ½, ½ with a lower mean, ⅓, none
		{eval.OrderByAvailability, "b d e a c"},
		{eval.OrderByLatest, "d e c a b"},
	} {
		got := ""
		for _, s := range eval.Standings(mixed, tc.order) {
			got += " " + s.AgentDID[len("did:web:"):]
		}
		if got != " "+tc.want {
			t.Errorf("order %s:%s, want %s", tc.order, got, tc.want)
		}
	}
	for _, tc := range []struct {
		order eval.LeaderboardOrder
		want  string
	}{
		{eval.OrderByMean, "d c e a b"},
		{eval.OrderByLowerBound, "e d c a b"},
		{"", "d c e a b"}, // unknown orders are by mean
	} {
		got := ""
		for i, s := range eval.Standings(tallies, tc.order) {
			if s.Rank != i+1 {
				t.Errorf("place %d has rank %d", i, s.Rank)
			}
			got += " " + s.AgentDID[len("did:web:"):]
		}
		if got != " "+tc.want {
			t.Errorf("order %s:%s, want %s", tc.order, got, tc.want)
		}
	}
	if s := eval.Standings(nil, eval.OrderByMean); s == nil || len(s) != 0 {
		t.Errorf("no tallies give %v", s)
	}
}

func TestRankBand(t *testing.T) {
	many := func(r string) string {
		out := ""
		for range 40 {
			out += r
		}
		return out
	}
	got := map[string][3]int{}
	for _, s := range eval.Standings([]eval.Tally{
		tally("good", many("p")), tally("fair", many("ppf")), tally("same", many("pfp")), tally("bad", many("f")), tally("new", "p"),
	}, eval.OrderByMean) {
		got[s.AgentDID] = [3]int{s.BestRank, s.Rank, s.WorstRank}
	}
	// good and bad are surely apart; new (0.21 to 1) could be anywhere above bad.
	want := map[string][3]int{"good": {1, 1, 2}, "new": {1, 2, 4}, "fair": {2, 3, 4}, "same": {2, 4, 4}, "bad": {5, 5, 5}}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("best, rank, worst (-want +got):\n%s", diff)
	}
}

// drawTallies gives tallies of distinct agents, with scores of 0 and 1 and in between.
func drawTallies(t *rapid.T) []eval.Tally {
	n := rapid.IntRange(0, 12).Draw(t, "agents")
	tallies := make([]eval.Tally, n)
	for i := range tallies {
		tallies[i] = tally(fmt.Sprintf("did:web:%c", 'a'+i), rapid.StringMatching(`[pft]{0,30}[hx]{0,2}`).Draw(t, "results"))
		tallies[i].SuiteRuns = rapid.Int64Range(0, 5).Draw(t, "suite runs")
	}
	return tallies
}

func TestStandingsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tallies := drawTallies(t)
		order := rapid.SampledFrom([]eval.LeaderboardOrder{
			eval.OrderByMean, eval.OrderByLowerBound, eval.OrderByCapability, eval.OrderByAvailability, eval.OrderByLatest,
		}).Draw(t, "order")
		standings := eval.Standings(tallies, order)

		seed := rapid.Uint64().Draw(t, "seed")
		shuffled := slices.Clone(tallies)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if diff := gocmp.Diff(standings, eval.Standings(shuffled, order)); diff != "" {
			t.Fatalf("the order of tallies matters:\n%s", diff)
		}

		for i, s := range standings {
			// The definition, one pair at a time.
			best, worst := 1, 0
			for _, other := range standings {
				if other.Interval.Low > s.Interval.High {
					best++
				}
				if !(other.Interval.High < s.Interval.Low) {
					worst++
				}
			}
			if s.Rank != i+1 || s.BestRank != best || s.WorstRank != worst {
				t.Fatalf("%s: rank %d band %d–%d, want %d, %d–%d", s.AgentDID, s.Rank, s.BestRank, s.WorstRank, i+1, best, worst)
			}
			// An interval contains its mean, so whoever is surely better is placed before, where means or low ends decide.
			if (order == eval.OrderByMean || order == eval.OrderByLowerBound) && (s.BestRank > s.Rank || s.Rank > s.WorstRank) {
				t.Fatalf("%s: rank %d outside %d–%d", s.AgentDID, s.Rank, s.BestRank, s.WorstRank)
			}
			if s.Interval.Low < 0 || s.Interval.Low > s.MeanScore || s.MeanScore > s.Interval.High || s.Interval.High > 1 {
				t.Fatalf("%s: mean %v, interval %+v", s.AgentDID, s.MeanScore, s.Interval)
			}
			if i == 0 {
				continue
			}
			// The order is as promised.
			p := standings[i-1]
			c := cmp.Or(cmp.Compare(p.MeanScore, s.MeanScore), cmp.Compare(p.Runs, s.Runs), cmp.Compare(s.AgentDID, p.AgentDID))
			switch order {
			case eval.OrderByLowerBound:
				c = cmp.Or(cmp.Compare(p.Interval.Low, s.Interval.Low), c)
			case eval.OrderByCapability:
				c = cmp.Or(cmp.Compare(capability(p), capability(s)), c)
			case eval.OrderByAvailability:
				c = cmp.Or(cmp.Compare(p.Availability, s.Availability), c)
			case eval.OrderByLatest:
				c = cmp.Or(p.LastAt.Compare(s.LastAt), c)
			}
			if c <= 0 {
				t.Fatalf("%s stands before %s", p.AgentDID, s.AgentDID)
			}
		}
	})
}

// capability is below all others where there is none.
func capability(s eval.Standing) float64 {
	if s.Capability == nil {
		return -1
	}
	return *s.Capability
}

// Results enter a tally in whatever order nodes store them.
func TestTallyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOf(rapid.Float64Range(0, 1)).Draw(t, "scores")
		var forward, backward eval.Tally
		var sum float64
		for i := range scores {
			forward.Add(&scores[i], eval.NoError, noon)
			backward.Add(&scores[len(scores)-1-i], eval.NoError, noon)
			sum += eval.RecordedScore(scores[i])
		}
		if forward != backward {
			t.Fatalf("%+v and %+v", forward, backward)
		}
		if len(scores) == 0 {
			return
		}
		if got, want := eval.Standings([]eval.Tally{forward}, eval.OrderByMean)[0].MeanScore, sum/float64(len(scores)); math.Abs(got-want) > 1e-12 {
			t.Fatalf("mean %v of recorded scores is %v", got, want)
		}
	})
}

func BenchmarkStandings(b *testing.B) {
	tallies := make([]eval.Tally, 10_000)
	for i := range tallies {
		n := int64(100 + i%900)
		tallies[i] = eval.Tally{AgentDID: fmt.Sprintf("did:web:%d", i), Count: n, Sum: n / 2 * eval.Units, SumSquares: n / 2 * eval.Units, Answered: n, Fractional: int64(i % 2)}
	}
	for b.Loop() {
		eval.Standings(tallies, eval.OrderByMean)
	}
}
