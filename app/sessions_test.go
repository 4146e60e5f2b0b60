package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// people is a registry with a clock of the test's and its first user.
type people struct {
	*testenv.Env
	clock *dbtest.Clock
	ada   testenv.Person
}

// eachPeople runs f on both databases.
func eachPeople(t *testing.T, f func(t *testing.T, p people)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(noon)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		f(t, people{e, clock, e.SetUp()})
	})
}

// wants checks what kind of error came; empty: none.
func wants(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	if kind == "" && err != nil || kind != "" && !fault.Is(err, kind) {
		t.Errorf("%s: %v, want %q", what, err, kind)
	}
}

func TestAuthenticate(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		session := p.ada.Token
		for _, c := range []struct {
			what, authorization string
			session             eval.Secret
			credential, known   bool
		}{
			{"nothing", "", "", false, false},
			{"a session", "", session, true, true},
			{"a wrong session", "", session[1:] + "x", true, false},
			{"the admin key", "Bearer " + testenv.AdminKey, "", true, true},
			{"the admin key, spelled otherwise", "bearer  " + testenv.AdminKey + " ", "", true, true},
			{"a longer key", "Bearer " + testenv.AdminKey + "x", "", true, false},
			{"a part of the key", "Bearer " + testenv.AdminKey[1:], "", true, false},
			{"no scheme", testenv.AdminKey, "", true, false},
			{"another scheme", "Basic " + testenv.AdminKey, "", true, false},
			{"no key", "Bearer ", "", true, false},
			{"a session as a key", "Bearer " + session.Reveal(), "", true, false},
			{"a header goes before the cookie", "Bearer wrong", session, true, false},
			{"an unknown API key", "Bearer assay_abcdefgh_" + session.Reveal(), "", true, false},
		} {
			got := app.Caller(p.As(c.authorization, c.session))
			if got.Credential != c.credential || got.Known() != c.known || got.Address != "192.0.2.1" || got.UserAgent != "Browser/1.0" || got.RequestID != "request-1" {
				t.Errorf("%s: %+v", c.what, got)
			}
		}
		if got := app.Caller(p.ada.Context()); !got.PlatformAdmin || got.User.ID != p.ada.User.ID || got.Session == "" || got.Roles[eval.DefaultWorkspace] != eval.RoleOwner || got.Scopes != nil {
			t.Errorf("the owner: %+v", got)
		}
	})
	// An empty admin key is nobody's.
	a := app.New(app.Config{}, nil, nil, nil, time.Now, nil)
	if got, err := a.Authenticate(t.Context(), "Bearer ", ""); got.Known() || err != nil {
		t.Errorf("an empty key where none is set: %+v, %v", got, err)
	}
}

func TestSignIn(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		first, err := p.App.SignIn(p.Stranger(), " ADA@example.com ", testenv.Password)
		if err != nil || first.Viewer.User.ID != p.ada.User.ID || !first.Viewer.PlatformAdmin || first.Viewer.Session != first.Session.ID {
			t.Fatalf("%+v, %v", first, err)
		}
		if first.Token == p.ada.Token || len(first.Token) != 43 {
			t.Errorf("the token %q is not new", first.Token.Reveal())
		}

		// The next sign-in from the same browser ends its session; sessions of other browsers stay.
		second, err := p.App.SignIn(p.As("", first.Token), "ada@example.com", testenv.Password)
		if err != nil {
			t.Fatal(err)
		}
		for token, want := range map[eval.Secret]bool{first.Token: false, second.Token: true, p.ada.Token: true} {
			if got := app.Caller(p.As("", token)).Known(); got != want {
				t.Errorf("session %q is good: %v, want %v", token.Reveal(), got, want)
			}
		}
		if second.Session.Address != "192.0.2.1" || second.Session.UserAgent != "Browser/1.0" {
			t.Errorf("%+v", second.Session)
		}

		// Unknown address, wrong password, no password: one answer.
		var said []string
		for _, c := range []struct {
			email    string
			password eval.Secret
		}{{"ada@example.com", "not " + testenv.Password}, {"eve@example.com", testenv.Password}, {"ada@example.com", ""}, {"", ""}} {
			begun, err := p.App.SignIn(p.Stranger(), c.email, c.password)
			f := fault.As(err)
			if f == nil || f.Kind != fault.Invalid || f.Field != "" || begun.Token != "" {
				t.Fatalf("%s: %+v, %v", c.email, begun, err)
			}
			said = append(said, f.Message)
		}
		if slices.Sort(said); said[0] != said[len(said)-1] || said[0] != "the address or the password is wrong" {
			t.Errorf("said %q", said)
		}
	})
}

