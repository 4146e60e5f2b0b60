package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// newest gives the newest entries, the newest first.
func newest(t *testing.T, e *testenv.Env, n int) []eval.AuditEntry {
	t.Helper()
	page, err := e.App.AuditLog(e.Admin(), app.AuditQuery{}, eval.PageArgs{First: &n})
	if err != nil {
		t.Fatal(err)
	}
	return page.Items
}

// as is a context of a principal.
func as(ctx context.Context, p app.Principal) context.Context { return app.WithPrincipal(ctx, p) }

func TestWhatIsLoggedOfAMutation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		user := &eval.User{ID: "usr_1", Name: "Ada \x00\xff"}
		roles := map[string]eval.Role{eval.DefaultWorkspace: eval.RoleAdmin}
		key := &eval.APIKey{ID: "key_1"}
		put := func(ctx context.Context, suite string) error {
			_, err := e.App.PutSuite(ctx, app.PutSuite{Key: suite})
			return err
		}
		for _, tc := range []struct {
			name string
			p    app.Principal
			key  string
			kind fault.Kind
			want eval.AuditEntry
		}{
			{"done by a user", app.Principal{User: user, Roles: roles, Address: "192.0.2.7", RequestID: "req-1"}, "a", "",
				eval.AuditEntry{Actor: "usr_1", ActorName: "Ada \ufffd\ufffd", Address: "192.0.2.7", RequestID: "req-1", Target: "a", Outcome: eval.AuditDone}},
			{"done with a user's key", app.Principal{User: user, Key: key, Roles: roles, Scopes: []eval.Scope{eval.ScopeAdmin}}, "b", "",
				eval.AuditEntry{Actor: "usr_1", ActorName: "Ada \ufffd\ufffd", KeyID: "key_1", Target: "b", Outcome: eval.AuditDone}},
			{"done at this machine", app.Principal{PlatformAdmin: true, CommandLine: true}, "c", "", eval.AuditEntry{Actor: "command-line", Target: "c", Outcome: eval.AuditDone}},
			{"done by the platform admin", app.Principal{PlatformAdmin: true}, "d", "", eval.AuditEntry{Actor: "platform-admin", Target: "d", Outcome: eval.AuditDone}},
			{"refused: a stranger", app.Principal{}, "e", fault.Unauthenticated, eval.AuditEntry{Actor: "anonymous", Target: "e", Outcome: eval.AuditRefused, Code: "unauthenticated"}},
			{"refused: a wrong credential", app.Principal{Credential: true}, "e", fault.Forbidden, eval.AuditEntry{Actor: "anonymous", Target: "e", Outcome: eval.AuditRefused, Code: "forbidden"}},
			{"refused: a lesser role", app.Principal{User: user, Roles: map[string]eval.Role{eval.DefaultWorkspace: eval.RoleMember}}, "e", fault.Forbidden,
				eval.AuditEntry{Actor: "usr_1", ActorName: "Ada \ufffd\ufffd", Target: "e", Outcome: eval.AuditRefused, Code: "forbidden"}},
			{"refused: a lesser key", app.Principal{User: user, Key: key, Roles: roles, Scopes: []eval.Scope{eval.ScopeRead}}, "e", fault.Forbidden,
				eval.AuditEntry{Actor: "usr_1", ActorName: "Ada \ufffd\ufffd", KeyID: "key_1", Target: "e", Outcome: eval.AuditRefused, Code: "forbidden"}},
			{"invalid", app.Principal{PlatformAdmin: true}, "No Key!", fault.Invalid, eval.AuditEntry{Actor: "platform-admin", Target: "No Key!", Outcome: eval.AuditInvalid, Code: "invalid"}},
		} {
			err := put(as(t.Context(), tc.p), tc.key)
			if f := fault.As(err); (tc.kind == "") != (err == nil) || f != nil && f.Kind != tc.kind {
				t.Errorf("%s: %v", tc.name, err)
			}
			got := newest(t, e, 1)[0]
			tc.want.Seq, tc.want.At, tc.want.Previous, tc.want.Hash, tc.want.InputDigest = got.Seq, got.At, got.Previous, got.Hash, got.InputDigest
			tc.want.Action, tc.want.WorkspaceID = "putSuite", eval.DefaultWorkspace
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", tc.name, diff)
			}
		}
		if head, err := e.App.VerifyAudit(e.Admin()); err != nil || head.Seq != 9 {
			t.Errorf("after nine mutations: %+v, %v", head, err)
		}

		// What is turned away by a door, before the use case.
		ctx, begun := app.ExpectAct(as(t.Context(), app.Principal{Address: "192.0.2.7"}))
		e.App.LogRefusal(ctx, "addTask", "\x00\xff"+strings.Repeat("x", 10_000), fault.New(fault.Invalid, "malformed", "no JSON"))
		if got := newest(t, e, 1)[0]; got.Action != "addTask" || got.Outcome != eval.AuditInvalid || got.Code != "malformed" || got.Address != "192.0.2.7" || !begun() ||
			got.Target != "\ufffd\ufffd"+strings.Repeat("x", 254)+"…" {
			t.Errorf("turned away: %+v", got)
		}
		ctx, begun = app.ExpectAct(e.Admin())
		if begun() {
			t.Error("nothing has begun")
		}
		if err := put(ctx, "f"); err != nil || !begun() {
			t.Errorf("a use case has begun: %v", err)
		}

		// A fault of ours, and a panic: the entry says that it failed.
		failing, cancel := context.WithCancel(e.Admin())
		cancel()
		if err := put(failing, "g"); err == nil || fault.As(err) != nil {
			t.Errorf("cut short: %v", err)
		}
		if got := newest(t, e, 1)[0]; got.Target != "g" || got.Outcome != eval.AuditFailed || got.Code != "internal" {
			t.Errorf("cut short: %+v", got)
		}
	})
}

