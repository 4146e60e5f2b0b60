package stats_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"assay/eval/stats"
)

// near allows for a rounding of the last digits.
func near(got, want float64) bool {
	return got == want || math.Abs(got-want) <= 1e-12*max(1, math.Abs(want))
}

// vectors were computed by statsmodels and checked with 40 digits; their source is in the file.
func vectors(t *testing.T) (v struct {
	Intervals []struct {
		K, N   int64
		Wilson [2]float64
	}
	MeanStderr []struct {
		Values []float64
		Mean   float64
		Stderr *float64
	} `json:"mean_stderr"`
}) {
	t.Helper()
	b, err := os.ReadFile("testdata/stats_vectors.json")
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWilsonVectors(t *testing.T) {
	rows := vectors(t).Intervals
	if len(rows) != 17 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		low, high := stats.Wilson(row.K, row.N)
		if !near(low, row.Wilson[0]) || !near(high, row.Wilson[1]) {
			t.Errorf("Wilson(%d, %d) = %v, %v, want %v", row.K, row.N, low, high, row.Wilson)
		}
	}
}

// R's prop.test without continuity correction is Wilson's interval.
func TestWilsonAgainstR(t *testing.T) {
	b, err := os.ReadFile("testdata/r_intervals.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var row struct {
			K, N   int64
			Wilson [2]float64 `json:"R_prop_test_wilson"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		low, high := stats.Wilson(row.K, row.N)
		if !near(low, row.Wilson[0]) || !near(high, row.Wilson[1]) {
			t.Errorf("Wilson(%d, %d) = %v, %v, want %v", row.K, row.N, low, high, row.Wilson)
		}
	}
}

func TestWilsonEdges(t *testing.T) {
	for _, tc := range []struct {
		k, n      int64
		low, high float64
	}{
		{0, 0, 0, 1}, {3, 0, 0, 1}, {1, -1, 0, 1}, // nothing is known
		{-1, 10, 0, 0.27753279986288926}, {11, 10, 0.7224672001371106, 1}, // held to 0 and n
	} {
		if low, high := stats.Wilson(tc.k, tc.n); !near(low, tc.low) || !near(high, tc.high) {
			t.Errorf("Wilson(%d, %d) = %v, %v, want %v, %v", tc.k, tc.n, low, high, tc.low, tc.high)
		}
	}
	// At the ends the bounds are 0 and 1 exactly, whatever n.
	for n := int64(1); n < 5000; n++ {
		if low, _ := stats.Wilson(0, n); low != 0 {
			t.Fatalf("Wilson(0, %d) starts at %v", n, low)
		}
		if _, high := stats.Wilson(n, n); high != 1 {
			t.Fatalf("Wilson(%d, %d) ends at %v", n, n, high)
		}
	}
}

func TestStudentT(t *testing.T) {
	for _, tc := range []struct {
		mean, sd  float64
		n         int64
		low, high float64
	}{
		// R: mean + c(-1, 1) * qt(0.975, n - 1) * sd / sqrt(n)
		{0.5, 0.2, 10, 0.35692862800811, 0.64307137199189},
		{0.5, 0.1, 2, 0, 1},                          // 12.7062 · 0.0707 = 0.898: cut
		{0.9, 0.2, 30, 0.82531877265, 0.97468122735}, // t = 2.045229642
		{0.5, 0.25, 1_000_001, 0.499510010, 0.500489990},
		{0.7, 0, 5, 0.7, 0.7}, // no spread
		{0.7, 0.1, 1, 0, 1},   // unknown spread
		{0.7, 0.1, 0, 0, 1},
		{math.NaN(), 0.1, 5, 0, 1},
		{0.5, math.NaN(), 5, 0, 1},
	} {
		low, high := stats.StudentT(tc.mean, tc.sd, tc.n)
		if math.Abs(low-tc.low) > 1e-8 || math.Abs(high-tc.high) > 1e-8 {
			t.Errorf("StudentT(%v, %v, %d) = %v, %v, want %v, %v", tc.mean, tc.sd, tc.n, low, high, tc.low, tc.high)
		}
	}
}

func TestMeanVectors(t *testing.T) {
	for _, row := range vectors(t).MeanStderr {
		mean, sd := stats.MeanAndDeviation(row.Values)
		if !near(mean, row.Mean) || mean != stats.Mean(row.Values) {
			t.Errorf("mean of %v = %v, want %v", row.Values, mean, row.Mean)
		}
		se := stats.StandardError(sd, len(row.Values))
		switch {
		case row.Stderr == nil && !math.IsNaN(se):
			t.Errorf("standard error of %v = %v, want NaN", row.Values, se)
		case row.Stderr != nil && !near(se, *row.Stderr):
			t.Errorf("standard error of %v = %v, want %v", row.Values, se, *row.Stderr)
		}
	}
}

func TestMeanOfNothing(t *testing.T) {
	mean, sd := stats.MeanAndDeviation(nil)
	if !math.IsNaN(mean) || !math.IsNaN(sd) || !math.IsNaN(stats.StandardError(sd, 0)) {
		t.Errorf("mean %v, deviation %v", mean, sd)
	}
}

// Small summands that a plain sum would lose.
func TestMeanKeepsSmallSummands(t *testing.T) {
	if got := stats.Mean([]float64{1, 1e100, 1, -1e100}); got != 0.5 {
		t.Errorf("mean = %v, want 0.5", got)
	}
}

func TestMeanFromSums(t *testing.T) {
	for _, tc := range []struct {
		n, sum, squares, unit int64
		mean, sd              float64
	}{
		{2, 1500, 1250, 1000, 0.75, math.Sqrt(0.125)},
		{4, 2_000_000_000, 2_000_000_000, 1_000_000_000, 0.5, math.Sqrt(1. / 3)}, // 0, 0, 1, 1
		{2, 2, 0, 1_000_000_000, 1e-9, 0},                                        // 10⁻⁹ twice: the squares were rounded away
		{1, 700, 490, 1000, 0.7, math.NaN()},
		{0, 0, 0, 1000, math.NaN(), math.NaN()},
		{-1, 5, 5, 1000, math.NaN(), math.NaN()},
		// Sums far beyond 2⁵³ are still exact: 9·10⁹ ones and as many zeros would overflow float64's digits in n·Σx².
		{9_000_000_000, 8_999_999_999_000_000_000, 8_999_999_999_000_000_000, 1_000_000_000, 1 - 1/9e9, 1.0540925533e-5},
	} {
		mean, sd := stats.MeanFromSums(tc.n, tc.sum, tc.unit), stats.DeviationFromSums(tc.n, tc.sum, tc.squares, tc.unit)
		same := func(a, b float64) bool { return near(a, b) || math.IsNaN(a) && math.IsNaN(b) }
		if !same(mean, tc.mean) || !same(sd, tc.sd) {
			t.Errorf("FromSums(%d, %d, %d, %d) = %v, %v, want %v, %v", tc.n, tc.sum, tc.squares, tc.unit, mean, sd, tc.mean, tc.sd)
		}
	}
}

// Means of sums that float64 cannot hold are still rounded once.
func TestMeanFromSumsIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const unit = 1_000_000_000
		n := rapid.Int64Range(1, math.MaxInt64/unit).Draw(t, "n")
		sum := rapid.Int64Range(0, n*unit).Draw(t, "sum")
		want, _ := new(big.Rat).SetFrac(big.NewInt(sum), new(big.Int).Mul(big.NewInt(n), big.NewInt(unit))).Float64()
		if got := stats.MeanFromSums(n, sum, unit); got != want {
			t.Fatalf("MeanFromSums(%d, %d) = %v, want %v", n, sum, got, want)
		}
	})
}

func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 50).Draw(t, "values")
		n := int64(len(values))
		mean, sd := stats.MeanAndDeviation(values)

		shuffled := slices.Clone(values)
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if m, s := stats.MeanAndDeviation(shuffled); m != mean || s != sd && n > 1 {
			t.Fatalf("order matters: %v, %v and %v, %v", mean, sd, m, s)
		}

		low, high := stats.StudentT(mean, sd, n)
		if !(0 <= low && low <= mean && mean <= high && high <= 1) {
			t.Fatalf("t interval %v, %v of mean %v", low, high, mean)
		}

		k := rapid.Int64Range(0, n).Draw(t, "k")
		p := float64(k) / float64(n)
		low, high = stats.Wilson(k, n)
		if !(0 <= low && low <= p && p <= high && high <= 1) {
			t.Fatalf("Wilson's interval %v, %v of %v", low, high, p)
		}
		// What holds of passing holds of failing.
		if l, h := stats.Wilson(n-k, n); !near(l, 1-high) || !near(h, 1-low) {
			t.Fatalf("Wilson(%d, %d) = %v, %v does not mirror %v, %v", n-k, n, l, h, low, high)
		}

		// The sums alone give the mean and the deviation of the values.
		const unit = 1_000_000
		var total, squares int64
		whole := make([]float64, n)
		for i, v := range values {
			u := int64(v * 1000)
			whole[i] = float64(u) / 1000
			total += u * 1000
			squares += u * u
		}
		mean, sd = stats.MeanAndDeviation(whole)
		m, s := stats.MeanFromSums(n, total, unit), stats.DeviationFromSums(n, total, squares, unit)
		if !near(m, mean) || n > 1 && math.Abs(s-sd) > 1e-9 {
			t.Fatalf("from sums %v, %v, from values %v, %v", m, s, mean, sd)
		}
	})
}
