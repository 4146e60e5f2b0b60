package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"assay/app"
	"assay/eval"
	"assay/server/rest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// empty is an app that holds nothing. Use cases that are not written out panic.
type empty struct{ rest.UseCases }

func (empty) Catalog(context.Context, eval.PageArgs) (eval.Page[eval.Suite], error) {
	return eval.Page[eval.Suite]{}, nil
}
func (empty) LogRefusal(context.Context, string, string, error) {}
func (empty) AdminSuites(context.Context) ([]eval.Suite, error) { return nil, nil }

// fixture is a server with a clock that stands still and a log that can be read.
type fixture struct {
	Options
	log     *lockedBuffer
	now     time.Time
	session string // the cookie's token that came last
}

type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

const key = "s3cret-admin-key"

func newFixture() *fixture {
	f := &fixture{log: &lockedBuffer{}, now: time.Date(2026, 7, 16, 9, 0, 0, 0, time.UTC)}
	f.Options = Options{
		App: empty{},
		GraphQL: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				w.WriteHeader(http.StatusRequestEntityTooLarge)
				return
			}
			_, _ = w.Write(body)
		}),
		Console: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "console") }),
		Authenticate: func(_ context.Context, authorization, session string) (app.Principal, error) {
			f.session = session
			return app.Principal{Credential: authorization != "", PlatformAdmin: authorization == "Bearer "+key}, nil
		},
		Log:   slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Clock: func() time.Time { return f.now },
	}
	return f
}

// send sends one request to a new server of these options.
func (f *fixture) send(line string, headers ...string) *httptest.ResponseRecorder {
	return send(New(f.Options), line, headers...)
}

// send sends a request from 192.0.2.1; headers are name, value, name, value.
func send(h http.Handler, line string, headers ...string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Remote" {
			r.RemoteAddr = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestDoors(t *testing.T) {
	f := newFixture()
	for _, tc := range []struct {
		line   string
		status int
		body   string
	}{
		{"GET /api/v1/evals/suites", 200, "[]\n"},
		{"GET /healthz", 200, "ok\n"},
		{"HEAD /healthz", 200, "ok\n"}, // net/http drops the body, a recorder does not
		{"GET /readyz", 200, "ready\n"},
		{"POST /graphql", 200, ""},
		{"GET /", 200, "console"},
		{"GET /suites/http-basics", 200, "console"},
	} {
		if w := f.send(tc.line); w.Code != tc.status || w.Body.String() != tc.body {
			t.Errorf("%s: %d %q", tc.line, w.Code, w.Body)
		}
	}
	f.Console = nil
	if w := f.send("GET /"); w.Code != http.StatusNotFound {
		t.Errorf("without a console: %d", w.Code)
	}
}

// Paths of the REST door are never cleaned by a redirect, whatever the mux does to others.
func TestRESTPathsAreNotCleaned(t *testing.T) {
	f := newFixture()
	for _, target := range []string{"/api/v1/evals/agents/../leaderboard", "/api/v1/evals/agents//results", "/api/v1/evals/suites/", "/api/../graphql", "/api/..", "/api"} {
		if w := f.send("GET " + target); w.Code != http.StatusNotFound || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
			t.Errorf("%s: %d %v %s", target, w.Code, w.Header(), w.Body)
		}
	}
	if w := f.send("GET /api/v1/evals/agents/../results"); w.Code != http.StatusBadRequest {
		t.Errorf("the agent ..: %d", w.Code)
	}
}

func TestRequestIDs(t *testing.T) {
	f := newFixture()
	w := f.send("GET /api/v1/nothing", "X-Request-Id", "from-caller.1")
	if got := w.Header().Get("X-Request-Id"); got != "from-caller.1" || requestIDOf(t, w) != got {
		t.Errorf("id %q, body %s", got, w.Body)
	}
	if !strings.Contains(f.log.String(), "request_id=from-caller.1") {
		t.Errorf("log: %s", f.log)
	}
	seen := map[string]bool{}
	for _, sent := range []string{"", "two words", "new\nline", strings.Repeat("x", 65), `"quoted"`} {
		w := f.send("GET /api/v1/nothing", "X-Request-Id", sent)
		id := w.Header().Get("X-Request-Id")
		if id == sent || len(id) < 20 || seen[id] || requestIDOf(t, w) != id {
			t.Errorf("sent %q: id %q, body %s", sent, id, w.Body)
		}
		seen[id] = true
	}
}

