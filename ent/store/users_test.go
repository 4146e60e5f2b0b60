package store_test

import (
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func user(email string) eval.User {
	return eval.User{ID: store.NewID(eval.UserID, noon), Email: email, Name: "Name of " + email, CreatedAt: noon}
}

func TestUsers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		if any, err := s.AnyUser(ctx); any || err != nil {
			t.Fatalf("any user in an empty database: %v, %v", any, err)
		}
		ada, bob := user("ada@example.com"), user("bob@example.com")
		ada.PlatformAdmin, bob.Identity = true, "https://issuer subject"
		write(t, s, func(tx *store.Tx) error {
			for _, u := range []eval.User{ada, bob} {
				if err := tx.PutUser(ctx, u); err != nil {
					return err
				}
			}
			return tx.SetPassword(ctx, ada.ID, "a hash")
		})
		ada.HasPassword = true
		if any, err := s.AnyUser(ctx); !any || err != nil {
			t.Errorf("any user: %v, %v", any, err)
		}
		for _, c := range []struct {
			what string
			got  func() (*eval.User, error)
			want *eval.User
		}{
			{"by id", func() (*eval.User, error) { return s.User(ctx, ada.ID) }, &ada},
			{"by address", func() (*eval.User, error) { return s.UserByEmail(ctx, "bob@example.com") }, &bob},
			{"by identity", func() (*eval.User, error) { return s.UserByIdentity(ctx, "https://issuer subject") }, &bob},
			{"unknown id", func() (*eval.User, error) { return s.User(ctx, "usr_x") }, nil},
			{"unknown address", func() (*eval.User, error) { return s.UserByEmail(ctx, "eve@example.com") }, nil},
			{"no identity", func() (*eval.User, error) { return s.UserByIdentity(ctx, "") }, nil},
		} {
			got, err := c.got()
			if err != nil || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
				t.Errorf("%s: %+v, %v, want %+v", c.what, got, err, c.want)
			}
		}
		if hash, err := s.PasswordHash(ctx, ada.ID); hash != "a hash" || err != nil {
			t.Errorf("hash %q, %v", hash, err)
		}
		if hash, err := s.PasswordHash(ctx, bob.ID); hash != "" || err != nil {
			t.Errorf("hash of one who has none: %q, %v", hash, err)
		}

		// A change keeps the password, and when they were last seen.
		write(t, s, func(tx *store.Tx) error { return tx.SeeSession(ctx, eval.Session{UserID: ada.ID}, noon.Add(time.Hour)) })
		ada.Name, ada.PlatformAdmin = "Ada", false
		write(t, s, func(tx *store.Tx) error { return tx.PutUser(ctx, ada) })
		ada.SeenAt = noon.Add(time.Hour)
		if got, err := s.User(ctx, ada.ID); err != nil || *got != ada {
			t.Errorf("changed: %+v, %v, want %+v", got, err, ada)
		}

		// One address, one user; one identity, one user.
		for _, twin := range []eval.User{{ID: "usr_twin", Email: ada.Email}, {ID: "usr_twin", Email: "twin@example.com", Identity: bob.Identity}} {
			if err := s.Write(ctx, func(tx *store.Tx) error { return tx.PutUser(ctx, twin) }); !store.IsUnique(err) {
				t.Errorf("a twin: %v", err)
			}
		}
	})
}

func TestPasswordResets(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		reset := func(hash string, at time.Time) {
			write(t, s, func(tx *store.Tx) error {
				r := eval.PasswordReset{ID: store.NewID(eval.ResetID, at), UserID: "usr_1", CreatedAt: at, ExpiresAt: at.Add(time.Hour)}
				return tx.AddPasswordReset(ctx, r, hash)
			})
		}
		open := func(hash string, at time.Time) bool {
			r, err := s.PasswordReset(ctx, hash)
			if err != nil {
				t.Fatal(err)
			}
			return r != nil && r.Open(at)
		}
		reset("first", noon)
		if !open("first", noon) || open("first", noon.Add(time.Hour)) || open("other", noon) {
			t.Error("a link is good for an hour, and no other is")
		}
		reset("second", noon)
		if open("first", noon) || !open("second", noon) {
			t.Error("a newer link takes the place of the earlier one")
		}
		write(t, s, func(tx *store.Tx) error { return tx.UsePasswordResets(ctx, "usr_2", noon) })
		if !open("second", noon) {
			t.Error("another user's links are used up")
		}
		write(t, s, func(tx *store.Tx) error { return tx.UsePasswordResets(ctx, "usr_1", noon) })
		if open("second", noon) {
			t.Error("a used link is good")
		}
	})
}
