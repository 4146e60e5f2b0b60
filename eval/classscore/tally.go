package classscore

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"
)

// sum is success weight and all weight.
type sum struct{ s, n float64 }

func (a sum) scaled(by float64) sum { return sum{float64(a.s * by), float64(a.n * by)} }

// tally is what outcomes come to, after the caps.
type tally struct {
	sum
	v float64 // of n, verified
}

// AsOf is the time of the newest outcome, at which a score is computed. There is none without an outcome.
func AsOf(outcomes []Outcome) (at time.Time, ok bool) {
	for _, o := range outcomes {
		if !ok || o.At.After(at) {
			at, ok = o.At, true
		}
	}
	return at, ok
}

// tally adds up outcomes as they count at a time; later ones are left out. What is not verified is capped: first what each source says, then
// all of it together. A cap takes from successes and failures alike.
func (p Params) tally(outcomes []Outcome, asOf time.Time) tally {
	var verified sum
	unverified := map[string]sum{} // by source
	for _, i := range inOrder(outcomes) {
		o := &outcomes[i]
		if o.At.After(asOf) {
			break
		}
		w := p.aged(*o, asOf)
		one := sum{n: w}
		if o.Success {
			one.s = w
		}
		if o.Verified {
			verified = plus(verified, one)
		} else {
			unverified[o.Source] = plus(unverified[o.Source], one)
		}
	}
	var rest sum
	for _, source := range sortedKeys(unverified) {
		rest = plus(rest, capped(unverified[source], max(p.SourceCap, float64(p.SourceShare*verified.n))))
	}
	return tally{sum: plus(verified, capped(rest, max(p.TotalCap, verified.n))), v: verified.n}
}

// inOrder gives the places of outcomes in the order in which they are summed: by time, then by piece of work.
func inOrder(outcomes []Outcome) []int32 {
	places := make([]int32, len(outcomes))
	for i := range places {
		places[i] = int32(i)
	}
	slices.SortFunc(places, func(i, j int32) int {
		a, b := &outcomes[i], &outcomes[j]
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return cmp.Compare(a.Work, b.Work)
	})
	return places
}

// aged is the weight of an outcome at a time.
func (p Params) aged(o Outcome, asOf time.Time) float64 {
	return float64(o.Weight * exp2(-float64(asOf.Sub(o.At))/float64(p.HalfLife)))
}

func plus(a, b sum) sum { return sum{a.s + b.s, a.n + b.n} }

func capped(a sum, most float64) sum {
	if a.n <= most {
		return a
	}
	return a.scaled(most / a.n)
}

// exp2 is 2^x for x ≤ 0. The library's is not used because on some machines it is assembly, whose last digit may differ: this takes
// additions, products and a shift of the exponent, each of which is rounded the same everywhere. The error is below 2 units in the last place.
func exp2(x float64) float64 {
	whole := math.Floor(x + 0.5)
	r := float64((x - whole) * math.Ln2) // |r| ≤ 0.35
	y := 1.0
	for i := 14; i > 0; i-- { // the series of e^r, in Horner's order: the next term is below 10⁻¹⁸
		y = 1 + float64(y*r)/float64(i)
	}
	return math.Ldexp(y, int(max(whole, -2000)))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
