package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
)

// node is a runner over a database, without the doors.
type node struct {
	store  *store.Store
	app    *app.App
	hub    *live.Hub
	prober *probe.Prober
}

func openNode(ctx context.Context, url string, perHost int) (*node, error) {
	s, err := store.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	if _, err := s.Migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	n := &node{store: s, hub: &live.Hub{}}
	s.OnChange(n.hub.Publish)
	n.prober = probe.New(probe.Config{AllowTargets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, GlobalConcurrency: 64,
		HostConcurrency: perHost, UserAgent: "Assay-bench"})
	n.app = app.New(app.Config{EvalsEnabled: true}, s, n.prober, n.hub, time.Now, slog.Default())
	return n, nil
}

func (n *node) close() error {
	n.prober.Stop()
	return n.store.Close()
}

func admin(ctx context.Context) context.Context {
	return app.WithPrincipal(ctx, app.Principal{PlatformAdmin: true, Credential: true})
}

// agents registers n agents, the i-th at endpoint(i).
func (n *node) agents(ctx context.Context, count int, endpoint func(i int) string) error {
	for i := range count {
		_, err := n.app.RegisterAgent(admin(ctx), app.RegisterAgent{DID: fmt.Sprintf("did:web:a%d.example", i), Endpoint: endpoint(i)})
		if err != nil {
			return err
		}
	}
	return nil
}

// runSuite runs a suite of so many tasks on every agent and gives how long it took from the request to the last stored result.
func (n *node) runSuite(ctx context.Context, tasks, atOnce int) (time.Duration, eval.Run, error) {
	list := make([]app.TaskInput, tasks)
	for i := range list {
		list[i] = app.TaskInput{Name: fmt.Sprint("t", i), Input: fmt.Sprint("/t", i), Scorer: "status_ok", Weight: 1}
	}
	_, err := n.app.PutSuite(admin(ctx), app.PutSuite{Key: "bench", Enabled: app.Optional[bool]{Set: true, Value: true}, Tasks: &list})
	if err != nil {
		return 0, eval.Run{}, err
	}
	took, run, err := n.fire(ctx, "bench", atOnce)
	if err == nil && run.Progress.Passed != run.Progress.Total {
		err = fmt.Errorf("the run ended %s with %+v", run.Status, run.Progress)
	}
	return took, run, err
}

// fire runs a suite to its end on a runner of its own and gives how long it took.
func (n *node) fire(ctx context.Context, suite string, atOnce int) (time.Duration, eval.Run, error) {
	r := runner.New(runner.Config{Node: "bench", Interval: time.Hour, TaskTimeout: 30 * time.Second, Drain: time.Second, Batch: atOnce,
		PerHost: atOnce, CardsEvery: time.Hour}, n.store, n.prober, n.hub, n.app.RefreshStaleCards, time.Now, slog.Default())
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	began := time.Now()
	run, err := n.app.RunSuite(admin(ctx), suite, "")
	if err == nil {
		run, err = n.wait(ctx, run.ID)
	}
	took := time.Since(began)
	cancel()
	return took, run, errors.Join(err, <-done)
}

func (n *node) wait(ctx context.Context, id string) (run eval.Run, err error) {
	events, err := n.app.RunEvents(admin(ctx), id, nil)
	if err != nil {
		return run, err
	}
	for u := range events {
		run = u.Run
	}
	return run, nil
}

// agentServer is an agent that answers after a while.
func agentServer(after time.Duration) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if after > 0 {
			time.Sleep(after)
		}
		_, _ = io.WriteString(w, "ok")
	}))
}
