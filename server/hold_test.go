package server

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"assay/eval"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

const watch = `{"query":"subscription { liveRuns { runs { id } } }"}`

// watching is an open stream and how it ended.
type watching struct {
	what  string
	ended chan string
}

// overSocket opens a websocket, by cookie or by key, and subscribes.
func overSocket(t *testing.T, url, what string, cookie, key eval.Secret) watching {
	t.Helper()
	header := http.Header{}
	if cookie != "" {
		header.Set("Cookie", "assay_session="+cookie.Reveal())
	}
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
	conn, response, err := dialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/graphql", header)
	if err != nil {
		t.Fatal(err)
	}
	closeQuietly(response.Body)
	init := `{"type":"connection_init"}`
	if key != "" {
		init = `{"type":"connection_init","payload":{"Authorization":"Bearer ` + key.Reveal() + `"}}`
	}
	for _, message := range []string{init, `{"id":"1","type":"subscribe","payload":` + watch + `}`} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"connection_ack", `"runs":[]`} {
		if _, text, err := conn.ReadMessage(); err != nil || !strings.Contains(string(text), want) {
			t.Fatalf("%s: %s, %v", what, text, err)
		}
	}
	w := watching{what, make(chan string, 1)}
	go func() {
		defer closeQuietly(conn)
		for {
			_, text, err := conn.ReadMessage()
			if err != nil {
				w.ended <- err.Error()
				return
			}
			if !strings.Contains(string(text), `"ping"`) {
				w.ended <- string(text)
				return
			}
			_ = conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"pong"}`))
		}
	}()
	return w
}

// overEvents opens an event stream by a key.
func overEvents(t *testing.T, url, what string, key eval.Secret) watching {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/graphql", strings.NewReader(watch))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Authorization", "Bearer "+key.Reveal())
	r.Header.Set("X-Request-Id", "hold")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(response.Body)
	for line := ""; !strings.Contains(line, `"runs":[]`); {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	w := watching{what, make(chan string, 1)}
	go func() {
		defer closeQuietly(response.Body)
		rest, err := io.ReadAll(lines)
		w.ended <- strings.TrimLeft(string(rest), ":\n") + errorText(err)
	}()
	return w
}

const (
	closedForbidden = "websocket: close 4403: The credential ended, or allows something else now"
	eventForbidden  = "event: next\ndata: {\"errors\":[{\"message\":\"the credential was revoked, has expired, or allows something else now\"," +
		"\"extensions\":{\"code\":\"FORBIDDEN\",\"requestId\":\"hold\"}}]}\n\nevent: complete\ndata:\n\n"
)

// Streams close within 5 seconds after what they were opened with ended, on this node and on another that shares the database, where
// the only word of it is in the rows.
func TestStreamsEndWithTheirCredential(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := newSite(t, dbtest.Open(t, url), "")
		other := testenv.New(t, dbtest.Open(t, url), testenv.Options{Now: s.clock.Now})
		bob := s.Join("", eval.RoleMember, "bob@example.com")
		k, key := bob.Key("", eval.RoleMember, eval.ScopeRead)
		_, keyOfAda := s.ada.Key("", eval.RoleMember, eval.ScopeRead)
		nodes := map[string]*listener{"here": serveLive(t, s.Handler, ample), "there": serveLive(t, handlerOf(other, ""), ample)}

		open := map[string][]watching{}
		for name, l := range nodes {
			open["key"] = append(open["key"], overSocket(t, l.url, "socket "+name+", by key", "", key), overEvents(t, l.url, "events "+name, key))
			open["session"] = append(open["session"], overSocket(t, l.url, "socket "+name+", by cookie", bob.Token, ""))
			open["stays"] = append(open["stays"], overSocket(t, l.url, "socket "+name+", of another", s.ada.Token, ""),
				overEvents(t, l.url, "events "+name+", of another", keyOfAda), overSocket(t, l.url, "socket "+name+", of the admin key", "", testenv.AdminKey),
				overSocket(t, l.url, "socket "+name+", of a stranger", "", ""))
		}
		expect := func(kind string) {
			t.Helper()
			deadline := time.After(5 * time.Second)
			for _, w := range open[kind] {
				select {
				case got := <-w.ended:
					if got != closedForbidden && got != eventForbidden {
						t.Errorf("%s: ended with %q", w.what, got)
					}
				case <-deadline:
					t.Fatalf("%s: open after 5 s", w.what)
				}
			}
		}
		if _, err := s.App.RevokeKey(bob.Context(), k.ID); err != nil {
			t.Fatal(err)
		}
		expect("key")
		if err := other.App.SignOut(other.As("", bob.Token)); err != nil {
			t.Fatal(err)
		}
		expect("session")
		for _, w := range open["stays"] {
			select {
			case got := <-w.ended:
				t.Errorf("%s: ended with %q", w.what, got)
			default:
			}
		}
		for _, l := range nodes {
			l.stop()
			if err := <-l.done; err != nil {
				t.Error(err)
			}
		}
		for _, w := range open["stays"] {
			if got := <-w.ended; strings.Contains(got, "4403") {
				t.Errorf("%s: stopped with %q", w.what, got)
			}
		}
	})
}
