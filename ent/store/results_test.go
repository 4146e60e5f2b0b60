package store_test

import (
	"testing"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestResultsAreWalkedAgentByAgentInTheOrderOfTasks(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		newScene(t, s, 1, 1, false) // another run
		sc := newScene(t, s, 4, 2, false)
		entry := func(part, task int) store.Entry { return sc.result(part, task, new(1.0), eval.NoError, noon) }
		// Recorded in another order; the third agent has no result yet.
		entries := []store.Entry{entry(3, 1), entry(1, 0), entry(0, 1), entry(3, 0), entry(0, 0)}
		record(t, s, sc, entries...)
		want := []string{entries[4].Result.ID, entries[2].Result.ID, entries[1].Result.ID, entries[3].Result.ID, entries[0].Result.ID}
		for i, id := range want {
			at, err := s.Result(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range []struct {
				backward bool
				to       int
			}{{false, i + 1}, {true, i - 1}} {
				got, err := s.NextResult(t.Context(), *at, way.backward)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case way.to < 0 || way.to == len(want):
					if got != nil {
						t.Errorf("beyond the end, backward %t, there is %s", way.backward, got.ID)
					}
				case got == nil || got.ID != want[way.to] || got.AgentDID == "":
					t.Errorf("from %d, backward %t: %+v, want %s", i, way.backward, got, want[way.to])
				}
			}
		}
	})
}
