package probe

import (
	"assay/eval"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// slowAgent answers a message with an unfinished task and each further request with the next of its answers, the last again and again.
type slowAgent struct {
	*agent
	mu   sync.Mutex
	asks []string // method or path of each request
}

func newSlowAgent(t testing.TB, first string, answer func(ask string, n int) (int, string)) *slowAgent {
	s := &slowAgent{}
	s.agent = serve(t, func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Method string
			Params struct{ ID string }
		}
		_ = json.NewDecoder(r.Body).Decode(&body)
		ask := strings.TrimSpace(body.Method + " " + body.Params.ID)
		if ask == "" {
			ask = r.Method + " " + r.URL.Path
		}
		s.mu.Lock()
		s.asks = append(s.asks, ask)
		n := len(s.asks)
		s.mu.Unlock()
		if n == 1 {
			io.WriteString(w, first)
			return
		}
		status, text := answer(ask, n)
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "2")
		}
		w.WriteHeader(status)
		io.WriteString(w, text)
	})
	return s
}

func TestTaskIsFollowed(t *testing.T) {
	for _, c := range []struct {
		name, version       string
		binding             eval.Binding
		first, unfinished   string
		completed, wantPoll string
	}{
		{"1.0 JSON-RPC", "1.0", eval.BindingJSONRPC, `{"id":"1","result":{"task":{"id":"t/1","status":{"state":"TASK_STATE_SUBMITTED"}}}}`,
			`{"id":"1","result":{"id":"t/1","status":{"state":2}}}`,
			`{"id":"1","result":{"id":"t/1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"text":"4"}]}]}}`, "GetTask t/1"},
		{"0.3 JSON-RPC", "0.3.0", eval.BindingJSONRPC, `{"id":"1","result":{"kind":"task","id":"t/1","status":{"state":"working"}}}`,
			`{"id":"1","result":{"kind":"task","id":"t/1","status":{"state":"working"}}}`,
			`{"id":"1","result":{"kind":"task","id":"t/1","status":{"state":"completed"},"artifacts":[{"parts":[{"kind":"text","text":"4"}]}]}}`, "tasks/get t/1"},
		{"1.0 HTTP+JSON", "1.0", eval.BindingHTTPJSON, `{"task":{"id":"t/1","status":{"state":"TASK_STATE_WORKING"}}}`,
			`{"id":"t/1","status":{"state":"TASK_STATE_WORKING"}}`,
			`{"id":"t/1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"text":"4"}]}]}`, "GET /tasks/t/1"},
		{"0.3 HTTP+JSON", "0.3.0", eval.BindingHTTPJSON, `{"task":{"id":"t/1","status":{"state":"TASK_STATE_WORKING"}}}`,
			`{"id":"t/1","status":{"state":"TASK_STATE_WORKING"}}`,
			`{"id":"t/1","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"text":"4"}]}]}`, "GET /v1/tasks/t/1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newSlowAgent(t, c.first, func(_ string, n int) (int, string) {
				switch n {
				case 3:
					return 429, ""
				case 5:
					return 200, c.completed
				}
				return 200, c.unfinished
			})
			p := newProber(t)
			var waits []time.Duration
			p.wait = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
			o := sendTo(t, p, a.URL, c.binding, c.version, "2+2?")
			wantError(t, o, eval.NoError, "")
			if string(o.Observation.Body) != "4" || o.Attempts != 1 || len(o.Evidence.Exchanges) != 5 || string(o.Evidence.Exchanges[4].ResponseBody) != c.completed {
				t.Errorf("%+v", o)
			}
			for _, ask := range a.asks[1:] {
				if ask != c.wantPoll {
					t.Errorf("asked %q, want %q", ask, c.wantPoll)
				}
			}
			ms := time.Millisecond
			if len(waits) != 4 || waits[0] != ms || waits[1] != ms*3/2 || waits[2] < time.Second || waits[3] > 10*ms {
				t.Errorf("waited %v", waits)
			}
		})
	}
}

