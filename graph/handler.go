// Package graph is the GraphQL door: Handler, at one path.
//
//	POST                 application/json; queries and mutations
//	GET                  ?query=…&variables=…&operationName=…; queries only
//	Accept: text/event-stream, by POST or GET
//	                     subscriptions (and the above) as server-sent events, in the distinct-connections mode of graphql-sse
//	websocket            subscriptions only, by graphql-transport-ws
//
// Answers are application/graphql-response+json or application/json, as the caller accepts, with the status codes of the GraphQL over
// HTTP specification. The schema is schema/*.graphqls; what may be asked at once is bounded (limits.go), and what goes wrong is said in
// a closed list of codes (errors.go). There is no array batching, no multipart, no form, no persisted query, no @defer.
package graph

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"assay/app"
	"assay/eval"
	"assay/graph/internal/generated"
)

// Options is what the door needs besides the use cases.
type Options struct {
	// Authenticate reads the value of an Authorization header that came in a socket's connection_init; an error, or a principal who
	// is not known, closes the socket with 4403. HTTP requests come with their principal (app.WithPrincipal).
	Authenticate func(ctx context.Context, authorization string) (app.Principal, error)
	// SetSession gives the function that puts a session's token, or (empty) that there is none any more, into the answer to a request;
	// it gives nil where the answer can carry none, and mutations that begin or end a session are refused there. nil: always.
	SetSession func(context.Context) func(token eval.Secret, expires time.Time)
	// RequestID gives the id under which errors are logged and shown; nil: none.
	RequestID func(context.Context) string
	// AllowedOrigins may open sockets from a browser besides the server's own origin: "https://console.example".
	AllowedOrigins []string
	// Log takes internal errors; nil: slog.Default().
	Log *slog.Logger
	// Observer hears of operations; nil: nobody does.
	Observer observer

	hold     func(context.Context) (held context.Context, release func()) // see app.App.Hold
	patience patience                                                     // of tests; the zero value stands for the defaults
}

// filled puts in what may be left out.
func (o Options) filled() Options {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.RequestID == nil {
		o.RequestID = func(context.Context) string { return "" }
	}
	if o.SetSession == nil {
		o.SetSession = func(context.Context) func(eval.Secret, time.Time) { return nil }
	}
	if o.hold == nil {
		o.hold = func(ctx context.Context) (context.Context, func()) { return ctx, func() {} }
	}
	o.patience = o.patience.orDefault()
	return o
}

// patience is how long the door waits for its peers.
type patience struct {
	init  time.Duration // for connection_init on a new socket
	ping  time.Duration // between pings; a socket whose peer answers none for twice as long is closed
	write time.Duration // for a peer to take what is written
	close time.Duration // the same, from when the caller's credential has ended
}

func (p patience) orDefault() patience {
	if p == (patience{}) {
		p = patience{init: 5 * time.Second, ping: 15 * time.Second, write: 10 * time.Second}
	}
	p.close = cmp.Or(p.close, 2*time.Second)
	return p
}

// Handler answers GraphQL requests from the use cases.
func Handler(a *app.App, o Options) http.Handler {
	o.hold = a.Hold
	o = o.filled()
	es := generated.NewExecutableSchema(generated.Config{Schema: schema(), Resolvers: &resolver{app: a, setSession: o.SetSession}})
	return newHandler(es, o, freshRecords{app: a}, mutations{app: a})
}

// schema is the generated one without @defer, which no transport here delivers.
func schema() *ast.Schema {
	s := *generated.NewExecutableSchema(generated.Config{}).Schema()
	s.Directives = maps.Clone(s.Directives)
	delete(s.Directives, "defer")
	return &s
}

type handler struct {
	exec     *executor.Executor
	socket   socket
	patience patience
	hold     func(context.Context) (context.Context, func())
}

func newHandler(es graphql.ExecutableSchema, o Options, extensions ...graphql.HandlerExtension) *handler {
	o = o.filled()
	exec := executor.New(es)
	errors := presenter{log: o.Log, requestID: o.RequestID, types: es.Schema().Types}
	exec.SetErrorPresenter(errors.present)
	exec.SetRecoverFunc(errors.recovered)
	exec.SetParserTokenLimit(maxTokens)
	exec.SetQueryCache(shortQueries{lru.New[*ast.QueryDocument](keptQueries)})
	if o.Observer != nil {
		exec.Use(observed{o.Observer})
	}
	exec.Use(limiter{})
	exec.Use(subscriptions{})
	exec.Use(sessions{o.SetSession})
	exec.Use(introspection{})
	for _, e := range extensions {
		exec.Use(e)
	}
	return &handler{exec: exec, socket: newSocket(exec, o), patience: o.patience, hold: o.hold}
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(graphql.StartOperationTrace(r.Context()))
	if websocket.IsWebSocketUpgrade(r) {
		h.socket.ServeHTTP(w, r)
		return
	}
	h.serveHTTP(w, r)
}

// introspection is the gqlgen extension that lets everyone read the schema.
type introspection struct{}

func (introspection) ExtensionName() string                   { return "Introspection" }
func (introspection) Validate(graphql.ExecutableSchema) error { return nil }

func (introspection) MutateOperationContext(_ context.Context, op *graphql.OperationContext) *gqlerror.Error {
	op.DisableIntrospection = false
	return nil
}

// shortQueries keeps long documents out of the cache: they would fill memory, and those that come again are short.
type shortQueries struct{ *lru.LRU[*ast.QueryDocument] }

func (c shortQueries) Add(ctx context.Context, query string, doc *ast.QueryDocument) {
	if len(query) <= maxKeptQuery {
		c.LRU.Add(ctx, query, doc)
	}
}
