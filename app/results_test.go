package app_test

import (
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestResultsAreFiltered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		e.Serve("did:web:a.example", onlyRoot)
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:mute.example", Endpoint: "http://127.0.0.1:9"}); err != nil {
			t.Fatal(err)
		}
		suite := e.Suite("basics", true, "/", "/missing")
		e.Suite("other", true, "/")
		e.Suite("draft", false, "/")
		defer e.Start()()
		e.Wait(e.Run("basics").ID)
		e.Wait(e.Run("draft").ID)
		clock.Add(time.Hour)
		e.Wait(e.Run("basics").ID)
		e.Wait(e.Run("other").ID)
		home, later := suite.Tasks[0].ID, clock.Now()
		for _, tc := range []struct {
			name   string
			filter app.ResultFilter
			want   int
		}{
			{"all", app.ResultFilter{}, 10},
			{"agent", app.ResultFilter{Agent: "did:web:a.example"}, 5},
			{"suite", app.ResultFilter{Suite: "other"}, 2},
			{"agent and suite", app.ResultFilter{Agent: "did:web:mute.example", Suite: "basics"}, 4},
			{"passed", app.ResultFilter{Passed: new(true)}, 3},
			{"failed", app.ResultFilter{Passed: new(false)}, 7},
			{"task", app.ResultFilter{Task: home}, 4},
			{"task that passed", app.ResultFilter{Task: home, Passed: new(true)}, 2},
			{"no such task", app.ResultFilter{Task: "tsk_none"}, 0},
			{"error", app.ResultFilter{Error: eval.ErrConnectionRefused}, 5},
			{"error of an agent", app.ResultFilter{Error: eval.ErrConnectionRefused, Agent: "did:web:a.example"}, 0},
			{"another error", app.ResultFilter{Error: eval.ErrTimeout}, 0},
			{"fault", app.ResultFilter{Fault: eval.FaultNetwork}, 5},
			{"another side's fault", app.ResultFilter{Fault: eval.FaultAgent}, 0},
			{"error and its fault", app.ResultFilter{Error: eval.ErrConnectionRefused, Fault: eval.FaultNetwork, Suite: "other"}, 1},
			{"error and another fault", app.ResultFilter{Error: eval.ErrConnectionRefused, Fault: eval.FaultAgent}, 0},
			{"fault that no error is", app.ResultFilter{Fault: eval.FaultJudge}, 0},
			{"since", app.ResultFilter{Since: later}, 6},
			{"since a moment after", app.ResultFilter{Since: later.Add(time.Millisecond)}, 0},
			{"since, of a suite, failed", app.ResultFilter{Since: later, Suite: "basics", Passed: new(false)}, 3},
		} {
			page, err := e.App.Results(e.Stranger(), tc.filter, eval.PageArgs{First: new(100)})
			if err != nil {
				t.Fatal(err)
			}
			total, err := page.Total(t.Context())
			if len(page.Items) != tc.want || total != tc.want || err != nil {
				t.Errorf("%s: %d results, %d in all, want %d (%v)", tc.name, len(page.Items), total, tc.want, err)
			}
		}
		first, err := e.App.Results(e.Stranger(), app.ResultFilter{Fault: eval.FaultNetwork}, eval.PageArgs{First: new(2)})
		if err != nil || !first.HasNext {
			t.Fatal(err)
		}
		after := eval.PageArgs{First: new(100), After: first.Cursors[1]}
		if rest, err := e.App.Results(e.Stranger(), app.ResultFilter{Fault: eval.FaultNetwork}, after); err != nil || len(rest.Items) != 3 {
			t.Errorf("the rest: %d, %v", len(rest.Items), err)
		}
		if _, err := e.App.Results(e.Stranger(), app.ResultFilter{Error: eval.ErrConnectionRefused}, after); err == nil {
			t.Error("a cursor is good under another filter")
		}
	})
}

func TestRecentSumsUpTheNewestPublicResults(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		a := e.Serve("did:web:a.example", ok)
		mute, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:mute.example", Endpoint: "http://127.0.0.1:9"})
		if err != nil {
			t.Fatal(err)
		}
		idle := e.Serve("did:web:idle.example", ok)
		basics := e.Suite("basics", true, "/", "/b")
		e.Suite("draft", false, "/")
		defer e.Start()()
		if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: basics.Key, TargetDIDs: app.Optional[[]string]{Set: true, Value: []string{a.DID, mute.DID}}}); err != nil {
			t.Fatal(err)
		}
		e.Wait(e.Run("draft").ID)
		e.Wait(e.Run("basics").ID)
		r, err := e.App.AgentRecent(e.Stranger(), a.ID, "")
		if err != nil || r.Results != 2 || r.Latency.Calls != 2 || len(r.Errors) != 0 {
			t.Errorf("%+v, %v", r, err)
		}
		r, err = e.App.AgentRecent(e.Stranger(), mute.ID, "basics")
		if err != nil || r.Results != 2 || len(r.Errors) != 1 || r.Errors[0] != (eval.ErrorCount{Code: eval.ErrConnectionRefused, Count: 2}) {
			t.Errorf("%+v, %v", r, err)
		}
		for _, c := range [][2]string{{idle.ID, ""}, {a.ID, "none"}, {a.ID, "draft"}} {
			if r, err := e.App.AgentRecent(e.Stranger(), c[0], c[1]); r != nil || err != nil {
				t.Errorf("agent %s, suite %q: %+v, %v", c[0], c[1], r, err)
			}
		}
	})
}
