package classscore

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

type vector struct {
	Name      string
	Workspace struct {
		Agents map[string]Agent
		Work   []struct {
			ID, Agent string
			Class     Class
			Verdicts  []struct {
				Voice Voice
				Value *Value
				At    int64
			}
		}
	}
	Established []string
	Want        map[string]map[Class]struct {
		State     State
		Score     int
		Range     [2]int
		HalfWidth float64 `json:"half_width"`
		N, V      float64
		PoolRate  float64 `json:"pool_rate"`
		AsOf      int64   `json:"as_of"`
	}
}

func (v vector) in() Workspace {
	in := Workspace{Agents: v.Workspace.Agents, Established: map[string]bool{}}
	for _, id := range v.Established {
		in.Established[id] = true
	}
	for _, w := range v.Workspace.Work {
		work := Work{ID: w.ID, Agent: w.Agent, Class: w.Class}
		for _, d := range w.Verdicts {
			verdict := Verdict{Voice: d.Voice, At: time.Unix(d.At, 0)}
			if d.Value != nil {
				verdict.Value = *d.Value
			}
			work.Verdicts = append(work.Verdicts, verdict)
		}
		in.Work = append(in.Work, work)
	}
	return in
}

func vectors(t testing.TB) []vector {
	b, err := os.ReadFile("testdata/class_scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Every number of every vector, which another implementation computed, to the last digit that is printed.
func TestVectors(t *testing.T) {
	six := func(x float64) string { return fmt.Sprintf("%.6f", x) }
	scores := 0
	for _, v := range vectors(t) {
		in := v.in()
		for id := range in.Agents {
			for _, class := range Classes {
				got, ok := Version1.Compute(id, class, in)
				want, wanted := v.Want[id][class]
				if ok != wanted {
					t.Errorf("%s, %s, %s: scored %t, want %t", v.Name, id, class, ok, wanted)
				}
				if !ok || !wanted {
					continue
				}
				scores++
				gotText := fmt.Sprint(got.State, got.Score, got.Low, got.High, six(got.HalfWidth), six(got.N), six(got.V), six(got.PoolRate), got.AsOf.Unix())
				wantText := fmt.Sprint(want.State, want.Score, want.Range[0], want.Range[1], six(want.HalfWidth), six(want.N), six(want.V), six(want.PoolRate), want.AsOf)
				if gotText != wantText {
					t.Errorf("%s, %s, %s:\n got %s\nwant %s", v.Name, id, class, gotText, wantText)
				}
			}
		}
	}
	t.Logf("%d scores", scores)
}
