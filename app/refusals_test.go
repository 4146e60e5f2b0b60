package app_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// What changed nothing gets an entry only as long as its address has a share left: the log cannot be made to grow by asking. What was
// left out is said, and counted.
func TestStrangersHaveAShareOfTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)
		var acted atomic.Int64
		e := testenv.New(t, s, testenv.Options{Now: func() time.Time { return now }, Change: func(c *app.Config) {
			c.Node = "a"
			c.Acted = func(string, eval.AuditOutcome) { acted.Add(1) }
		}})
		from := func(address string) context.Context { return as(t.Context(), app.Principal{Address: address}) }
		rows := func() int64 {
			t.Helper()
			head, err := e.App.VerifyAudit(e.Admin())
			if err != nil {
				t.Fatal(err)
			}
			return head.Seq
		}
		more := func(want int64, what string, times int, ask func()) {
			t.Helper()
			was, counted := rows(), acted.Load()
			for range times {
				ask()
			}
			if got := rows() - was; got != want {
				t.Errorf("%s: %d entries, want %d", what, got, want)
			}
			if got := acted.Load() - counted; got != int64(times) {
				t.Errorf("%s: %d are counted, want %d", what, got, times)
			}
		}
		put := func(ctx context.Context) func() {
			return func() { _, _ = e.App.PutSuite(ctx, app.PutSuite{Key: "a"}) }
		}
		user := app.Principal{User: &eval.User{ID: "usr_1"}, Address: "192.0.2.1", Roles: map[string]eval.Role{eval.DefaultWorkspace: eval.RoleViewer}}
		crossSite := func(ctx context.Context) func() {
			return func() {
				e.App.LogRefusal(ctx, app.CrossSiteRequest, "POST /graphql", fault.New(fault.Forbidden, "cross_site", "of another site"))
			}
		}
		more(60, "of one address", 100, put(from("192.0.2.1")))
		more(0, "signing out, of the same", 5, func() { _ = e.App.SignOut(from("192.0.2.1")) })
		more(0, "malformed, of the same", 5, func() { e.App.LogRefusal(from("192.0.2.1"), "addTask", "", fault.Bad("", "no JSON")) })
		more(0, "other sites, of the same", 5, crossSite(as(t.Context(), user)))
		more(1, "of another", 1, put(from("192.0.2.2")))
		more(30, "of a network", 30, put(from("2001:db8::1")))
		more(30, "of another address there", 50, put(from("2001:db8::2")))
		more(100, "of a user", 100, put(as(t.Context(), user)))

		now = now.Add(30 * time.Minute)
		more(30, "half an hour later", 40, put(from("192.0.2.1")))
		was := rows()
		if keepNodeOnce(t.Context(), e.App); rows() != was {
			t.Error("what was left out is said early")
		}
		now = now.Add(30 * time.Minute)
		for range 2 { // the second time there is nothing to say
			keepNodeOnce(t.Context(), e.App)
		}
		said := map[string]string{}
		for _, entry := range newest(t, e, int(rows()-was)) {
			if entry.Action != app.LeftOut || entry.Actor != "anonymous" || entry.Outcome != eval.AuditRefused || entry.Code != "left_out" {
				t.Errorf("%+v", entry)
			}
			said[entry.Address] = entry.Target
		}
		want := map[string]string{"192.0.2.1": "65 more since 2026-12-01T10:00:00Z", "2001:db8::/64": "20 more since 2026-12-01T10:00:00Z"}
		if len(said) != 2 || said["192.0.2.1"] != want["192.0.2.1"] || said["2001:db8::/64"] != want["2001:db8::/64"] {
			t.Errorf("%v, want %v", said, want)
		}
		more(30, "an hour later", 31, put(from("192.0.2.1")))
		if err := e.App.EndNode(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := newest(t, e, 1)[0]; got.Action != app.LeftOut || !strings.HasPrefix(got.Target, "1 more since") {
			t.Errorf("a node that stops says nothing: %+v", got)
		}
	})
}

// Challenges that strangers ask for are entries too.
func TestStrangersAskForFewChallenges(t *testing.T) {
	e := testenv.New(t, dbtest.OpenSQLite(t), testenv.Options{})
	agent := e.Serve("did:web:a.example", ok)
	var last error
	asked := 0
	for last == nil && asked < 100 {
		_, last = e.App.RequestChallenge(e.Stranger(), agent.DID, eval.ChallengeOptOut)
		asked++
	}
	if !fault.Is(last, fault.TooMany) || asked != 31 {
		t.Errorf("%d were given, then %v", asked, last)
	}
}
