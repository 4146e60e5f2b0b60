package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"assay/app"
	"assay/eval/fault"
)

// mutations is the gqlgen extension that has every mutation logged that an operation comes to: the use cases log those that reach them,
// and this the others, in whose arguments a value could not be read. An operation that is refused as a whole comes to none: a document that
// is not valid, variables that do not fit, what is TOO_COMPLEX, what the server turns away with 429. Of strangers, what is refused is logged
// as far as their share of the log goes (see app.refusals).
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
