package runner_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"assay/app"
	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ok(http.ResponseWriter, *http.Request) {}

// nextRun waits for a live run of the suite other than those known and gives it.
func nextRun(t *testing.T, e *testenv.Env, known map[string]bool) eval.Run {
	t.Helper()
	ctx, cancel := context.WithTimeout(e.Admin(), 20*time.Second)
	defer cancel()
	live, err := e.App.LiveRuns(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for range live {
		page, err := e.App.Runs(ctx, app.RunFilter{}, eval.PageArgs{})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range page.Items {
			if !known[r.ID] {
				known[r.ID] = true
				return r
			}
		}
	}
	t.Fatal("no run was started")
	return eval.Run{}
}

func schedule(t *testing.T, e *testenv.Env, key string, minutes int) {
	t.Helper()
	_, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: key, IntervalMinutes: app.Optional[int]{Set: true, Value: minutes}})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMissedTicksAreTakenUpOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		e.Serve("did:web:a.example", ok)
		e.Suite("hourly", true, "/")
		schedule(t, e, "hourly", 60)
		known := map[string]bool{}
		defer e.Start()()

		first := nextRun(t, e, known)
		if first.Trigger != eval.TriggerSchedule || first.Trial {
			t.Errorf("first run %+v", first)
		}
		e.Wait(first.ID)
		clock.Add(5*time.Hour + 30*time.Minute) // five ticks missed
		e.Wait(nextRun(t, e, known).ID)
		suite, err := e.App.Suite(e.Admin(), "hourly")
		if err != nil {
			t.Fatal(err)
		}
		if want := clock.Now().Add(time.Hour); !suite.NextRunAt.Equal(want) || suite.RunCount != 2 {
			t.Errorf("next run at %v after %d runs, want %v after 2", suite.NextRunAt, suite.RunCount, want)
		}
		clock.Add(61 * time.Minute) // a minute late: the cadence holds
		e.Wait(nextRun(t, e, known).ID)
		if suite, err = e.App.Suite(e.Admin(), "hourly"); err != nil {
			t.Fatal(err)
		}
		if want := clock.Now().Add(59 * time.Minute); !suite.NextRunAt.Equal(want) {
			t.Errorf("next run at %v, want %v", suite.NextRunAt, want)
		}
	})
}

func TestDraftsManualAndEmptySuitesAreNotScheduled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("draft", false, "/")
		schedule(t, e, "draft", 1)
		e.Suite("manual", true, "/")
		e.Suite("empty", true)
		schedule(t, e, "empty", 1)
		e.Suite("due", true, "/")
		schedule(t, e, "due", 1)
		defer e.Start()()
		run := nextRun(t, e, map[string]bool{})
		if run.SuiteKey != "due" {
			t.Errorf("started %s", run.SuiteKey)
		}
		e.Wait(run.ID)
		page, err := e.App.Runs(e.Admin(), app.RunFilter{}, eval.PageArgs{})
		if err != nil || len(page.Items) != 1 {
			t.Errorf("runs %+v, %v", page.Items, err)
		}
	})
}

// counting is a prober that counts calls by agent and task and can hold them back.
type counting struct {
	mu    sync.Mutex
	calls map[string]int
	hold  bool          // answers only when the call is asked to be the last
	began chan struct{} // nil: nobody listens
	first sync.Once
	meet  *sync.WaitGroup // nil: meets nobody; else the first call waits for the others'
}

func (c *counting) Do(ctx context.Context, call probe.Call) probe.Outcome {
	if ctx.Err() != nil {
		return probe.Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}}
	}
	c.mu.Lock()
	c.calls[call.Endpoint+call.Input]++
	c.mu.Unlock()
	if c.meet != nil {
		c.first.Do(func() { c.meet.Done(); c.meet.Wait() })
	}
	if c.began != nil {
		c.began <- struct{}{}
	}
	if c.hold {
		<-ctx.Done()
	}
	return probe.Outcome{Observation: eval.Observation{Status: 200, LatencyMS: 1}, Attempts: 1, Evidence: &eval.Evidence{Body: []byte("x")}}
}

func (c *counting) Stop() {}