func requestIDOf(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var body struct {
		Error struct {
			RequestID string `json:"request_id"`
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	return body.Error.RequestID
}

func TestCredentials(t *testing.T) {
	f := newFixture()
	for _, tc := range []struct {
		line, authorization string
		status              int
	}{
		{"GET /api/v1/admin/evals/suites", "Bearer " + key, 200},
		{"GET /api/v1/admin/evals/suites", "", 401},
		{"GET /api/v1/admin/evals/suites", "Bearer wrong", 403},
		{"GET /api/v1/evals/suites", "Bearer wrong", 200},
	} {
		if w := f.send(tc.line, "Authorization", tc.authorization); w.Code != tc.status {
			t.Errorf("%s as %q: %d, want %d", tc.line, tc.authorization, w.Code, tc.status)
		}
	}
	if strings.Contains(f.log.String(), key) {
		t.Error("the key is in the log")
	}
}

func TestSecureHeaders(t *testing.T) {
	f := newFixture()
	for _, target := range []string{"/", "/graphql", "/api/v1/evals/suites", "/api/v1/nothing", "/healthz"} {
		h := f.send("GET " + target).Header()
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("X-Frame-Options") != "DENY" || h.Get("Content-Security-Policy") == "" || h.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s: %v", target, h)
		}
	}
	f.PublicURL = "https://assay.example"
	if h := f.send("GET /").Header(); h.Get("Strict-Transport-Security") == "" {
		t.Errorf("over TLS: %v", h)
	}
}

func TestRequestsOfOtherSites(t *testing.T) {
	f := newFixture()
	f.PublicURL = "https://assay.example/console"
	for _, tc := range []struct {
		line    string
		headers []string
		status  int
	}{
		{"POST /graphql", nil, 200},
		{"POST /graphql", []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"POST /graphql", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"POST /graphql", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"POST /graphql", []string{"Origin", "https://other.example"}, 403},
		{"POST /graphql", []string{"Origin", "http://example.com"}, 200}, // the Host of the request
		{"POST /graphql", []string{"Origin", "https://assay.example"}, 200},
		{"POST /graphql", []string{"Origin", "https://other.example", "Authorization", "Bearer " + key}, 200},
		{"GET /graphql", []string{"Sec-Fetch-Site", "cross-site"}, 200},
		{"GET /api/v1/evals/suites", []string{"Sec-Fetch-Site", "cross-site"}, 200},
		{"DELETE /api/v1/admin/evals/suites/x", []string{"Sec-Fetch-Site", "cross-site"}, 403},
	} {
		w := f.send(tc.line, tc.headers...)
		if w.Code != tc.status {
			t.Errorf("%s %v: %d, want %d", tc.line, tc.headers, w.Code, tc.status)
		}
	}
	w := f.send("POST /graphql", "Sec-Fetch-Site", "cross-site", "X-Request-Id", "r1")
	if want := `{"errors":[{"message":"this was sent by a page of another site","extensions":{"code":"FORBIDDEN","requestId":"r1"}}]}` + "\n"; w.Body.String() != want {
		t.Errorf("%s", w.Body)
	}
}

func TestReady(t *testing.T) {
	f := newFixture()
	f.Ready = func(ctx context.Context) error {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the check is not bounded")
		}
		return io.ErrUnexpectedEOF
	}
	if w := f.send("GET /readyz"); w.Code != http.StatusServiceUnavailable || w.Body.String() != "not ready\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(f.log.String(), "unexpected EOF") {
		t.Errorf("log: %s", f.log)
	}
}

func TestAccessLog(t *testing.T) {
	f := newFixture()
	f.send("GET /api/v1/evals/suites?secret=1", "Authorization", "Bearer "+key, "X-Request-Id", "r1")
	line := f.log.String()
	for _, want := range []string{"level=INFO", "request_id=r1", "method=GET", "path=/api/v1/evals/suites", "status=200", "bytes=3", "duration=0s", "client=192.0.2.1"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	if strings.Contains(line, "secret") || strings.Contains(line, key) {
		t.Errorf("too much in %s", line)
	}
	f.log.Reset()
	f.send("GET /healthz")
	if !strings.Contains(f.log.String(), "level=DEBUG") {
		t.Errorf("health checks fill the log: %s", f.log)
	}
}
