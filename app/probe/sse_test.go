package probe

import (
	"assay/eval"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

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
		{"an event of several lines that end in CRLF", "1.0", "data: {\"id\":\"1\",\r\ndata: \"result\":{\"message\":{\"parts\":[{\"text\":\"4\"}]}}}\r\n\r\n", eval.NoError, "4"},
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
