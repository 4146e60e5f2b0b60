package store_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestChallengesAreGoodOnceAndForATime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		add := func(agent string, action eval.ChallengeAction, at time.Time) eval.Challenge {
			c := eval.Challenge{ID: store.NewID(eval.ChallengeID, at), AgentID: agent, Action: action, Token: "token", CreatedAt: at, ExpiresAt: at.Add(24 * time.Hour)}
			write(t, s, func(tx *store.Tx) error { return tx.AddChallenge(t.Context(), c) })
			return c
		}
		first, second := add("agt_1", eval.ChallengeProve, noon), add("agt_1", eval.ChallengeProve, noon.Add(time.Hour))
		other := add("agt_1", eval.ChallengeOptOut, noon)
		add("agt_2", eval.ChallengeProve, noon)
		got, err := s.OpenChallenges(t.Context(), "agt_1", eval.ChallengeProve, noon.Add(2*time.Hour))
		if diff := cmp.Diff([]eval.Challenge{second, first}, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		var used atomic.Int64
		var tries sync.WaitGroup
		for range 8 {
			tries.Go(func() {
				err := s.Write(t.Context(), func(tx *store.Tx) error {
					ok, err := tx.UseChallenge(t.Context(), first.ID, noon.Add(2*time.Hour))
					if ok {
						used.Add(1)
					}
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		tries.Wait()
		if used.Load() != 1 {
			t.Errorf("used %d times", used.Load())
		}
		use := func(id string, at time.Time) (ok bool) {
			write(t, s, func(tx *store.Tx) (err error) { ok, err = tx.UseChallenge(t.Context(), id, at); return err })
			return ok
		}
		if use(second.ID, second.ExpiresAt) || use("chl_none", noon) {
			t.Error("an ended or unknown challenge was used")
		}
		if !use(second.ID, second.ExpiresAt.Add(-time.Millisecond)) {
			t.Error("it was not good until its end")
		}
		add("agt_1", eval.ChallengeProve, noon.Add(48*time.Hour))
		if gone, err := s.Challenge(t.Context(), other.ID); err != nil || gone != nil {
			t.Errorf("an ended challenge stays: %+v, %v", gone, err)
		}
		if kept, err := s.Challenge(t.Context(), first.ID); err != nil || kept == nil || !kept.UsedAt.Equal(noon.Add(2*time.Hour)) {
			t.Errorf("a used challenge: %+v, %v", kept, err)
		}
	})
}

func TestAgentsOfAWorkspaceAndThoseThatAreNoTargets(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		agents := []eval.Agent{
			{ID: "agt_1", DID: "did:web:a.example", WorkspaceID: "wsp_a", Endpoint: "https://a.example/", Active: true, Proof: eval.Proof{State: eval.Proven, Origin: "https://a.example"}},
			{ID: "agt_2", DID: "did:web:b.example", WorkspaceID: "wsp_b", Endpoint: "https://b.example/", Active: true, Proof: eval.Proof{State: eval.Proven, Origin: "https://a.example"}},
			{ID: "agt_3", DID: "did:web:c.example", WorkspaceID: "wsp_a", Endpoint: "https://c.example/", Active: true, Proof: eval.Proof{State: eval.Trusted}, OptedOutAt: noon},
			{ID: "agt_4", DID: "did:web:d.example", WorkspaceID: "wsp_a", Endpoint: "https://d.example/", Active: true},
		}
		write(t, s, func(tx *store.Tx) error {
			for _, a := range agents {
				if err := tx.PutAgent(t.Context(), a); err != nil {
					return err
				}
			}
			return nil
		})
		page, err := s.Agents(t.Context(), store.AgentFilter{WorkspaceID: "wsp_a"}, eval.PageArgs{})
		if err != nil || len(page.Items) != 3 {
			t.Errorf("%+v, %v", page.Items, err)
		}
		targets, err := s.Targets(t.Context())
		if err != nil || len(targets) != 1 || targets[0].ID != "agt_1" {
			t.Errorf("targets %+v, %v", targets, err)
		}
		none, err := s.NoTargets(t.Context(), []string{"agt_1", "agt_2", "agt_3", "agt_4", "agt_none"})
		if slices.Sort(none); err != nil || !slices.Equal(none, []string{"agt_2", "agt_3", "agt_4"}) {
			t.Errorf("no targets %v, %v", none, err)
		}
		for endpoint, want := range map[string]string{"https://c.example/": "did:web:c.example", "https://a.example/": "", "https://c.example/x": ""} {
			if did, err := s.OptedOutAt(t.Context(), endpoint); err != nil || did != want {
				t.Errorf("opted out at %s: %q, %v", endpoint, did, err)
			}
		}
	})
}
