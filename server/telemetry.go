package server

import (
	"cmp"
	"context"
	"database/sql"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"

	"assay/app"
	"assay/app/probe"
	"assay/eval"
)

// Telemetry is what a node tells its operator while it works: metrics, and traces where Tracing is on. The GraphQL door, the runner and
// the prober tell it what they do; it is the observer of all three.
type Telemetry struct {
	metrics *metrics
	tracing *Tracing // nil: off
	now     func() time.Time
}

// NewTelemetry makes the telemetry of a node that runs a version. tracing may be nil.
func NewTelemetry(version string, tracing *Tracing, now func() time.Time) *Telemetry {
	return &Telemetry{metrics: newMetrics(version), tracing: tracing, now: now}
}

// Watch adds what is read when metrics are asked for: the registry's work, and the connections to the database.
func (t *Telemetry) Watch(backlog func(context.Context) (app.Backlog, error), pools func() map[string]sql.DBStats) {
	t.metrics.registry.MustRegister(backlogCollector{backlog, t.now}, poolCollector(pools))
}

// Load says how busy the node is.
func (t *Telemetry) Load() app.Load {
	m := t.metrics
	return app.Load{Streams: m.websockets.Load() + m.eventStreams.Load(), Subscriptions: m.subscriptions.Load(),
		Calls: m.callsNow.Load(), Parts: m.parts.Load()}
}

// Acted hears of a change that was asked for, by the mutation's name, and what became of it.
func (t *Telemetry) Acted(action string, outcome eval.AuditOutcome) {
	t.metrics.mutations.WithLabelValues(action, strings.ToLower(string(outcome))).Inc()
}

// OperationBegan implements the GraphQL door's observer.
func (t *Telemetry) OperationBegan(ctx context.Context, kind, name string) (context.Context, func(outcome string)) {
	m, began := t.metrics, t.now()
	if kind == "subscription" {
		m.subscriptions.Add(1)
	}
	ctx, span := t.tracing.begin(ctx, strings.TrimSpace("graphql "+kind), attribute.String("graphql.operation.type", kind),
		attribute.String("graphql.operation.name", short(name)))
	return ctx, func(outcome string) {
		if kind == "subscription" {
			m.subscriptions.Add(-1)
		} else {
			m.operationTime.WithLabelValues(kind).Observe(t.now().Sub(began).Seconds())
		}
		m.operations.WithLabelValues(kind, outcome).Inc()
		span.SetAttributes(attribute.String("assay.outcome", outcome))
		if outcome == "internal" {
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}
}

// OperationRefused implements the GraphQL door's observer.
func (t *Telemetry) OperationRefused(kind, outcome string) {
	t.metrics.operations.WithLabelValues(kind, outcome).Inc()
}

// PartBegan implements the runner's observer.
func (t *Telemetry) PartBegan(ctx context.Context, run eval.Run, part eval.RunAgent) (context.Context, func()) {
	t.metrics.parts.Add(1)
	ctx, span := t.tracing.begin(ctx, "run part", attribute.String("assay.run.id", run.ID), attribute.String("assay.suite.key", run.SuiteKey),
		attribute.String("assay.agent.id", part.AgentID), attribute.Bool("assay.run.trial", run.Trial))
	return ctx, func() {
		t.metrics.parts.Add(-1)
		span.End()
	}
}

// Recorded implements the runner's observer.
func (t *Telemetry) Recorded(results []eval.Result) {
	for _, r := range results {
		outcome := "failed"
		switch {
		case r.Score == nil:
			outcome = "uncounted"
		case r.Error != eval.NoError:
			outcome = "error"
		case r.Passed:
			outcome = "passed"
		}
		t.metrics.results.WithLabelValues(outcome).Inc()
	}
}

// CallBegan implements the prober's observer.
func (t *Telemetry) CallBegan(ctx context.Context, kind eval.TaskType, hosts string) (context.Context, func(probe.Outcome)) {
	t.metrics.callsNow.Add(1)
	ctx, span := t.tracing.begin(ctx, "call agent", attribute.String("assay.task.type", string(kind)), attribute.String("server.address", hosts))
	return ctx, func(o probe.Outcome) {
		code, fault := cmp.Or(string(o.Observation.Error), "none"), cmp.Or(string(eval.Result{Error: o.Observation.Error}.Fault()), "none")
		t.metrics.callsNow.Add(-1)
		t.metrics.calls.WithLabelValues(strings.ToLower(code), strings.ToLower(fault)).Inc()
		if o.Evidence != nil {
			t.metrics.callTime.WithLabelValues(strings.ToLower(string(kind))).Observe(float64(o.Observation.LatencyMS) / 1000)
		}
		span.SetAttributes(attribute.String("assay.error", code), attribute.Int("assay.attempts", o.Attempts),
			attribute.Int("http.response.status_code", o.Observation.Status), attribute.Int64("assay.latency_ms", o.Observation.LatencyMS))
		if o.Observation.Error != eval.NoError {
			span.SetStatus(codes.Error, code)
		}
		span.End()
	}
}

// The classes of routes, as metrics and traces name them.
const (
	routeStream  = "stream"
	routeGraphQL = "graphql"
	routeREST    = "rest"
	routeLog     = "log"
	routeSignIn  = "auth"
	routeHealth  = "health"
	routeMetrics = "metrics"
	routeConsole = "console"
)

func routeOf(r *http.Request) string {
	switch {
	case isStream(r):
		return routeStream
	case isGraphQL(r):
		return routeGraphQL
	case isREST(r):
		return routeREST
	case isLog(r):
		return routeLog
	case strings.HasPrefix(r.URL.Path, "/auth/"):
		return routeSignIn
	case r.URL.Path == "/healthz" || r.URL.Path == "/readyz":
		return routeHealth
	case r.URL.Path == "/metrics":
		return routeMetrics
	}
	return routeConsole
}

var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

// watch counts and times requests, and traces those that are more than a supervisor's look.
func (t *Telemetry) watch(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, route, method := t.now(), routeOf(r), r.Method
		if !slices.Contains(methods, method) {
			method = "other"
		}
		r, span := t.traceRequest(r, method, route)
		rec := &recorder{ResponseWriter: w}
		if route == routeStream {
			open := t.openStreams(r)
			open.Add(1)
			defer open.Add(-1)
		}
		defer func() {
			class := "none" // broken off before an answer
			if rec.status != 0 {
				class = strconv.Itoa(rec.status/100) + "xx"
			}
			t.metrics.requests.WithLabelValues(route, method, class).Inc()
			if route != routeStream {
				t.metrics.requestTime.WithLabelValues(route).Observe(t.now().Sub(began).Seconds())
			}
			span.SetAttributes(attribute.Int("http.response.status_code", rec.status))
			if rec.status >= http.StatusInternalServerError {
				span.SetStatus(codes.Error, http.StatusText(rec.status))
			}
			span.End()
		}()
		next.ServeHTTP(rec, r)
	})
}

// openStreams counts the streams of a request's kind.
func (t *Telemetry) openStreams(r *http.Request) *atomic.Int64 {
	if mentions(r.Header, "Upgrade", "websocket") {
		return &t.metrics.websockets
	}
	return &t.metrics.eventStreams
}