// An act that panics is logged as failed, and the panic goes on.
func TestPanicsAreLogged(t *testing.T) {
	s := dbtest.OpenSQLite(t)
	e := testenv.New(t, s, testenv.Options{})
	func() {
		defer func() {
			if p := recover(); p != "out of order" {
				t.Errorf("recovered %v", p)
			}
		}()
		app.PanicInAct(e.Admin(), e.App, "out of order")
	}()
	if got := newest(t, e, 1)[0]; got.Action != "putSuite" || got.Outcome != eval.AuditFailed || got.Code != "internal" {
		t.Errorf("%+v", got)
	}
}

// A mutation and its entry are stored together or not at all.
func TestNothingIsDoneUnlogged(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		e := testenv.New(t, s, testenv.Options{})
		run(t, unprotected(t, url), "DELETE FROM audit_heads")
		if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "a"}); err == nil {
			t.Error("it was done without a log")
		}
		if suite, err := e.App.Suite(e.Admin(), "a"); err != nil || suite != nil {
			t.Errorf("there is a suite: %+v, %v", suite, err)
		}
	})
}

// Many mutations at once, on two nodes where the database allows it, make one chain.
func TestManyMutationsAtOnce(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		nodes := []*testenv.Env{testenv.New(t, s, testenv.Options{})}
		if s.Postgres() {
			nodes = append(nodes, testenv.New(t, dbtest.Open(t, url), testenv.Options{}))
		}
		const callers, each = 16, 6
		var all sync.WaitGroup
		for c := range callers {
			e := nodes[c%len(nodes)]
			all.Go(func() {
				for i := range each {
					ctx, want := e.Admin(), error(nil)
					if i%3 == 2 {
						ctx, want = e.Stranger(), fault.New(fault.Unauthenticated, "", "")
					}
					_, err := e.App.PutSuite(ctx, app.PutSuite{Key: fmt.Sprintf("suite-%d-%d", c, i)})
					if (err == nil) != (want == nil) {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if head, err := nodes[0].App.VerifyAudit(nodes[0].Admin()); err != nil || head.Seq != callers*each {
			t.Errorf("%+v, %v; want %d entries", head, err, callers*each)
		}
	})
}

// The digest is that of the input with secrets replaced: whoever has the log cannot try passwords against it.
func TestSecretsAreNotInTheDigest(t *testing.T) {
	type input struct {
		Email    string
		Password eval.Secret
		Nested   struct{ Keys []eval.Secret }
		Maybe    *eval.Secret
	}
	secret := eval.Secret("hunter2-hunter2")
	in := input{Email: "a@b.example", Password: secret, Maybe: &secret}
	in.Nested.Keys = []eval.Secret{secret}
	sum := sha256.Sum256([]byte(`{"Email":"a@b.example","Maybe":"[secret]","Nested":{"Keys":["[secret]"]},"Password":"[secret]"}`))
	if got := app.InputDigest(in); got != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s", got)
	}
	other := in
	other.Password = "something else"
	if app.InputDigest(other) != app.InputDigest(in) {
		t.Error("the password makes a difference")
	}
	other.Email = "c@d.example"
	if app.InputDigest(other) == app.InputDigest(in) {
		t.Error("the address makes no difference")
	}
	for _, shown := range []string{fmt.Sprint(in), fmt.Sprintf("%+v %#v %q", in, in, in.Password), errors.New(fmt.Sprint(in.Nested)).Error()} {
		if strings.Contains(shown, "hunter2") {
			t.Errorf("shown: %s", shown)
		}
	}
}
