package graph

import (
	"context"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// observer hears what is asked of the door. Its methods must not block.
type observer interface {
	// OperationBegan hears of an operation that is run: query, mutation or subscription, under the name that its caller gave it. It
	// runs under the context given back. end is called once with its outcome: ok, or the first error's code in lower case.
	OperationBegan(ctx context.Context, kind, name string) (_ context.Context, end func(outcome string))
	// OperationRefused hears of one that is not run, with the code; its kind is unknown where it could not be read.
	OperationRefused(kind, outcome string)
}

const outcomeOK = "ok"

// observed is the gqlgen extension that tells an observer.
type observed struct{ by observer }

func (observed) ExtensionName() string                   { return "Observed" }
func (observed) Validate(graphql.ExecutableSchema) error { return nil }

// runningKey marks the context of an operation that was not refused.
type runningKey struct{}

func (o observed) InterceptOperation(ctx context.Context, next graphql.OperationHandler) graphql.ResponseHandler {
	op := graphql.GetOperationContext(ctx)
	kind := op.Operation.Operation
	ctx, tell := o.by.OperationBegan(context.WithValue(ctx, runningKey{}, true), string(kind), op.Operation.Name)
	var (
		mu      sync.Mutex
		outcome = outcomeOK
		ended   bool
	)
	end := func() {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			ended = true
			tell(outcome)
		}
	}
	// Who subscribed may go away between two answers, and then nobody asks for the next.
	stop := context.AfterFunc(ctx, end)
	responses := next(ctx)
	return func(ctx context.Context) *graphql.Response {
		r := responses(ctx)
		if r != nil && len(r.Errors) > 0 {
			mu.Lock()
			outcome = outcomeOf(r)
			mu.Unlock()
		}
		if r == nil || kind != ast.Subscription {
			stop()
			end()
		}
		return r
	}
}

func (o observed) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	r := next(ctx)
	if r != nil && ctx.Value(runningKey{}) == nil {
		kind := "unknown"
		if graphql.HasOperationContext(ctx) {
			if op := graphql.GetOperationContext(ctx).Operation; op != nil {
				kind = string(op.Operation)
			}
		}
		o.by.OperationRefused(kind, outcomeOf(r))
	}
	return r
}

// outcomeOf is the code of a response's first error in lower case.
func outcomeOf(r *graphql.Response) string {
	for _, e := range r.Errors {
		code, _ := e.Extensions["code"].(string)
		return strings.ToLower(code)
	}
	return outcomeOK
}
