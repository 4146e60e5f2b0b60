package app_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestSetUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		needed := func() bool {
			n, err := e.App.SetupNeeded(e.Stranger())
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if !needed() {
			t.Error("a new registry needs no setup")
		}
		ada := app.NewUser{Email: "ada@example.com", Name: "Ada", Password: testenv.Password}
		for field, change := range map[string]func(key *eval.Secret, in *app.NewUser){
			"admin_key": func(key *eval.Secret, _ *app.NewUser) { *key = "another" },
			"email":     func(_ *eval.Secret, in *app.NewUser) { in.Email = "Ada <ada@example.com>" },
			"name":      func(_ *eval.Secret, in *app.NewUser) { in.Name = "  " },
			"password":  func(_ *eval.Secret, in *app.NewUser) { in.Password = "eleven char" },
		} {
			key, in := eval.Secret(testenv.AdminKey), ada
			change(&key, &in)
			_, err := e.App.SetUp(e.Stranger(), key, in)
			if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}

		// Of several at the same time, one wins.
		var wg sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wg.Go(func() {
				in := ada
				in.Email = string(rune('a'+i)) + "@example.com"
				_, errs[i] = e.App.SetUp(e.Stranger(), testenv.AdminKey, in)
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else {
				wants(t, "one of several", err, fault.Conflict)
			}
		}
		if won != 1 || needed() {
			t.Errorf("%d won; needed: %v", won, needed())
		}
		_, err := e.App.SetUp(e.Stranger(), testenv.AdminKey, ada)
		wants(t, "once more", err, fault.Conflict)
		_, _, err = e.App.CreateOwner(e.Admin(), ada)
		wants(t, "the command line's way by the API", err, fault.Forbidden)
		members, err := e.App.MembersOf(e.Admin(), []string{eval.DefaultWorkspace})
		if m := members[eval.DefaultWorkspace]; err != nil || len(m) != 1 || m[0].Role != eval.RoleOwner {
			t.Errorf("members %+v, %v", members, err)
		}
	})
}

func TestPasswordsThatAnyoneWouldTry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		for _, password := range []string{
			"", "eleven char", strings.Repeat("abcd", 51), "ada.lovelace@example.com", "Ada.Lovelace", "ADA.lovelace@Example.com", "Augusta Ada King",
			"aaaaaaaaaaaaaaa", "abababababababab", "PasswordPassword", "correct horse battery staple", "123456789012",
		} {
			_, err := e.App.SetUp(e.Stranger(), testenv.AdminKey, app.NewUser{Email: "ada.lovelace@example.com", Name: "Augusta Ada King", Password: eval.Secret(password)})
			if f := fault.As(err); f == nil || f.Field != "password" || strings.Contains(f.Message, password) && password != "" {
				t.Errorf("%q: %v", password, err)
			}
		}
		// Characters count, not bytes, and a keyboard may compose them as it likes.
		begun, err := e.App.SetUp(e.Stranger(), testenv.AdminKey, app.NewUser{Email: "ada@example.com", Name: "Ada", Password: "ééöüßñçàâêîô"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.SignIn(e.Stranger(), begun.Viewer.User.Email, "e\u0301e\u0301öüßñçàâêîô"); err != nil {
			t.Errorf("composed otherwise: %v", err)
		}
	})
}

func TestUpdateProfile(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		user, err := p.App.UpdateProfile(p.ada.Context(), " Ada L. ")
		if wants(t, "a new name", err, ""); user.Name != "Ada L." || user.Email != "ada@example.com" || !user.PlatformAdmin || !user.HasPassword {
			t.Errorf("%+v", user)
		}
		if got := app.Caller(p.ada.Context()).User.Name; got != "Ada L." {
			t.Errorf("called %q", got)
		}
		for _, name := range []string{"", "two\nlines", strings.Repeat("x", 101)} {
			_, err := p.App.UpdateProfile(p.ada.Context(), name)
			wants(t, name, err, fault.Invalid)
		}
		_, err = p.App.UpdateProfile(p.Admin(), "x")
		wants(t, "the admin key is no user", err, fault.Forbidden)
		gone := app.WithPrincipal(t.Context(), app.Principal{User: &eval.User{ID: "usr_gone"}, Session: "ses_gone"})
		_, err = p.App.UpdateProfile(gone, "x")
		wants(t, "a user who is gone", err, fault.NotFound)
		_, err = p.App.UpdateProfile(p.Stranger(), "x")
		wants(t, "a stranger", err, fault.Unauthenticated)
	})
}

