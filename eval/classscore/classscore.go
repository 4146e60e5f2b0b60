// Package classscore computes how well an agent does one kind of work from the verdicts on the work it was handed: model "score-v3".
//
// Of each piece of work one verdict decides (decide.go): the newest of the most trusted voice. It counts as an outcome with the weight of
// its voice, halved for every 60 days that it is older than the newest one; what is not verified by a person is capped by source and in all
// (tally.go). With success weight s, failure weight f, n = s + f and p0 the success rate of the workspace in that kind of work:
//
//	p0 = (S + 1) ÷ (N + 2)                     S, N: sums of s and n over all agents
//	p = (s + 4·p0) ÷ (n + 4)
//	half width = 1.645·√(p·(1 − p) ÷ (n + 5))  90 %, two-sided, of the Beta posterior
//	score = round(100·p), range = round(100·(p ± half width)) cut to 0..100, halves up
//
// Example: a lone agent whose work one person found good, bad, good, bad, good, ten seconds apart, has n = v = 4.999987, score 59,
// range 33 to 84, half width 0.256102.
//
// The result depends on nothing but the arguments, and not on their order: outcomes are sorted before they are summed, no product is fused
// into an addition, the clock is never read. So the digits are the same on every machine.
package classscore

import (
	"math"
	"time"
)

// Class is a kind of work.
type Class string

// The seven kinds of work. Work of no named kind is Other.
const (
	Code       Class = "code"
	Research   Class = "research"
	Writing    Class = "writing"
	Analysis   Class = "analysis"
	Operations Class = "operations"
	Support    Class = "support"
	Other      Class = "other"
)

// Classes are the seven, in the order in which they are shown.
var Classes = []Class{Code, Research, Writing, Analysis, Operations, Support, Other}

// State says how far to trust a score.
type State string

// The states. StaleAfter adds another word to any of them when it is read.
const (
	New         State = "new"         // n below Params.New
	Provisional State = "provisional" // neither new nor established
	Established State = "established" // v and the half width reach their thresholds
)

// Params are what the model was computed with. Times are durations, weights are outcomes.
type Params struct {
	Version     int
	Model       string
	HalfLife    time.Duration // an outcome so much older counts half
	Person      float64       // weight of a person's verdict
	System      float64       // of the workspace's own system
	Peer        float64       // of another, established agent
	OwnFailure  float64       // of a failure that the agent, or one of its owner, reports
	OwnSuccess  float64       // of a success that these claim
	SourceCap   float64       // one unverified source counts at most so much, or SourceShare of v if that is more
	SourceShare float64
	TotalCap    float64 // all that is unverified counts at most so much, or v if that is more
	Prior       float64 // outcomes that the workspace's success rate counts as
	Z           float64 // quantile of the range
	New         float64 // below this n a score is new
	Verified    float64 // v from which a score can be established
	HalfWidth   float64 // up to which it is
	StaleAfter  time.Duration
}

const day = 24 * time.Hour

// Version1 are the parameters of version 1.
var Version1 = Params{
	Version: 1, Model: "score-v3",
	HalfLife: 60 * day,
	Person:   1, System: 0.5, Peer: 0.25, OwnFailure: 0.5, OwnSuccess: 0.25,
	SourceCap: 2, SourceShare: 0.25, TotalCap: 4,
	Prior: 4, Z: 1.645,
	New: 2.5, Verified: 9.5, HalfWidth: 0.20,
	StaleAfter: 30 * day,
}

// Score is how well an agent does one kind of work. Numbers are not rounded, but for Score and Range.
type Score struct {
	State     State
	Score     int       // 0 to 100
	Low, High int       // the range: 0 ≤ Low ≤ Score ≤ High ≤ 100
	HalfWidth float64   // of the range, as a share
	N         float64   // outcomes, by weight, after the caps
	V         float64   // of these, verified; never capped
	PoolRate  float64   // p0, in (0, 1)
	AsOf      time.Time // of the newest outcome that counts
}

// Stale reports whether a score is old at a time of reading.
func (p Params) Stale(s Score, now time.Time) bool { return now.Sub(s.AsOf) > p.StaleAfter }

// Compute scores one agent in one kind of work. It has a score there if it has an outcome there.
func (p Params) Compute(agent string, class Class, in Workspace) (Score, bool) {
	return p.ComputeFrom(agent, in.Outcomes(p, class))
}

// ComputeFrom is Compute from the outcomes of all agents in that kind of work, see Workspace.Outcomes.
func (p Params) ComputeFrom(agent string, outcomes map[string][]Outcome) (Score, bool) {
	asOf, ok := AsOf(outcomes[agent])
	if !ok {
		return Score{}, false
	}
	own := p.tally(outcomes[agent], asOf)
	var pool sum
	for _, id := range sortedKeys(outcomes) {
		t := own
		if id != agent {
			t = p.tally(outcomes[id], asOf)
		}
		pool.s, pool.n = pool.s+t.s, pool.n+t.n
	}
	return p.score(own, (pool.s+1)/(pool.n+2), asOf), true
}

// score is the number and the state of a tally, where the pool has that success rate.
func (p Params) score(own tally, rate float64, asOf time.Time) Score {
	mean := (own.s + float64(p.Prior*rate)) / (own.n + p.Prior)
	half := float64(p.Z * math.Sqrt(float64(mean*(1-mean))/(own.n+p.Prior+1)))
	s := Score{
		State: Provisional,
		Score: percent(mean), Low: percent(mean - half), High: percent(mean + half),
		HalfWidth: half, N: own.n, V: own.v, PoolRate: rate, AsOf: asOf,
	}
	switch {
	case own.n < p.New:
		s.State = New
	case own.v >= p.Verified && half <= p.HalfWidth:
		s.State = Established
	}
	return s
}

// percent rounds a share to a whole percent, halves up, and cuts it to 0..100.
func percent(share float64) int {
	return min(max(int(math.Floor(float64(100*share)+0.5)), 0), 100)
}
