package probe

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/eval"
)

func sendTo(t testing.TB, p *Prober, endpoint string, b eval.Binding, version, input string) Outcome {
	t.Helper()
	return p.Do(context.Background(), Call{
		TaskType: eval.A2AMessage, Endpoint: endpoint, Binding: b, ProtocolVersion: version, Input: input, Timeout: 10 * time.Second,
	})
}

// answers is an agent that gives one answer to everything.
func answers(t testing.TB, status int, contentType, body string) *agent {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
}

func TestMessages(t *testing.T) {
	type row struct {
		Name, Version string
		Binding       eval.Binding
		Request       struct {
			Method, Path string
			Headers      map[string]string
			Params, Body json.RawMessage
		}
		HTTPStatus  int             `json:"http_status"`
		ContentType string          `json:"content_type"`
		Response    json.RawMessage `json:"response"`
		Expect      struct {
			Text, Outcome, Error string
			ErrorCode            int `json:"error_code"`
		}
	}
	for _, c := range fixtureJSON[[]row](t, "a2a/messages.json") {
		versions := []string{c.Version}
		if c.Version == "any" {
			versions = []string{"0.2", "0.3.0", "1.0"}
		}
		for _, version := range versions {
			t.Run(c.Name+" "+version, func(t *testing.T) {
				response := c.Response
				if text := ""; json.Unmarshal(c.Response, &text) == nil {
					response = []byte(text) // not JSON, as the HTML of a gateway
				}
				var got map[string]any
				var request *http.Request
				a := serve(t, func(w http.ResponseWriter, r *http.Request) {
					request = r.Clone(context.Background())
					_ = json.NewDecoder(r.Body).Decode(&got)
					w.Header().Set("Content-Type", c.ContentType)
					w.WriteHeader(c.HTTPStatus)
					w.Write(response)
				})
				o := sendTo(t, newProber(t), a.URL+"/a2a/", c.Binding, version, "2+2?")
				code, detail := eval.NoError, ""
				switch {
				case c.Expect.Outcome == "ok":
				case c.Name == "id number for string":
					c.Expect.Text = "4" // accepted
				case c.Expect.ErrorCode != 0:
					code, detail = eval.ErrA2A, fmt.Sprint(c.Expect.ErrorCode)
				case c.Expect.Outcome == "no_answer":
					code, detail = eval.ErrA2A, c.Expect.Error
				case c.Name == "1.0 REST error":
					code, detail = eval.ErrA2A, c.Expect.Error
				case c.Name == "result and error":
					code, detail = eval.ErrA2A, "-32603"
				case c.Name == "html 502":
					code, detail = eval.ErrProtocol, "502"
				case c.Name == "neither result nor error":
					code, detail = eval.ErrProtocol, "neither result nor error"
				case c.Name == "batch array":
					code, detail = eval.ErrProtocol, "batch"
				default:
					t.Fatalf("no rule for %+v", c.Expect)
				}
				wantError(t, o, code, detail)
				if string(o.Observation.Body) != c.Expect.Text || code == eval.NoError && o.Observation.Body == nil {
					t.Errorf("text %q, want %q", o.Observation.Body, c.Expect.Text)
				}
				e := o.Evidence
				if o.Observation.Status != c.HTTPStatus || string(e.Exchanges[0].ResponseBody) != string(response) || string(e.Body) != c.Expect.Text || o.Attempts != 1 {
					t.Errorf("%+v with evidence %+v", o, e)
				}
				checkSent(t, c.Binding, version, request, got, e)
			})
		}
	}
}

// checkSent holds a request against the binding and version it was made for.
func checkSent(t *testing.T, b eval.Binding, version string, r *http.Request, body map[string]any, e *eval.Evidence) {
	t.Helper()
	one := version == "1.0"
	wantPath, wantType, wantMethod := "/a2a/", "application/json", "message/send"
	if one {
		wantMethod = "SendMessage"
	}
	params := body
	if b == eval.BindingHTTPJSON {
		wantPath, wantType = "/a2a/message:send", "application/a2a+json"
	} else {
		if body["jsonrpc"] != "2.0" || body["method"] != wantMethod || body["id"] != "1" {
			t.Errorf("sent %v", body)
		}
		params, _ = body["params"].(map[string]any)
	}
	m, _ := params["message"].(map[string]any)
	parts, _ := m["parts"].([]any)
	p, _ := parts[0].(map[string]any)
	if p["text"] != "2+2?" || m["messageId"] == "" || (m["kind"] == "message") == one || (p["kind"] == "text") == one || m["role"] != map[bool]string{true: "ROLE_USER", false: "user"}[one] {
		t.Errorf("sent the message %v", m)
	}
	if r.Method != "POST" || r.URL.Path != wantPath || r.Header.Get("Content-Type") != wantType || (r.Header.Get("A2A-Version") == "1.0") != one {
		t.Errorf("sent %s %s %v", r.Method, r.URL, r.Header)
	}
	var kept map[string]any
	if json.Unmarshal(e.Exchanges[0].RequestBody, &kept) != nil || fmt.Sprint(kept) != fmt.Sprint(body) {
		t.Errorf("kept %s", e.Exchanges[0].RequestBody)
	}
}

