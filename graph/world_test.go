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
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/app/vault"
	"assay/ent/store"
	"assay/eval"
)

// world is the whole product behind a door: a database, a runner, and agents on loopback.
type world struct {
	app  *app.App
	door http.Handler
	path string // of the database
	rest func() // stops the runner
}

// noon is when every world begins.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// newWorld makes an empty one. The runner does this many agents at once; with none there are no evals.
func newWorld(t testing.TB, agents int) *world {
	t.Helper()
	ctx, log := t.Context(), slog.New(slog.NewTextHandler(io.Discard, nil))
	w := &world{path: filepath.Join(t.TempDir(), "assay.db"), rest: func() {}}
	s, err := store.Open(ctx, "sqlite:"+w.path)
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
	secrets, err := vault.Parse(vault.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	w.app = app.New(app.Config{
		Vault: secrets,
		Name:  "Test", DID: "did:web:registry.test", OracleDID: "did:web:oracle.test", Version: "v1", EvalsEnabled: agents > 0,
		AdminKey: "admin", PublicURL: "https://assay.test", HashCost: app.HashCost{MemoryKiB: 64, Passes: 1},
	}, s, prober, hub, clock, log)
	w.door = w.serve(Handler(w.app, testOptions(Options{SetSession: setSession})))
	if agents > 0 {
		w.rest = start(t, runner.New(runner.Config{
			Node: "one", Interval: time.Hour, TaskTimeout: 10 * time.Second, Drain: time.Second, Batch: agents, CardsEvery: time.Hour,
			Credentials: w.app.CallCredentials,
		}, s, prober, hub, w.app.RefreshStaleCards, clock, log))
	}
	return w
}

// serve does what the server does around the door: it says who is calling, and lets an answer set the session's cookie.
func (w *world) serve(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		session := ""
		if cookie, err := r.Cookie("session"); err == nil {
			session = cookie.Value
		}
		p, err := w.app.Authenticate(r.Context(), r.Header.Get("Authorization"), session)
		if err != nil {
			panic(err)
		}
		ctx := app.WithPrincipal(r.Context(), p)
		if !strings.Contains(r.Header.Get("Accept"), mediaEvents) {
			ctx = context.WithValue(ctx, setterKey{}, func(token eval.Secret, _ time.Time) {
				http.SetCookie(rw, &http.Cookie{Name: "session", Value: token.Reveal()})
			})
		}
		next.ServeHTTP(rw, r.WithContext(ctx))
	})
}

type setterKey struct{}

func setSession(ctx context.Context) func(eval.Secret, time.Time) {
	set, _ := ctx.Value(setterKey{}).(func(eval.Secret, time.Time))
	return set
}

// start lets a runner work until rest is called, at the end of the test at last.
func start(t testing.TB, r *runner.Runner) (rest func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Run(ctx) }()
	rest = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) { // stopped before it had begun
			t.Error(err)
		}
	})
	t.Cleanup(rest)
	return rest
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
	return app.WithPrincipal(t.Context(), app.Principal{PlatformAdmin: true, Credential: true})
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
