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

func TestKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		key := func(hash, workspaceID, by string) eval.APIKey {
			k := eval.APIKey{ID: store.NewID(eval.KeyID, noon), Prefix: "assay_abcdefgh", WorkspaceID: workspaceID, Name: "CI", Role: eval.RoleMember,
				Scopes: []eval.Scope{eval.ScopeRun, eval.ScopeRead}, CreatedBy: by, CreatedAt: noon, ExpiresAt: noon.Add(time.Hour)}
			write(t, s, func(tx *store.Tx) error { return tx.AddKey(ctx, k, hash) })
			return k
		}
		one, two, elsewhere := key("h1", "wsp_1", "usr_1"), key("h2", "wsp_1", "usr_2"), key("h3", "wsp_2", "usr_1")
		if got, err := s.KeyByToken(ctx, "h1"); err != nil || !cmp.Equal(*got, one) {
			t.Errorf("by token: %+v, %v", got, err)
		}
		if got, err := s.KeyByToken(ctx, "assay_abcdefgh"); err != nil || got != nil {
			t.Errorf("by what is no token: %+v, %v", got, err)
		}
		ids := func(workspaceIDs []string, by string, limit int) (ids []string) {
			keys, err := s.KeysOf(ctx, workspaceIDs, by, noon, limit)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range keys {
				ids = append(ids, k.ID)
			}
			return ids
		}
		if got := ids([]string{"wsp_1"}, "", 10); !slices.Equal(got, []string{two.ID, one.ID}) {
			t.Errorf("of a workspace: %v", got)
		}
		if got := ids([]string{"wsp_1", "wsp_2"}, "usr_1", 10); !slices.Equal(got, []string{elsewhere.ID, one.ID}) {
			t.Errorf("of a user: %v", got)
		}
		if got := ids([]string{"wsp_1"}, "", 1); !slices.Equal(got, []string{two.ID}) {
			t.Errorf("the newest: %v", got)
		}
		write(t, s, func(tx *store.Tx) error { return tx.SeeKey(ctx, one.ID, noon.Add(time.Minute)) })
		write(t, s, func(tx *store.Tx) error { return tx.SeeKey(ctx, one.ID, noon) })
		write(t, s, func(tx *store.Tx) error { return tx.RevokeKeysBy(ctx, "wsp_1", "usr_1", noon.Add(2*time.Minute)) })
		write(t, s, func(tx *store.Tx) error { return tx.RevokeKeysBy(ctx, "wsp_1", "usr_1", noon.Add(3*time.Minute)) })
		newest := key("h4", "wsp_1", "usr_1")
		write(t, s, func(tx *store.Tx) error { return tx.RevokeKey(ctx, newest.ID, noon) })
		if got := ids([]string{"wsp_1", "wsp_2"}, "", 2); !slices.Equal(got, []string{elsewhere.ID, two.ID, newest.ID}) {
			t.Errorf("two of each workspace, those that are good first: %v", got)
		}
		for at, want := range map[time.Duration]int{0: 1, time.Hour: 0} {
			if n, err := s.GoodKeys(ctx, "wsp_1", noon.Add(at)); err != nil || n != want {
				t.Errorf("%d are good after %s, %v", n, at, err)
			}
		}
		got, err := s.KeysByID(ctx, []string{one.ID, two.ID, elsewhere.ID})
		if err != nil || len(got) != 3 {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, k := range got {
			if dead := !k.Live(noon); dead != (k.ID == one.ID) {
				t.Errorf("%s is dead: %v", k.ID, dead)
			}
			if k.ID == one.ID && (!k.UsedAt.Equal(noon.Add(time.Minute)) || !k.RevokedAt.Equal(noon.Add(2*time.Minute))) {
				t.Errorf("used at %s, revoked at %s", k.UsedAt, k.RevokedAt)
			}
		}
		write(t, s, func(tx *store.Tx) error { return tx.RevokeKeysBy(ctx, "", "usr_1", noon.Add(4*time.Minute)) })
		if got, err := s.KeysByID(ctx, []string{elsewhere.ID}); err != nil || len(got) != 1 || got[0].Live(noon) {
			t.Errorf("after those of one user were revoked everywhere: %+v, %v", got, err)
		}
	})
}
