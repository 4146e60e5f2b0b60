package probe

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
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
