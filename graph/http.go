package graph

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// refused is a request that is answered with a status of its own, and why.
type refused struct {
	status int
	allow  string // of 405: the methods that would be right
	err    *gqlerror.Error
}

func refuse(status int, format string, args ...any) *refused {
	return &refused{status: status, err: refusal(codeBadUserInput, format, args...)}
}

// serveHTTP answers one operation over plain HTTP: at once, or as an event stream.
func (h *handler) serveHTTP(w http.ResponseWriter, r *http.Request) {
	media, acceptable := negotiate(r.Header.Values("Accept"))
	if !acceptable {
		h.refuse(w, r, media, refuse(http.StatusNotAcceptable, "answers come as %s, %s or %s", mediaResponse, mediaJSON, mediaEvents))
		return
	}
	params, bad := readRequest(w, r)
	if bad != nil {
		h.refuse(w, r, media, bad)
		return
	}
	op, errs := h.exec.CreateOperationContext(r.Context(), params)
	r = r.WithContext(graphql.WithOperationContext(r.Context(), op))
	switch bad := misdirected(r.Method, media, op); {
	case bad != nil && errs == nil:
		h.refuse(w, r, media, bad)
	case media == mediaEvents:
		h.stream(w, r, op, errs)
	case errs != nil:
		write(w, media, requestErrorStatus(media), h.exec.DispatchError(r.Context(), errs))
	default:
		responses, ctx := h.exec.DispatchOperation(r.Context(), op)
		write(w, media, http.StatusOK, responses(ctx))
	}
}

// misdirected refuses what this method or this media type must not carry.
func misdirected(method, media string, op *graphql.OperationContext) *refused {
	if op.Operation == nil {
		return nil
	}
	switch kind := op.Operation.Operation; {
	case method == http.MethodGet && kind == ast.Mutation:
		bad := refuse(http.StatusMethodNotAllowed, "a GET may only read: POST mutations")
		bad.allow = http.MethodPost
		return bad
	case media != mediaEvents && kind == ast.Subscription:
		return refuse(http.StatusNotAcceptable, "subscribe with Accept: %s, or over a websocket by %s", mediaEvents, subprotocol)
	}
	return nil
}

// requestErrorStatus is the status for an operation that cannot be run: the newer media type says so, the older hides it.
func requestErrorStatus(media string) int {
	if media == mediaResponse {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

func (h *handler) refuse(w http.ResponseWriter, r *http.Request, media string, bad *refused) {
	if bad.allow != "" {
		w.Header().Set("Allow", bad.allow)
	}
	if media == mediaEvents {
		media = mediaJSON
	}
	write(w, media, bad.status, h.exec.DispatchError(r.Context(), gqlerror.List{bad.err}))
}

func write(w http.ResponseWriter, media string, status int, response *graphql.Response) {
	w.Header().Set("Content-Type", media+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(encode(response)) // a reader that went away is no news
}

// encode writes errors before data, and no data at all when nothing was run. The data is JSON already, in one line.
func encode(response *graphql.Response) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	if len(response.Errors) > 0 {
		errors, err := json.Marshal(response.Errors)
		if err != nil {
			panic(err) // strings, numbers and maps of them
		}
		b.WriteString(`"errors":`)
		b.Write(errors)
	}
	if response.Data != nil {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(`"data":`)
		b.Write(response.Data)
	}
	b.WriteByte('}')
	return b.Bytes()
}
