// Package testenv puts a whole Assay together for tests: a real database, real calls over loopback, real runners. Only clocks can be
// of the test's making.
package testenv

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
)

// Env is one node over a database. Several can share one.
type Env struct {
	T      testing.TB
	Store  *store.Store
	Hub    *live.Hub
	Prober *probe.Prober
	App    *app.App
	Config runner.Config
	Now    func() time.Time
}

// Options are what a test may want otherwise.
type Options struct {
	Now      func() time.Time // default: time.Now
	GateDown bool
	Log      *slog.Logger // default: the test's log
	Change   func(*app.Config)
}

// New makes a node over a migrated database.
func New(t testing.TB, s *store.Store, o Options) *Env {
	t.Helper()
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	hub := &live.Hub{}
	s.OnChange(hub.Publish)
	listen(t, s, o.Log)
	prober := probe.New(probe.Config{AllowTargets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, UserAgent: "Assay-test", Log: o.Log})
	t.Cleanup(prober.Stop)
	e := &Env{T: t, Store: s, Hub: hub, Prober: prober, Now: o.Now}
	config := app.Config{Name: "Test", DID: "did:web:test.example", OracleDID: "did:theprotocol:eval-oracle", Version: "test",
		EvalsEnabled: !o.GateDown, CardRefresh: time.Hour, AdminKey: AdminKey, PublicURL: "https://assay.example", HashCost: CheapHash}
	if o.Change != nil {
		o.Change(&config)
	}
	e.App = app.New(config, s, prober, hub, o.Now, o.Log)
	e.Config = runner.Config{Node: "node", Interval: 20 * time.Millisecond, TaskTimeout: 5 * time.Second, Drain: 5 * time.Second,
		Batch: 50, PerHost: 8, CardsEvery: time.Hour, Credentials: e.App.CallCredentials}
	return e
}

// listen hears what other nodes change until the test ends.
func listen(t testing.TB, s *store.Store, log *slog.Logger) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Listen(ctx, log) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("listen: %v", err)
		}
	})
}

// Start runs the node's runner until stop, or the end of the test.
func (e *Env) Start() (stop func()) {
	e.T.Helper()
	return e.StartWith(e.Prober)
}

// StartWith is Start with another prober.
func (e *Env) StartWith(p runner.Prober) (stop func()) {
	return e.StartFull(p, e.App.RefreshStaleCards)
}

// StartFull is StartWith another refreshing of cards.
func (e *Env) StartFull(p runner.Prober, refreshCards func(context.Context) error) (stop func()) {
	log := slog.New(slog.NewTextHandler(e.T.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	r := runner.New(e.Config, e.Store, p, e.Hub, refreshCards, e.Now, log)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			e.T.Errorf("runner: %v", err)
		}
	}
	e.T.Cleanup(stop)
	return stop
}

// Admin is a context of the platform admin.
func (e *Env) Admin() context.Context {
	return app.WithPrincipal(e.T.Context(), app.Principal{PlatformAdmin: true, Credential: true})
}

// Stranger is a context without a credential.
func (e *Env) Stranger() context.Context { return e.T.Context() }

// Serve starts a real agent on loopback and registers it by its endpoint under a DID.
func (e *Env) Serve(did string, handler http.HandlerFunc) eval.Agent {
	e.T.Helper()
	server := httptest.NewServer(handler)
	e.T.Cleanup(server.Close)
	agent, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: did, Endpoint: server.URL})
	if err != nil {
		e.T.Fatal(err)
	}
	return agent
}

// Suite stores an http_probe suite with a task for each input: a path whose answer must be 2xx.
func (e *Env) Suite(key string, enabled bool, inputs ...string) eval.Suite {
	e.T.Helper()
	tasks := make([]app.TaskInput, len(inputs))
	for i, in := range inputs {
		tasks[i] = app.TaskInput{Name: in, Input: in, Scorer: "status_ok", Weight: 1}
	}
	change, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: key, Enabled: app.Optional[bool]{Set: true, Value: enabled}, Tasks: &tasks})
	if err != nil {
		e.T.Fatal(err)
	}
	return change.Suite
}

// Run starts a run of a suite.
func (e *Env) Run(key string) eval.Run {
	e.T.Helper()
	run, err := e.App.RunSuite(e.Admin(), key, "")
	if err != nil {
		e.T.Fatal(err)
	}
	return run
}

// Wait follows a run's live events until it is over and gives it as it ended.
func (e *Env) Wait(runID string) eval.Run {
	e.T.Helper()
	var last eval.Run
	for _, u := range e.Events(runID, nil) {
		last = u.Run
	}
	return last
}

// Events follows a run's live events until it is over and gives them all.
func (e *Env) Events(runID string, after *int64) []app.RunUpdate {
	e.T.Helper()
	ctx, cancel := context.WithTimeout(e.Admin(), time.Minute)
	defer cancel()
	events, err := e.App.RunEvents(ctx, runID, after)
	if err != nil {
		e.T.Fatal(err)
	}
	var all []app.RunUpdate
	for u := range events {
		all = append(all, u)
	}
	if len(all) == 0 || !all[len(all)-1].Run.Status.Final() {
		e.T.Fatalf("run %s did not end: %+v", runID, all)
	}
	return all
}

// Results gives all results of a run, oldest first.
func (e *Env) Results(runID string) []eval.Result {
	e.T.Helper()
	var all []eval.Result
	args := eval.PageArgs{First: new(100)}
	for {
		page, err := e.App.Results(e.Admin(), app.ResultFilter{RunID: runID}, args)
		if err != nil {
			e.T.Fatal(err)
		}
		all = append(all, page.Items...)
		if !page.HasNext {
			return all
		}
		args.After = page.Cursors[len(page.Cursors)-1]
	}
}
