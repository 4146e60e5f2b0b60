package main

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/internal/dbtest"
)

// launch runs a node in this process until it is told to stop, which gives what it ended with.
func launch(t *testing.T, url, name string, change func(*config)) (n *node, stop func(), ended <-chan error) {
	t.Helper()
	c := config{}
	for _, s := range c.settings(nil) {
		if err := s.set(s.initial); err != nil {
			t.Fatal(err)
		}
	}
	c.databaseURL, c.node, c.addr, c.adminKey, c.evalsEnabled = url, name, "127.0.0.1:0", testKey, true
	c.allowTargets = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	change(&c)
	if err := c.fill(); err != nil {
		t.Fatal(err)
	}
	n, err := openNode(t.Context(), c, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done, result := make(chan struct{}), make(chan error, 1)
	go func() { result <- n.run(ctx); close(done) }()
	t.Cleanup(func() { cancel(); <-done })
	return n, cancel, result
}

func asAdmin(t *testing.T) context.Context {
	return app.WithPrincipal(t.Context(), app.Principal{PlatformAdmin: true, Credential: true})
}

// held is an agent that says when it is called, and answers /hold when it is let.
type held struct {
	called chan string // paths, in order
	let    chan struct{}
}

func (h *held) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	h.called <- r.URL.Path
	if r.URL.Path == "/hold" {
		select {
		case <-h.let:
		case <-r.Context().Done():
		}
	}
}

// begin sets up an agent and a suite, and starts a run whose first call is held.
func (h *held) begin(t *testing.T, n *node) (first eval.Run) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	if _, err := n.use.RegisterAgent(asAdmin(t), app.RegisterAgent{DID: "did:web:held.example", Endpoint: server.URL}); err != nil {
		t.Fatal(err)
	}
	tasks := []app.TaskInput{{Name: "hold", Input: "/hold", Scorer: "status_ok", Weight: 1},
		{Name: "two", Input: "/two", Scorer: "status_ok", Weight: 1}, {Name: "three", Input: "/three", Scorer: "status_ok", Weight: 1}}
	if _, err := n.use.PutSuite(asAdmin(t), app.PutSuite{Key: "held", Enabled: app.Optional[bool]{Set: true, Value: true}, Tasks: &tasks}); err != nil {
		t.Fatal(err)
	}
	first, err := n.use.RunSuite(asAdmin(t), "held", "")
	if err != nil {
		t.Fatal(err)
	}
	if path := <-h.called; path != "/hold" {
		t.Fatalf("first call: %s", path)
	}
	return first
}

// follow waits for the end of a run and gives it with its results.
func follow(t *testing.T, n *node, id string) (run eval.Run, results []eval.Result) {
	t.Helper()
	ctx, cancel := context.WithTimeout(asAdmin(t), time.Minute)
	defer cancel()
	events, err := n.use.RunEvents(ctx, id, nil)
	if err != nil {
		t.Fatal(err)
	}
	for u := range events {
		run = u.Run
	}
	page, err := n.use.Results(ctx, app.ResultFilter{RunID: id}, eval.PageArgs{First: new(100)})
	if err != nil {
		t.Fatal(err)
	}
	return run, page.Items
}

func status(t *testing.T, n *node, path string) int {
	t.Helper()
	code, _ := get(t, n.url+path)
	return code
}

// A node that is told to stop says that it is not ready, and goes on answering for the grace; it claims nothing new; the call in flight
// finishes and is stored; what is left is another node's at once.
func TestStopHandsOver(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		agent := &held{called: make(chan string, 100), let: make(chan struct{})}
		a, stop, ended := launch(t, url, "a", func(c *config) { c.stopGrace, c.drainTimeout = 2*time.Second, time.Minute })
		first := agent.begin(t, a)
		if got := status(t, a, "/readyz"); got != http.StatusOK {
			t.Fatalf("ready: %d", got)
		}

		stop()
		for status(t, a, "/readyz") != http.StatusServiceUnavailable { // else the connection is refused in the end
		}
		if got := status(t, a, "/healthz"); got != http.StatusOK {
			t.Errorf("healthy while stopping: %d", got)
		}
		second, err := a.use.RunSuite(asAdmin(t), "held", "")
		if err != nil {
			t.Fatal(err)
		}
		b := a
		if !strings.HasPrefix(url, "sqlite:") {
			b, _, _ = launch(t, url, "b", func(*config) {})
			if path := <-agent.called; path != "/hold" { // of the second run, which a does not take
				t.Fatalf("the other node called %s", path)
			}
		}
		select {
		case err := <-ended:
			t.Fatalf("it ended with a call in flight: %v", err)
		case path := <-agent.called:
			t.Fatalf("it called %s after it was told to stop", path)
		default:
		}
		close(agent.let)
		if err := <-ended; err != nil {
			t.Fatalf("stopped with %v", err)
		}
		handedOver := time.Now()
		if b == a {
			b, _, _ = launch(t, url, "a", func(*config) {})
		}
		for _, id := range []string{first.ID, second.ID} {
			run, results := follow(t, b, id)
			if run.Status != eval.RunCompleted || len(results) != 3 || run.Progress.Passed != 3 {
				t.Errorf("%s, %d results, %+v", run.Status, len(results), run.Progress)
			}
			for _, r := range results {
				if r.Attempts != 1 {
					t.Errorf("%d attempts of task %d", r.Attempts, r.TaskIndex)
				}
			}
		}
		if took := time.Since(handedOver); took > 5*time.Second { // a dead node's claims are free after 8 s
			t.Errorf("the hand-over took %s", took)
		}
		calls := map[string]int{"/hold": 1} // begin took one
		if !strings.HasPrefix(url, "sqlite:") {
			calls["/hold"]++
		}
		for len(agent.called) > 0 {
			calls[<-agent.called]++
		}
		if calls["/hold"] != 2 || calls["/two"] != 2 || calls["/three"] != 2 {
			t.Errorf("calls %v", calls)
		}
		o, err := b.use.Operations(asAdmin(t))
		if err != nil || len(o.Nodes) == 0 || o.Nodes[0].Name != "a" || o.Nodes[0].StoppedAt.IsZero() == (len(o.Nodes) == 2) {
			t.Errorf("nodes %+v, %v", o, err)
		}
	})
}

// A call that does not finish within the drain is ended and given back: it is made again, and nothing is recorded twice.
func TestStopDoesNotWaitForEver(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		agent := &held{called: make(chan string, 100), let: make(chan struct{})}
		a, stop, ended := launch(t, url, "a", func(c *config) { c.drainTimeout = 50 * time.Millisecond })
		run := agent.begin(t, a)
		stop()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("stopped with %v", err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("it waits for a call that does not end")
		}
		close(agent.let)
		b, _, _ := launch(t, url, "b", func(*config) {})
		if run, results := follow(t, b, run.ID); run.Status != eval.RunCompleted || len(results) != 3 || run.Progress.Passed != 3 {
			t.Errorf("%s, %d results, %+v", run.Status, len(results), run.Progress)
		}
	})
}

// Two nodes that start at once on an empty database both come up: one migrates, the other waits.
func TestNodesMigrateOneAtATime(t *testing.T) {
	url := dbtest.Postgres(t)
	var all sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		all.Go(func() {
			n, _, _ := launch(t, url, name, func(*config) {})
			if got := status(t, n, "/readyz"); got != http.StatusOK {
				t.Errorf("%s: %d", name, got)
			}
		})
	}
	all.Wait()
}
