package testenv

import (
	"context"
	"strings"

	"assay/app"
	"assay/eval"
)

// AdminKey is the platform-admin credential of an Env.
const AdminKey = "key-of-the-test-admin"

// CheapHash is a cost of passwords that tests can afford.
var CheapHash = app.HashCost{MemoryKiB: 64, Passes: 1}

// Password is what everybody here signs in with.
const Password = eval.Secret("a password of some length")

// Person is a user with a session.
type Person struct {
	User  eval.User
	Token eval.Secret // of the session
	env   *Env
}

// SetUp makes the first user, ada@example.com: owner of the workspace default and platform admin.
func (e *Env) SetUp() Person {
	e.T.Helper()
	begun, err := e.App.SetUp(e.Stranger(), AdminKey, app.NewUser{Email: "ada@example.com", Name: "Ada", Password: Password})
	return e.person(begun, err)
}

// Join makes a new user with a role in a workspace, by an invitation of the platform admin. They are called as their address begins.
func (e *Env) Join(workspace string, role eval.Role, email string) Person {
	e.T.Helper()
	name, _, _ := strings.Cut(email, "@")
	begun, _, err := e.App.AcceptInvitation(e.Stranger(), app.AcceptInvitation{Token: e.Invite(workspace, role, email),
		NewUser: app.NewUser{Name: name, Password: Password}})
	return e.person(begun, err)
}

// Invite makes an invitation and gives its token.
func (e *Env) Invite(workspace string, role eval.Role, email string) eval.Secret {
	e.T.Helper()
	_, link, err := e.App.InviteMember(e.Admin(), app.InviteMember{Workspace: workspace, Role: role, Email: email})
	if err != nil {
		e.T.Fatal(err)
	}
	return TokenOf(link)
}

// TokenOf is what stands in a link.
func TokenOf(link eval.Secret) eval.Secret {
	_, token, _ := strings.Cut(link.Reveal(), "#")
	return eval.Secret(token)
}

// Key makes an API key of a person and gives it with its token.
func (p Person) Key(workspace string, role eval.Role, scopes ...eval.Scope) (eval.APIKey, eval.Secret) {
	p.env.T.Helper()
	k, token, err := p.env.App.CreateKey(p.Context(), app.CreateKey{Workspace: workspace, Name: "key", Role: role, Scopes: scopes})
	if err != nil {
		p.env.T.Fatal(err)
	}
	return k, token
}

func (e *Env) person(begun app.NewSession, err error) Person {
	e.T.Helper()
	if err != nil {
		e.T.Fatal(err)
	}
	return Person{User: *begun.Viewer.User, Token: begun.Token, env: e}
}

// Context is one of a request in the person's session, with who they are by now.
func (p Person) Context() context.Context {
	p.env.T.Helper()
	return p.env.As("", p.Token)
}

// As is a context of a request with these credentials, from 192.0.2.1.
func (e *Env) As(authorization string, session eval.Secret) context.Context {
	e.T.Helper()
	ctx := app.WithPrincipal(e.T.Context(), app.Principal{Address: "192.0.2.1", UserAgent: "Browser/1.0", RequestID: "request-1"})
	p, err := e.App.Authenticate(ctx, authorization, session.Reveal())
	if err != nil {
		e.T.Fatal(err)
	}
	return app.WithPrincipal(ctx, p)
}

// Bearer is a context of a request with an API key.
func (e *Env) Bearer(token eval.Secret) context.Context {
	e.T.Helper()
	return e.As("Bearer "+token.Reveal(), "")
}
