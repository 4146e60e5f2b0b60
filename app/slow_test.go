package app

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app/live"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

// With few reads allowed, the slowest are found by their newest result and shown by all of them.
func TestSlowAgentsAreLookedAtTwice(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		a := New(Config{}, s, nil, &live.Hub{}, func() time.Time { return noon }, slog.New(slog.DiscardHandler))
		const agents, each = 25, 3
		var parts []store.NewPart
		err := s.Write(t.Context(), func(tx *store.Tx) error {
			for i := range agents {
				agent := eval.Agent{ID: fmt.Sprintf("agt_%02d", i), DID: fmt.Sprintf("did:web:%d.example", i), Active: true}
				parts = append(parts, store.NewPart{RunAgent: eval.RunAgent{ID: fmt.Sprintf("rag_%02d", i), AgentID: agent.ID}})
				if err := tx.PutAgent(t.Context(), agent); err != nil {
					return err
				}
			}
			if err := tx.PutSuite(t.Context(), eval.Suite{ID: "ste_1", Key: "s", TaskType: eval.HTTPProbe, Enabled: true, Version: 1}); err != nil {
				return err
			}
			_, err := tx.CreateRun(t.Context(), eval.Run{ID: "run_1", SuiteID: "ste_1", Version: 1, CreatedAt: noon}, parts, "")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		claimer, err := s.NewClaimer(t.Context(), "n", func() time.Duration { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		claims, err := claimer.Claim(t.Context(), store.Want{Kind: store.ClaimRunAgent, Now: noon.UnixMilli(), Limit: agents})
		if err != nil || len(claims) != agents {
			t.Fatalf("%d claims, %v", len(claims), err)
		}
		var entries []store.Entry
		for _, c := range claims {
			var i int64
			if _, err := fmt.Sscanf(c.Subject, "rag_%d", &i); err != nil {
				t.Fatal(err)
			}
			for task := range each {
				at := noon.Add(time.Duration(task) * time.Second)
				entries = append(entries, store.Entry{Claim: c, Result: &eval.Result{ID: store.NewID(eval.ResultID, at), RunID: "run_1", RunAgentID: c.Subject,
					SuiteID: "ste_1", AgentID: fmt.Sprintf("agt_%02d", i), TaskID: fmt.Sprint(task), TaskIndex: task, LatencyMS: new(i * int64(task)), At: at}})
			}
		}
		if lost, err := s.Record(t.Context(), "n", entries); err != nil || len(lost) > 0 {
			t.Fatalf("%v, %v", lost, err)
		}
		for _, read := range []int{agents, 1_000_000} {
			slow, err := a.slowAgents(t.Context(), noon, read)
			if err != nil || len(slow) != slowAgents {
				t.Fatalf("%d, %v", len(slow), err)
			}
			if want := (SlowAgent{AgentID: "agt_24", MeanMS: 24, P95MS: 48, Results: each}); slow[0] != want {
				t.Errorf("with %d reads: %+v", read, slow[0])
			}
		}
	})
}

func TestSlowest(t *testing.T) {
	var ms []int64
	for i := range int64(100) {
		ms = append(ms, i+1)
	}
	rows := []store.Latencies{{AgentID: "a", MS: []int64{10}}, {AgentID: "b", MS: ms}, {AgentID: "c", MS: []int64{1, 2}}, {AgentID: "d", MS: []int64{10}}}
	want := []SlowAgent{{"b", 51, 95, 100}, {"a", 10, 10, 1}, {"d", 10, 10, 1}}
	if diff := cmp.Diff(want, slowest(rows, 3)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for n, want := range map[int]int{1: 0, 2: 1, 19: 18, 20: 18, 21: 19, 100: 94} {
		if got := nearestRank(percentile95, n); got != want {
			t.Errorf("of %d: %d, want %d", n, got, want)
		}
	}
}
