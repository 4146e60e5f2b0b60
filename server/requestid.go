package server

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"
)

type requestIDKey struct{}

// RequestID is the id of the request that ctx belongs to; empty outside a request.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// plainWord keeps what a caller sends from breaking a log line or a header.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// nameRequests gives every request an id: the caller's own, so that logs of both sides can be joined, or a random one.
func nameRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !plainWord.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}