func TestPlatformAdmins(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		_, err := p.App.SetPlatformAdmin(bob.Context(), bob.User.ID, true)
		wants(t, "an owner raises themselves", err, fault.Forbidden)
		_, token := p.ada.Key("", eval.RoleOwner, eval.Scopes...)
		_, err = p.App.SetPlatformAdmin(p.Bearer(token), bob.User.ID, true)
		wants(t, "a platform admin's key", err, fault.Forbidden)
		_, err = p.App.SetPlatformAdmin(p.Stranger(), bob.User.ID, true)
		wants(t, "a stranger", err, fault.Unauthenticated)
		_, err = p.App.SetPlatformAdmin(p.ada.Context(), "usr_x", true)
		wants(t, "nobody", err, fault.NotFound)
		_, err = p.App.SetPlatformAdmin(p.ada.Context(), p.ada.User.ID, false)
		wants(t, "the last one", err, fault.Conflict)
		user, err := p.App.SetPlatformAdmin(p.ada.Context(), bob.User.ID, true)
		if wants(t, "another", err, ""); !user.PlatformAdmin || !app.Caller(bob.Context()).PlatformAdmin {
			t.Errorf("%+v", user)
		}

		// Of two who take it from each other at the same time, one stays.
		var wg sync.WaitGroup
		for ctx, of := range map[context.Context]string{p.ada.Context(): bob.User.ID, bob.Context(): p.ada.User.ID} {
			wg.Go(func() {
				if _, err := p.App.SetPlatformAdmin(ctx, of, false); err != nil {
					wants(t, "the other", err, fault.Forbidden)
				}
			})
		}
		wg.Wait()
		if a, b := app.Caller(p.ada.Context()).PlatformAdmin, app.Caller(bob.Context()).PlatformAdmin; a == b {
			t.Errorf("platform admins: %v and %v", a, b)
		}
	})
}

// Whoever is platform admin is seen by the others, member or not.
func TestWhoIsPlatformAdmin(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		_, err := p.App.PlatformAdmins(bob.Context())
		wants(t, "an owner asks", err, fault.Forbidden)
		_, token := p.ada.Key("", eval.RoleOwner, eval.Scopes...)
		_, err = p.App.PlatformAdmins(p.Bearer(token))
		wants(t, "a platform admin's key asks", err, fault.Forbidden)
		_, err = p.App.PlatformAdmins(p.Stranger())
		wants(t, "a stranger asks", err, fault.Unauthenticated)
		_, err = p.App.RemoveMember(p.Admin(), "", bob.User.ID)
		wants(t, "bob is no member", err, "")
		_, err = p.App.SetPlatformAdmin(p.Admin(), bob.User.ID, true)
		wants(t, "and platform admin", err, "")
		admins, err := p.App.PlatformAdmins(p.ada.Context())
		if err != nil || len(admins) != 2 || admins[0].ID != p.ada.User.ID || admins[1].ID != bob.User.ID {
			t.Errorf("%+v, %v", admins, err)
		}
	})
}

func TestUsersAreNotForStrangers(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		if users, err := p.App.UsersByID(p.Stranger(), []string{p.ada.User.ID}); len(users) != 0 || err != nil {
			t.Errorf("a stranger sees %+v, %v", users, err)
		}
		if users, err := p.App.UsersByID(p.ada.Context(), []string{p.ada.User.ID}); len(users) != 1 || err != nil {
			t.Errorf("a member sees %+v, %v", users, err)
		}
	})
}