func agents(t *testing.T, e *testenv.Env, n int) {
	t.Helper()
	for i := range n {
		_, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: fmt.Sprintf("did:web:a%d.example", i), Endpoint: fmt.Sprintf("http://a%d.example", i)})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestStopDrainsAndAnotherNodeGoesOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agents(t, e, 3)
		e.Suite("work", true, "/1", "/2", "/3", "/4")
		p := &counting{calls: map[string]int{}, hold: true, began: make(chan struct{}, 100)}
		stop := e.StartWith(p)
		run := e.Run("work")
		for range 3 {
			<-p.began
		}
		stop() // waits for the three calls in flight
		between, err := e.App.Run(e.Admin(), run.ID)
		if err != nil || between.Progress.Recorded != 3 || between.Status != eval.RunRunning {
			t.Fatalf("after the stop: %+v, %v", between, err)
		}
		p.hold, p.began = false, nil
		e.Config.Node = "other"
		defer e.StartWith(p)()
		ended := e.Wait(run.ID)
		if ended.Status != eval.RunCompleted || ended.Progress.Passed != 12 || len(p.calls) != 12 {
			t.Errorf("run %+v, %d tasks called", ended, len(p.calls))
		}
		for what, n := range p.calls {
			if n != 1 {
				t.Errorf("%s was called %d times", what, n)
			}
		}
		for _, r := range e.Results(run.ID) {
			if r.Attempts != 1 {
				t.Errorf("an orderly stop counted as an attempt: %+v", r)
			}
		}
	})
}

// A node that freezes in the middle loses its work to another by the beat, and what it writes when it wakes is refused.
func TestFrozenNodeIsTakenOverAndCannotWrite(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agents(t, e, 2)
		e.Suite("work", true, "/1", "/2")
		run := e.Run("work")
		// The frozen node: it has claimed, called, and not yet stored.
		frozen, err := s.NewClaimer(t.Context(), "frozen", func() time.Duration { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		claims, err := frozen.Claim(t.Context(), store.Want{Kind: store.ClaimRunAgent, Now: time.Now().UnixMilli(), Limit: 1})
		if err != nil || len(claims) != 1 {
			t.Fatalf("claims %v, %v", claims, err)
		}
		part, err := s.RunAgent(t.Context(), claims[0].Subject)
		if err != nil {
			t.Fatal(err)
		}
		p := &counting{calls: map[string]int{}}
		defer e.StartWith(p)() // takes over after 8 s of its own clock
		ended := e.Wait(run.ID)
		late := eval.Result{ID: store.NewID(eval.ResultID, time.Now()), RunID: run.ID, RunAgentID: part.ID, SuiteID: run.SuiteID,
			AgentID: part.AgentID, TaskID: "late", Score: new(0.0), At: time.Now()}
		lost, err := s.Record(t.Context(), "frozen", []store.Entry{{Claim: claims[0], Result: &late}})
		if err != nil || len(lost) != 1 {
			t.Errorf("the frozen node's write: lost %v, %v", lost, err)
		}
		if ended.Status != eval.RunCompleted || ended.Progress.Passed != 4 || len(e.Results(run.ID)) != 4 {
			t.Errorf("run %+v", ended)
		}
		for _, r := range e.Results(run.ID) {
			want := 1
			if r.RunAgentID == part.ID {
				want = 2 // the frozen node may have called too
			}
			if r.Attempts != want {
				t.Errorf("attempts %d, want %d", r.Attempts, want)
			}
		}
	})
}

func TestTwoNodesShareARunAndEitherStreamsIt(t *testing.T) {
	url := dbtest.Postgres(t)
	one := testenv.New(t, dbtest.Open(t, url), testenv.Options{})
	two := testenv.New(t, dbtest.Open(t, url), testenv.Options{})
	watcher := testenv.New(t, dbtest.Open(t, url), testenv.Options{}) // serves, does not run
	agents(t, one, 20)
	one.Suite("shared", true, "/1", "/2", "/3")
	one.Config.Node, two.Config.Node = "one", "two"
	one.Config.Batch, two.Config.Batch = 2, 2
	var first, second atomic.Int64
	var meet sync.WaitGroup
	meet.Add(2)
	a := &counting{calls: map[string]int{}, meet: &meet}
	b := &counting{calls: map[string]int{}, meet: &meet}
	defer one.StartWith(a)()
	defer two.StartWith(b)()
	run := one.Run("shared")
	events := watcher.Events(run.ID, new(int64(0)))
	for i, u := range events {
		if u.Event.Seq != int64(i+1) {
			t.Fatalf("event %d has seq %d", i, u.Event.Seq)
		}
	}
	all := maps.Clone(a.calls)
	for k, n := range b.calls {
		all[k] += n
	}
	for _, n := range a.calls {
		first.Add(int64(n))
	}
	for _, n := range b.calls {
		second.Add(int64(n))
	}
	if len(all) != 60 || first.Load()+second.Load() != 60 || first.Load() == 0 || second.Load() == 0 {
		t.Errorf("%d and %d calls of %d tasks", first.Load(), second.Load(), len(all))
	}
	if last := events[len(events)-1]; last.Event.Kind != eval.EventRunFinished || last.Run.Progress.Passed != 60 {
		t.Errorf("the run ended as %+v", last)
	}
}

