package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	"assay/eval"
)

// identityConfig is what an operator sets of the identity provider by which people sign in.
type identityConfig struct {
	issuer, clientID, clientSecret, secretFile, name string
	join                                             eval.Role // empty: people nobody invited stay out
}

func (c *identityConfig) settings() []setting {
	return []setting{
		{env: "ASSAY_OIDC_ISSUER", set: issuer(&c.issuer),
			about: "URL of an OpenID Connect provider by which people sign in, as it says it itself; they sign in by password only when unset"},
		{env: "ASSAY_OIDC_CLIENT_ID", set: words(&c.clientID),
			about: "what the provider calls this registry; it must know the public URL with /auth/oidc/callback behind it"},
		{env: "ASSAY_OIDC_CLIENT_SECRET", secret: true, set: clientSecret(&c.clientSecret),
			about: "the secret that the provider shares with this registry"},
		{env: "ASSAY_OIDC_CLIENT_SECRET_FILE", set: text(&c.secretFile),
			about: "file that holds that secret instead"},
		{env: "ASSAY_OIDC_NAME", initial: "single sign-on", set: words(&c.name),
			about: "what the provider's button says"},
		{env: "ASSAY_OIDC_JOIN", set: joinRole(&c.join),
			about: "role in default (viewer, member, admin or owner) of people whom the provider names and nobody invited; they stay out when unset"},
	}
}

// fill reads the secret's file, and says what is missing for a provider to be of use.
func (c *identityConfig) fill() error {
	if c.secretFile != "" {
		if c.clientSecret != "" {
			return usage("ASSAY_OIDC_CLIENT_SECRET_FILE: give the secret or its file, not both")
		}
		b, err := os.ReadFile(c.secretFile)
		if err == nil {
			err = clientSecret(&c.clientSecret)(strings.TrimSpace(string(b)))
		}
		if err == nil && c.clientSecret == "" {
			err = errors.New("the file is empty")
		}
		if err != nil {
			return usage("ASSAY_OIDC_CLIENT_SECRET_FILE: %w", err)
		}
	}
	given := c.clientID != "" || c.clientSecret != "" || c.join != ""
	switch {
	case c.issuer == "" && given:
		return usage("ASSAY_OIDC_ISSUER: without it the other settings of the identity provider mean nothing")
	case c.issuer != "" && c.clientID == "":
		return usage("ASSAY_OIDC_CLIENT_ID: the identity provider needs it")
	case c.issuer != "" && c.clientSecret == "":
		return usage("ASSAY_OIDC_CLIENT_SECRET: the identity provider needs it, or its file (ASSAY_OIDC_CLIENT_SECRET_FILE)")
	case c.issuer != "" && c.name == "":
		return usage("ASSAY_OIDC_NAME: the provider's button needs a name")
	}
	return nil
}

// button is what the provider's button says; empty: there is none.
func (c *identityConfig) button() string {
	if c.issuer == "" {
		return ""
	}
	return c.name
}

// issuer takes a web address as it stands: a slash at its end belongs to it.
func issuer(to *string) func(string) error {
	return func(v string) error {
		var checked string
		if err := webURL(&checked)(v); err != nil {
			return err
		}
		*to = v
		return nil
	}
}

// clientSecret takes a secret that can stand in a header. Its errors never hold it.
func clientSecret(to *string) func(string) error {
	return func(v string) error {
		if strings.ContainsFunc(v, unicode.IsControl) {
			return errors.New("the secret may have no control characters")
		}
		*to = v
		return nil
	}
}

func joinRole(to *eval.Role) func(string) error {
	return func(v string) error {
		*to = eval.Role(strings.ToUpper(v))
		if v != "" && !to.AtLeast(eval.RoleViewer) {
			return fmt.Errorf("%q is no role; write viewer, member, admin or owner", v)
		}
		return nil
	}
}
