package server

import (
	"net/http"
	"testing"
)

var (
	asSocket = []string{"Upgrade", "websocket", "Connection", "Upgrade"}
	asEvents = []string{"Accept", "text/event-stream"}
)

// Two streams of an address are open: a third is refused, of either kind, until one of them ends; other addresses and other requests go on.
func TestStreamsPerAddress(t *testing.T) {
	f := newFixture()
	f.MaxStreams = 2
	opened, end := make(chan struct{}), make(chan struct{})
	f.GraphQL = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Hold") != "" {
			opened <- struct{}{}
			<-end
		}
	})
	server := New(f.Options)
	ended := make(chan int, 3)
	hold := func(headers ...string) {
		t.Helper()
		go func() { ended <- send(server, "GET /graphql", append(headers, "Hold", "yes")...).Code }()
		select {
		case <-opened:
		case status := <-ended:
			t.Fatalf("not opened: status %d", status)
		}
	}
	hold(asSocket...)
	hold(asEvents...)
	for what, headers := range map[string][]string{"a socket": asSocket, "events": asEvents, "events with the key": append(asEvents, "Authorization", "Bearer "+key)} {
		if w := send(server, "GET /graphql", headers...); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
			t.Errorf("%s beyond the limit: status %d, Retry-After %q: %s", what, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	for what, headers := range map[string][]string{"a query": nil, "another address": append(asEvents, "Remote", "192.0.2.2:1")} {
		if w := send(server, "GET /graphql", headers...); w.Code != http.StatusOK {
			t.Errorf("%s: status %d: %s", what, w.Code, w.Body)
		}
	}
	end <- struct{}{}
	<-ended
	hold(asSocket...)
	close(end)
	<-ended
	<-ended
}

// Whatever the GraphQL door takes for a stream is one here.
func TestIsStream(t *testing.T) {
	for _, tc := range []struct {
		header string
		values []string
		want   bool
	}{
		{"Accept", []string{"text/event-stream"}, true},
		{"Accept", []string{"application/json;q=0.1", "Text/Event-Stream"}, true},
		{"Accept", []string{"application/json"}, false},
		{"Upgrade", []string{"WebSocket"}, true},
		{"Upgrade", []string{"h2c, websocket"}, true},
		{"Upgrade", []string{"h2c", "websocket"}, true},
		{"Upgrade", []string{"h2c"}, false},
	} {
		r, err := http.NewRequest(http.MethodGet, "/graphql", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header[tc.header] = tc.values
		if isStream(r) != tc.want {
			t.Errorf("%s %q: a stream: %t", tc.header, tc.values, !tc.want)
		}
	}
}
