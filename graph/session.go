package graph

import (
	"context"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"assay/app"
	"assay/eval"
	"assay/graph/internal/model"
)

// sessionMutations begin or end the session of the browser that asks: their answer sets its cookie.
var sessionMutations = []string{"setUp", "signIn", "signOut", "resetPassword", "acceptInvitation"}

// sessions is the gqlgen extension that refuses them, before anything is done, where the answer cannot set a cookie.
type sessions struct {
	set func(context.Context) func(eval.Secret, time.Time)
}

func (sessions) ExtensionName() string                   { return "Sessions" }
func (sessions) Validate(graphql.ExecutableSchema) error { return nil }

func (s sessions) MutateOperationContext(ctx context.Context, op *graphql.OperationContext) *gqlerror.Error {
	if op.Operation.Operation != ast.Mutation || s.set(ctx) != nil {
		return nil
	}
	for _, field := range graphql.CollectFields(op, op.Operation.SelectionSet, []string{"Mutation"}) {
		if slices.Contains(sessionMutations, field.Name) {
			return refusal(codeBadUserInput, "%s sets a cookie, which this answer cannot carry: POST it with Accept: %s", field.Name, mediaJSON)
		}
	}
	return nil
}

// enter puts a session that began into the answer, and gives who it stands for: what follows in this answer is read as them. Without one
// it gives null.
func (r *resolver) enter(ctx context.Context, begun app.NewSession) *app.Principal {
	if begun.Token == "" {
		return nil
	}
	r.setSession(ctx)(begun.Token, begun.Session.ExpiresAt)
	recordsOf(ctx).caller = &begun.Viewer
	return &begun.Viewer
}

// leave takes the session's token out of the browser.
func (r *resolver) leave(ctx context.Context) { r.setSession(ctx)("", time.Time{}) }

func newUser(email, name *string, password *eval.Secret) app.NewUser {
	return app.NewUser{Email: or(email), Name: or(name), Password: or(password)}
}

func resetLink(l app.ResetLink, errs []model.UserError) *model.IssuePasswordResetPayload {
	return &model.IssuePasswordResetPayload{Link: optional(l.URL.Reveal()), ExpiresAt: optional(l.ExpiresAt), UserErrors: errs}
}
