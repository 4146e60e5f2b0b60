package classscore

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// workspace draws agents, work of two kinds and verdicts of all voices, some in the same second.
func workspace(t *rapid.T) Workspace {
	in := Workspace{Agents: map[string]Agent{}, Established: map[string]bool{}}
	agents := rapid.IntRange(1, 5).Draw(t, "agents")
	for i := range agents {
		id := fmt.Sprint("agent-", i)
		in.Agents[id] = Agent{
			Owner: rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(t, "owner"),
			Test:  rapid.IntRange(0, 9).Draw(t, "test") == 0,
		}
		in.Established[id] = rapid.Bool().Draw(t, "established")
	}
	someone := rapid.Map(rapid.IntRange(0, agents), func(i int) string { return fmt.Sprint("agent-", i) }) // the last one is unknown
	verdict := rapid.Custom(func(t *rapid.T) Verdict {
		v := Verdict{
			Value: rapid.SampledFrom([]Value{Success, Failure, TakenBack}).Draw(t, "value"),
			At:    epoch.Add(time.Duration(rapid.IntRange(0, 300*24*3600).Draw(t, "at")) * time.Second),
		}
		switch kind := rapid.SampledFrom([]VoiceKind{Person, System, AgentVoice}).Draw(t, "kind"); kind {
		case Person:
			v.Voice = Voice{Kind: kind, ID: rapid.SampledFrom([]string{"pat", "quin"}).Draw(t, "person")}
		case AgentVoice:
			v.Voice = Voice{Kind: kind, ID: someone.Draw(t, "agent")}
		default:
			v.Voice = Voice{Kind: kind}
		}
		return v
	})
	for i := range rapid.IntRange(0, 25).Draw(t, "work") {
		in.Work = append(in.Work, Work{
			ID: fmt.Sprint("work-", i), Agent: someone.Draw(t, "subject"),
			Class:    rapid.SampledFrom([]Class{Code, Writing}).Draw(t, "class"),
			Verdicts: rapid.SliceOfN(verdict, 0, 4).Draw(t, "verdicts"),
		})
	}
	return in
}

// all is every score of a workspace.
func all(in Workspace) map[string]Score {
	scores := map[string]Score{}
	for id := range in.Agents {
		for _, class := range []Class{Code, Writing} {
			if s, ok := Version1.Compute(id, class, in); ok {
				scores[id+" "+string(class)] = s
			}
		}
	}
	return scores
}

func same(t *rapid.T, what string, a, b map[string]Score) {
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s:\n%v\n%v", what, a, b)
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := workspace(t)
		want := all(in)
		in.Work = rapid.Permutation(in.Work).Draw(t, "order")
		same(t, "another order of the work", want, all(in))
	})
}

// Of verdicts in one instant the one recorded later counts, so order matters there and only there.
func TestOrderOfVerdictsAtOtherTimesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := workspace(t)
		for i := range in.Work {
			in.Work[i].Verdicts = apart(in.Work[i].Verdicts)
		}
		want := all(in)
		for i, w := range in.Work {
			in.Work[i].Verdicts = rapid.Permutation(w.Verdicts).Draw(t, "order")
		}
		same(t, "another order of the verdicts", want, all(in))
	})
}

// apart drops verdicts at a time that another has.
func apart(verdicts []Verdict) []Verdict {
	seen := map[time.Time]bool{}
	return slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool {
		was := seen[v.At]
		seen[v.At] = true
		return was
	})
}

func TestMovingAllTimesChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := workspace(t)
		by := time.Duration(rapid.IntRange(-4_000, 4_000).Draw(t, "days")) * day
		want := all(in)
		for id, s := range want {
			s.AsOf = s.AsOf.Add(by)
			want[id] = s
		}
		for i := range in.Work {
			for j := range in.Work[i].Verdicts {
				in.Work[i].Verdicts[j].At = in.Work[i].Verdicts[j].At.Add(by)
			}
		}
		same(t, "all times moved", want, all(in))
	})
}

// A verdict taken back equals one never given, except that it hides that voice's earlier ones.
func TestTakenBackEqualsNeverGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := workspace(t)
		want := all(in)
		for i, w := range in.Work {
			stands := newestOfEach(w.Verdicts)
			in.Work[i].Verdicts = nil
			for _, j := range stands {
				if w.Verdicts[j].Value != TakenBack {
					in.Work[i].Verdicts = append(in.Work[i].Verdicts, w.Verdicts[j])
				}
			}
		}
		same(t, "only what stands", want, all(in))
	})
}

func TestBoundsAndCaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := workspace(t)
		const rounding = 1e-9
		for id, s := range all(in) {
			if s.Low < 0 || s.Low > s.Score || s.Score > s.High || s.High > 100 {
				t.Fatalf("%s: %d in %d to %d", id, s.Score, s.Low, s.High)
			}
			for name, x := range map[string]float64{"half width": s.HalfWidth, "n": s.N, "v": s.V, "pool rate": s.PoolRate} {
				if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
					t.Fatalf("%s: %s is %v", id, name, x)
				}
			}
			if s.PoolRate <= 0 || s.PoolRate >= 1 || s.V > s.N+rounding {
				t.Fatalf("%s: %+v", id, s)
			}
			if unverified := s.N - s.V; unverified > max(4, s.V)+rounding {
				t.Fatalf("%s: %v unverified, %v verified", id, unverified, s.V)
			}
		}
	})
}

// However much one source says, it moves n by at most its cap.
func TestOneSourceIsCapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Workspace{Agents: map[string]Agent{"a": {Owner: "ann"}, "b": {Owner: "bob"}}, Established: map[string]bool{"b": true}}
		voice := rapid.SampledFrom([]Voice{{Kind: System}, {Kind: AgentVoice, ID: "a"}, {Kind: AgentVoice, ID: "b"}}).Draw(t, "voice")
		for i := range rapid.IntRange(1, 60).Draw(t, "work") {
			value := rapid.SampledFrom([]Value{Success, Failure}).Draw(t, "value")
			in.Work = append(in.Work, Work{ID: fmt.Sprint(i), Agent: "a", Class: Code, Verdicts: []Verdict{{voice, value, epoch.Add(time.Duration(i) * time.Minute)}}})
		}
		if s, _ := Version1.Compute("a", Code, in); s.N > 2+1e-9 || s.V != 0 || s.State != New {
			t.Fatalf("%+v", s)
		}
	})
}

func TestExp2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := -rapid.Float64Range(0, 900).Draw(t, "x")
		if got, want := exp2(x), math.Exp2(x); math.Abs(got-want) > 4e-16*want {
			t.Fatalf("2^%v = %v, want %v", x, got, want)
		}
	})
	for x, want := range map[float64]float64{0: 1, -1: 0.5, -2: 0.25, -1e9: 0} {
		if got := exp2(x); got != want {
			t.Errorf("2^%v = %v, want %v", x, got, want)
		}
	}
}
