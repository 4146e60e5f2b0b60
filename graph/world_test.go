package graph

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/ent/store"
	"assay/eval"
)

// world is the whole product behind a door: a database, a runner, and agents on loopback.
type world struct {
	app   *app.App
	door  http.Handler
	store *store.Store
}

// noon is when every world begins.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func newWorld(t *testing.T, evals bool) *world {
	t.Helper()
	ctx, log := t.Context(), slog.New(slog.NewTextHandler(io.Discard, nil))
	s, err := store.Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	var ticks atomic.Int64 // no two things happen at once, so that their ids have an order
	clock := func() time.Time { return noon.Add(time.Duration(ticks.Add(1)) * time.Millisecond) }
	hub := &live.Hub{}
	s.OnChange(hub.Publish)
	prober := probe.New(probe.Config{AllowTargets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Log: log})
	t.Cleanup(prober.Stop)
	use := app.New(app.Config{Name: "Test", DID: "did:web:registry.test", OracleDID: "did:web:oracle.test", Version: "v1", EvalsEnabled: evals},
		s, prober, hub, clock, log)
	if evals {
		start(t, runner.New(runner.Config{
			Node: "one", Interval: time.Hour, TaskTimeout: 10 * time.Second, Drain: time.Second, Batch: 1, PerAgent: 1, CardsEvery: time.Hour,
		}, s, prober, hub, use.RefreshStaleCards, clock, log))
	}
	return &world{app: use, store: s, door: principals(Handler(use, testOptions(Options{})))}
}

func start(t *testing.T, r *runner.Runner) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) { // stopped before it had begun
			t.Error(err)
		}
	})
}

// newAgent serves an agent that greets at /, answers bytes that are no text at /bytes, and nothing good elsewhere.
func newAgent(t *testing.T) (host string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", noon.Format(http.TimeFormat))
		switch r.URL.Path {
		case "/":
			_, _ = io.WriteString(w, "Good day.\n")
		case "/bytes":
			_, _ = io.WriteString(w, "\xff\x00\"<bytes>\"")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// asAdmin is a context of someone who may do everything.
func asAdmin(t *testing.T) context.Context {
	t.Helper()
	return app.WithPrincipal(t.Context(), app.Principal{Admin: true, Credential: true})
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// finish waits for a run to end.
func (w *world) finish(t *testing.T, runID string) {
	t.Helper()
	events := must(w.app.RunEvents(asAdmin(t), runID, nil))(t)
	var last eval.RunStatus
	for e := range events {
		last = e.Run.Status
	}
	if last != eval.RunCompleted {
		t.Fatalf("the run is %s", last)
	}
}
