package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// The published sample, through every use case.
func TestPublishedSample(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		var works []eval.Work
		for range 5 {
			works = append(works, w.ended(to, classscore.Research, false))
		}
		for i, work := range works {
			w.clock.Add(10 * time.Second)
			w.says(w.ada.Context(), work.ID, []eval.Reaction{up, down}[i%2])
		}
		s := w.score(to, classscore.Research)
		if s == nil || !s.Current {
			t.Fatal(s)
		}
		d := *s.Document
		if d.Score != 59 || d.Range != [2]int{33, 84} || d.HalfWidth != 0.256102 || d.N != 4.999987 || d.V != 4.999987 || d.State != classscore.Provisional ||
			d.AsOf != "2026-11-30T12:00:50.000Z" || d.Outcomes.Count != 5 || d.Pool.Count != 5 || d.Agents.Count != 1 {
			t.Errorf("%+v", d)
		}
		for _, pool := range []bool{true, false} {
			if r := w.checked(to, classscore.Research, pool); !r.OK || len(r.Checks) != 5 {
				t.Errorf("%+v", r)
			}
		}
		record, err := w.App.AgentRecord(w.ada.Context(), to.ID)
		if err != nil || len(record.Earned.Value) != 1 || record.Earned.Value[0].ID != s.ID || record.Earned.Value[0].Stale || record.Trust.Code != "not_computed" {
			t.Errorf("%+v, %v", record.Earned, err)
		}
		w.clock.Add(30 * 24 * time.Hour)
		if now := w.score(to, classscore.Research); w.App.Stale(*now) {
			t.Error("stale after 30 days")
		}
		w.clock.Add(time.Millisecond)
		if now := w.score(to, classscore.Research); !w.App.Stale(*now) || now.ID != s.ID {
			t.Errorf("not stale after more than 30 days: %+v", now)
		}
		if err := w.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r := w.checked(to, classscore.Research, true); !r.OK || len(r.Checks) != 6 {
			t.Errorf("in the log: %+v", r)
		}
	})
}

type scoreVector struct {
	Name      string
	Workspace struct {
		Agents map[string]classscore.Agent
		Work   []struct {
			ID, Agent string
			Class     classscore.Class
			Verdicts  []struct {
				Voice classscore.Voice
				Value *classscore.Value
				At    int64
			}
		}
	}
	Established []string
	Want        map[string]map[classscore.Class]struct {
		State     classscore.State
		Score     int
		Range     [2]int
		HalfWidth float64 `json:"half_width"`
		N, V      float64
		PoolRate  float64 `json:"pool_rate"`
		AsOf      int64   `json:"as_of"`
	}
}

// Another implementation's vectors, each in a workspace of its own: what is stored of verdicts gives their scores.
func TestScoreVectors(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../eval/classscore/testdata/class_scores.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []scoreVector
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(noon)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		scores := 0
		for i, v := range vectors {
			if s.Postgres() && i%5 != 0 { // the same statements
				continue
			}
			if err := s.Write(t.Context(), func(tx *store.Tx) error { return v.play(t, e, clock, tx, i) }); err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
			scores += v.check(t, e, i)
		}
		t.Logf("%d scores", scores)
		if scores < 50 {
			t.Errorf("%d scores", scores)
		}
	})
}

func (v scoreVector) id(kind string, i int, id string) string {
	return fmt.Sprintf("%s_%02d_%s", kind, i, id)
}

