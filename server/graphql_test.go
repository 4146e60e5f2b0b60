package server

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"assay/app"
	"assay/app/live"
	"assay/graph"
	"assay/internal/dbtest"
)

// The real GraphQL door behind this server: its streams open through all the layers, know their caller, and end when the server stops.
func TestGraphQLStreamsBehindTheServer(t *testing.T) {
	hub := &live.Hub{}
	store := dbtest.OpenSQLite(t)
	store.OnChange(hub.Publish)
	f := newFixture()
	a := app.New(app.Config{Name: "Live", EvalsEnabled: true, AdminKey: key}, store, nil, hub, time.Now, slog.New(slog.DiscardHandler))
	f.App, f.Authenticate = a, a.Authenticate
	f.GraphQL = graph.Handler(a, graph.Options{
		Authenticate: func(ctx context.Context, authorization string) (app.Principal, error) {
			return a.Authenticate(ctx, authorization, "")
		},
		RequestID: RequestID,
		Log:       f.Log,
	})
	l := serveLive(t, New(f.Options), ample)

	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
	conn, _, err := dialer.Dial("ws"+strings.TrimPrefix(l.url, "http")+"/graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(conn)
	say := func(message string) {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	hear := func() string {
		_, b, err := conn.ReadMessage()
		return string(b) + errorText(err)
	}
	say(`{"type":"connection_init","payload":{"authorization":"Bearer ` + key + `"}}`)
	if got := hear(); !strings.Contains(got, "connection_ack") {
		t.Fatal(got)
	}
	say(`{"id":"1","type":"subscribe","payload":{"query":"subscription { liveRuns { runs { id } } }"}}`)
	if got := hear(); !strings.Contains(got, `"liveRuns":{"runs":[]}`) {
		t.Fatal(got)
	}

	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, l.url+"/graphql", strings.NewReader(`{"query":"subscription { liveRuns { runs { id } } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	events, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(events.Body)
	lines := bufio.NewReader(events.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(line, `"liveRuns":{"runs":[]}`) {
			break
		}
	}

	l.stop()
	for got := hear(); !strings.Contains(got, "close"); got = hear() {
		t.Logf("before the close: %s", got)
	}
	if _, err := io.ReadAll(lines); err != nil {
		t.Errorf("the event stream was cut off, not ended: %v", err)
	}
	if err := <-l.done; err != nil {
		t.Error(err)
	}
	for patience := time.Now().Add(10 * time.Second); hub.Watchers() > 0 && time.Now().Before(patience); {
		runtime.Gosched() // a watcher leaves once it hears that its stream was ended
	}
	if n := hub.Watchers(); n != 0 {
		t.Errorf("%d watchers are left", n)
	}
}
