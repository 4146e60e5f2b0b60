package stats

import (
	"math"
	"math/big"
	"slices"
)

// Mean is the arithmetic mean, NaN when there are no values. The values are summed from the smallest to the largest with Neumaier's
// correction, so their order does not matter. Equal values have exactly that mean.
func Mean(values []float64) float64 {
	mean, _ := MeanAndDeviation(values)
	return mean
}

// MeanAndDeviation is the mean and the sample standard deviation (divided by n − 1). With no value both are NaN; with one the
// deviation is NaN: one value shows no spread. n equal values have a deviation of exactly 0.
func MeanAndDeviation(values []float64) (mean, sd float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	mean = sorted[0]
	if mean != sorted[len(sorted)-1] {
		mean = sum(sorted) / n
	}
	if n == 1 {
		return mean, math.NaN()
	}
	var squares float64
	for _, v := range sorted {
		d := v - mean
		squares += float64(d * d)
	}
	return mean, math.Sqrt(squares / (n - 1))
}

// sum adds the values in the order given and keeps what each addition loses (A. Neumaier, ZAMM 54 (1974), 39–51).
func sum(values []float64) float64 {
	var total, lost float64
	for _, v := range values {
		next := total + v
		if math.Abs(total) >= math.Abs(v) {
			lost += (total - next) + v
		} else {
			lost += (v - next) + total
		}
		total = next
	}
	return total + lost
}

// StandardError is the standard error of a mean: sd ÷ √n. NaN when n < 2.
func StandardError(sd float64, n int) float64 {
	if n < 2 {
		return math.NaN()
	}
	return sd / math.Sqrt(float64(n))
}

// MeanFromSums is the mean of n values of which only the sum is kept, as a whole number of 1 ÷ unit. It is computed exactly and
// rounded once. NaN when n < 1.
//
// Example: 0.5 and 1 in units of 1/1000: n 2, sum 1500 give 0.75.
func MeanFromSums(n, sum, unit int64) float64 {
	if n < 1 {
		return math.NaN()
	}
	return ratio(big.NewInt(sum), product(n, unit))
}

// DeviationFromSums is the sample standard deviation of n values of which only Σx and Σx² are kept, as whole numbers of 1 ÷ unit. The
// variance is computed exactly. NaN when n < 2. Squares that were rounded to whole units blur the variance by up to half a unit: with
// units of 10⁻⁹ a deviation below 3·10⁻⁵ is not resolved, and a variance below 0 is 0.
//
// Example: 0.5 and 1 in units of 1/1000: n 2, sum 1500, squares 1250 give 0.35355.
func DeviationFromSums(n, sum, squares, unit int64) float64 {
	if n < 2 {
		return math.NaN()
	}
	// variance = (n·Σx² − (Σx)²) ÷ (n(n−1)), with Σx² in 1 ÷ unit and (Σx)² in 1 ÷ unit².
	num := product(n, squares, unit)
	num.Sub(num, product(sum, sum))
	if num.Sign() <= 0 {
		return 0
	}
	return math.Sqrt(ratio(num, product(n, n-1, unit, unit)))
}

func product(factors ...int64) *big.Int {
	p := big.NewInt(1)
	for _, f := range factors {
		p.Mul(p, big.NewInt(f))
	}
	return p
}

// ratio is num ÷ den, rounded once.
func ratio(num, den *big.Int) float64 {
	if num.BitLen() <= 53 && den.BitLen() <= 53 { // both are exact as float64
		return float64(num.Int64()) / float64(den.Int64())
	}
	f, _ := new(big.Rat).SetFrac(num, den).Float64()
	return f
}