func TestReplies(t *testing.T) {
	rpc := func(result string) string { return `{"jsonrpc":"2.0","id":"1","result":` + result + `}` }
	const ok = eval.NoError
	for _, c := range []struct {
		name, body string
		code       eval.ErrorCode
		want       string // text, or words of the detail
	}{
		{"artifacts are joined", rpc(`{"kind":"task","id":"t","status":{"state":"completed"},"artifacts":[{"parts":[{"text":"a"},{"text":"b"}]},{"parts":[{"text":"c"}]}]}`), ok, "abc"},
		{"artifacts before the status message", rpc(`{"task":{"id":"t","status":{"state":"completed","message":{"parts":[{"text":"done"}]}},"artifacts":[{"parts":[{"text":"4"}]}]}}`), ok, "4"},
		{"artifacts without text", rpc(`{"task":{"id":"t","status":{"state":"completed","message":{"parts":[{"text":"done"}]}},"artifacts":[{"parts":[{"data":{"n":4}}]}]}}`), ok, "done"},
		{"completed with nothing", rpc(`{"task":{"id":"t","status":{"state":"completed"}}}`), ok, ""},
		{"false and 0 are text", rpc(`{"message":{"parts":[{"text":"false"},{"text":"0"}]}}`), ok, "false0"},
		{"0.3 file with bytes", rpc(`{"kind":"message","parts":[{"kind":"file","file":{"bytes":"NA","mimeType":"text/plain"}}]}`), ok, "4"},
		{"bytes of another kind", rpc(`{"message":{"parts":[{"raw":"NA==","mediaType":"image/png"},{"raw":"NA=="},{"url":"https://a.example/x"}]}}`), ok, ""},
		{"bytes that are not UTF-8", rpc(`{"message":{"parts":[{"raw":"/wA-_w==","mediaType":"TEXT/plain; charset=latin1"}]}}`), ok, "\xff\x00>\xff"},
		{"bytes that are not base64", rpc(`{"message":{"parts":[{"raw":"!","mediaType":"text/plain"}]}}`), eval.ErrProtocol, "base64"},
		{"lone surrogate and NUL", rpc(`{"message":{"parts":[{"text":"\ud800a\u0000b"}]}}`), ok, "\uFFFDa\x00b"},
		{"invalid UTF-8", rpc("{\"message\":{\"parts\":[{\"text\":\"a\xffb\"}]}}"), ok, "a\uFFFDb"},
		{"byte order mark", "\uFEFF" + rpc(`{"message":{"parts":[{"text":"4"}]}}`), ok, "4"},
		{"id null", `{"jsonrpc":"2.0","id":null,"result":{"message":{"parts":[{"text":"4"}]}}}`, ok, "4"},
		{"another id", `{"jsonrpc":"2.0","id":"2","result":{"message":{"parts":[{"text":"4"}]}}}`, eval.ErrProtocol, "not ours"},
		{"error null", `{"id":"1","error":null,"result":{"message":{"parts":[{"text":"4"}]}}}`, ok, "4"},
		{"error as text", `{"id":"1","error":"out of order"}`, eval.ErrA2A, "out of order"},
		{"result null", rpc("null"), eval.ErrProtocol, "neither result nor error"},
		{"result empty", rpc("{}"), eval.ErrProtocol, "neither a message nor a task"},
		{"result a string", rpc(`"4"`), eval.ErrProtocol, "cannot be read"},
		{"text a number", rpc(`{"message":{"parts":[{"text":4}]}}`), eval.ErrProtocol, "cannot be read"},
		{"NaN", rpc(`{"message":{"parts":[{"text":"4"}],"score":NaN}}`), eval.ErrProtocol, "not a JSON-RPC response"},
		{"nothing", "", eval.ErrProtocol, "not a JSON-RPC response"},
		{"too deep", strings.Repeat("[", 20000), eval.ErrProtocol, "batch"},
		{"too deep within", rpc(strings.Repeat(`{"a":`, 20000)), eval.ErrProtocol, "not a JSON-RPC response"},
		{"failed, with words", rpc(`{"task":{"id":"t","status":{"state":"TASK_STATE_FAILED","message":{"parts":[{"text":"no\u0000 idea\n"}]}}}}`), eval.ErrA2A, "the task failed: no  idea"},
		{"failed, as a number", rpc(`{"task":{"id":"t","status":{"state":4}}}`), eval.ErrA2A, "failed"},
		{"cancelled", rpc(`{"kind":"task","id":"t","status":{"state":"canceled"}}`), eval.ErrA2A, "cancelled"},
		{"cancelled, with two l", rpc(`{"task":{"id":"t","status":{"state":"TASK_STATE_CANCELLED"}}}`), eval.ErrA2A, "cancelled"},
		{"waits for input", rpc(`{"kind":"task","id":"t","status":{"state":"input-required","message":{"parts":[{"text":"which?"}]}}}`), eval.ErrA2A, "waits for input: which?"},
		{"waits for authentication", rpc(`{"kind":"task","id":"t","status":{"state":"auth-required"}}`), eval.ErrA2A, "authentication"},
		{"unknown state", rpc(`{"kind":"task","id":"t","status":{"state":"unknown"}}`), eval.ErrProtocol, "UNKNOWN"},
		{"state out of range", rpc(`{"task":{"id":"t","status":{"state":99}}}`), eval.ErrProtocol, "99"},
		{"no state", rpc(`{"task":{"id":"t"}}`), eval.ErrProtocol, "state"},
		{"working without an id", rpc(`{"task":{"status":{"state":"working"}}}`), eval.ErrProtocol, "without an id"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := answers(t, 200, "application/json", c.body)
			o := sendTo(t, newProber(t), a.URL, eval.BindingJSONRPC, "1.0", "hi")
			if c.code != ok {
				wantError(t, o, c.code, c.want)
				return
			}
			wantError(t, o, ok, "")
			if string(o.Observation.Body) != c.want {
				t.Errorf("%q, want %q", o.Observation.Body, c.want)
			}
		})
	}
}

