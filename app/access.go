package app

import (
	"context"

	"assay/eval/fault"
)

// Principal is who is calling. The zero value is an anonymous stranger.
type Principal struct {
	Admin      bool // presented the platform-admin credential
	Credential bool // presented some credential, right or wrong
}

type principalKey struct{}

// WithPrincipal notes the caller of a request. Only the server calls it.
func WithPrincipal(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}

// Caller is the principal of the request; an anonymous stranger when none was noted.
func Caller(ctx context.Context) Principal {
	p, _ := ctx.Value(principalKey{}).(Principal)
	return p
}

// requireAdmin is the first line of every method that is not public.
func requireAdmin(ctx context.Context) error {
	switch p := Caller(ctx); {
	case p.Admin:
		return nil
	case p.Credential:
		return fault.New(fault.Forbidden, "forbidden", "this is not the platform-admin key of this registry")
	}
	return fault.New(fault.Unauthenticated, "unauthenticated", "this needs the platform-admin key, sent as Authorization: Bearer KEY (the command line reads ASSAY_ADMIN_KEY)")
}

// RequireAdmin is requireAdmin for a door that would otherwise read a stranger's body before the use case can refuse the caller.
func RequireAdmin(ctx context.Context) error { return requireAdmin(ctx) }
