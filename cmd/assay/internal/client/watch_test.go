package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/eval"
)

// registry is a server that answers with what a test scripts, one function a request.
func registry(t *testing.T, answers ...http.HandlerFunc) (c *Client, asked func() []map[string]any) {
	t.Helper()
	var mu sync.Mutex
	var variables []map[string]any
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		var body struct{ Variables map[string]any }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		variables = append(variables, body.Variables)
		if len(answers) == 0 {
			t.Errorf("an unexpected request: %v", body.Variables)
			return
		}
		next := answers[0]
		answers = answers[1:]
		next(w, r)
	}))
	t.Cleanup(srv.Close)
	c = New(srv.URL, "key-of-the-admin")
	c.wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return c, func() []map[string]any {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(variables)
	}
}

// stream answers with events of these seqs; then it completes the stream or breaks off.
func stream(complete bool, seqs ...int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, ":\n\n")
		for _, n := range seqs {
			fmt.Fprintf(w, "event: next\ndata: {\"data\":{\"runEvents\":{\"seq\":%d,\"kind\":\"RESULT_RECORDED\"}}}\n\n: ping\n\n", n)
		}
		if complete {
			fmt.Fprint(w, "event: complete\n\n")
		} else {
			fmt.Fprint(w, "event: next\ndata: {\"data\":{\"runEv")
		}
	}
}

func run(status eval.RunStatus) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"data":{"run":{"id":"run_1","status":%q,"progress":{"total":4,"examinerFaults":1}}}}`, status)
	}
}

func TestWatchTakesUpWhereItBroke(t *testing.T) {
	c, asked := registry(t,
		stream(false, 1, 2),
		stream(false),
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		stream(false, 3),
		stream(true, 4, 5),
		run(eval.RunCompleted),
	)
	var seqs []int64
	lost := 0
	c.Lost = func(error) { lost++ }
	got, err := c.Watch(t.Context(), "run_1", func(e Event) error { seqs = append(seqs, e.Seq); return nil })
	if err != nil || got.Status != eval.RunCompleted || got.Progress.Total != 4 || got.Progress.ExaminerFaults != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if lost != 2 {
		t.Errorf("told of %d outages, not 2", lost)
	}
	if !slices.Equal(seqs, []int64{1, 2, 3, 4, 5}) {
		t.Errorf("events %v", seqs)
	}
	var after []any
	for _, v := range asked()[:5] {
		after = append(after, v["after"])
	}
	if !slices.Equal(after, []any{0.0, 2.0, 2.0, 2.0, 3.0}) {
		t.Errorf("asked for what is after %v", after)
	}
}

// A server that stops completes its streams though the run has not ended.
func TestWatchGoesOnAfterAnEarlyEnd(t *testing.T) {
	c, _ := registry(t, stream(true, 1), run(eval.RunRunning), stream(true, 2), run(eval.RunCancelled))
	got, err := c.Watch(t.Context(), "run_1", func(Event) error { return nil })
	if err != nil || got.Status != eval.RunCancelled {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWatchGivesUp(t *testing.T) {
	var answers []http.HandlerFunc
	for range maxTries {
		answers = append(answers, stream(false))
	}
	c, asked := registry(t, answers...)
	_, err := c.Watch(t.Context(), "run_1", func(Event) error { return nil })
	if _, ok := errors.AsType[*Unreachable](err); !ok {
		t.Errorf("error %v", err)
	}
	if len(asked()) != maxTries {
		t.Errorf("%d tries", len(asked()))
	}
}

func TestWatchDoesNotRepeatWhatIsRefused(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"as an event": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, "event: next\ndata: {\"errors\":[{\"message\":\"there is no run\",\"extensions\":{\"code\":\"NOT_FOUND\"}}]}\n\nevent: complete\n\n")
		},
		"as an answer": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"errors":[{"message":"there is no run","extensions":{"code":"NOT_FOUND"}}]}`)
		},
	} {
		c, _ := registry(t, answer)
		_, err := c.Watch(t.Context(), "run_1", func(Event) error { return nil })
		if f, ok := errors.AsType[*Fault](err); !ok || f.Code != "NOT_FOUND" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWatchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c, _ := registry(t, stream(false, 1))
	_, err := c.Watch(ctx, "run_1", func(Event) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	enough := errors.New("enough")
	c, _ = registry(t, stream(true, 1))
	if _, err := c.Watch(t.Context(), "run_1", func(Event) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
}

func TestNotARegistry(t *testing.T) {
	for want, answer := range map[string]http.HandlerFunc{
		"what answers there is no Assay": func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
		"404 Not Found":                  http.NotFound,
		"308 Permanent Redirect, it points to https://elsewhere.example/graphql": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://elsewhere.example/graphql", http.StatusPermanentRedirect)
		},
		"429 Too Many Requests, come back in 3 s": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3")
			w.WriteHeader(http.StatusTooManyRequests)
		},
	} {
		c, _ := registry(t, answer)
		_, err := c.Suite(t.Context(), "a")
		if err == nil || !strings.HasSuffix(err.Error(), ": "+want) || !strings.HasPrefix(err.Error(), "cannot reach a registry at http://127.0.0.1:") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
