package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"assay/eval/stats"
)

// sleep is Student's sleep data (Biometrika 6 (1908), table 1), in tenths of what he gives so that it lies within 1. R's t.test(paired =
// TRUE) gives 0.7001142 to 2.4598858 for the mean 1.58.
var sleep = []float64{0.12, 0.24, 0.13, 0.13, 0, 0.10, 0.18, 0.08, 0.46, 0.14}

func TestPairedIsStudentsT(t *testing.T) {
	mean, low, high := stats.Paired(sleep)
	if !near(mean, 0.158) || math.Abs(low-0.07001142) > 1e-8 || math.Abs(high-0.24598858) > 1e-8 {
		t.Errorf("sleep data: %v, %v to %v", mean, low, high)
	}
	// Where a mean lies within [0, 1], so far from the ends that nothing is cut, it is the t interval of the mean.
	m, sd := stats.MeanAndDeviation(sleep)
	if l, h := stats.StudentT(m, sd, int64(len(sleep))); l != low || h != high {
		t.Errorf("%v to %v, and the interval of a mean %v to %v", low, high, l, h)
	}
}

// Of the R function binom.test, and of the tables in Clopper and Pearson's paper for the rest.
func TestClopperPearson(t *testing.T) {
	for _, tc := range []struct {
		k, n      int64
		low, high float64
	}{
		{5, 10, 0.1870860, 0.8129140}, {0, 10, 0, 0.3084971}, {10, 10, 0.6915029, 1}, {1, 10, 0.002528579, 0.4450161},
		{6, 6, 0.5407419, 1}, {682, 925, 0.7076683, 0.7654066}, {0, 0, 0, 1}, {3, 0, 0, 1}, {-1, 10, 0, 0.3084971}, {11, 10, 0.6915029, 1},
	} {
		low, high := stats.ClopperPearson(tc.k, tc.n)
		if math.Abs(low-tc.low) > 1e-7 || math.Abs(high-tc.high) > 1e-7 {
			t.Errorf("%d of %d: %.9f to %.9f, want %v to %v", tc.k, tc.n, low, high, tc.low, tc.high)
		}
	}
}

func differences(up, down, same int) (d []float64) {
	for range up {
		d = append(d, 1)
	}
	for range down {
		d = append(d, -1)
	}
	return append(d, make([]float64, same)...)
}

func TestPairedDoesNotOverclaim(t *testing.T) {
	third := math.Pow(0.025, 1./3)
	for _, tc := range []struct {
		name      string
		d         []float64
		low, high float64
	}{
		{"nothing", nil, -1, 1},
		{"one pair", []float64{1}, -1, 1},
		{"three that rose", differences(3, 0, 0), 2*third - 1, 1},
		{"three that did not move", differences(0, 0, 3), third - 1, 1 - third},
		{"three that fell", differences(0, 3, 0), -1, 1 - 2*third},
		{"two alike in between", []float64{0.2, 0.2}, 0.2*math.Sqrt(0.025) - (1 - math.Sqrt(0.025)), 0.2*math.Sqrt(0.025) + 1 - math.Sqrt(0.025)},
	} {
		_, low, high := stats.Paired(tc.d)
		if !near(low, max(-1, tc.low)) || !near(high, min(1, tc.high)) {
			t.Errorf("%s: %v to %v, want %v to %v", tc.name, low, high, tc.low, tc.high)
		}
	}
	// The interval leaves 0 out only where the exact sign test does, at 5 %.
	for n := 2; n <= 40; n++ {
		for up := 0; up <= n; up++ {
			for down := 0; up+down <= n; down++ {
				_, low, high := stats.Paired(differences(up, down, n-up-down))
				if sure, p := low > 0 || high < 0, signTest(up, down); sure && p > 0.05 {
					t.Errorf("%d up, %d down of %d: %v to %v, and the sign test gives %v", up, down, n, low, high, p)
				}
			}
		}
	}
	// Nor is it timid: six that rose, or fourteen of fifteen, suffice.
	for _, d := range [][]float64{differences(6, 0, 0), differences(14, 1, 0), differences(6, 0, 50)} {
		if _, low, _ := stats.Paired(d); low <= 0 {
			t.Errorf("%v: low end %v", d, low)
		}
	}
	if _, low, _ := stats.Paired([]float64{0.5, 0.51, 0.49, 0.5, 0.52}); low != 0 {
		t.Errorf("five pairs are sure: %v", low)
	}
	if _, low, _ := stats.Paired([]float64{0.5, 0.51, 0.49, 0.5, 0.52, 0.5}); low < 0.4 {
		t.Errorf("six pairs are not sure: %v", low)
	}
}

// signTest is the exact two-sided sign test.
func signTest(up, down int) float64 {
	n, most := up+down, max(up, down)
	tail := 0.0
	for k := most; k <= n; k++ {
		tail += math.Exp(logChoose(n, k) - float64(n)*math.Ln2)
	}
	return min(1, 2*tail)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// Whatever the true shares of pairs that rise and fall, the interval holds their difference in 95 % of cases.
func TestPairedCovers(t *testing.T) {
	for _, n := range []int{2, 3, 5, 6, 9, 15, 30} {
		holds := map[[2]int][2]float64{}
		for up := 0; up <= n; up++ {
			for down := 0; up+down <= n; down++ {
				_, low, high := stats.Paired(differences(up, down, n-up-down))
				holds[[2]int{up, down}] = [2]float64{low, high}
			}
		}
		for i := range 21 {
			for j := 0; i+j <= 20; j++ {
				rise, fall := float64(i)/20, float64(j)/20
				covered := 0.0
				for k, interval := range holds {
					if d := rise - fall; interval[0] <= d+1e-12 && d <= interval[1]+1e-12 {
						covered += multinomial(k[0], k[1], n-k[0]-k[1], rise, fall, max(0, 1-rise-fall))
					}
				}
				if covered < 0.95-1e-9 {
					t.Errorf("n %d, %v rise, %v fall: covered %v", n, rise, fall, covered)
				}
			}
		}
	}
}

func multinomial(a, b, c int, p, q, r float64) float64 {
	power := func(x float64, k int) float64 {
		if k == 0 {
			return 0
		}
		return float64(k) * math.Log(x)
	}
	n, _ := math.Lgamma(float64(a + b + c + 1))
	for _, k := range []int{a, b, c} {
		l, _ := math.Lgamma(float64(k + 1))
		n -= l
	}
	return math.Exp(n + power(p, a) + power(q, b) + power(r, c))
}

func TestPairedProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.SampledFrom([]*rapid.Generator[float64]{
			rapid.SampledFrom([]float64{-1, 0, 1}), rapid.Float64Range(-1, 1), rapid.Just(0.25),
		}).Draw(t, "kind")
		d := rapid.SliceOfN(value, 1, 30).Draw(t, "differences")
		mean, low, high := stats.Paired(d)
		if low < -1 || low > mean || mean > high || high > 1 {
			t.Fatalf("%v: %v within %v to %v", d, mean, low, high)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
		if m, l, h := stats.Paired(d); m != mean || l != low || h != high {
			t.Fatalf("the order matters: %v, %v to %v", m, l, h)
		}
		for i := range d {
			d[i] = -d[i]
		}
		if m, l, h := stats.Paired(d); !near(m, -mean) || !near(l, -high) || !near(h, -low) {
			t.Fatalf("negated: %v, %v to %v of %v, %v to %v", m, l, h, mean, low, high)
		}
	})
}