// However many nodes serve, one starts what is due.
func TestOneSchedulerAmongNodes(t *testing.T) {
	url := dbtest.Postgres(t)
	first := testenv.New(t, dbtest.Open(t, url), testenv.Options{})
	agents(t, first, 1)
	for i := range 5 {
		key := fmt.Sprint("suite-", i)
		first.Suite(key, true, "/")
		schedule(t, first, key, 60)
	}
	for i := range 3 {
		e := testenv.New(t, dbtest.Open(t, url), testenv.Options{})
		e.Config.Node = fmt.Sprint("node-", i)
		defer e.StartWith(&counting{calls: map[string]int{}})()
	}
	known := map[string]bool{}
	for range 5 {
		first.Wait(nextRun(t, first, known).ID)
	}
	page, err := first.App.Runs(first.Admin(), app.RunFilter{}, eval.PageArgs{})
	if err != nil || len(page.Items) != 5 {
		t.Errorf("%d runs, %v", len(page.Items), err)
	}
}

// A hanging host takes only its share of a node: what calls another host goes on.
func TestHangingHostDoesNotKeepOthersWaiting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		for i := range 20 {
			_, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: fmt.Sprintf("did:web:h%d.example", i), Endpoint: fmt.Sprint("http://hangs.example/", i)})
			if err != nil {
				t.Fatal(err)
			}
		}
		e.Suite("hangs", true, "/")
		e.Config.Batch, e.Config.PerHost = 10, 3
		p := &counting{calls: map[string]int{}, hold: true, began: make(chan struct{}, 100)}
		defer e.StartWith(p)()
		e.Run("hangs")
		for range 3 {
			<-p.began
		}
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:quick.example", Endpoint: "http://quick.example"}); err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "quick", TargetDIDs: app.Optional[[]string]{Set: true, Value: []string{"did:web:quick.example"}},
			Tasks: &[]app.TaskInput{{Name: "t", Input: "/quick", Scorer: "status_ok", Weight: 1}}}); err != nil {
			t.Fatal(err)
		}
		e.Run("quick")
		<-p.began
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.calls["http://quick.example/quick"] != 1 || len(p.calls) != 4 {
			t.Errorf("calls %v", p.calls)
		}
	})
}

// A claim whose release failed must not be kept alive by a node that does not work on it.
func TestOrphanedClaimsAreGivenBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agents(t, e, 2)
		e.Suite("work", true, "/1")
		run := e.Run("work")
		claimer, err := s.NewClaimer(t.Context(), "forgetful", func() time.Duration { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		want := store.Want{Kind: store.ClaimRunAgent, Now: time.Now().UnixMilli(), Limit: 2}
		claims, err := claimer.Claim(t.Context(), want)
		if err != nil || len(claims) != 2 {
			t.Fatalf("claims %v, %v", claims, err)
		}
		held, err := claimer.Beat(t.Context(), []string{claims[0].ID}) // works on one of them
		if err != nil || len(held) != 1 || held[claims[0].ID] != 1 {
			t.Fatalf("held %v, %v", held, err)
		}
		again, err := claimer.Claim(t.Context(), want)
		if err != nil || len(again) != 1 || again[0].ID != claims[1].ID {
			t.Errorf("free again: %v, %v (of run %s)", again, err, run.ID)
		}
	})
}

func TestAgentRemovedDuringARunIsNotCalled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agents(t, e, 2)
		e.Suite("work", true, "/1")
		run := e.Run("work")
		if _, err := e.App.RemoveAgent(e.Admin(), "did:web:a1.example"); err != nil {
			t.Fatal(err)
		}
		p := &counting{calls: map[string]int{}}
		defer e.StartWith(p)()
		ended := e.Wait(run.ID)
		if ended.Status != eval.RunCompleted || ended.Progress.Passed != 1 || ended.Progress.Cancelled != 1 || len(p.calls) != 1 {
			t.Errorf("run %+v, calls %v", ended, p.calls)
		}
	})
}

// A pass that takes long, as when many cards hang, holds up neither the beat nor the work.
func TestSlowCardPassHoldsUpNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agents(t, e, 1)
		e.Suite("work", true, "/1")
		began := make(chan struct{})
		defer e.StartFull(&counting{calls: map[string]int{}}, func(ctx context.Context) error {
			close(began)
			<-ctx.Done()
			return ctx.Err()
		})()
		<-began
		if run := e.Wait(e.Run("work").ID); run.Progress.Passed != 1 {
			t.Errorf("run %+v", run)
		}
	})
}