func TestTaskThatFailsLater(t *testing.T) {
	first := `{"id":"1","result":{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}}`
	for _, c := range []struct {
		name   string
		status int
		body   string
		code   eval.ErrorCode
		detail string
	}{
		{"fails", 200, `{"id":"1","result":{"id":"t","status":{"state":"TASK_STATE_FAILED"}}}`, eval.ErrA2A, "failed"},
		{"is forgotten", 200, `{"id":"1","error":{"code":-32001,"message":"no such task"}}`, eval.ErrA2A, "following the task: JSON-RPC error -32001"},
		{"becomes HTML", 502, `<html>`, eval.ErrProtocol, "following the task: HTTP 502"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newSlowAgent(t, first, func(string, int) (int, string) { return c.status, c.body })
			o := sendTo(t, newProber(t), a.URL, eval.BindingJSONRPC, "1.0", "hi")
			wantError(t, o, c.code, c.detail)
			if len(a.asks) != 2 {
				t.Errorf("asked %v", a.asks)
			}
		})
	}
}

// A task that never ends is given up in time, with one request to cancel it. What the agent answers to that counts when the task has
// ended after all.
func TestTaskThatNeverEnds(t *testing.T) {
	const (
		working   = `{"id":"1","result":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}`
		completed = `{"id":"1","result":{"id":"t","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"parts":[{"text":"4"}]}]}}`
		cancelled = `{"id":"1","result":{"id":"t","status":{"state":"TASK_STATE_CANCELED"}}}`
		refused   = `{"id":"1","error":{"code":-32002,"message":"cannot be cancelled"}}`
	)
	for _, c := range []struct {
		name, cancel, after string // answers to cancelling, and to looking after that
		code                eval.ErrorCode
	}{
		{"works on", working, working, eval.ErrTimeout},
		{"is cancelled", cancelled, cancelled, eval.ErrTimeout},
		{"has completed", completed, completed, eval.NoError},
		{"cannot be cancelled, for it has completed", refused, completed, eval.NoError},
		{"cannot be cancelled, and works on", refused, working, eval.ErrTimeout},
		{"answers nonsense", "", "", eval.ErrTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			cancels := 0
			a := newSlowAgent(t, `{"id":"1","result":{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}}`, func(ask string, _ int) (int, string) {
				switch {
				case strings.HasPrefix(ask, "CancelTask"):
					cancels++
					return 200, c.cancel
				case cancels > 0:
					return 200, c.after
				}
				return 200, working
			})
			p := newProber(t, func(f *Config) { f.PollInterval = time.Second })
			begin, waited := time.Now(), time.Duration(0)
			p.now = func() time.Time { return time.Now().Add(waited) }
			p.wait = func(_ context.Context, d time.Duration) error { waited += d; return nil }
			o := p.Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Timeout: time.Minute})
			if left := begin.Add(time.Minute).Sub(p.now()); left > 250*time.Millisecond {
				t.Errorf("given up %s before the time was up", left)
			}
			detail := ""
			if c.code != eval.NoError {
				detail = "unfinished"
			}
			wantError(t, o, c.code, detail)
			if cancels != 1 || o.Attempts != 1 {
				t.Errorf("%d cancels, %d attempts", cancels, o.Attempts)
			}
			if c.code == eval.NoError && string(o.Observation.Body) != "4" {
				t.Errorf("%q", o.Observation.Body)
			}
		})
	}
}

