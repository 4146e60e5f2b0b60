package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"assay/app"
	"assay/eval/fault"
)

// mutations is the gqlgen extension that has every mutation of an operation logged: the use cases log those that reach them, and this
// the others, whose arguments could not be read.
type mutations struct{ app *app.App }

func (mutations) ExtensionName() string                   { return "Mutations" }
func (mutations) Validate(graphql.ExecutableSchema) error { return nil }

func (m mutations) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if graphql.GetOperationContext(ctx).Operation.Operation != ast.Mutation {
		return next(ctx)
	}
	ctx, begun := app.ExpectAct(ctx)
	answer := next(ctx)
	if name := graphql.GetRootFieldContext(ctx).Field.Name; !begun() {
		m.app.LogRefusal(ctx, name, "", fault.New(fault.Invalid, codeUnread, "the arguments cannot be read"))
	}
	return answer
}

// codeUnread is what the audit log says of a mutation whose arguments could not be read.
const codeUnread = "unread"