func TestStatusesOfReplies(t *testing.T) {
	const message4 = `{"message":{"parts":[{"text":"4"}]}}`
	for _, c := range []struct {
		name    string
		binding eval.Binding
		status  int
		body    string
		code    eval.ErrorCode
		detail  string
	}{
		{"result with 500", eval.BindingJSONRPC, 500, `{"id":"1","result":` + message4 + `}`, eval.ErrProtocol, "HTTP 500"},
		{"error with 400", eval.BindingJSONRPC, 400, `{"id":"1","error":{"code":-32602,"message":"no","data":{"field":"x"}}}`, eval.ErrA2A, `-32602: no {"field":"x"}`},
		{"asks for a key", eval.BindingJSONRPC, 401, "who are you?", eval.ErrA2A, "authentication"},
		{"forbids", eval.BindingHTTPJSON, 403, "", eval.ErrA2A, "authentication"},
		{"not found", eval.BindingJSONRPC, 404, "404 page not found", eval.ErrProtocol, "404 page not found"},
		{"created", eval.BindingHTTPJSON, 201, message4, eval.NoError, ""},
		{"an error with 200", eval.BindingHTTPJSON, 200, `{"error":{"code":500,"message":"oh"}}`, eval.ErrA2A, "oh"},
		{"0.3's bare error", eval.BindingHTTPJSON, 404, `{"code":-32001,"message":"Task not found"}`, eval.ErrA2A, "-32001 Task not found"},
		{"problem details", eval.BindingHTTPJSON, 400, `{"type":"about:blank","title":"Bad","status":400,"detail":"really"}`, eval.ErrA2A, "Bad really"},
		{"an error as text", eval.BindingHTTPJSON, 500, `{"error":"oh"}`, eval.ErrA2A, "oh"},
		{"HTML", eval.BindingHTTPJSON, 200, `<html></html>`, eval.ErrProtocol, "<html>"},
		{"no content", eval.BindingHTTPJSON, 204, ``, eval.ErrProtocol, "HTTP 204"},
		{"a message with 500", eval.BindingHTTPJSON, 500, message4, eval.ErrProtocol, "HTTP 500"},
		{"300", eval.BindingHTTPJSON, 300, message4, eval.ErrProtocol, "HTTP 300"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := answers(t, c.status, "application/json", c.body)
			o := sendTo(t, newProber(t), a.URL, c.binding, "1.0", "hi")
			wantError(t, o, c.code, c.detail)
			if o.Observation.Status != c.status {
				t.Errorf("status %d", o.Observation.Status)
			}
		})
	}
}

