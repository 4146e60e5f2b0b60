package store_test

import (
	"slices"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

func TestSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		topics := make(chan []string, 100)
		s.OnChange(func(t []string) { topics <- t })
		begin := func(userID, hash string, seen, end time.Duration) eval.Session {
			v := eval.Session{ID: store.NewID(eval.SessionID, noon), UserID: userID, Address: "192.0.2.1", UserAgent: "Browser", CreatedAt: noon,
				SeenAt: noon.Add(seen), ExpiresAt: noon.Add(end)}
			write(t, s, func(tx *store.Tx) error { return tx.AddSession(ctx, v, hash) })
			return v
		}
		ids := func(userID string) (ids []string) {
			sessions, err := s.SessionsOf(ctx, userID)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range sessions {
				ids = append(ids, v.ID)
			}
			return ids
		}
		one, two, three := begin("usr_1", "h1", 0, time.Hour), begin("usr_1", "h2", 0, time.Hour), begin("usr_1", "h3", 0, time.Hour)
		other := begin("usr_2", "h4", 0, time.Hour)
		if got, err := s.SessionByToken(ctx, "h2"); err != nil || *got != two {
			t.Errorf("by token: %+v, %v", got, err)
		}
		if got, err := s.SessionByToken(ctx, "h9"); err != nil || got != nil {
			t.Errorf("by a wrong token: %+v, %v", got, err)
		}
		if got := ids("usr_1"); !slices.Equal(got, []string{three.ID, two.ID, one.ID}) {
			t.Errorf("sessions, newest first: %v", got)
		}
		if got, err := s.SessionsByID(ctx, []string{one.ID, other.ID, "ses_x"}); err != nil || len(got) != 2 {
			t.Errorf("by id: %+v, %v", got, err)
		}
		write(t, s, func(tx *store.Tx) error { return tx.SeeSession(ctx, one, noon.Add(time.Minute)) })
		write(t, s, func(tx *store.Tx) error { return tx.SeeSession(ctx, one, noon) }) // late: it does not go back
		if got, _ := s.SessionByToken(ctx, "h1"); !got.SeenAt.Equal(noon.Add(time.Minute)) {
			t.Errorf("seen at %s", got.SeenAt)
		}
		end := func(userID, id string) (found bool) {
			write(t, s, func(tx *store.Tx) (err error) { found, err = tx.EndSession(ctx, userID, id); return err })
			return found
		}
		for len(topics) > 0 {
			<-topics
		}
		if end("usr_1", other.ID) || !end("usr_1", one.ID) || end("usr_1", one.ID) {
			t.Error("a user ends sessions of their own, once")
		}
		if heard := <-topics; !slices.Equal(heard, []string{one.ID}) {
			t.Errorf("heard of %v", heard)
		}
		ended := 0
		write(t, s, func(tx *store.Tx) (err error) { ended, err = tx.EndSessions(ctx, "usr_1", three.ID); return err })
		if got := ids("usr_1"); ended != 1 || !slices.Equal(got, []string{three.ID}) {
			t.Errorf("%d ended, %v are left", ended, got)
		}

		// What is over goes: by its end, whoever's it is; by idleness, the user's own.
		begin("usr_2", "over", 0, time.Minute)
		idle := begin("usr_2", "idle", -time.Hour, time.Hour)
		write(t, s, func(tx *store.Tx) error {
			return tx.DropSessions(ctx, "usr_1", noon.Add(time.Minute), noon.Add(-time.Minute))
		})
		if got := ids("usr_2"); !slices.Equal(got, []string{idle.ID, other.ID}) {
			t.Errorf("left of another user: %v", got)
		}
		write(t, s, func(tx *store.Tx) error { return tx.DropSessions(ctx, "usr_2", noon, noon.Add(-time.Hour)) })
		if got := ids("usr_2"); !slices.Equal(got, []string{other.ID}) {
			t.Errorf("left of the user: %v", got)
		}
	})
}
