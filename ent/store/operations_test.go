package store_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestDescribe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		d, err := s.Describe(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		name, version, _ := strings.Cut(d.Version, " ")
		if want := map[bool]string{true: "postgres", false: "sqlite"}[s.Postgres()]; name != want || !strings.Contains(version, ".") || strings.Contains(version, " ") {
			t.Errorf("version %q", d.Version)
		}
		if d.Bytes == nil || *d.Bytes < 1<<16 {
			t.Errorf("size %v", d.Bytes)
		}
		if d.SchemaVersion < 2 {
			t.Errorf("schema version %d", d.SchemaVersion)
		}
	})
}

func TestJobsAreCountedByKind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 5, 1, false) // holds five parts
		ids := sc.working()
		for i, runAt := range []time.Time{noon.Add(-time.Hour), noon.Add(-time.Minute), noon.Add(time.Hour)} {
			for _, k := range sc.claims {
				if k.ID == ids[i] {
					if err := s.Release(t.Context(), sc.claimer.Holder(), k, runAt.UnixMilli()); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if _, err := sc.claimer.Claim(t.Context(), store.Want{Kind: store.ClaimSchedule, Now: noon.UnixMilli(), Limit: 1}); err != nil {
			t.Fatal(err)
		}
		jobs, err := s.Jobs(t.Context(), noon)
		if err != nil {
			t.Fatal(err)
		}
		want := []store.Jobs{
			{Kind: store.ClaimCards, Waiting: 1},
			{Kind: store.ClaimDeadlines, Waiting: 1},
			{Kind: store.ClaimDeliveries, Waiting: 1},
			{Kind: store.ClaimLog, Waiting: 1},
			{Kind: store.ClaimRetention, Waiting: 1},
			{Kind: store.ClaimRunAgent, Waiting: 2, Later: 1, Held: 2, OldestAt: noon.Add(-time.Hour)},
			{Kind: store.ClaimSchedule, Held: 1},
		}
		if diff := cmp.Diff(want, jobs); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for kind, want := range map[string]string{store.ClaimSchedule: sc.claimer.Holder(), store.ClaimCards: "", "unknown": ""} {
			if holder, err := s.ClaimHolder(t.Context(), kind); err != nil || holder != want {
				t.Errorf("%s is held by %q, %v; want %q", kind, holder, err, want)
			}
		}
		if n, err := s.CountUnderWay(t.Context()); err != nil || n != 1 {
			t.Errorf("%d runs under way, %v", n, err)
		}
	})
}

func TestDue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		if next, overdue, err := s.Due(t.Context(), noon); err != nil || overdue != 0 || !next.IsZero() {
			t.Errorf("without suites: %v, %d, %v", next, overdue, err)
		}
		write(t, s, func(tx *store.Tx) error {
			for key, next := range map[string]time.Time{"past": noon.Add(-time.Minute), "now": noon, "future": noon.Add(time.Hour), "off": noon, "never": {}} {
				v := suite(key, "a")
				v.IntervalMinutes, v.NextRunAt, v.Enabled = 5, next, key != "off"
				if key == "never" {
					v.IntervalMinutes = 0
				}
				if err := tx.PutSuite(t.Context(), v); err != nil {
					return err
				}
			}
			return nil
		})
		if next, overdue, err := s.Due(t.Context(), noon); err != nil || overdue != 2 || !next.Equal(noon.Add(-time.Minute)) {
			t.Errorf("%v, %d, %v", next, overdue, err)
		}
	})
}

func TestRecentLatencies(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 3, 6, false)
		var entries []store.Entry
		for task, ms := range []int64{900, 50, 30, 40, 10, 20} { // by age, the oldest first
			e := sc.result(0, task, nil, eval.NoError, noon.Add(time.Duration(task)*time.Minute))
			e.Result.LatencyMS = &ms
			entries = append(entries, e)
		}
		unmeasured := sc.result(1, 0, nil, eval.ErrNoEndpoint, noon.Add(time.Minute))
		early := sc.result(2, 0, nil, eval.NoError, noon.Add(-time.Millisecond))
		early.Result.LatencyMS = new(int64)
		record(t, s, sc, append(entries, unmeasured, early)...)
		got, err := s.RecentLatencies(t.Context(), noon, 4)
		if err != nil {
			t.Fatal(err)
		}
		want := []store.Latencies{{AgentID: sc.agents[0].ID, MS: []int64{10, 20, 30, 40}}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		got, err = s.RecentLatencies(t.Context(), noon, 4, sc.agents[1].ID, sc.agents[0].ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("of two agents: %v (-want +got):\n%s", err, diff)
		}
		if got, err = s.RecentLatencies(t.Context(), noon, 4, sc.agents[1].ID); err != nil || len(got) != 0 {
			t.Errorf("of another agent: %v, %v", got, err)
		}
		if n, err := s.CountAgents(t.Context()); err != nil || n != 3 {
			t.Errorf("%d agents, %v", n, err)
		}
	})
}

func TestNodesAreKeptForAWhile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		old := eval.Node{Name: "b", Version: "v1", StartedAt: noon.Add(-time.Hour), SeenAt: noon.Add(-time.Hour)}
		young := eval.Node{Name: "a", Version: "v2", StartedAt: noon, SeenAt: noon, Streams: 1, Calls: 2, Parts: 3}
		write(t, s, func(tx *store.Tx) error {
			for _, n := range []eval.Node{old, young} {
				if err := tx.PutNode(t.Context(), n); err != nil {
					return err
				}
			}
			young.StoppedAt, young.Streams = noon, 0
			return tx.PutNode(t.Context(), young)
		})
		nodes, err := s.Nodes(t.Context())
		if diff := cmp.Diff([]eval.Node{young, old}, nodes); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		write(t, s, func(tx *store.Tx) error { return tx.ForgetNodes(t.Context(), noon) })
		nodes, err = s.Nodes(t.Context())
		if diff := cmp.Diff([]eval.Node{young}, nodes); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}
