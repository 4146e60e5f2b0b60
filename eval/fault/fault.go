// Package fault is the one error type of Assay. Every layer returns it for whatever a caller can understand or mend; the doors
// translate its Kind (GraphQL code, REST status, exit code). Any other error is an internal fault: logged with a request id and
// never shown.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of answer an error is.
type Kind string

// The kinds, and what REST answers for them.
const (
	Invalid         Kind = "INVALID"         // 422: a value is not acceptable; Field names it
	NotFound        Kind = "NOT_FOUND"       // 404
	Conflict        Kind = "CONFLICT"        // 409: does not fit the present state
	Unreachable     Kind = "UNREACHABLE"     // 422: the agent's side could not be read
	Unauthenticated Kind = "UNAUTHENTICATED" // 401: no credential
	Forbidden       Kind = "FORBIDDEN"       // 403: a credential that does not suffice
	TooMany         Kind = "TOO_MANY"        // 429: rate limited
)

// Error is an error a caller can act on.
type Error struct {
	Kind    Kind
	Code    string // lower-case words for programs, such as evals_disabled; finer than Kind
	Message string // one sentence for people: what, where, and what would be right
	Field   string // path of the input field at fault, such as tasks.0.expected; empty when none is

	Wait time.Duration // of TooMany: how long until it is worth coming back; 0: unknown
}

func (e *Error) Error() string {
	if e.Field != "" {
		return e.Field + ": " + e.Message
	}
	return e.Message
}

// New makes an error of a kind without a field.
func New(kind Kind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Bad makes an Invalid error about one field.
func Bad(field, format string, args ...any) *Error {
	return &Error{Kind: Invalid, Code: "invalid", Field: field, Message: fmt.Sprintf(format, args...)}
}

// Missing makes a NotFound error, such as `there is no suite "x"`.
func Missing(noun, id string) *Error {
	return &Error{Kind: NotFound, Code: "not_found", Message: fmt.Sprintf("there is no %s %q", noun, id)}
}

// As returns the *Error in err's chain, or nil.
func As(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return nil
}

// Is reports whether err is an *Error of this kind.
func Is(err error, kind Kind) bool {
	e := As(err)
	return e != nil && e.Kind == kind
}

// Under prefixes the field of an *Error with a path, so that a nested check can name its place. Other errors pass unchanged.
func Under(path string, err error) error {
	e := As(err)
	if e == nil {
		return err
	}
	c := *e
	if c.Field == "" {
		c.Field = path
	} else {
		c.Field = path + "." + c.Field
	}
	return &c
}