func TestEventStreams(t *testing.T) {
	type row struct {
		Name   string
		Chunks []string
		Text   string
		Note   string
	}
	for _, c := range fixtureJSON[[]row](t, "a2a/sse_streams.json") {
		for _, binding := range []eval.Binding{eval.BindingJSONRPC, eval.BindingHTTPJSON} {
			for _, bytewise := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %s %v", c.Name, binding, bytewise), func(t *testing.T) {
					var chunks [][]byte
					for _, chunk := range c.Chunks {
						b, err := base64.StdEncoding.DecodeString(chunk)
						if err != nil {
							t.Fatal(err)
						}
						chunks = append(chunks, b)
					}
					if binding == eval.BindingHTTPJSON { // the same events without JSON-RPC around them
						all := string(joinBytes(chunks))
						for _, envelope := range []string{`{"jsonrpc": "2.0", "id": "1", "result": `, `{"jsonrpc":"2.0","id":"1","result":`} {
							all = strings.ReplaceAll(all, envelope, "")
						}
						for _, end := range []string{"}\n", "}\r"} {
							all = strings.ReplaceAll(all, end, end[1:])
						}
						chunks = [][]byte{[]byte(all)}
					}
					if bytewise {
						var each [][]byte
						for _, b := range joinBytes(chunks) {
							each = append(each, []byte{b})
						}
						chunks = each
					}
					a := serve(t, func(w http.ResponseWriter, r *http.Request) {
						w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
						for _, chunk := range chunks {
							w.Write(chunk)
							w.(http.Flusher).Flush()
						}
					})
					o := sendTo(t, newProber(t), a.URL, binding, "1.0", "hi")
					if strings.Contains(c.Note, "cut_off") {
						wantError(t, o, eval.ErrTruncated, "event stream ends")
						return
					}
					wantError(t, o, eval.NoError, "")
					// Reading may stop with the event that ends the reply.
					if string(o.Observation.Body) != c.Text || !strings.HasPrefix(string(joinBytes(chunks)), string(o.Evidence.Exchanges[0].ResponseBody)) {
						t.Errorf("%q, want %q", o.Observation.Body, c.Text)
					}
				})
			}
		}
	}
}

func joinBytes(chunks [][]byte) []byte {
	var all []byte
	for _, c := range chunks {
		all = append(all, c...)
	}
	return all
}

func TestMoreEventStreams(t *testing.T) {
	for _, c := range []struct {
		name, version, stream string
		code                  eval.ErrorCode
		want                  string
	}{
		{"0.3 events", "0.3.0", `data:{"id":"1","result":{"kind":"task","id":"t","status":{"state":"submitted"}}}

data: {"id":"1","result":{"kind":"artifact-update","taskId":"t","artifact":{"artifactId":"x","parts":[{"kind":"text","text":"old"}]}}}

data: {"id":"1","result":{"kind":"artifact-update","taskId":"t","artifact":{"artifactId":"x","parts":[{"kind":"text","text":"new"}]}}}

data: {"id":"1",
data: "result":{"kind":"status-update","taskId":"t","status":{"state":"completed"},"final":true}}

`, eval.NoError, "new"},
		{"byte order mark, then a message", "1.0", "\uFEFFdata: {\"id\":\"1\",\"result\":{\"message\":{\"parts\":[{\"text\":\"4\"}]}}}\n\nand so on", eval.NoError, "4"},
		{"error event", "1.0", "data: {\"id\":\"1\",\"error\":{\"code\":-32603,\"message\":\"oh\"}}\n\n", eval.ErrA2A, "-32603: oh"},
		{"failed", "1.0", "data: {\"id\":\"1\",\"result\":{\"statusUpdate\":{\"taskId\":\"t\",\"status\":{\"state\":\"TASK_STATE_FAILED\",\"message\":{\"parts\":[{\"text\":\"why\"}]}}}}}\n\n", eval.ErrA2A, "failed: why"},
		{"no JSON", "1.0", "data: hello\n\n", eval.ErrProtocol, "not a JSON-RPC response"},
		{"nothing", "1.0", "", eval.ErrTruncated, "ends before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := answers(t, 200, "text/event-stream", c.stream)
			o := sendTo(t, newProber(t), a.URL, eval.BindingJSONRPC, c.version, "hi")
			if c.code != eval.NoError {
				wantError(t, o, c.code, c.want)
				return
			}
			wantError(t, o, eval.NoError, "")
			if string(o.Observation.Body) != c.want {
				t.Errorf("%q, want %q", o.Observation.Body, c.want)
			}
		})
	}
}

// An agent that keeps its stream open after the answer does not keep us.
func TestStreamLeftOpen(t *testing.T) {
	over := make(chan struct{})
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: {\"id\":\"1\",\"result\":{\"message\":{\"parts\":[{\"text\":\"4\"}]}}}\n\n")
		w.(http.Flusher).Flush()
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(over) })
	o := newProber(t).Do(context.Background(), Call{TaskType: eval.A2AMessage, Endpoint: a.URL, Binding: eval.BindingJSONRPC, ProtocolVersion: "1.0", Timeout: time.Hour})
	wantError(t, o, eval.NoError, "")
	if string(o.Observation.Body) != "4" {
		t.Errorf("%q", o.Observation.Body)
	}
}

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