func TestEvidenceOfPollsIsBounded(t *testing.T) {
	big := `{"id":"1","result":{"id":"t","status":{"state":2},"history":"` + strings.Repeat("x", 900) + `"}}`
	a := newSlowAgent(t, `{"id":"1","result":{"task":{"id":"t","status":{"state":2}}}}`, func(_ string, n int) (int, string) {
		if n < 50 {
			return 200, big
		}
		return 200, `{"id":"1","result":{"id":"t","status":{"state":3}}}`
	})
	p := newProber(t, func(c *Config) { c.BodyLimit = 3000 })
	p.wait = func(context.Context, time.Duration) error { return nil }
	o := sendTo(t, p, a.URL, eval.BindingJSONRPC, "1.0", "hi")
	wantError(t, o, eval.NoError, "")
	kept := 0
	for _, e := range o.Evidence.Exchanges {
		kept += len(e.ResponseBody)
	}
	if len(o.Evidence.Exchanges) != 50 || kept > 4000 || len(o.Evidence.Exchanges[1].ResponseBody) == 0 || len(o.Evidence.Exchanges[49].ResponseBody) == 0 {
		t.Errorf("%d exchanges, %d bytes", len(o.Evidence.Exchanges), kept)
	}
}

func TestFallbackOf03(t *testing.T) {
	var mu sync.Mutex
	var paths []string
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		paths = append(paths, r.URL.Path)
		mu.Unlock()
		if r.URL.Path != "/rpc" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, `{"id":"1","result":{"kind":"message","parts":[{"kind":"text","text":"4"}]}}`)
	})
	card := fmt.Sprintf(`{"protocolVersion":"0.3.0","name":"a","url":"%[1]s/rest","preferredTransport":"HTTP+JSON","additionalInterfaces":[{"url":"%[1]s/grpc","transport":"GRPC"},{"url":"%[1]s/rpc","transport":"JSONRPC"}]}`, a.URL)
	call := Call{TaskType: eval.A2AMessage, Endpoint: a.URL + "/rest", Binding: eval.BindingHTTPJSON, ProtocolVersion: "0.3.0", Card: []byte(card), Timeout: time.Minute}
	o := newProber(t).Do(context.Background(), call)
	wantError(t, o, eval.NoError, "")
	if string(o.Observation.Body) != "4" || o.Attempts != 2 || len(o.Evidence.Exchanges) != 2 || strings.Join(paths, " ") != "/rest/v1/message:send /rpc" {
		t.Errorf("%+v after %v", o, paths)
	}
	paths = nil
	call.Card = nil
	o = newProber(t).Do(context.Background(), call)
	wantError(t, o, eval.ErrProtocol, "before that over HTTP+JSON: HTTP 404")
	if o.Attempts != 2 || strings.Join(paths, " ") != "/rest/v1/message:send /rest/message:send" {
		t.Errorf("%+v after %v", o, paths)
	}
}

func TestTenant(t *testing.T) {
	var body struct{ Params struct{ Tenant string } }
	var path string
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		path = r.URL.Path
		_ = json.NewDecoder(r.Body).Decode(&body)
		io.WriteString(w, `{"id":"1","result":{"message":{"parts":[]}},"message":{"parts":[]}}`)
	})
	card := fmt.Sprintf(`{"name":"a","supportedInterfaces":[{"url":"%[1]s","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"acme"},{"url":"%[1]s","protocolBinding":"HTTP+JSON","protocolVersion":"1.0","tenant":"a/b"}]}`, a.URL)
	call := Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Card: []byte(card)}
	wantError(t, newProber(t).Do(context.Background(), call), eval.NoError, "")
	if body.Params.Tenant != "acme" {
		t.Errorf("sent %+v", body)
	}
	call.Binding = eval.BindingHTTPJSON
	wantError(t, newProber(t).Do(context.Background(), call), eval.NoError, "")
	if path != "/a/b/message:send" {
		t.Errorf("sent to %s", path)
	}
}

// Late answers are dropped, and come from one request.
func TestLateReply(t *testing.T) {
	over := make(chan struct{})
	answered := make(chan struct{}, 1)
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		<-over
		io.WriteString(w, `{"id":"1","result":{"message":{"parts":[{"text":"late"}]}}}`)
		answered <- struct{}{}
	})
	o := newProber(t).Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Timeout: 50 * time.Millisecond})
	close(over)
	<-answered
	wantError(t, o, eval.ErrTimeout, "within the time")
	if a.hits.Load() != 1 || o.Attempts != 1 {
		t.Errorf("%d requests", a.hits.Load())
	}
}
