package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"assay/app"
)

// Authenticator reads the value of an Authorization header: `Bearer KEY`, also as it comes in the first message of a websocket.
// Nothing sent is an anonymous caller; anything sent that is not the admin key is a credential that allows nothing. Keys are
// compared as hashes in constant time. An empty adminKey is nobody's.
func Authenticator(adminKey string) func(authorization string) app.Principal {
	want := sha256.Sum256([]byte(adminKey))
	return func(authorization string) app.Principal {
		if authorization == "" {
			return app.Principal{}
		}
		scheme, key, _ := strings.Cut(authorization, " ")
		got := sha256.Sum256([]byte(strings.TrimSpace(key)))
		same := subtle.ConstantTimeCompare(got[:], want[:]) == 1
		return app.Principal{Credential: true, PlatformAdmin: same && adminKey != "" && strings.EqualFold(scheme, "Bearer")}
	}
}

// identify notes who is calling. A wrong credential is noted too, and is refused by what needs a right one: public reads do not.
func identify(authenticate func(string) app.Principal) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			p := authenticate(r.Header.Get("Authorization"))
			next.ServeHTTP(w, r.WithContext(app.WithPrincipal(r.Context(), p)))
		})
	}
}
