package app_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// ends waits for a held context to end; soon is what the product promises.
func ends(held context.Context, t *testing.T, what string) {
	t.Helper()
	const soon = 5 * time.Second
	select {
	case <-held.Done():
		if !errors.Is(context.Cause(held), app.ErrEnded) {
			t.Errorf("%s: ended by %v", what, context.Cause(held))
		}
	case <-time.After(soon):
		t.Errorf("%s: a stream goes on after %s", what, soon)
	}
}

// A stream ends with whatever ends or changes its credential, done on this node.
func TestHold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(noon)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		e.SetUp()
		kim := e.Join("", eval.RoleAdmin, "kim@example.com") // whose stream nothing ends
		steady, release := e.App.Hold(kim.Context())
		defer release()
		people := 0
		for what, end := range map[string]func(who testenv.Person, k eval.APIKey) error{
			"a key revoked": func(who testenv.Person, k eval.APIKey) error { _, err := e.App.RevokeKey(e.Admin(), k.ID); return err },
			"a member removed": func(who testenv.Person, _ eval.APIKey) error {
				_, err := e.App.RemoveMember(e.Admin(), "", who.User.ID)
				return err
			},
			"a role changed": func(who testenv.Person, _ eval.APIKey) error {
				_, err := e.App.UpdateMember(e.Admin(), app.MemberChange{UserID: who.User.ID, Role: eval.RoleViewer})
				return err
			},
		} {
			people++
			who := e.Join("", eval.RoleMember, "k"+string(rune('a'+people))+"@example.com")
			k, token := who.Key("", eval.RoleMember, eval.ScopeRead)
			held, release := e.App.Hold(e.Bearer(token))
			if err := end(who, k); err != nil {
				t.Fatal(err)
			}
			ends(held, t, what)
			release()
		}
		for what, end := range map[string]func(who testenv.Person) error{
			"signed out": func(who testenv.Person) error { return e.App.SignOut(who.Context()) },
			"a password reset": func(who testenv.Person) error {
				link, err := e.App.IssuePasswordReset(e.Admin(), who.User.ID)
				if err == nil {
					_, err = e.App.ResetPassword(e.Stranger(), testenv.TokenOf(link.URL), newPassword)
				}
				return err
			},
			"removed": func(who testenv.Person) error { _, err := e.App.RemoveMember(e.Admin(), "", who.User.ID); return err },
			"raised": func(who testenv.Person) error {
				_, err := e.App.UpdateMember(e.Admin(), app.MemberChange{UserID: who.User.ID, Role: eval.RoleAdmin})
				return err
			},
			"made platform admin": func(who testenv.Person) error {
				_, err := e.App.SetPlatformAdmin(e.Admin(), who.User.ID, true)
				return err
			},
			"ended before it was opened": func(who testenv.Person) error { return nil },
		} {
			people++
			who := e.Join("", eval.RoleMember, "s"+string(rune('a'+people))+"@example.com")
			ctx := who.Context()
			if what == "ended before it was opened" {
				if err := e.App.SignOut(ctx); err != nil {
					t.Fatal(err)
				}
			}
			held, release := e.App.Hold(ctx)
			if err := end(who); err != nil {
				t.Fatal(err)
			}
			ends(held, t, what)
			release()
		}
		if steady.Err() != nil {
			t.Error("another's stream ended too")
		}
		// What expires sends no word.
		clock.Add(24 * time.Hour)
		ends(steady, t, "left idle")
		if held, _ := e.App.Hold(e.Admin()); held.Err() != nil {
			t.Error("the admin key's stream ended")
		}
	})
}

// A credential that ends elsewhere, on another node or by the command line, ends streams here, word of it or not.
func TestHoldAcrossNodes(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		here, there := dbtest.Open(t, url), dbtest.Open(t, url)
		e := testenv.New(t, here, testenv.Options{})
		ada := e.SetUp()
		elsewhere := testenv.New(t, there, testenv.Options{})
		// deaf hears nothing: its hub is not told, as when notifications are lost.
		deaf := app.New(app.Config{AdminKey: testenv.AdminKey}, here, nil, &live.Hub{}, time.Now, nil)
		for what, a := range map[string]*app.App{"heard": e.App, "not heard": deaf} {
			k, token := ada.Key("", eval.RoleMember, eval.ScopeRead)
			held, release := a.Hold(e.Bearer(token))
			if _, err := elsewhere.App.RevokeKey(elsewhere.Admin(), k.ID); err != nil {
				t.Fatal(err)
			}
			ends(held, t, what)
			release()
		}
	})
}

// Many streams cost one look, and nobody looks when none is open.
func TestHoldsAreWatchedTogether(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ada := e.SetUp()
		before := e.Hub.Watchers()
		var releases []func()
		for range 50 {
			_, release := e.App.Hold(ada.Context())
			releases = append(releases, release)
		}
		for e.Hub.Watchers() == before { // until the watch has begun
			runtime.Gosched()
		}
		if n := e.Hub.Watchers() - before; n != 1 {
			t.Errorf("%d watch", n)
		}
		for _, release := range releases {
			release()
		}
		for deadline := time.Now().Add(5 * time.Second); e.Hub.Watchers() > before; runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatal("somebody still watches")
			}
		}
	})
}
