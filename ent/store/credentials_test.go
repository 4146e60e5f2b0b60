package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestCredentialsAreKeptSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		put := func(agent, sealed string) store.SealedCredentials {
			t.Helper()
			c := store.SealedCredentials{Sealed: []byte(sealed), Credentials: eval.Credentials{
				AgentID: agent, Kind: eval.CredentialAPIKey, SetBy: "usr_1", SetAt: noon, Secret: "never stored as it is",
				Placement: eval.CredentialPlacement{Origin: "https://a.example", In: "header", Name: "X-Key"},
			}}
			var err error
			if c.Bound, err = store.Placement(c.Placement); err != nil {
				t.Fatal(err)
			}
			write(t, s, func(tx *store.Tx) error { return tx.PutCredentials(t.Context(), c) })
			c.Secret = ""
			return c
		}
		put("agt_1", "old")
		one, two := put("agt_1", "\x01\x00\xff"), put("agt_2", "b")
		got, err := s.Credentials(t.Context(), "agt_1", "agt_none")
		if diff := cmp.Diff([]store.SealedCredentials{one}, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if all, err := s.AllCredentials(t.Context()); err != nil || len(all) != 2 || all[1].AgentID != two.AgentID {
			t.Errorf("%+v, %v", all, err)
		}
		if have, err := s.HaveCredentials(t.Context(), []string{"agt_2", "agt_3"}); err != nil || len(have) != 1 || have[0] != "agt_2" {
			t.Errorf("%v, %v", have, err)
		}
		stale := one
		stale.Sealed = []byte("old")
		write(t, s, func(tx *store.Tx) error { return tx.Reseal(t.Context(), stale, []byte("lost")) })
		write(t, s, func(tx *store.Tx) error { return tx.Reseal(t.Context(), two, []byte("anew")) })
		all, err := s.AllCredentials(t.Context())
		if err != nil || string(all[0].Sealed) != "\x01\x00\xff" || string(all[1].Sealed) != "anew" {
			t.Errorf("resealed %+v, %v", all, err)
		}
		for _, want := range []bool{true, false} {
			write(t, s, func(tx *store.Tx) error {
				had, err := tx.DropCredentials(t.Context(), "agt_1")
				if had != want {
					t.Errorf("had any: %v", had)
				}
				return err
			})
		}
		if left, err := s.AllCredentials(t.Context()); err != nil || len(left) != 1 {
			t.Errorf("%+v, %v", left, err)
		}
	})
}
