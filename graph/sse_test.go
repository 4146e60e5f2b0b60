package graph

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// listen opens an event stream; read gives its next line.
func listen(t *testing.T, url string) (read func() string, hangUp func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(`{"query": "subscription {leaderboardChanged {suites}}"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = response.Body.Close() })
	if got := response.Header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
		t.Errorf("content type %q", got)
	}
	lines := bufio.NewReader(response.Body)
	return func() string {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		return line
	}, cancel
}

func expect(t *testing.T, read func() string, lines ...string) {
	t.Helper()
	for _, want := range lines {
		if got := read(); got != want+"\n" {
			t.Fatalf("line %q, want %q", got, want)
		}
	}
}

func TestEventsAreStreamed(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{})
	read, _ := listen(t, url)
	expect(t, read, ":", "")
	f.source(0) <- change("a")
	expect(t, read, "event: next", `data: {"data":{"leaderboardChanged":{"suites":["a"]}}}`, "")
	f.source(0) <- change("line\nbreak")
	expect(t, read, "event: next", `data: {"data":{"leaderboardChanged":{"suites":["line\nbreak"]}}}`, "")
	close(f.source(0))
	expect(t, read, "event: complete", "data:", "")
	<-done
}

func TestIdleStreamShowsLife(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{patience: patience{init: time.Minute, ping: 10 * time.Millisecond, write: time.Minute}})
	read, hangUp := listen(t, url)
	expect(t, read, ":", "", ":", "", ":", "")
	hangUp()
	<-done // and the subscription ends with the caller, which goleak sees to
}

// TestAnswersDoNotShareBytes sends answers of different lengths as fast as they are taken.
func TestAnswersDoNotShareBytes(t *testing.T) {
	f := newFake()
	url, done := serving(t, f, Options{})
	read, _ := listen(t, url)
	expect(t, read, ":", "")
	go func() {
		for i := range 100 {
			f.source(0) <- change(strings.Repeat("x", (i*37)%50))
		}
		close(f.source(0))
	}()
	for i := range 100 {
		want := `data: {"data":{"leaderboardChanged":{"suites":["` + strings.Repeat("x", (i*37)%50) + `"]}}}`
		expect(t, read, "event: next", want, "")
	}
	<-done
}
