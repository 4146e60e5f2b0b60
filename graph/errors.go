package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"assay/eval/fault"
	"assay/graph/internal/model"
)

// The values of extensions.code. The list is closed; docs/api.md explains each. RATE_LIMITED is mostly said by the server, before
// GraphQL is asked.
const (
	codeUnauthenticated  = "UNAUTHENTICATED"
	codeForbidden        = "FORBIDDEN"
	codeRateLimited      = "RATE_LIMITED"
	codeBadUserInput     = "BAD_USER_INPUT"
	codeNotFound         = "NOT_FOUND"
	codeConflict         = "CONFLICT"
	codeUnreachable      = "UNREACHABLE"
	codeTooComplex       = "TOO_COMPLEX"
	codeParseFailed      = errcode.ParseFailed      // GRAPHQL_PARSE_FAILED
	codeValidationFailed = errcode.ValidationFailed // GRAPHQL_VALIDATION_FAILED
	codeInternal         = "INTERNAL"
)

// codes says what each kind of fault is called at the top level.
var codes = map[fault.Kind]string{
	fault.Unauthenticated: codeUnauthenticated,
	fault.Forbidden:       codeForbidden,
	fault.TooMany:         codeRateLimited,
	fault.Invalid:         codeBadUserInput,
	fault.NotFound:        codeNotFound,
	fault.Conflict:        codeConflict,
	fault.Unreachable:     codeUnreachable,
}

// userCodes says which faults are data of a mutation's payload, and under what name.
var userCodes = map[fault.Kind]model.UserErrorCode{
	fault.Invalid:     model.UserErrorCodeInvalid,
	fault.NotFound:    model.UserErrorCodeNotFound,
	fault.Conflict:    model.UserErrorCodeConflict,
	fault.Unreachable: model.UserErrorCodeUnreachable,
}

// An operation refused before it runs is answered on a socket by an `error` message; gqlgen must know which codes mean that.
func init() {
	errcode.RegisterErrorType(codeTooComplex, errcode.KindProtocol)
	errcode.RegisterErrorType(codeBadUserInput, errcode.KindProtocol)
}

// userErrors splits what a use case returned: into data for the payload, never nil, and the error that is for the top level.
func userErrors(err error) ([]model.UserError, error) {
	f := fault.As(err)
	if f == nil {
		return []model.UserError{}, err
	}
	code, ok := userCodes[f.Kind]
	if !ok {
		return []model.UserError{}, err
	}
	return []model.UserError{{Code: code, Message: f.Message, Field: optional(camel(f.Field))}}, nil
}

// unless gives v for a payload when the mutation was carried out, and null when there are user errors.
func unless[T any](errs []model.UserError, v T) *T {
	if len(errs) > 0 {
		return nil
	}
	return &v
}

// camel spells a field path as the schema does: target_dids.0 is targetDids.0.
func camel(path string) string {
	words := strings.Split(path, "_")
	for i, w := range words[1:] {
		if w != "" {
			words[i+1] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// dotted writes a path as `field` has it: input.targetDids.0.
func dotted(path ast.Path) string {
	words := make([]string, len(path))
	for i, step := range path {
		words[i] = fmt.Sprint(step)
	}
	return strings.Join(words, ".")
}

// refusal makes an error of a code from the list.
func refusal(code, format string, args ...any) *gqlerror.Error {
	err := gqlerror.Errorf(format, args...)
	err.Extensions = map[string]any{"code": code}
	return err
}

// presenter decides what of an error a caller sees.
type presenter struct {
	log       *slog.Logger
	requestID func(context.Context) string
	types     typesOf
}

// errPanic stands for a panic that was logged where it was caught.
var errPanic = errors.New("panic")

// recovered logs a panic with its stack.
func (p presenter) recovered(ctx context.Context, v any) error {
	p.log.ErrorContext(ctx, "graphql: panic", "request_id", p.requestID(ctx), "path", graphql.GetPath(ctx).String(), "panic", v,
		"stack", string(debug.Stack()))
	return errPanic
}

// present shows faults and the errors of parsing, validation and limits. Anything else may tell of the inside: it is logged under
// the request's id, and shown as INTERNAL.
func (p presenter) present(ctx context.Context, err error) *gqlerror.Error {
	shown := *graphql.DefaultErrorPresenter(ctx, err)
	shown.Err = nil
	id := p.requestID(ctx)
	code, _ := shown.Extensions["code"].(string)
	extensions := map[string]any{"requestId": id}
	switch f := fault.As(err); {
	case f != nil:
		code = codes[f.Kind]
		shown.Message = f.Message
		if f.Wait > 0 {
			extensions["retryAfter"] = int(math.Ceil(f.Wait.Seconds()))
		}
		if f.Field != "" {
			extensions["field"] = camel(f.Field)
		} else if place := graphql.GetFieldContext(ctx); place != nil && len(shown.Path) > len(place.Path()) {
			// Of an argument that cannot be read gqlgen makes a part of the path, which is for fields of the answer.
			n := len(place.Path())
			shown.Path, extensions["field"] = shown.Path[:n], dotted(shown.Path[n:])
		}
	case code != "":
		shown.Message = p.mended(ctx, withoutLiterals(shown.Message))
	default:
		code = codeInternal
		shown.Message = "internal error"
		p.logFault(ctx, err, id)
	}
	extensions["code"] = code
	shown.Extensions = extensions
	return &shown
}

// literal begins what the parser and the validator quote of a document.
var literal = regexp.MustCompile(`(?s)(?:,? found|,? value:| String|:) *["{\[].*$`)

// withoutLiterals cuts what an error quotes of a document: where an object or a text is not in its place, it may be a secret.
func withoutLiterals(message string) string {
	if at := literal.FindStringIndex(message); at != nil && strings.Contains(message[at[0]:], `"`) {
		return message[:at[0]]
	}
	return message
}

func (p presenter) logFault(ctx context.Context, err error, id string) {
	switch {
	case errors.Is(err, errPanic):
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		p.log.DebugContext(ctx, "graphql: the caller went away", "request_id", id)
	default:
		p.log.ErrorContext(ctx, "graphql: internal error", "request_id", id, "path", graphql.GetPath(ctx).String(), "error", err)
	}
}
