package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"assay/eval/fault"
)

// statuses translates the kinds of package fault. openapi.yaml and docs/api.md list the codes.
var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Unreachable:     http.StatusUnprocessableEntity,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.TooMany:         http.StatusTooManyRequests,
}

// problem is an error with its status: a request that never reached a use case, or a translated fault.
type problem struct {
	status               int
	code, message, field string
	cause                error // for the log; nil: it is the caller's
}

func (p *problem) Error() string { return p.message }

// bad is a request that cannot be read: field says where, empty when no single field is at fault.
func bad(code, field, format string, args ...any) *problem {
	return &problem{status: http.StatusBadRequest, code: code, message: fmt.Sprintf(format, args...), field: field}
}

func notFound() *problem {
	return &problem{status: http.StatusNotFound, code: "not_found", message: "there is nothing at this address; /api/v1/openapi.yaml lists what there is"}
}

func methodNotAllowed(method, allowed string) *problem {
	return &problem{status: http.StatusMethodNotAllowed, code: "method_not_allowed", message: fmt.Sprintf("%s is not answered here; %s are", method, allowed)}
}

// translate finds the problem in an error. Whatever is not meant for callers becomes a 500 that tells nothing.
func translate(err error) (p *problem, internal bool) {
	if p, ok := errors.AsType[*problem](err); ok {
		return p, p.cause != nil
	}
	if f := fault.As(err); f != nil && statuses[f.Kind] != 0 {
		return &problem{status: statuses[f.Kind], code: f.Code, message: f.Message, field: f.Field}, false
	}
	if errors.Is(err, context.Canceled) {
		return &problem{status: http.StatusServiceUnavailable, code: "unavailable", message: "the request was cut short"}, false
	}
	return &problem{status: http.StatusInternalServerError, code: "internal", message: "something went wrong here; the log has it under this request id"}, true
}

// logged is an error as the audit log takes it: what this door found wrong is an invalid input there.
func logged(err error) error {
	if p, ok := errors.AsType[*problem](err); ok && p.cause == nil {
		return fault.New(fault.Invalid, p.code, "%s", p.message)
	}
	return err
}

// fail answers with an error and logs those that are nobody's business but the operator's.
func (d *door) fail(w http.ResponseWriter, r *http.Request, err error) {
	p, internal := translate(err)
	id := d.requestID(r.Context())
	if internal {
		err = cmp.Or(p.cause, err)
		d.log.ErrorContext(r.Context(), "request failed", "request_id", id, "method", r.Method, "path", r.URL.Path, "err", err)
	}
	p.write(w, id)
}

// Refuse answers in this door's error shape for a layer in front of it: status, code of the list in docs/api.md, one sentence.
func Refuse(w http.ResponseWriter, requestID string, status int, code, message string) {
	(&problem{status: status, code: code, message: message}).write(w, requestID)
}

func (p *problem) write(w http.ResponseWriter, requestID string) {
	type body struct {
		Code      string  `json:"code"`
		Message   string  `json:"message"`
		Field     *string `json:"field"`
		RequestID string  `json:"request_id"`
	}
	b := body{Code: p.code, Message: p.message, RequestID: requestID}
	if p.field != "" {
		b.Field = &p.field
	}
	if p.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="assay"`)
	}
	w.Header().Set("Cache-Control", "no-store")
	_ = respond(p.status, map[string]body{"error": b}).write(w)
}

// answer is what a handler gives back: a body, or a stream.
type answer struct {
	status      int
	contentType string
	body        []byte
	fileName    string                // empty: it is no file to be saved
	stream      func(io.Writer) error // writes the body as it comes; nil: there is a body
}

// respond makes a JSON answer. Its values are our own row types, which always encode.
func respond(status int, value any) answer {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return answer{status: status, contentType: "application/json", body: append(b, '\n')}
}

// write sends the answer; an error is that of a stream, of which a part was sent.
func (a answer) write(w http.ResponseWriter) error {
	if a.contentType != "" {
		w.Header().Set("Content-Type", a.contentType)
	}
	if a.fileName != "" {
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": a.fileName}))
	}
	w.WriteHeader(a.status)
	if a.stream != nil {
		return a.stream(patient{w, http.NewResponseController(w)})
	}
	_, _ = w.Write(a.body) // a reader that went away is no news
	return nil
}

// pieceTimeout is how long a reader may take for a piece of a stream, which may be long as a whole.
const pieceTimeout = 90 * time.Second

type patient struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (p patient) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(pieceTimeout)) // not supported by recorders in tests
	return p.ResponseWriter.Write(b)
}