// A hash of another cost is made anew when its password comes.
func TestSignInRenewsDatedHashes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		ada := e.SetUp()
		was, err := s.PasswordHash(t.Context(), ada.User.ID)
		if err != nil || !strings.HasPrefix(was, "$argon2id$v=19$m=64,t=1,p=1$") {
			t.Fatalf("%q, %v", was, err)
		}
		dearer := testenv.New(t, s, testenv.Options{Change: func(c *app.Config) { c.HashCost = app.HashCost{MemoryKiB: 128, Passes: 2} }})
		for range 2 {
			if _, err := dearer.App.SignIn(dearer.Stranger(), ada.User.Email, testenv.Password); err != nil {
				t.Fatal(err)
			}
			now, err := s.PasswordHash(t.Context(), ada.User.ID)
			if err != nil || !strings.HasPrefix(now, "$argon2id$v=19$m=128,t=2,p=1$") {
				t.Errorf("%q, %v", now, err)
			}
		}
	})
}

func TestSignInIsLimited(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		from := func(address string) context.Context {
			return app.WithPrincipal(t.Context(), app.Principal{Address: address})
		}
		try := func(address, email string, password eval.Secret) *fault.Error {
			_, err := p.App.SignIn(from(address), email, password)
			if err == nil {
				return nil
			}
			return fault.As(err)
		}
		// Successes count nothing. Ten failures close an account for everyone, also with the right password, whether there is one or not.
		for _, email := range []string{"ada@example.com", "nobody@example.com"} {
			for range 40 {
				if err := try("203.0.113.1", "ada@example.com", testenv.Password); email != "ada@example.com" {
					break
				} else if err != nil {
					t.Fatalf("a right password: %v", err)
				}
			}
			for i := range 10 {
				if err := try("203.0.113."+string(rune('1'+i%5)), email, "wrong"); err == nil || err.Kind != fault.Invalid {
					t.Fatalf("%s, failure %d: %v", email, i, err)
				}
			}
			err := try("198.51.100.1", strings.ToUpper(email), testenv.Password)
			if err == nil || err.Kind != fault.TooMany || err.Wait <= 0 || err.Wait > 2*time.Minute || err.Message != "too many failed attempts; come back in 1m31s" {
				t.Errorf("%s after ten failures: %+v", email, err)
			}
		}
		p.clock.Add(91 * time.Second)
		if err := try("198.51.100.1", "ada@example.com", testenv.Password); err != nil {
			t.Errorf("after the wait: %v", err)
		}

		// Thirty failures close an address (of IPv6 a /64) for every account.
		for i := range 30 {
			if err := try("2001:db8::"+string(rune('a'+i%6)), "someone"+string(rune('a'+i))+"@example.com", "wrong"); err.Kind != fault.Invalid {
				t.Fatalf("failure %d of the network: %v", i, err)
			}
		}
		if err := try("2001:db8::ffff", "ada@example.com", testenv.Password); err == nil || err.Kind != fault.TooMany {
			t.Errorf("the neighbour: %v", err)
		}
		if err := try("2001:db8:0:1::1", "ada@example.com", testenv.Password); err != nil {
			t.Errorf("another network: %v", err)
		}
		// Guesses at links and keys are held to the same.
		ctx := from("2001:db8::1")
		_, err := p.App.ResetPassword(ctx, "x", testenv.Password)
		wants(t, "resetPassword", err, fault.TooMany)
		_, _, err = p.App.AcceptInvitation(ctx, app.AcceptInvitation{Token: "x"})
		wants(t, "acceptInvitation", err, fault.TooMany)
		_, err = p.App.SetUp(ctx, "x", app.NewUser{})
		wants(t, "setUp", err, fault.TooMany)
		ctx = from("192.0.2.77")
		for range 10 {
			_, err = p.App.ResetPassword(ctx, "x", testenv.Password)
			wants(t, "a wrong reset", err, fault.Invalid)
			_, _, err = p.App.AcceptInvitation(ctx, app.AcceptInvitation{Token: "x"})
			wants(t, "a wrong invitation", err, fault.Invalid)
			_, err = p.App.SetUp(ctx, "x", app.NewUser{})
			wants(t, "a wrong admin key", err, fault.Invalid)
		}
		if err := try("192.0.2.77", "ada@example.com", testenv.Password); err == nil || err.Kind != fault.TooMany {
			t.Errorf("after thirty guesses at links and keys: %v", err)
		}
	})
}

