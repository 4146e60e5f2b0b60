package classscore

import (
	"cmp"
	"slices"
	"time"
)

// Explanation says how s and f of a score come about.
type Explanation struct {
	Outcomes   []Counted // newest first
	Sources    []Source  // those that are not verified, by name
	Successes  float64   // s
	Failures   float64   // f
	Unverified float64   // what the sources come to after the cap of each, before the cap of all
	TotalCap   float64   // what they may count together at most
}

// Counted is an outcome with what it counts.
type Counted struct {
	Outcome
	Aged    float64 // its weight, halved for every half life that it is older than the newest one
	Counted float64 // what the caps leave of that
}

// Source is what one source that is not verified says.
type Source struct {
	Name     string // own, system, or agent:ID
	Outcomes int
	Aged     float64 // their weight by age
	Cap      float64 // what one source may count at most
	Counted  float64 // what both caps leave
}

// Explain says what each of an agent's outcomes counts at a time, by the same rules as Compute. Sums may differ from its own in the last
// digits, since they are made in another order.
func (p Params) Explain(outcomes []Outcome, asOf time.Time) Explanation {
	t := p.tally(outcomes, asOf)
	e := Explanation{Successes: t.s, Failures: t.n - t.s, TotalCap: max(p.TotalCap, t.v)}
	sources := map[string]*Source{}
	for _, o := range outcomes {
		if o.At.After(asOf) {
			continue
		}
		aged := p.aged(o, asOf)
		e.Outcomes = append(e.Outcomes, Counted{Outcome: o, Aged: aged, Counted: aged})
		if o.Verified {
			continue
		}
		s := sources[o.Source]
		if s == nil {
			s = &Source{Name: o.Source, Cap: max(p.SourceCap, float64(p.SourceShare*t.v))}
			sources[o.Source] = s
		}
		s.Outcomes, s.Aged = s.Outcomes+1, s.Aged+aged
	}
	for _, name := range sortedKeys(sources) {
		e.Unverified += min(sources[name].Aged, sources[name].Cap)
	}
	share := 1.0
	if e.Unverified > e.TotalCap {
		share = e.TotalCap / e.Unverified
	}
	for _, name := range sortedKeys(sources) {
		s := sources[name]
		s.Counted = min(s.Aged, s.Cap) * share
		e.Sources = append(e.Sources, *s)
	}
	for i := range e.Outcomes {
		if o := &e.Outcomes[i]; !o.Verified && sources[o.Source].Aged > 0 {
			o.Counted = o.Aged * sources[o.Source].Counted / sources[o.Source].Aged
		}
	}
	slices.SortFunc(e.Outcomes, func(a, b Counted) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Work, b.Work)) })
	return e
}
