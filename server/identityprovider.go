package server

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"assay/app"
)

const (
	providerTimeout = 10 * time.Second // for one request to the provider
	clockSkew       = 2 * time.Minute  // by how much its clock may be behind ours
)

// identityProvider speaks with the provider. It is looked up when it is first needed, and again until it answers, so that a provider
// that is down keeps nobody from starting.
type identityProvider struct {
	OIDC
	client *http.Client
	now    func() time.Time
	found  atomic.Pointer[oidc.Provider]
}

func newIdentityProvider(o OIDC, now func() time.Time) *identityProvider {
	return &identityProvider{OIDC: o, now: now, client: &http.Client{Timeout: providerTimeout}}
}

// errUnreachable is why a request to the provider failed that got no answer.
var errUnreachable = errors.New("the identity provider does not answer")

func (p *identityProvider) discover(ctx context.Context) (*oidc.Provider, error) {
	if found := p.found.Load(); found != nil {
		return found, nil
	}
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreachable, err)
	}
	p.found.Store(found)
	return found, nil
}

func (p *identityProvider) config(found *oidc.Provider) oauth2.Config {
	return oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret.Reveal(), Endpoint: found.Endpoint(),
		RedirectURL: strings.TrimSuffix(p.PublicURL, "/") + "/auth/oidc/callback", Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
}

// authorizeURL is where a flow begins.
func (p *identityProvider) authorizeURL(ctx context.Context, f flow) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	c := p.config(found)
	return c.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)), nil
}

// claims is what we read of a person, in an ID token or what the provider says of its user.
type claims struct {
	Subject  string `json:"sub"`
	Email    string `json:"email"`
	Verified truth  `json:"email_verified"`
	Name     string `json:"name"`
	Username string `json:"preferred_username"`
}

// truth takes true, and "true" as some providers have it.
type truth bool

// UnmarshalJSON takes everything else for false.
func (t *truth) UnmarshalJSON(b []byte) error {
	*t = string(b) == "true" || string(b) == `"true"`
	return nil
}

var _ json.Unmarshaler = (*truth)(nil)

// identity redeems the code of a flow: who is it? Everything the ID token says is checked: signature, issuer, audience, expiry, nonce.
func (p *identityProvider) identity(ctx context.Context, code string, f flow) (app.Identity, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return app.Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	c := p.config(found)
	token, err := c.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return app.Identity{}, redeemed(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return app.Identity{}, errors.New("the provider gave no ID token")
	}
	verifier := found.Verifier(&oidc.Config{ClientID: p.ClientID, Now: func() time.Time { return p.now().Add(-clockSkew) }})
	id, err := verifier.Verify(ctx, raw)
	if err != nil {
		return app.Identity{}, fmt.Errorf("the ID token: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(f.Nonce)) != 1 {
		return app.Identity{}, errors.New("the ID token: it is for another sign-in (nonce)")
	}
	var said claims
	if err := id.Claims(&said); err != nil {
		return app.Identity{}, fmt.Errorf("the ID token: %w", err)
	}
	if said.Email == "" { // many say it only when asked
		info, err := found.UserInfo(ctx, c.TokenSource(ctx, token))
		if err != nil {
			return app.Identity{}, fmt.Errorf("ask who it is: %w", err)
		}
		if err := info.Claims(&said); err != nil || said.Subject != id.Subject {
			return app.Identity{}, errors.New("ask who it is: the answer is about somebody else")
		}
	}
	name := said.Name
	if name == "" {
		name = said.Username
	}
	return app.Identity{Issuer: id.Issuer, Subject: id.Subject, Email: said.Email, EmailVerified: bool(said.Verified), Name: name}, nil
}

// redeemed keeps what the provider answered to a code out of the log, but for its kind: it may hold what is secret.
func redeemed(err error) error {
	if answer, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("the provider did not take the code: status %d, %s", answer.Response.StatusCode, cut(answer.ErrorCode))
	}
	return err
}

// providerProblem tells a provider that is away from one whose answer is of no use.
func providerProblem(err error) string {
	_, network := errors.AsType[net.Error](err)
	_, request := errors.AsType[*url.Error](err)
	if network || request || errors.Is(err, errUnreachable) {
		return problemUnreachable
	}
	return problemProvider
}
