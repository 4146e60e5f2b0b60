package server

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"assay/app"
	"assay/eval/fault"
)

// secureHeaders sets what browsers need to be told with any answer. The console replaces the policy by its own; the public reads of
// REST allow other origins.
func secureHeaders(publicURL string) middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("X-Frame-Options", "DENY")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
			if encrypted(publicURL) {
				h.Set("Strict-Transport-Security", "max-age=31536000")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// refusalLog is where it is written down what a door never hears of. *app.App satisfies it.
type refusalLog interface {
	LogRefusal(ctx context.Context, action, target string, cause error)
}

// sameOrigin refuses what another site makes a visitor's browser send to change something: the session's cookie may come along. Requests
// with an Authorization header pass: a browser adds none by itself, and with one the cookie does not count. What is refused at
// a door is logged as crossSiteRequest; identify comes before.
func sameOrigin(publicURL string, log refusalLog) middleware {
	protection := http.NewCrossOriginProtection()
	if u, err := url.Parse(publicURL); err == nil && u.Host != "" {
		_ = protection.AddTrustedOrigin(u.Scheme + "://" + u.Host) // fails only for what is no origin
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == "" && protection.Check(r) != nil {
				const message = "this was sent by a page of another site"
				if asksForCaller(r) {
					target := strings.TrimSpace(r.Method + " " + r.URL.Path + " " + r.Header.Get("Origin"))
					log.LogRefusal(r.Context(), app.CrossSiteRequest, target, fault.New(fault.Forbidden, "forbidden", message))
				}
				refuse(w, r, http.StatusForbidden, "forbidden", message)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
