package graph

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/graph/internal/model"
)

// A stream whose credential ended is over soon, also when its peer has stopped reading and a write waits for it: what is written patiently
// would wait for an hour here.
func TestStalledReaderLosesItsCredential(t *testing.T) {
	const document = "subscription {leaderboardChanged {suites}}"
	for name, open := range map[string]func(t *testing.T, at string){
		"socket": func(t *testing.T, at string) { greet(t, at) },
		"events": func(t *testing.T, at string) {
			r, err := http.NewRequest(http.MethodGet, at+"/graphql?query="+url.QueryEscape(document), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept", mediaEvents)
			response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = response.Body.Close() })
			if _, err := io.ReadFull(response.Body, make([]byte, 3)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			var end context.CancelCauseFunc
			at, done := serving(t, f, Options{
				patience: patience{init: time.Minute, ping: time.Hour, write: time.Hour, close: 50 * time.Millisecond},
				hold: func(ctx context.Context) (context.Context, func()) {
					ctx, end = context.WithCancelCause(ctx)
					return ctx, func() { end(nil) }
				},
			})
			open(t, at)
			big := &model.LeaderboardChange{Suites: []string{strings.Repeat("x", 1<<20)}}
			for blocked := false; !blocked; {
				select {
				case f.source(0) <- big:
				case <-time.After(200 * time.Millisecond): // nobody takes it: a write waits for the peer
					blocked = true
				}
			}
			end(app.ErrEnded)
			select {
			case <-done:
			case <-time.After(10 * time.Second):
				t.Fatal("it is still open")
			}
		})
	}
}
