package server

import (
	"context"
	"net/http"
	"strings"
	"time"

	"assay/eval"
)

// cookies keeps the token of a session in a browser. Scripts cannot read it, other sites cannot send it along with what changes
// something, and where the registry is reached over TLS, neither a subdomain nor a plain connection can plant one (__Host-).
type cookies struct {
	name   string
	secure bool
}

func sessionCookies(publicURL string) cookies {
	if encrypted(publicURL) {
		return cookies{"__Host-assay_session", true}
	}
	return cookies{name: "assay_session"}
}

func encrypted(publicURL string) bool {
	return strings.HasPrefix(strings.ToLower(publicURL), "https://")
}

// read gives the token that a request brings; empty: none.
func (c cookies) read(r *http.Request) string {
	cookie, err := r.Cookie(c.name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// set puts a session's token into the answer to r, or, with an empty token, takes it out of the browser. It goes before the status.
func (c cookies) set(w http.ResponseWriter, r *http.Request, token eval.Secret, expires time.Time) {
	cookie := &http.Cookie{Name: c.name, Value: token.Reveal(), Path: "/", Expires: expires, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: c.secure || r.TLS != nil}
	if token == "" {
		cookie.Expires, cookie.MaxAge = time.Time{}, -1
	}
	http.SetCookie(w, cookie)
}

type setterKey struct{}

// SetSession gives the function that puts a session's token (empty: none any more) into the answer to the request that ctx belongs to;
// nil where the answer can carry none, since it is a stream.
func SetSession(ctx context.Context) func(token eval.Secret, expires time.Time) {
	set, _ := ctx.Value(setterKey{}).(func(eval.Secret, time.Time))
	return set
}

// offerCookies lets what answers a POST to GraphQL begin and end the browser's session.
func offerCookies(c cookies) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if isGraphQL(r) && r.Method == http.MethodPost && !isStream(r) {
				set := func(token eval.Secret, expires time.Time) { c.set(w, r, token, expires) }
				r = r.WithContext(context.WithValue(r.Context(), setterKey{}, set))
			}
			next.ServeHTTP(w, r)
		})
	}
}
