package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// fewestSure is the smallest number of pairs that can be sure: that five of five point the same way happens by chance in one of 16 cases.
const fewestSure = 6

// Paired is the mean of paired differences, each within [-1, 1], and a 95 % interval of it, within [-1, 1], that contains it. Their order
// does not matter, and the differences negated give the interval negated. With no pair the mean is NaN; with fewer than two nothing is
// known: -1 to 1.
//
//	mean ± t(0.975, n−1) · sd ÷ √n
//
// Student's t trusts the spread of what was seen, which says too little where that is little or coarse. So the interval is widened, never
// narrowed, by what is true whatever the spread:
//
//   - Where every difference is -1, 0 or 1, as of scores of 0 and 1: to Signs. It leaves 0 out only where the exact sign test
//     (McNemar's) does.
//   - Where n differences are all the same d: at least p = 0.025^(1/n) of all pairs are like them, and of the others nothing is known:
//     p·d ± (1 − p). Three times 0 gives -0.71 to 0.71, not certainty.
//   - With fewer than six pairs: to 0.
//
// Example: 0.12 0.24 0.13 0.13 0 0.1 0.18 0.08 0.46 0.14 give 0.158, 0.0700 to 0.2460 (Student's sleep data, in tenths).
func Paired(differences []float64) (mean, low, high float64) {
	mean, sd := MeanAndDeviation(differences)
	n := int64(len(differences))
	if n < 2 {
		return mean, -1, 1
	}
	half := tHalf(sd, n)
	low, high = mean-half, mean+half
	widen := func(l, h float64) { low, high = min(low, l), max(high, h) }
	if up, down, coarse := signs(differences); coarse {
		widen(Signs(up, down, n))
	}
	if sd == 0 {
		p := math.Pow(0.025, 1/float64(n))
		centre := float64(p * mean)
		widen(centre-(1-p), centre+(1-p))
	}
	if n < fewestSure {
		widen(0, 0)
	}
	return mean, max(-1, min(low, mean)), min(1, max(high, mean))
}

// signs counts the differences above and below 0, and reports whether all are -1, 0 or 1.
func signs(differences []float64) (up, down int64, coarse bool) {
	coarse = true
	for _, d := range differences {
		switch {
		case d > 0:
			up++
		case d < 0:
			down++
		}
		coarse = coarse && (d == 0 || math.Abs(d) == 1)
	}
	return up, down, coarse
}

// Signs is an interval of the mean of n differences of which up are 1, down are -1 and the others 0. The mean is the share of pairs that
// differ, times how much more of these are up than down; each of the two is taken within its Clopper–Pearson interval (95 %). With n < 1
// nothing is known: -1 to 1.
//
// Example: 3 up of 3 give -0.4152 to 1; 6 up of 6 give 0.0441 to 1.
func Signs(up, down, n int64) (low, high float64) {
	shareLow, shareHigh := ClopperPearson(up+down, n)
	upLow, upHigh := ClopperPearson(up, up+down)
	return -scaled(1-2*upLow, shareLow, shareHigh), scaled(2*upHigh-1, shareLow, shareHigh)
}

// scaled is the largest product of an excess with a share.
func scaled(excess, shareLow, shareHigh float64) float64 {
	if excess < 0 {
		return float64(excess * shareLow)
	}
	return float64(excess * shareHigh)
}

// ClopperPearson is the exact interval (95 %) of a share: k of n passed. It holds the true share in at least 95 % of cases, however small n
// is. With n < 1 nothing is known: 0 to 1. k is taken to be within 0 and n.
//
// Example: 5 of 10 give 0.1871 to 0.8129. Source: C. J. Clopper, E. S. Pearson, Biometrika 26 (1934), 404–413.
func ClopperPearson(k, n int64) (low, high float64) {
	if n < 1 {
		return 0, 1
	}
	k = min(max(k, 0), n)
	fk, fn := float64(k), float64(n)
	low, high = 0, 1
	if k > 0 {
		low = distuv.Beta{Alpha: fk, Beta: fn - fk + 1}.Quantile(0.025)
	}
	if k < n {
		high = distuv.Beta{Alpha: fk + 1, Beta: fn - fk}.Quantile(0.975)
	}
	return around(fk/fn, low, high)
}
