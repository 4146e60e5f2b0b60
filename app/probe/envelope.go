package probe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"assay/eval"
	"assay/eval/fault"
)

// read takes in a response that is not a stream.
func (r *reply) read(d dialect, res *response) *failure {
	body := bytes.TrimPrefix(res.body, []byte("\uFEFF"))
	if d.rpc() {
		return r.readRPC(body, res)
	}
	return r.readREST(body, res)
}

// readRPC reads a JSON-RPC response. An error in it counts whatever the HTTP status; a result only with a status of success.
func (r *reply) readRPC(body []byte, res *response) *failure {
	result, failed := openRPC(body)
	if failed != nil {
		if failed.code == eval.ErrProtocol {
			return unreadable(res, failed.detail)
		}
		return failed
	}
	if res.status/100 != 2 {
		return failf(eval.ErrProtocol, "a result with HTTP %d", res.status)
	}
	if err := r.apply(result); err != nil {
		return failf(eval.ErrProtocol, "%v", err)
	}
	return nil
}

// openRPC gives the result in a JSON-RPC response.
func openRPC(body []byte) (json.RawMessage, *failure) {
	var e struct {
		ID     json.RawMessage `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if trimmed := bytes.TrimSpace(body); len(trimmed) > 0 && trimmed[0] == '[' {
		return nil, failf(eval.ErrProtocol, "a batch, where one response was due")
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, failf(eval.ErrProtocol, "not a JSON-RPC response: %s", fault.JSON(err))
	}
	if given(e.Error) {
		return nil, rpcError(e.Error)
	}
	if !given(e.Result) {
		return nil, failf(eval.ErrProtocol, "a JSON-RPC response with neither result nor error")
	}
	if given(e.ID) && strings.Trim(string(e.ID), `"`) != rpcID {
		return nil, failf(eval.ErrProtocol, "a JSON-RPC response to the request %s, which is not ours", e.ID)
	}
	return e.Result, nil
}

func rpcError(raw json.RawMessage) *failure {
	var e struct {
		Code    json.Number     `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return failf(eval.ErrA2A, "JSON-RPC error %s", raw)
	}
	detail := fmt.Sprintf("JSON-RPC error %s: %s", e.Code, e.Message)
	if given(e.Data) {
		detail += " " + string(e.Data)
	}
	return &failure{eval.ErrA2A, detail}
}

// readREST reads a response of the HTTP+JSON binding: a result with a status of success, else an error in one of the forms in use.
func (r *reply) readREST(body []byte, res *response) *failure {
	if res.status/100 != 2 {
		if said := restError(body); said != "" {
			return failf(eval.ErrA2A, "HTTP %d: %s", res.status, said)
		}
		return unreadable(res, "not an A2A error")
	}
	if err := r.apply(body); err != nil {
		if said := restError(body); said != "" {
			return failf(eval.ErrA2A, "HTTP %d: %s", res.status, said)
		}
		return unreadable(res, err.Error())
	}
	return nil
}

// restError gives the words of an error: google.rpc.Status as of 1.0, the bare code and message of 0.3, or problem details.
func restError(body []byte) string {
	type details struct {
		Code    json.RawMessage `json:"code"`
		Status  json.RawMessage `json:"status"`
		Message string          `json:"message"`
		Details []struct {
			Reason string `json:"reason"`
		} `json:"details"`
	}
	var e struct {
		details
		Error json.RawMessage `json:"error"`
		Type  string          `json:"type"`
		Title string          `json:"title"`
		More  string          `json:"detail"`
	}
	if json.Unmarshal(body, &e) != nil {
		return ""
	}
	var inner details
	var words string
	switch {
	case given(e.Error) && json.Unmarshal(e.Error, &inner) == nil:
	case given(e.Error) && json.Unmarshal(e.Error, &words) == nil:
		return words
	case given(e.Code) && e.Message != "":
		inner = e.details
	case e.Title != "" || e.Type != "" && given(e.Status):
		return strings.TrimSpace(strings.Join([]string{e.Type, e.Title, e.More}, " "))
	default:
		return ""
	}
	for _, d := range inner.Details {
		if d.Reason != "" {
			words += d.Reason + " "
		}
	}
	if words == "" {
		words = strings.Trim(string(inner.Code), `"`) + " "
	}
	return words + inner.Message
}

// unreadable says what came instead of a reply. An agent that asks for credentials has at least said so.
func unreadable(res *response, why string) *failure {
	if res.status == http.StatusUnauthorized || res.status == http.StatusForbidden {
		return failf(eval.ErrA2A, "HTTP %d: the agent asks for authentication", res.status)
	}
	media := res.mediaType()
	if media == "" {
		media = "no content type"
	}
	begin := res.hide.cut(res.body[:min(len(res.body), 4096)]) // before it is cut: half a secret would not be recognised
	return failf(eval.ErrProtocol, "HTTP %d, %s, %s: %s", res.status, media, why, excerpt(begin))
}

// excerpt is the beginning of a body, on one line.
func excerpt(body []byte) string {
	const most = 120
	if len(body) > most {
		body = append(body[:most:most], "…"...)
	}
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(string(body), "\uFFFD"), unicode.IsSpace), " ")
}
