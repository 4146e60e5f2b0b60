// Package stats holds the statistics of scores: means, spreads and 95 % intervals. It knows nothing of agents or suites. Every sum
// has a fixed order and no product is fused into an addition, so the digits are the same on every machine.
package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the 97.5 % quantile of the standard normal distribution.
const Z95 = 1.959963984540054

// Wilson is Wilson's score interval (95 %, without continuity correction) of a share: k of n passed. It lies in [0, 1] and contains k ÷ n.
// With n < 1 nothing is known: 0 to 1. k is taken to be within 0 and n.
//
//	(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) ÷ (1 + z²/n), p = k/n
//
// Example: 5 of 10 give 0.2366 to 0.7634. Source: E. B. Wilson, JASA 22 (1927), 209–212.
func Wilson(k, n int64) (low, high float64) {
	if n < 1 {
		return 0, 1
	}
	k = min(max(k, 0), n)
	fn := float64(n)
	p := float64(k) / fn
	z2 := float64(Z95 * Z95)
	centre := p + z2/(2*fn)
	half := float64(Z95 * math.Sqrt(p*(1-p)/fn+z2/(4*fn*fn)))
	scale := 1 + z2/fn
	return around(p, (centre-half)/scale, (centre+half)/scale)
}

// StudentT is the 95 % t interval of a mean of n values with sample standard deviation sd, cut to [0, 1]. It contains the mean.
// With n < 2 the spread is unknown: 0 to 1. With sd = 0 it is the mean alone: n equal values show no spread, which with a small n says
// little; callers mark small samples.
//
//	mean ± t(0.975, n−1) · sd ÷ √n
//
// Example: mean 0.5, sd 0.2, n 10 give 0.3569 to 0.6431.
func StudentT(mean, sd float64, n int64) (low, high float64) {
	if n < 2 || math.IsNaN(mean) || math.IsNaN(sd) {
		return 0, 1
	}
	half := tHalf(sd, n)
	return around(mean, mean-half, mean+half)
}

// tHalf is half the width of a t interval of a mean of n values, n ≥ 2.
func tHalf(sd float64, n int64) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975)
	return float64(t * (sd / math.Sqrt(float64(n))))
}

// around cuts an interval to [0, 1] and holds it to its estimate, which rounding could otherwise leave outside. So Wilson's bound is
// exactly 0 when none passed and exactly 1 when all did.
func around(estimate, low, high float64) (float64, float64) {
	clamp := func(x float64) float64 { return min(max(x, 0), 1) }
	return clamp(min(low, estimate)), clamp(max(high, estimate))
}
