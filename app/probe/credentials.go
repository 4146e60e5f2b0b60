package probe

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/fault"
)

// ParseHeaderName checks the name of a header that carries an API key: a token of HTTP that neither HTTP itself nor we give a meaning
// to on the way. It says what is wrong; empty: nothing.
func ParseHeaderName(name string) (problem string) {
	switch {
	case !isToken(name):
		return "a header's name has letters, digits and -, and from 1 to 100 characters"
	case slices.ContainsFunc(reserved, func(r string) bool { return strings.EqualFold(r, name) }) || strings.HasPrefix(strings.ToLower(name), "proxy-"):
		return http.CanonicalHeaderKey(name) + " has a meaning of its own in a request; no key can be in it"
	}
	return ""
}

// ParseCookieName checks the name of a cookie, as ParseHeaderName does.
func ParseCookieName(name string) (problem string) {
	if !isToken(name) {
		return "a cookie's name has letters, digits, - and _, and from 1 to 100 characters"
	}
	return ""
}

// ParseTokenURL checks where tokens are fetched and gives it as ParseEndpoint does. It must be https, except on a loopback host: a secret
// goes there.
func ParseTokenURL(raw string) (string, error) {
	u, failed := endpoint(raw)
	if failed != nil {
		return "", fault.New(fault.Invalid, string(failed.code), "%s", clean(failed.detail))
	}
	if u.Scheme != "https" && !loopback(u.Host) {
		return "", fault.Bad("", "must be https: the client's secret goes there")
	}
	return u.String(), nil
}

func isToken(s string) bool {
	return s != "" && len(s) <= 100 && strings.Trim(s, tokenCharacters) == ""
}

const tokenCharacters = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// reserved are the headers that say how a request is to be read or where it goes, and those that every call carries.
var reserved = []string{
	"Host", "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Connection", "Keep-Alive", "Te", "Trailer",
	"Upgrade", "Expect", "Range", "If-Range", "Accept", "Accept-Encoding", "User-Agent", "Cookie", "Cookie2", "Date", "Forwarded", "Via",
	"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Http-Method-Override", version1.Name,
}

// credential is what requests of one call carry to the one origin that it is for.
type credential struct {
	origin string
	header eval.Header // name empty: none
	query  string      // name=value, escaped; empty: none
	reject func()      // told of a 401
}

// authorize makes the credential of a call. A token that it needs is fetched now, before the call's time begins. What must not show in
// the record comes back as a redactor, nil without credentials.
func (p *Prober) authorize(ctx context.Context, endpointURL string, c *eval.Credentials) (*credential, *redactor, *failure) {
	if c == nil || c.Placement.Origin == "" || eval.OriginOf(endpointURL) != c.Placement.Origin {
		return nil, nil, nil // the agent is elsewhere now
	}
	made := &credential{origin: c.Placement.Origin}
	hide := newRedactor(c.Secret)
	switch c.Kind {
	case eval.CredentialBearer:
		made.header = eval.Header{Name: "Authorization", Value: "Bearer " + c.Secret.Reveal()}
	case eval.CredentialAPIKey:
		switch c.Placement.In {
		case "header":
			made.header = eval.Header{Name: c.Placement.Name, Value: c.Secret.Reveal()}
		case "cookie":
			made.header = eval.Header{Name: "Cookie", Value: c.Placement.Name + "=" + c.Secret.Reveal()}
		default:
			made.query = url.QueryEscape(c.Placement.Name) + "=" + url.QueryEscape(c.Secret.Reveal())
		}
	case eval.CredentialOAuth2:
		token, failed := p.tokens.get(ctx, p, *c)
		if failed != nil {
			failed.detail = hide.text(failed.detail)
			return nil, hide, failed
		}
		hide = newRedactor(c.Secret, token)
		made.header = eval.Header{Name: "Authorization", Value: "Bearer " + token.Reveal()}
		made.reject = func() { p.tokens.drop(*c, token) }
	default:
		return nil, hide, failf(eval.ErrInternal, "unknown kind of credentials %q", c.Kind)
	}
	return made, hide, nil
}

// sign adds the credential to a request that goes to its origin, and to no other.
func (c *credential) sign(r request) request {
	if c == nil || eval.OriginOf(r.url.String()) != c.origin {
		return r
	}
	if c.header.Name != "" {
		r.head = append(slices.Clone(r.head), c.header)
	}
	if c.query != "" {
		u := *r.url
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += c.query
		r.url = &u
	}
	return r
}

// heard takes note of a response's status: a token that is refused is not used again.
func (c *credential) heard(status int) {
	if c != nil && c.reject != nil && status == http.StatusUnauthorized {
		c.reject()
	}
}
