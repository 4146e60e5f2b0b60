// Package server is HTTP: it joins the doors (GraphQL, REST, console) on one address, says who is calling, and keeps every request
// within bounds.
//
//	/graphql            GraphQL: POST, GET for queries, websocket, server-sent events
//	/api/…              REST, see package rest
//	/log/…              checkpoint and tiles of the log of receipts (C2SP tlog-tiles)
//	/healthz, /readyz   for the operator's supervisor and load balancer
//	/metrics            for Prometheus
//	everything else     the console
//
// Every request has an id (X-Request-Id, taken over from the caller when it is a plain word), which stands in the log and in errors.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"assay/server/rest"
)

// Options is what a server is made of.
type Options struct {
	App     rest.UseCases
	GraphQL http.Handler // answers /graphql
	Console http.Handler // answers what nobody else does; nil: nothing is there

	Authenticate   Authenticate
	OIDC           OIDC           // the identity provider; without an issuer there is none
	Identities     IdentitySignIn // with an identity provider
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	PublicURL      string         // where callers reach this server, such as https://assay.example; empty: unknown
	RateLimits     RateLimits
	MaxStreams     int // websockets and event streams at once from one address (IPv6: /64); 0: 100, negative: no limit

	Ready        func(context.Context) error // whether requests can be served; nil: always
	Telemetry    *Telemetry                  // nil: none, and no /metrics
	MetricsToken string                      // what /metrics wants as Bearer; empty: nothing
	Log          *slog.Logger
	Clock        func() time.Time // nil: time.Now
}

// maxGraphQLBody is the largest body taken by /graphql, in bytes. The REST door has its own.
const maxGraphQLBody = 1 << 20

// New makes the handler of the whole server. Start it with Serve.
func New(o Options) http.Handler {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	clients, session := proxies(o.TrustedProxies), sessionCookies(o.PublicURL)
	return chain(doors(o),
		nameRequests,
		o.Telemetry.watch,
		logRequests(o.Log, clients, o.Clock),
		recoverPanics(o.Log),
		secureHeaders(o.PublicURL),
		identify(o.Authenticate, session, clients, o.Log),
		limitRates(o.RateLimits, clients, o.Clock),
		sameOrigin(o.PublicURL, o.App),
		limitStreams(o.MaxStreams, clients),
		boundTime,
		offerCookies(session),
	)
}

// doors routes by path. The REST door gets its paths as they were sent: http.ServeMux would clean them first, by a redirect.
func doors(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/graphql", http.MaxBytesHandler(o.GraphQL, maxGraphQLBody))
	mux.HandleFunc("GET /healthz", healthy)
	mux.Handle("GET /readyz", ready(o.Ready, o.Log))
	tiles := logDoor{o.App, o.Log}
	mux.HandleFunc("GET /log/checkpoint", tiles.checkpoint)
	mux.HandleFunc("GET /log/tile/{path...}", tiles.tile)
	if o.Telemetry != nil {
		mux.Handle("GET /metrics", o.Telemetry.metrics.serve(o.MetricsToken))
	}
	if o.OIDC.Issuer != "" {
		newIdentityDoor(o.OIDC, o.Identities, sessionCookies(o.PublicURL), o.Clock, o.Log).routes(mux)
	}
	if o.Console != nil {
		mux.Handle("/", o.Console)
	}
	api := rest.Handler(rest.Options{App: o.App, RequestID: RequestID, Log: o.Log})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isREST(r) {
			api.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func isREST(r *http.Request) bool {
	return r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")
}

// isLog reports whether a request is for the log of receipts, and not for the console's page of it.
func isLog(r *http.Request) bool {
	return r.URL.Path == "/log/checkpoint" || strings.HasPrefix(r.URL.Path, "/log/tile/")
}

func isGraphQL(r *http.Request) bool { return r.URL.Path == "/graphql" }

// isStream reports whether the answer is open-ended: a websocket or server-sent events.
func isStream(r *http.Request) bool {
	return isGraphQL(r) && (mentions(r.Header, "Upgrade", "websocket") || mentions(r.Header, "Accept", "text/event-stream"))
}

func mentions(h http.Header, name, word string) bool {
	return strings.Contains(strings.ToLower(strings.Join(h.Values(name), ",")), word)
}

type middleware func(http.Handler) http.Handler

// chain puts middleware around a handler, the first outermost.
func chain(h http.Handler, around ...middleware) http.Handler {
	for i := len(around) - 1; i >= 0; i-- {
		h = around[i](h)
	}
	return h
}
