package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	"github.com/rogpeppe/go-internal/txtar"

	"assay/graph/internal/model"
)

// hurried is patience for tests that wait for it to end.
var hurried = patience{init: 100 * time.Millisecond, ping: 20 * time.Millisecond, write: 100 * time.Millisecond}

// serving starts a door; done gets a signal whenever it is through with a request.
func serving(t *testing.T, f *fake, o Options) (url string, done chan struct{}) {
	t.Helper()
	door := f.door(o)
	done = make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		door.ServeHTTP(w, r)
		done <- struct{}{}
	}))
	t.Cleanup(server.Close)
	return server.URL, done
}

func dial(t *testing.T, url string, header http.Header) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-ws", subprotocol}}
	conn, response, err := dialer.Dial(strings.Replace(url, "http", "ws", 1), header)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = conn.Close() })
	if conn.Subprotocol() != subprotocol {
		t.Fatalf("subprotocol %q", conn.Subprotocol())
	}
	return conn
}

func TestSocket(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/socket/socket.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, conversation := range archive.Files {
		t.Run(conversation.Name, func(t *testing.T) {
			f := newFake()
			o := Options{patience: Options{}.patience.orDefault()}
			if conversation.Name == "silence" {
				o.patience = hurried
			}
			url, done := serving(t, f, o)
			conn := dial(t, url, nil)
			for line := range strings.Lines(string(conversation.Data)) {
				if line = strings.TrimSpace(line); line != "" {
					step(t, f, conn, line)
				}
			}
			_ = conn.Close()
			<-done
		})
	}
}

func step(t *testing.T, f *fake, conn *websocket.Conn, line string) {
	t.Helper()
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case ">":
		say(t, conn, rest)
	case "<":
		var want, got any
		if err := json.Unmarshal([]byte(rest), &want); err != nil {
			t.Fatalf("%v in %s", err, rest)
		}
		if err := conn.ReadJSON(&got); err != nil {
			t.Fatalf("%v, want %s", err, rest)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got): %s", diff)
		}
	case "x":
		_, text, err := conn.ReadMessage()
		var closed *websocket.CloseError
		if !errors.As(err, &closed) {
			t.Fatalf("%v %s, want %s", err, text, line)
		}
		if got := fmt.Sprintf("%d %s", closed.Code, closed.Text); got != rest {
			t.Errorf("closed with %s, want %s", got, rest)
		}
	case "!":
		number, suite, ok := strings.Cut(rest, " ")
		source := f.source(int(number[0] - '0'))
		if !ok {
			close(source)
			return
		}
		source <- change(suite)
	default:
		t.Fatalf("what is %q?", line)
	}
}

func say(t *testing.T, conn *websocket.Conn, text string) {
	t.Helper()
	if err := conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

const subscribeAll = `{"type": "subscribe", "id": "1", "payload": {"query": "subscription {leaderboardChanged {suites}}"}}`

// greet opens a socket and a subscription on it.
func greet(t *testing.T, url string) *websocket.Conn {
	t.Helper()
	conn := dial(t, url, nil)
	say(t, conn, `{"type": "connection_init"}`)
	if _, text, err := conn.ReadMessage(); err != nil || !strings.Contains(string(text), "connection_ack") {
		t.Fatalf("%s %v", text, err)
	}
	say(t, conn, subscribeAll)
	return conn
}

func TestSocketIsOpenedFromAllowedPlacesOnly(t *testing.T) {
	url, done := serving(t, newFake(), Options{AllowedOrigins: []string{"https://console.example"}})
	host := strings.TrimPrefix(url, "http://")
	for origin, want := range map[string]int{
		"":                           http.StatusSwitchingProtocols,
		"http://" + host:             http.StatusSwitchingProtocols,
		"https://console.example":    http.StatusSwitchingProtocols,
		"http://console.example":     http.StatusForbidden,
		"https://evil.example":       http.StatusForbidden,
		"null":                       http.StatusForbidden,
		"http://" + host + ".evil.x": http.StatusForbidden,
	} {
		dialer := websocket.Dialer{Subprotocols: []string{subprotocol}}
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		conn, response, err := dialer.Dial(strings.Replace(url, "http", "ws", 1), header)
		if err == nil {
			_ = conn.Close()
		}
		if response.StatusCode != want {
			t.Errorf("origin %q: status %d, want %d", origin, response.StatusCode, want)
		}
		_ = response.Body.Close()
		<-done
	}
}

func TestSocketSpeaksOneProtocol(t *testing.T) {
	url, done := serving(t, newFake(), Options{})
	for _, protocols := range [][]string{nil, {"graphql-ws"}} {
		dialer := websocket.Dialer{Subprotocols: protocols}
		_, response, err := dialer.Dial(strings.Replace(url, "http", "ws", 1), nil)
		if err == nil || response.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: %v", protocols, err)
		}
		_ = response.Body.Close()
		<-done
	}
}

