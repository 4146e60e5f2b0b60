package app_test

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

const newPassword = eval.Secret("another password of some length")

func TestChangePassword(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		other, err := p.App.SignIn(p.Stranger(), "ada@example.com", testenv.Password)
		if err != nil {
			t.Fatal(err)
		}
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		ctx := p.ada.Context()
		err = p.App.ChangePassword(ctx, "wrong", newPassword)
		if f := fault.As(err); f == nil || f.Field != "current" {
			t.Errorf("a wrong present one: %v", err)
		}
		wants(t, "no present one", p.App.ChangePassword(ctx, "", newPassword), fault.Invalid)
		wants(t, "a short one", p.App.ChangePassword(ctx, testenv.Password, "short"), fault.Invalid)
		wants(t, "a stranger", p.App.ChangePassword(p.Stranger(), testenv.Password, newPassword), fault.Unauthenticated)
		_, token := p.ada.Key("", eval.RoleOwner, eval.Scopes...)
		wants(t, "a key", p.App.ChangePassword(p.Bearer(token), testenv.Password, newPassword), fault.Forbidden)
		if !app.Caller(p.As("", other.Token)).Known() {
			t.Error("what was refused ended a session")
		}
		wants(t, "a good one", p.App.ChangePassword(ctx, testenv.Password, newPassword), "")
		if app.Caller(p.As("", other.Token)).Known() || !app.Caller(p.ada.Context()).Known() || !app.Caller(bob.Context()).Known() {
			t.Error("the other sessions of the user end, and no others")
		}
		_, err = p.App.SignIn(p.Stranger(), "ada@example.com", testenv.Password)
		wants(t, "the old one", err, fault.Invalid)
		_, err = p.App.SignIn(p.Stranger(), "ada@example.com", newPassword)
		wants(t, "the new one", err, "")

		// Whoever has a session and guesses at the password is held up like anyone at the door.
		for range 7 { // three wrong ones came above
			wants(t, "a guess", p.App.ChangePassword(ctx, "wrong", testenv.Password), fault.Invalid)
		}
		wants(t, "one guess more", p.App.ChangePassword(ctx, newPassword, testenv.Password), fault.TooMany)
	})
}

func TestPasswordReset(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		bob := p.Join("", eval.RoleMember, "bob@example.com")
		issue := func() eval.Secret {
			link, err := p.App.IssuePasswordReset(p.ada.Context(), bob.User.ID)
			if err != nil || !link.ExpiresAt.Equal(p.clock.Now().Add(24*time.Hour)) || !strings.HasPrefix(link.URL.Reveal(), "https://assay.example/reset#") {
				t.Fatalf("%s %+v, %v", link.URL.Reveal(), link, err)
			}
			return testenv.TokenOf(link.URL)
		}
		reset := func(what string, token, password eval.Secret, kind fault.Kind) app.NewSession {
			t.Helper()
			begun, err := p.App.ResetPassword(p.Stranger(), token, password)
			wants(t, what, err, kind)
			return begun
		}
		orphan := eval.PasswordReset{ID: store.NewID(eval.ResetID, noon), UserID: "usr_gone", CreatedAt: noon, ExpiresAt: noon.Add(time.Hour)}
		hash := sha256.Sum256([]byte("orphan"))
		wants(t, "a link of nobody", p.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.AddPasswordReset(t.Context(), orphan, hex.EncodeToString(hash[:]))
		}), "")
		reset("of a user who is gone", "orphan", newPassword, fault.Invalid)
		first := issue()
		second := issue()
		reset("an earlier link", first, newPassword, fault.Invalid)
		reset("a short password", second, "short", fault.Invalid)
		reset("no link", "", newPassword, fault.Invalid)
		begun := reset("the newest link", second, newPassword, "")
		if begun.Viewer.User.ID != bob.User.ID || !app.Caller(p.As("", begun.Token)).Known() {
			t.Errorf("signed in as %+v", begun.Viewer)
		}
		if app.Caller(bob.Context()).Known() {
			t.Error("a session from before is good")
		}
		reset("the link again", second, newPassword, fault.Invalid)

		third := issue()
		p.clock.Add(24 * time.Hour)
		reset("a day later", third, newPassword, fault.Invalid)

		// A password that was changed meanwhile makes a link worthless.
		p.ada = signedInAgain(t, p, p.ada, testenv.Password)
		bob = signedInAgain(t, p, bob, newPassword)
		fourth := issue()
		wants(t, "changePassword", p.App.ChangePassword(bob.Context(), newPassword, testenv.Password), "")
		reset("after a change", fourth, newPassword, fault.Invalid)

		// Of two at the same time, one wins.
		fifth := issue()
		var wg sync.WaitGroup
		var mu sync.Mutex
		won := 0
		for range 2 {
			wg.Go(func() {
				_, err := p.App.ResetPassword(p.Stranger(), fifth, newPassword)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				} else {
					wants(t, "the other of two", err, fault.Invalid)
				}
			})
		}
		if wg.Wait(); won != 1 {
			t.Errorf("%d of two won", won)
		}
	})
}

