package app_test

import (
	"net/http"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestOverviewIsOfTheLastDay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 29, 12, 59, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		turns := false
		e.Serve("did:web:a.example", func(w http.ResponseWriter, r *http.Request) {
			if turns {
				w.WriteHeader(http.StatusNotFound)
			}
		})
		e.Serve("did:web:b.example", ok)
		gone := e.Serve("did:web:gone.example", onlyRoot)
		tested := e.Serve("did:web:tested.example", onlyRoot)
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: tested.DID, TestAgent: new(true)}); err != nil {
			t.Fatal(err)
		}
		e.Suite("basics", true, "/", "/missing")
		e.Suite("draft", false, "/", "/missing")
		stop := e.Start()
		e.Wait(e.Run("basics").ID) // before the day: at 12:59 of yesterday
		turns = true
		clock.Add(time.Minute)
		e.Wait(e.Run("draft").ID)
		second := e.Wait(e.Run("basics").ID) // at 13:00, when the day begins
		stop()
		if _, err := e.App.RemoveAgent(e.Admin(), gone.DID); err != nil {
			t.Fatal(err)
		}
		clock.Add(24*time.Hour - time.Millisecond)
		o, err := e.App.Overview(e.Stranger())
		if err != nil {
			t.Fatal(err)
		}
		first := o.Day.Hours[0]
		if o.Day.Runs != 1 || o.Day.Results != 8 || o.Day.Passed != 4 || o.Day.Errors != 0 || len(o.Day.Hours) != 24 || first.Results != 8 ||
			*first.MeanScore != 0.5 || !first.At.Equal(time.Date(2026, 11, 29, 13, 0, 0, 0, time.UTC)) {
			t.Errorf("the day %+v", o.Day)
		}
		if len(o.Failing) != 1 || o.Failing[0].Results != 2 || o.Failing[0].MeanScore != 0 || *o.Failing[0].MeanBefore != 1 {
			t.Fatalf("failing %+v", o.Failing)
		}
		last, err := e.App.Result(e.Stranger(), o.Failing[0].LastFailureID)
		if err != nil || last.AgentDID != "did:web:a.example" || last.RunID != second.ID || last.TaskIndex != 1 {
			t.Errorf("last failure %+v, %v", last, err)
		}
		if o.ActiveAgents != 3 || o.EnabledSuites != 1 || len(o.Due) != 0 {
			t.Errorf("%+v", o)
		}
		clock.Add(time.Millisecond) // the hour is over
		if o, err = e.App.Overview(e.Stranger()); err != nil || o.Day.Runs != 0 || o.Day.Results != 0 || len(o.Failing) != 0 {
			t.Errorf("a moment later %+v, %v", o, err)
		}
	})
}

// Most of the day is kept in memory; what is new is there at once, whatever the minute.
func TestOverviewIsUpToDate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		e.Serve("did:web:a.example", onlyRoot)
		e.Suite("basics", true, "/", "/missing")
		defer e.Start()()
		var want int64
		for _, step := range []time.Duration{0, 59 * time.Minute, 2 * time.Minute, 8 * time.Minute, 5 * time.Minute, 0, 3 * time.Hour, time.Minute} {
			clock.Add(step)
			e.Wait(e.Run("basics").ID)
			want += 2
			o, err := e.App.Overview(e.Stranger())
			if err != nil {
				t.Fatal(err)
			}
			var hours int64
			for _, h := range o.Day.Hours {
				hours += h.Results
			}
			if o.Day.Results != want || hours != want || o.Day.Passed != want/2 || o.Day.Runs != want/2 || o.Failing[0].Results != want {
				t.Errorf("at %v: %+v, failing %+v, want %d", clock.Now(), o.Day, o.Failing, want)
			}
		}
	})
}

func TestOverviewNamesWhatIsDue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		put := func(key string, minutes int, enabled bool) {
			t.Helper()
			_, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: key, IntervalMinutes: app.Optional[int]{Set: minutes > 0, Value: minutes},
				Enabled: app.Optional[bool]{Set: true, Value: enabled}})
			if err != nil {
				t.Fatal(err)
			}
		}
		put("late", 5, true)
		clock.Add(-time.Minute)
		put("z", 5, true)
		put("a", 60, true)
		put("by-hand", 0, true)
		put("draft", 5, false)
		put("deleted", 5, true)
		if _, err := e.App.DeleteSuite(e.Admin(), "deleted"); err != nil {
			t.Fatal(err)
		}
		o, err := e.App.Overview(e.Stranger())
		if err != nil || len(o.Due) != 3 || o.Due[0].Key != "a" || o.Due[1].Key != "z" || o.Due[2].Key != "late" || o.EnabledSuites != 4 {
			t.Errorf("%+v, %v", o.Due, err)
		}
	})
}

func TestOverviewWhileTheGateIsDown(t *testing.T) {
	e := testenv.New(t, dbtest.OpenSQLite(t), testenv.Options{GateDown: true})
	e.Serve("did:web:a.example", ok)
	e.Suite("basics", true, "/")
	o, err := e.App.Overview(e.Stranger())
	if err != nil || o.ActiveAgents != 0 || o.EnabledSuites != 0 || len(o.Day.Hours) != 24 {
		t.Errorf("a stranger sees %+v, %v", o, err)
	}
	if o, err = e.App.Overview(e.Admin()); err != nil || o.ActiveAgents != 1 || o.EnabledSuites != 1 {
		t.Errorf("an admin sees %+v, %v", o, err)
	}
	if trends, err := e.App.AgentTrends(e.Admin(), []string{"x"}, "", 5); err != nil || trends != nil {
		t.Errorf("trends %v, %v", trends, err)
	}
	if c, err := e.App.CompareAgents(e.Stranger(), "did:web:a.example", "did:web:a.example", ""); err != nil || c.Pairs != 0 || c.Verdict != eval.NoPairs {
		t.Errorf("comparison %+v, %v", c, err)
	}
}
