package store_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestTrendsAddUpHoursAndDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		midnight := noon.Truncate(24 * time.Hour)
		one, other := newScene(t, s, 2, 4, false), newScene(t, s, 1, 1, false)
		trial := newScene(t, s, 1, 1, true)
		record(t, s, one,
			one.result(0, 0, new(1.0), "", midnight.Add(-time.Millisecond)),
			one.result(0, 1, new(0.0), eval.ErrTimeout, midnight),
			one.result(0, 2, new(1.0), "", midnight.Add(24*time.Hour-time.Millisecond)),
			one.result(0, 3, nil, eval.ErrInternal, noon),
			one.result(1, 0, new(0.5), "", noon), one.result(1, 1, nil, eval.ErrCancelled, noon.Add(24*time.Hour)))
		record(t, s, other, other.result(0, 0, new(1.0), "", noon))
		record(t, s, trial, trial.result(0, 0, new(1.0), "", noon))
		a, b, c := one.agents[0].ID, one.agents[1].ID, other.agents[0].ID
		point := func(at time.Time, hours int, n int64, mean, availability float64) eval.TrendPoint {
			return eval.TrendPoint{At: at, Hours: hours, Results: n, MeanScore: mean, Availability: availability}
		}
		for _, tc := range []struct {
			name  string
			suite string
			from  time.Time
			hours int
			want  map[string][]eval.TrendPoint
		}{
			{"days", "", midnight.Add(-24 * time.Hour), 24, map[string][]eval.TrendPoint{
				a: {point(midnight.Add(-24*time.Hour), 24, 1, 1, 1), point(midnight, 24, 2, 0.5, 0.5)},
				b: {point(midnight, 24, 1, 0.5, 1)},
				c: {point(midnight, 24, 1, 1, 1)}}},
			{"the last day", "", midnight, 24, map[string][]eval.TrendPoint{
				a: {point(midnight, 24, 2, 0.5, 0.5)}, b: {point(midnight, 24, 1, 0.5, 1)}, c: {point(midnight, 24, 1, 1, 1)}}},
			{"one suite", other.suite.ID, midnight, 24, map[string][]eval.TrendPoint{c: {point(midnight, 24, 1, 1, 1)}}},
			{"hours", one.suite.ID, midnight, 1, map[string][]eval.TrendPoint{
				a: {point(midnight, 1, 1, 0, 0), point(midnight.Add(23*time.Hour), 1, 1, 1, 1)}, b: {point(noon, 1, 1, 0.5, 1)}}},
		} {
			got, err := s.AgentTrends(t.Context(), []string{a, b, c, trial.agents[0].ID, "agt_none"}, tc.suite, tc.from, tc.hours)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", tc.name, d)
			}
		}
		suites, err := s.SuiteTrends(t.Context(), []string{one.suite.ID, trial.suite.ID}, midnight, 24)
		want := map[string][]eval.TrendPoint{one.suite.ID: {point(midnight, 24, 3, 0.5, 2./3)}}
		if d := cmp.Diff(want, suites); d != "" || err != nil {
			t.Errorf("suites: %v, %s", err, d)
		}
	})
}

func TestBoardMembers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		make := func(did string, change func(*eval.Agent)) eval.Agent {
			a := agent(did)
			change(&a)
			write(t, s, func(tx *store.Tx) error { return tx.PutAgent(t.Context(), a) })
			return a
		}
		plain := make("did:web:plain.example", func(a *eval.Agent) { a.Name, a.Owner = "Plain 100% ÄGENT", "Acme" })
		proven := make("did:web:proven.example", func(a *eval.Agent) {
			a.Proof = eval.Proof{State: eval.Proven, Origin: a.Origin(), At: noon}
		})
		lapsed := make("did:web:lapsed.example", func(a *eval.Agent) { a.Proof = eval.Proof{State: eval.Proven, Origin: "http://elsewhere", At: noon} })
		idle := make("did:web:idle.example", func(a *eval.Agent) { a.Active = false })
		out := make("did:web:out.example", func(a *eval.Agent) { a.OptedOutAt = noon })
		make("did:web:test.example", func(a *eval.Agent) { a.TestAgent = true })
		make("did:web:mirror.example", func(a *eval.Agent) { a.HomeRegistry = "https://other" })
		make("did:web:gone.example", func(a *eval.Agent) { a.RemovedAt = noon })
		for _, tc := range []struct {
			search string
			active bool
			want   []string
		}{
			{"", false, []string{plain.ID, proven.ID, lapsed.ID, idle.ID, out.ID}},
			{"", true, []string{plain.ID, proven.ID}},
			{"acme", false, []string{plain.ID}},
			{"äGENT", false, []string{plain.ID}},
			{"100%", false, []string{plain.ID}},
			{"1%0", false, nil},
			{"E.EXAMPLE", false, []string{idle.ID}},
			{"example", true, []string{plain.ID, proven.ID}},
			{"nobody", false, nil},
		} {
			got, err := s.BoardMembers(t.Context(), tc.search, tc.active)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for id := range got {
				ids = append(ids, id)
			}
			slices.Sort(ids)
			slices.Sort(tc.want)
			if d := cmp.Diff(tc.want, ids); d != "" {
				t.Errorf("search %q, active %t (-want +got):\n%s", tc.search, tc.active, d)
			}
		}
	})
}
