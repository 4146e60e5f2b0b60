package probe

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"assay/eval"
)

// dialect is a version of A2A over one of its bindings.
type dialect int

const (
	rpc1     dialect = iota // 1.0, JSON-RPC
	rest1                   // 1.0, HTTP+JSON
	rpc03                   // 0.2 and 0.3, JSON-RPC
	rest03                  // 0.3, HTTP+JSON as the Python and JavaScript SDKs have it: /v1/…, protobuf's JSON
	restGo03                // 0.3, HTTP+JSON as the Go SDK has it: no /v1, the JSON-RPC objects in snake case
)

// dialectOf says how to speak to an interface. Versions that are not known are spoken to as 1.0.
func dialectOf(b eval.Binding, version string) (dialect, bool) {
	switch {
	case b == eval.BindingJSONRPC && legacy(version):
		return rpc03, true
	case b == eval.BindingJSONRPC:
		return rpc1, true
	case b == eval.BindingHTTPJSON && legacy(version):
		return rest03, true
	case b == eval.BindingHTTPJSON:
		return rest1, true
	}
	return 0, false
}

func (d dialect) rpc() bool { return d == rpc1 || d == rpc03 }

func (d dialect) name() string {
	if d.rpc() {
		return string(eval.BindingJSONRPC)
	}
	return string(eval.BindingHTTPJSON)
}

// Each request of a call has a connection of its own, so one id does for all.
const rpcID = "1"

type rpcRequest struct {
	JSONRPC string `json:"jsonrpc"`
	ID      string `json:"id"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

type sendParams struct {
	Tenant        string      `json:"tenant,omitempty"`
	Message       message     `json:"message"`
	Configuration *sendConfig `json:"configuration,omitempty"`
}

// sendConfig asks agents of 0.3 to answer when they are done; in 1.0 that is the default.
type sendConfig struct {
	Blocking bool `json:"blocking"`
}

type message struct {
	Kind         string `json:"kind,omitempty"`
	MessageID    string `json:"messageId,omitempty"`
	SnakeID      string `json:"message_id,omitempty"`
	Role         string `json:"role"`
	Parts        []part `json:"parts,omitempty"`
	ProtoContent []part `json:"content,omitempty"`
}

type part struct {
	Kind string `json:"kind,omitempty"`
	Text string `json:"text"`
}

type taskParams struct {
	Tenant string `json:"tenant,omitempty"`
	ID     string `json:"id"`
}

// send makes the request that delivers a message.
func (l line) send(text string) request {
	id := a2a.NewMessageID()
	switch l.dialect {
	case rpc1:
		return l.call("SendMessage", sendParams{Tenant: l.tenant, Message: message{MessageID: id, Role: "ROLE_USER", Parts: []part{{Text: text}}}})
	case rest1:
		return l.rest(http.MethodPost, "message:send", sendParams{Message: message{MessageID: id, Role: "ROLE_USER", Parts: []part{{Text: text}}}})
	case rpc03:
		return l.call("message/send", sendParams{
			Message:       message{Kind: "message", MessageID: id, Role: "user", Parts: []part{{Kind: "text", Text: text}}},
			Configuration: &sendConfig{Blocking: true},
		})
	case rest03:
		return l.rest(http.MethodPost, "message:send", sendParams{
			Message:       message{MessageID: id, Role: "ROLE_USER", ProtoContent: []part{{Text: text}}},
			Configuration: &sendConfig{Blocking: true},
		})
	default:
		return l.rest(http.MethodPost, "message:send", sendParams{
			Message:       message{Kind: "message", SnakeID: id, Role: "user", Parts: []part{{Kind: "text", Text: text}}},
			Configuration: &sendConfig{Blocking: true},
		})
	}
}

// get makes the request for a task as it stands.
func (l line) get(task string) request {
	switch l.dialect {
	case rpc1:
		return l.call("GetTask", taskParams{l.tenant, task})
	case rpc03:
		return l.call("tasks/get", taskParams{ID: task})
	}
	return l.rest(http.MethodGet, "tasks/"+url.PathEscape(task), nil)
}

// cancel makes the request to give a task up.
func (l line) cancel(task string) request {
	switch l.dialect {
	case rpc1:
		return l.call("CancelTask", taskParams{l.tenant, task})
	case rpc03:
		return l.call("tasks/cancel", taskParams{ID: task})
	}
	return l.rest(http.MethodPost, "tasks/"+url.PathEscape(task)+":cancel", struct{}{})
}

func (l line) call(method string, params any) request {
	head := headRPC03
	if l.dialect == rpc1 {
		head = headRPC1
	}
	return request{method: http.MethodPost, url: l.url, head: head, body: encodeJSON(rpcRequest{"2.0", rpcID, method, params})}
}

func (l line) rest(method, path string, body any) request {
	head := headREST03
	switch {
	case l.dialect == rest03:
		path = "v1/" + path
	case l.dialect == rest1:
		head = headREST1
		if l.tenant != "" {
			path = url.PathEscape(l.tenant) + "/" + path
		}
	}
	u := *l.url
	setPath(&u, strings.TrimSuffix(u.EscapedPath(), "/")+"/"+path)
	r := request{method: method, url: &u, head: head[1:]}
	if body != nil {
		r.head, r.body = head, encodeJSON(body)
	}
	return r
}

// The heads of each dialect; the content type comes first.
var (
	headRPC1   = []eval.Header{{Name: "Content-Type", Value: "application/json"}, acceptJSON, version1}
	headRPC03  = []eval.Header{{Name: "Content-Type", Value: "application/json"}, acceptJSON}
	headREST1  = []eval.Header{{Name: "Content-Type", Value: "application/a2a+json"}, {Name: "Accept", Value: "application/a2a+json, application/json"}, version1}
	headREST03 = []eval.Header{{Name: "Content-Type", Value: "application/json"}, acceptJSON}
	acceptJSON = eval.Header{Name: "Accept", Value: "application/json"}
	version1   = eval.Header{Name: a2a.SvcParamVersion, Value: string(a2a.Version)}
)

// encodeJSON encodes a request of ours, which cannot fail.
func encodeJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