func signedInAgain(t *testing.T, p people, who testenv.Person, password eval.Secret) testenv.Person {
	t.Helper()
	begun, err := p.App.SignIn(p.Stranger(), who.User.Email, password)
	if err != nil {
		t.Fatal(err)
	}
	who.Token = begun.Token
	return who
}

// Whoever issues a reset can become the user: nobody may so rise, in any workspace.
func TestWhoMayIssuePasswordResets(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		for _, key := range []string{"blue", "red"} {
			_, err := p.App.CreateWorkspace(p.Admin(), key, "")
			wants(t, key, err, "")
		}
		join := func(email string, roles map[string]eval.Role) testenv.Person {
			var who testenv.Person
			for _, key := range []string{"default", "blue", "red"} {
				switch role := roles[key]; {
				case role == "":
				case who.Token == "":
					who = p.Join(key, role, email)
				default:
					begun, _, err := p.App.AcceptInvitation(who.Context(), app.AcceptInvitation{Token: p.Invite(key, role, "")})
					wants(t, email+" joins "+key, err, "")
					who.Token = begun.Token
				}
			}
			return who
		}
		blueAdmin := join("blue-admin@example.com", map[string]eval.Role{"blue": eval.RoleAdmin})
		blueOwner := join("blue-owner@example.com", map[string]eval.Role{"blue": eval.RoleOwner})
		member := join("member@example.com", map[string]eval.Role{"blue": eval.RoleMember})
		both := join("both@example.com", map[string]eval.Role{"blue": eval.RoleViewer, "red": eval.RoleViewer})
		redAdmin := join("red-admin@example.com", map[string]eval.Role{"red": eval.RoleAdmin})
		guest := join("guest@example.com", map[string]eval.Role{"blue": eval.RoleViewer})
		_, err := p.App.SetPlatformAdmin(p.Admin(), guest.User.ID, true)
		wants(t, "a guest who is platform admin", err, "")
		_, token := blueAdmin.Key("blue", eval.RoleAdmin, eval.Scopes...)
		for _, c := range []struct {
			what string
			by   testenv.Person
			of   testenv.Person
			want fault.Kind
		}{
			{"an admin, of a member", blueAdmin, member, ""},
			{"an owner, of an admin", blueOwner, blueAdmin, ""},
			{"an admin, of an owner", blueAdmin, blueOwner, fault.Forbidden},
			{"an admin, of one who is somebody elsewhere", blueAdmin, both, fault.Forbidden},
			{"an admin, of a stranger to their workspace", blueAdmin, redAdmin, fault.NotFound},
			{"an admin, of a platform admin", blueOwner, guest, fault.Forbidden},
			{"a member", member, both, fault.Forbidden},
			{"of oneself", blueAdmin, blueAdmin, fault.Conflict},
			{"a platform admin", guest, both, ""},
			{"a platform admin, of another", guest, p.ada, ""},
		} {
			_, err := p.App.IssuePasswordReset(c.by.Context(), c.of.User.ID)
			wants(t, c.what, err, c.want)
		}
		_, err = p.App.IssuePasswordReset(p.Bearer(token), member.User.ID)
		wants(t, "an admin's key", err, fault.Forbidden)
		_, err = p.App.IssuePasswordReset(p.Stranger(), member.User.ID)
		wants(t, "a stranger", err, fault.Unauthenticated)
		_, err = p.App.IssuePasswordReset(p.Admin(), member.User.ID)
		wants(t, "the admin key", err, "")
		_, err = p.App.IssuePasswordReset(p.Admin(), "usr_x")
		wants(t, "of nobody", err, fault.NotFound)
	})
}