func TestMessagesAreCapped(t *testing.T) {
	url, done := serving(t, newFake(), Options{})
	conn := greet(t, url)
	say(t, conn, `{"type": "ping", "payload": {"x": "`+strings.Repeat("x", maxMessage)+`"}}`)
	step(t, nil, conn, "x 1009 ")
	_ = conn.Close()
	<-done
}

// BUG-77: a peer that vanished without a word is noticed, and its subscription ends.
func TestDroppedPeerIsNoticed(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{patience: hurried})
	greet(t, url)
	f.source(0)
	<-done // though the connection is still open at this end; goleak sees to the rest
}

// A peer that is alive and answers pings is not taken for one that vanished.
func TestPongsKeepASocket(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{patience: patience{init: time.Minute, ping: 20 * time.Millisecond, write: time.Minute}})
	conn := greet(t, url)
	for pings := 0; pings < 10; {
		var m message
		if err := conn.ReadJSON(&m); err != nil {
			t.Fatal(err)
		}
		if m.Type == "ping" {
			pings++
			say(t, conn, `{"type": "pong"}`)
		}
	}
	_ = conn.Close()
	<-done
}

// A peer that does not take what is written is dropped; it does not hold the writer for longer than the write deadline.
func TestStalledReaderIsDropped(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{patience: patience{init: time.Minute, ping: time.Minute, write: 50 * time.Millisecond}})
	greet(t, url)
	big := &model.LeaderboardChange{Suites: []string{strings.Repeat("x", 1<<20)}}
	for {
		select {
		case f.source(0) <- big:
		case <-done:
			return
		}
	}
}

// BUG-78: when the source of events ends, every subscriber is told.
func TestEndOfSourceCompletesEverySubscriber(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{})
	var conns []*websocket.Conn
	for i := range 10 {
		conns = append(conns, greet(t, url))
		f.source(i)
	}
	for i := range conns {
		close(f.source(i))
	}
	for _, conn := range conns {
		step(t, f, conn, `< {"type": "complete", "id": "1"}`)
		_ = conn.Close()
		<-done
	}
}

// BUG-79: a page that was loaded again gets all events; the connections before it take none away.
func TestNewConnectionGetsEverything(t *testing.T) {
	f := newFake()
	url, _ := serving(t, f, Options{})
	for i := range 2 {
		old := greet(t, url)
		f.source(i)
		_ = old.NetConn().Close()
	}
	conn := greet(t, url)
	for i := range 10 {
		step(t, f, conn, fmt.Sprintf("! 2 %d", i))
		step(t, f, conn, fmt.Sprintf(`< {"type": "next", "id": "1", "payload": {"data": {"leaderboardChanged": {"suites": ["%d"]}}}}`, i))
	}
	_ = conn.Close()
}

func TestStoppingServerSaysSo(t *testing.T) {
	f := newFake()
	server := httptest.NewUnstartedServer(f.door(Options{}))
	ctx, stop := context.WithCancel(t.Context())
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	defer server.Close()
	conn := greet(t, server.URL)
	f.source(0)
	stop()
	step(t, f, conn, fmt.Sprintf("x %d %s", closeGoingAway, reasonStopping))
}
