package server

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// listener is a real server on loopback.
type listener struct {
	url  string
	stop context.CancelFunc
	done chan error // what Serve returned
}

func serveLive(t *testing.T, h http.Handler, drain time.Duration) *listener {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l := &listener{"http://" + ln.Addr().String(), cancel, make(chan error, 1)}
	go func() { l.done <- Serve(ctx, ln, h, drain) }()
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	t.Cleanup(cancel)
	return l
}

func closeQuietly(c io.Closer) { _ = c.Close() }

const ample = time.Minute // how long a test may wait for what is bound to come

func TestPanics(t *testing.T) {
	f := newFixture()
	f.GraphQL = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "late" {
			_, _ = io.WriteString(w, strings.Repeat("half an answer ", 1000))
			_ = http.NewResponseController(w).Flush()
		}
		panic("password is hunter2")
	})
	w := f.send("POST /graphql", "X-Request-Id", "r1")
	if w.Code != 500 || strings.Contains(w.Body.String(), "hunter2") || !strings.Contains(w.Body.String(), `"code":"INTERNAL","requestId":"r1"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if log := f.log.String(); !strings.Contains(log, "hunter2") || !strings.Contains(log, "serve_test.go") || !strings.Contains(log, "request_id=r1") || !strings.Contains(log, "status=500") {
		t.Errorf("log: %s", log)
	}

	f.App = nil // REST panics
	w = f.send("GET /api/v1/evals/suites", "X-Request-Id", "r2")
	if want := `{"error":{"code":"internal","message":"something went wrong here; the log has it under this request id","field":null,"request_id":"r2"}}` + "\n"; w.Code != 500 || w.Body.String() != want {
		t.Errorf("%d %s", w.Code, w.Body)
	}

	l := serveLive(t, New(f.Options), ample)
	resp, err := http.Post(l.url+"/graphql?late", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(resp.Body)
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("half an answer was taken for a whole one")
	}
	l.stop()
	if err := <-l.done; err != nil {
		t.Error(err)
	}
}

func TestGraphQLBodyIsBounded(t *testing.T) {
	f := newFixture()
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(strings.Repeat("x", maxGraphQLBody+1)))
	w := httptest.NewRecorder()
	New(f.Options).ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", w.Code)
	}
}

// echo answers websockets and event streams until their context ends.
var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: hello\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		_, _ = io.WriteString(w, "data: "+context.Cause(r.Context()).Error()+"\n\n")
		return
	}
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer closeQuietly(conn)
	_ = conn.WriteMessage(websocket.TextMessage, []byte("hello"))
	<-r.Context().Done()
	_ = conn.WriteMessage(websocket.TextMessage, []byte(context.Cause(r.Context()).Error()))
})

// A stop ends streams of both kinds by their contexts, and lets what is being answered finish.
func TestStopEndsStreamsAndDrains(t *testing.T) {
	f := newFixture()
	f.GraphQL = echo
	started, finish := make(chan struct{}), make(chan struct{})
	f.Console = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(started)
		<-finish
		if r.Context().Err() != nil {
			t.Error("a request in flight was cancelled")
		}
		_, _ = io.WriteString(w, "done")
	})
	l := serveLive(t, New(f.Options), ample)

	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(l.url, "http")+"/graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(conn)
	read := func() string { _, b, err := conn.ReadMessage(); return string(b) + errorText(err) }
	if got := read(); got != "hello" {
		t.Fatal(got)
	}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+"/graphql", nil)
	r.Header.Set("Accept", "text/event-stream")
	sse, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(sse.Body)
	lines := bufio.NewScanner(sse.Body)
	if lines.Scan(); lines.Text() != "data: hello" {
		t.Fatal(lines.Text())
	}
	answer := make(chan string, 1)
	go func() {
		resp, err := http.Get(l.url + "/")
		if err != nil {
			answer <- err.Error()
			return
		}
		defer closeQuietly(resp.Body)
		b, _ := io.ReadAll(resp.Body)
		answer <- string(b)
	}()
	<-started

	l.stop()
	if got := read(); got != errStopping.Error() {
		t.Errorf("websocket: %s", got)
	}
	lines.Scan() // the empty line
	if lines.Scan(); lines.Text() != "data: "+errStopping.Error() {
		t.Errorf("event stream: %s", lines.Text())
	}
	select {
	case err := <-l.done:
		t.Fatalf("stopped before the request in flight was answered: %v", err)
	default:
	}
	close(finish)
	if got := <-answer; got != "done" {
		t.Errorf("request in flight: %s", got)
	}
	if err := <-l.done; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(l.url, "http://")); err == nil {
		t.Error("it still listens")
	}
	if log := f.log.String(); !strings.Contains(log, "status=101") {
		t.Errorf("log: %s", log)
	}
}

func errorText(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// What does not end within the drain time is cut off, and that is an error.
func TestDrainIsBounded(t *testing.T) {
	started, gone := make(chan struct{}), make(chan struct{})
	l := serveLive(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
		close(gone)
	}), time.Millisecond)
	go func() {
		if resp, err := http.Get(l.url); err == nil {
			closeQuietly(resp.Body)
		}
	}()
	<-started
	l.stop()
	if err := <-l.done; !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "cut off after 1ms") {
		t.Errorf("%v", err)
	}
	<-gone
}

// net/http forgets hijacked connections: that a websocket has not ended is found out by Serve itself.
func TestStopWaitsForWebsockets(t *testing.T) {
	f := newFixture()
	release := make(chan struct{})
	f.GraphQL = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer closeQuietly(conn)
		<-release // deaf to its context
	})
	l := serveLive(t, New(f.Options), time.Millisecond)
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(l.url, "http")+"/graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(conn)
	l.stop()
	if err := <-l.done; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	close(release)
}

func TestServeSaysWhyItCannot(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closeQuietly(ln)
	if err := Serve(t.Context(), ln, http.NotFoundHandler(), 0); !errors.Is(err, net.ErrClosed) || !strings.Contains(err.Error(), ln.Addr().String()) {
		t.Errorf("%v", err)
	}
}

// Callers who do not read their answer, or do not send their request, do not hold on to the server.
func TestAnswersHaveADeadline(t *testing.T) {
	for _, tc := range []struct {
		accept  string
		bounded bool
	}{{"application/json", true}, {"text/event-stream", false}} {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest(http.MethodGet, "/graphql", nil)
		r.Header.Set("Accept", tc.accept)
		boundTime(http.NotFoundHandler()).ServeHTTP(w, r)
		if w.calls != 1 || w.write.IsZero() == tc.bounded {
			t.Errorf("%s: deadline %v", tc.accept, w.write)
		}
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	calls int
	write time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error { d.calls, d.write = d.calls+1, t; return nil }
