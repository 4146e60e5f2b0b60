package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// socketKey marks the context of what came by a socket, with its conversation.
type socketKey struct{}

// subscriptions is the gqlgen extension that keeps queries and mutations off sockets, since HTTP answers them better, and that holds
// subscriptions to one field, which validation does not where a field comes twice under two names or is skipped.
type subscriptions struct{}

func (subscriptions) ExtensionName() string                   { return "Subscriptions" }
func (subscriptions) Validate(graphql.ExecutableSchema) error { return nil }

func (subscriptions) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	switch {
	case op.Operation.Operation == ast.Subscription:
		if fields := graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Subscription"}); len(fields) != 1 {
			return refusal(codeValidationFailed, "a subscription must select one field, not %d", len(fields))
		}
	case ctx.Value(socketKey{}) != nil:
		return refusal(codeBadUserInput, "sockets carry subscriptions only: POST this operation")
	}
	return nil
}