func TestSessionsEndByThemselves(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		good := func() bool { return app.Caller(p.ada.Context()).Known() }
		for day := range 29 { // used every day
			p.clock.Add(24*time.Hour - time.Second)
			if !good() {
				t.Fatalf("on day %d: ended", day)
			}
		}
		p.clock.Add(24*time.Hour + 29*time.Second)
		if good() {
			t.Error("after 30 days: still good")
		}
		again, err := p.App.SignIn(p.Stranger(), "ada@example.com", testenv.Password)
		if err != nil {
			t.Fatal(err)
		}
		p.ada.Token = again.Token
		p.clock.Add(24*time.Hour - time.Millisecond)
		if !good() {
			t.Error("ended before a day unused")
		}
		p.clock.Add(24 * time.Hour)
		if good() {
			t.Error("after a day unused: still good")
		}
		if left, err := p.Store.SessionsOf(t.Context(), p.ada.User.ID); err != nil || len(left) != 0 {
			t.Errorf("what is over is kept: %+v, %v", left, err)
		}
	})
}

// When somebody was here is kept to the minute: a write a minute, not one a request.
func TestSeenIsKeptToTheMinute(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		seen := func() time.Time {
			sessions, err := p.App.Sessions(t.Context(), app.Caller(p.ada.Context()))
			if err != nil || len(sessions) != 1 {
				t.Fatalf("%+v, %v", sessions, err)
			}
			user, err := p.Store.User(t.Context(), p.ada.User.ID)
			if err == nil && !sessions[0].ExpiresAt.Equal(sessions[0].SeenAt.Add(24*time.Hour)) {
				t.Errorf("seen at %v, it is said to end at %v: a day of idleness ends it", sessions[0].SeenAt, sessions[0].ExpiresAt)
			}
			if err != nil || !user.SeenAt.Equal(sessions[0].SeenAt) {
				t.Errorf("the user %v, the session %v, %v", user.SeenAt, sessions[0].SeenAt, err)
			}
			return sessions[0].SeenAt
		}
		p.clock.Add(59 * time.Second)
		if got := seen(); !got.Equal(noon) {
			t.Errorf("within the minute: %s", got)
		}
		p.clock.Add(time.Second)
		if got := seen(); !got.Equal(noon.Add(time.Minute)) {
			t.Errorf("after a minute: %s", got)
		}
		_, token := p.ada.Key("", eval.RoleViewer, eval.ScopeRead)
		for _, step := range []time.Duration{0, 59 * time.Second, time.Second} {
			p.clock.Add(step)
			p.Bearer(token)
		}
		keys, err := p.App.KeysOf(p.ada.Context(), []string{eval.DefaultWorkspace})
		if err != nil || !keys[eval.DefaultWorkspace][0].UsedAt.Equal(noon.Add(2*time.Minute)) {
			t.Errorf("the key: %+v, %v", keys, err)
		}
	})
}

func TestSessionsEndByHand(t *testing.T) {
	eachPeople(t, func(t *testing.T, p people) {
		var tokens []eval.Secret
		for range 4 {
			begun, err := p.App.SignIn(p.Stranger(), "ada@example.com", testenv.Password)
			if err != nil {
				t.Fatal(err)
			}
			tokens = append(tokens, begun.Token)
		}
		good := func() (n int) {
			for _, token := range append(tokens, p.ada.Token) {
				if app.Caller(p.As("", token)).Known() {
					n++
				}
			}
			return n
		}
		wants(t, "signOut", p.App.SignOut(p.As("", tokens[0])), "")
		wants(t, "signOut without a session", p.App.SignOut(p.Stranger()), "")
		if n := good(); n != 4 {
			t.Errorf("after signOut %d are good, want 4", n)
		}
		n, err := p.App.EndSessions(p.ada.Context(), app.Caller(p.As("", tokens[1])).Session)
		if wants(t, "one", err, ""); n != 1 || good() != 3 {
			t.Errorf("%d ended, %d are good, want 3", n, good())
		}
		bob := p.Join("", eval.RoleOwner, "bob@example.com")
		_, err = p.App.EndSessions(bob.Context(), app.Caller(p.ada.Context()).Session)
		wants(t, "somebody else's", err, fault.NotFound)
		n, err = p.App.EndSessions(p.ada.Context(), "")
		if wants(t, "all but this one", err, ""); n != 2 || good() != 1 || !app.Caller(p.ada.Context()).Known() {
			t.Errorf("%d ended, %d are good, want 1", n, good())
		}
		_, err = p.App.EndSessions(p.Stranger(), "")
		wants(t, "a stranger", err, fault.Unauthenticated)
		_, token := p.ada.Key("", eval.RoleOwner, eval.Scopes...)
		_, err = p.App.EndSessions(p.Bearer(token), "")
		wants(t, "a key", err, fault.Forbidden)
	})
}
