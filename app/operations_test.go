package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestOperations(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		setting := app.Setting{Name: "ASSAY_ADMIN_KEY", Value: "set"}
		load := app.Load{Streams: 3, Subscriptions: 5, Calls: 2, Parts: 1}
		node := func(name string) *testenv.Env {
			return testenv.New(t, s, testenv.Options{Now: clock.Now, Change: func(c *app.Config) {
				c.Node, c.RunnerInterval, c.Retention, c.Settings = name, 30*time.Second, 36*time.Hour, []app.Setting{setting}
				c.Load = func() app.Load { return load }
			}})
		}
		e, other, gone := node("a"), node("b"), node("c")
		for _, n := range []*testenv.Env{e, other, gone} {
			keepNodeOnce(t.Context(), n.App)
		}
		if err := gone.App.EndNode(t.Context()); err != nil {
			t.Fatal(err)
		}
		agent := e.Serve("did:web:a.example", ok)
		e.Suite("basics", true, "/", "/b")
		e.Config.Node = "a"
		stop := e.Start()
		e.Wait(e.Run("basics").ID)
		stop()

		load.Streams = 4 // since the node was last noted
		o, err := e.App.Operations(e.Admin())
		if err != nil {
			t.Fatal(err)
		}
		if o.Version != "test" || !strings.HasPrefix(o.GoVersion, "go") || o.SchemaVersion < 2 || o.DatabaseBytes == nil || o.Database == "" {
			t.Errorf("%+v", o)
		}
		if want := (app.Scheduler{Enabled: true, IntervalMS: 30_000}); o.Scheduler != want {
			t.Errorf("scheduler %+v", o.Scheduler)
		}
		if diff := cmp.Diff([]app.Setting{setting}, o.Settings); diff != "" {
			t.Error(diff)
		}
		var nodes []string
		for _, n := range o.Nodes {
			nodes = append(nodes, fmt.Sprint(n.Name, " ", n.Up(o.At), " ", n.StoppedAt.IsZero(), " ", n.Streams))
		}
		if want := []string{"a true true 4", "b true true 3", "c false false 3"}; !cmp.Equal(want, nodes) {
			t.Errorf("nodes %v", nodes)
		}
		if o.Streams != 7 || o.Subscriptions != 5 {
			t.Errorf("%d streams, %d subscriptions", o.Streams, o.Subscriptions)
		}
		if len(o.SlowAgents) != 1 || o.SlowAgents[0].AgentID != agent.ID || o.SlowAgents[0].Results != 2 || o.SlowAgents[0].P95MS < o.SlowAgents[0].MeanMS {
			t.Errorf("slow agents %+v", o.SlowAgents)
		}
		if e := o.Evidence; e.Bodies != 2 || e.RetentionDays == nil || *e.RetentionDays != 1.5 || !e.OldestAt.Equal(clock.Now()) {
			t.Errorf("evidence %+v", e)
		}
		var kinds []string
		for _, j := range o.Jobs {
			kinds = append(kinds, fmt.Sprint(j.Kind, j.Waiting, j.Later, j.Held))
		}
		if want := []string{"cards1 0 0", "deadlines1 0 0", "deliveries1 0 0", "log1 0 0", "retention1 0 0", "schedule1 0 0"}; !cmp.Equal(want, kinds) {
			t.Errorf("jobs %v", kinds)
		}

		// A node that has not been seen for 15 s is not up, and one not seen for a day is forgotten.
		clock.Add(15 * time.Second)
		keepNodeOnce(t.Context(), e.App)
		o, err = e.App.Operations(e.Admin())
		if err != nil || !o.Nodes[0].Up(o.At) || o.Nodes[1].Up(o.At) || o.Streams != 4 {
			t.Errorf("%+v, %v", o.Nodes, err)
		}
		clock.Add(24*time.Hour + time.Second)
		keepNodeOnce(t.Context(), e.App)
		if o, err = e.App.Operations(e.Admin()); err != nil || len(o.Nodes) != 1 || len(o.SlowAgents) != 0 {
			t.Errorf("%+v, %v", o, err)
		}
	})
}

// keepNodeOnce lets a node say once that it is there.
func keepNodeOnce(ctx context.Context, a *app.App) {
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	a.KeepNode(ctx)
}

func TestOperationsIsForThoseWhoOperate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		as := func(role eval.Role, scopes ...eval.Scope) context.Context {
			return app.WithPrincipal(t.Context(), app.Principal{User: &eval.User{ID: "usr_1"}, Roles: map[string]eval.Role{eval.DefaultWorkspace: role}, Scopes: scopes})
		}
		for name, tc := range map[string]struct {
			ctx  context.Context
			want fault.Kind
		}{
			"a stranger":          {e.Stranger(), fault.Unauthenticated},
			"a member":            {as(eval.RoleMember), fault.Forbidden},
			"an admin's read key": {as(eval.RoleAdmin, eval.ScopeRead), fault.Forbidden},
		} {
			if o, err := e.App.Operations(tc.ctx); o != nil || fault.As(err) == nil || fault.As(err).Kind != tc.want {
				t.Errorf("%s: %+v, %v", name, o, err)
			}
		}
		for _, ctx := range []context.Context{e.Admin(), as(eval.RoleAdmin), as(eval.RoleAdmin, eval.ScopeAdmin)} {
			if _, err := e.App.Operations(ctx); err != nil {
				t.Error(err)
			}
		}
	})
}