// An address that nobody has takes as long to refuse as one that somebody has.
// A reset link is worth no more than its issuer could do when it is used.
func TestPasswordResetOfAnIssuerWhoMayNot(t *testing.T) {
	change := func(p people, who testenv.Person, role eval.Role) error {
		_, err := p.App.UpdateMember(p.Admin(), app.MemberChange{UserID: who.User.ID, Role: role})
		return err
	}
	for what, then := range map[string]func(p people, issuer, user testenv.Person) error{
		"the user is an owner by now": func(p people, _, user testenv.Person) error { return change(p, user, eval.RoleOwner) },
		"the user is platform admin by now": func(p people, _, user testenv.Person) error {
			_, err := p.App.SetPlatformAdmin(p.Admin(), user.User.ID, true)
			return err
		},
		"the issuer was demoted": func(p people, issuer, _ testenv.Person) error { return change(p, issuer, eval.RoleMember) },
		"the issuer was removed": func(p people, issuer, _ testenv.Person) error {
			_, err := p.App.RemoveMember(p.Admin(), "", issuer.User.ID)
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			eachPeople(t, func(t *testing.T, p people) {
				issuer, user := p.Join("", eval.RoleAdmin, "kim@example.com"), p.Join("", eval.RoleViewer, "bob@example.com")
				link, err := p.App.IssuePasswordReset(issuer.Context(), user.User.ID)
				wants(t, "issue", err, "")
				wants(t, what, then(p, issuer, user), "")
				_, err = p.App.ResetPassword(p.Stranger(), testenv.TokenOf(link.URL), newPassword)
				wants(t, "use the link", err, fault.Invalid)
				again, err := p.App.IssuePasswordReset(p.Admin(), user.User.ID)
				wants(t, "issue with the platform-admin credential", err, "")
				_, err = p.App.ResetPassword(p.Stranger(), testenv.TokenOf(again.URL), newPassword)
				wants(t, "use that link", err, "")
			})
		})
	}
}

func TestUnknownAddressesTakeAsLong(t *testing.T) {
	s := dbtest.OpenSQLite(t)
	e := testenv.New(t, s, testenv.Options{Change: func(c *app.Config) { c.HashCost = app.HashCost{MemoryKiB: 8 << 10, Passes: 4} }})
	e.SetUp()
	median := func(email string) time.Duration {
		var took []time.Duration
		for range 5 {
			began := time.Now()
			_, err := e.App.SignIn(e.Stranger(), email, "wrong")
			wants(t, email, err, fault.Invalid)
			took = append(took, time.Since(began))
		}
		slices.Sort(took)
		return took[2]
	}
	if known, unknown := median("ada@example.com"), median("nobody@example.com"); unknown < known/4 || known < unknown/4 {
		t.Errorf("known %s, unknown %s", known, unknown)
	}
}

// Without a setting, a password costs what it should: 19 MiB, 2 passes.
func TestPasswordsAreDearInProduction(t *testing.T) {
	s := dbtest.OpenSQLite(t)
	e := testenv.New(t, s, testenv.Options{Change: func(c *app.Config) { c.HashCost = app.HashCost{} }})
	hash, err := s.PasswordHash(t.Context(), e.SetUp().User.ID)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%q, %v", hash, err)
	}
}