// play records the verdicts in the order of their times, and computes all scores.
func (v scoreVector) play(t *testing.T, e *testenv.Env, clock *dbtest.Clock, tx *store.Tx, i int) error {
	ctx, workspace := t.Context(), fmt.Sprintf("wsp_%02d", i)
	if err := tx.PutWorkspace(ctx, eval.Workspace{ID: workspace, Key: fmt.Sprint("v", i), Name: v.Name, CreatedAt: noon}); err != nil {
		return err
	}
	for id, a := range v.Workspace.Agents {
		agent := eval.Agent{ID: v.id("agt", i, id), DID: fmt.Sprintf("did:web:%s-%d.example", id, i), Name: id, Owner: a.Owner, TestAgent: a.Test, WorkspaceID: workspace, RegisteredAt: noon}
		if err := tx.PutAgent(ctx, agent); err != nil {
			return err
		}
	}
	type step struct {
		at    int64
		work  eval.Work
		voice classscore.Voice
		value classscore.Value
	}
	var steps []step
	for _, x := range v.Workspace.Work {
		w := eval.Work{ID: v.id("wrk", i, x.ID), WorkspaceID: workspace, ToAgentID: v.id("agt", i, x.Agent), Class: x.Class, Title: x.ID, Status: eval.WorkSubmitted}
		for _, d := range x.Verdicts {
			s := step{at: d.At, work: w, voice: d.Voice}
			switch d.Voice.Kind {
			case classscore.System:
				s.voice.ID = ""
			case classscore.AgentVoice:
				s.voice.ID = v.id("agt", i, d.Voice.ID)
			}
			if d.Value != nil {
				s.value = *d.Value
			}
			steps = append(steps, s)
		}
	}
	slices.SortStableFunc(steps, func(x, y step) int { return int(x.at - y.at) })
	for _, s := range steps {
		clock.Add(time.Unix(s.at, 0).Sub(clock.Now()))
		if err := app.Judge(ctx, e.App, tx, s.work, s.voice, s.value); err != nil {
			return err
		}
	}
	// Of the agents exactly those are established that the vector names, whatever they did here: others are scored last.
	for id := range v.Workspace.Agents {
		for _, class := range classscore.Classes {
			if err := tx.RetireScore(ctx, v.id("agt", i, id), class); err != nil {
				return err
			}
		}
	}
	for _, id := range v.Established {
		free := slices.IndexFunc(classscore.Classes, func(c classscore.Class) bool { _, has := v.Want[id][c]; return !has })
		score := eval.ClassScore{ID: v.id("scr", i, id), WorkspaceID: workspace, AgentID: v.id("agt", i, id), Class: classscore.Classes[free], State: classscore.Established,
			Document: &classscore.Document{}}
		if err := tx.PutScore(ctx, score, store.ScoreInputs{}); err != nil {
			return err
		}
	}
	var last []func() error
	for id, classes := range v.Want {
		for class, want := range classes {
			rescore := func() error { return app.Rescore(ctx, e.App, tx, workspace, v.id("agt", i, id), class) }
			if want.State == classscore.Established && !slices.Contains(v.Established, id) {
				last = append(last, rescore)
				continue
			}
			if err := rescore(); err != nil {
				return err
			}
		}
	}
	for _, rescore := range last {
		if err := rescore(); err != nil {
			return err
		}
	}
	return nil
}

func (v scoreVector) check(t *testing.T, e *testenv.Env, i int) (scores int) {
	t.Helper()
	for id, classes := range v.Want {
		stored, err := e.Store.CurrentScores(t.Context(), []string{v.id("agt", i, id)})
		if err != nil {
			t.Fatal(err)
		}
		for class, want := range classes {
			at := slices.IndexFunc(stored[v.id("agt", i, id)], func(s eval.ClassScore) bool { return s.Class == class })
			if at < 0 {
				t.Errorf("%s, %s, %s: no score", v.Name, id, class)
				continue
			}
			d := *stored[v.id("agt", i, id)][at].Document
			scores++
			got := fmt.Sprint(d.State, d.Score, d.Range, d.HalfWidth, d.N, d.V, classscore.Six(d.PoolRate), d.AsOf)
			if text := fmt.Sprint(want.State, want.Score, want.Range, want.HalfWidth, want.N, want.V, want.PoolRate, time.Unix(want.AsOf, 0).UTC().Format(receipt.TimeLayout)); got != text {
				t.Errorf("%s, %s, %s:\n got %s\nwant %s", v.Name, id, class, got, text)
			}
		}
	}
	return scores
}
