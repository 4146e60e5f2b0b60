package server

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	coltracepb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/app/runner"
	"assay/graph"
	"assay/internal/dbtest"
)

// receiver takes spans as a collector does: OTLP, protobuf over HTTP.
type receiver struct {
	url string

	mu       sync.Mutex
	spans    []*tracepb.Span
	resource map[string]string
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{resource: map[string]string{}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		var sent coltracepb.ExportTraceServiceRequest
		if req.URL.Path != "/v1/traces" || req.Header.Get("Content-Type") != "application/x-protobuf" || err != nil || proto.Unmarshal(body, &sent) != nil {
			t.Errorf("not OTLP: %s %s, %v", req.URL.Path, req.Header, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, rs := range sent.ResourceSpans {
			for _, a := range rs.Resource.Attributes {
				r.resource[a.Key] = a.Value.GetStringValue()
			}
			for _, ss := range rs.ScopeSpans {
				r.spans = append(r.spans, ss.Spans...)
			}
		}
	}))
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// named gives the spans of a name.
func (r *receiver) named(name string) (found []*tracepb.Span) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if s.Name == name {
			found = append(found, s)
		}
	}
	return found
}

func (r *receiver) one(t *testing.T, name string) *tracepb.Span {
	t.Helper()
	found := r.named(name)
	if len(found) != 1 {
		t.Fatalf("%d spans are called %q", len(found), name)
	}
	return found[0]
}

func attributesOf(s *tracepb.Span) map[string]string {
	all := map[string]string{}
	for _, a := range s.Attributes {
		all[a.Key] = strings.Trim(strings.TrimPrefix(a.Value.String(), a.Key), " ")
		if v := a.Value.GetStringValue(); v != "" {
			all[a.Key] = v
		}
	}
	return all
}

func newTracing(t *testing.T, endpoint string) *Tracing {
	t.Helper()
	tracing, err := NewTracing(t.Context(), func(name string) string {
		if name == "OTEL_EXPORTER_OTLP_ENDPOINT" {
			return endpoint
		}
		return ""
	}, "v1")
	if err != nil || tracing == nil {
		t.Fatalf("%v, %v", tracing, err)
	}
	return tracing
}

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// A caller's trace goes through the request to the operation, and stands in the log.
func TestRequestsAreTraced(t *testing.T) {
	collector := newReceiver(t)
	tracing := newTracing(t, collector.url+"/")
	f := newFixture()
	f.Log = slog.New(TraceLog(slog.NewTextHandler(f.log, nil)))
	tel := f.withTelemetry(tracing)
	a := app.New(app.Config{Name: "Live"}, dbtest.OpenSQLite(t), nil, &live.Hub{}, time.Now, f.Log)
	f.GraphQL = graph.Handler(a, graph.Options{Log: f.Log, Observer: tel})
	h := New(f.Options)
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(`{"query":"query Name { registry { name } }"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("traceparent", traceparent)
	r.Header.Set("X-Request-Id", "r1")
	h.ServeHTTP(httptest.NewRecorder(), r)
	send(h, "GET /healthz")
	send(h, "GET /metrics")
	send(h, "GET /api/v1/evals/suites")
	if err := tracing.Stop(); err != nil {
		t.Fatal(err)
	}

	request, operation := collector.one(t, "POST graphql"), collector.one(t, "graphql query")
	if id := hex.EncodeToString(request.TraceId); id != "0af7651916cd43dd8448eb211c80319c" || hex.EncodeToString(request.ParentSpanId) != "b7ad6b7169203331" {
		t.Errorf("trace %s, parent %x", id, request.ParentSpanId)
	}
	if !bytes.Equal(operation.TraceId, request.TraceId) || !bytes.Equal(operation.ParentSpanId, request.SpanId) {
		t.Error("the operation is not within its request")
	}
	if got := attributesOf(operation); got["graphql.operation.name"] != "Name" || got["assay.outcome"] != "ok" {
		t.Errorf("operation: %v", got)
	}
	if got := attributesOf(request); got["assay.request.id"] != "r1" || got["http.route"] != "graphql" {
		t.Errorf("request: %v", got)
	}
	if rest := collector.one(t, "GET rest"); bytes.Equal(rest.TraceId, request.TraceId) || len(rest.ParentSpanId) != 0 {
		t.Error("a request without a trace is not the beginning of one")
	}
	if len(collector.spans) != 3 {
		t.Errorf("%d spans: supervisors are traced", len(collector.spans))
	}
	if collector.resource["service.name"] != "assay" || collector.resource["service.version"] != "v1" {
		t.Errorf("resource %v", collector.resource)
	}
	if log := f.log.String(); !strings.Contains(log, "request_id=r1") || !strings.Contains(log, "trace_id=0af7651916cd43dd8448eb211c80319c span_id="+hex.EncodeToString(request.SpanId)) {
		t.Errorf("log: %s", log)
	}
}

// A part of a run is a trace with a span for each call; the agent hears nothing of it.
func TestRunsAreTraced(t *testing.T) {
	collector := newReceiver(t)
	tracing := newTracing(t, collector.url)
	var (
		mu    sync.Mutex
		heard []string
	)
	agent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		for name := range r.Header {
			heard = append(heard, strings.ToLower(name))
		}
	}))
	defer agent.Close()
	hub, store, log := &live.Hub{}, dbtest.OpenSQLite(t), slog.New(slog.DiscardHandler)
	store.OnChange(hub.Publish)
	tel := NewTelemetry("v1", tracing, time.Now)
	prober := probe.New(probe.Config{AllowTargets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Observer: tel})
	a := app.New(app.Config{EvalsEnabled: true, Load: tel.Load}, store, prober, hub, time.Now, log)
	ctx, cancel := context.WithCancel(app.WithPrincipal(t.Context(), app.Principal{PlatformAdmin: true, Credential: true}))
	defer cancel()
	if _, err := a.RegisterAgent(ctx, app.RegisterAgent{DID: "did:web:a.example", Endpoint: agent.URL}); err != nil {
		t.Fatal(err)
	}
	tasks := []app.TaskInput{{Name: "a", Input: "/a", Scorer: "status_ok", Weight: 1}, {Name: "b", Input: "/b", Scorer: "status_ok", Weight: 1}}
	if _, err := a.PutSuite(ctx, app.PutSuite{Key: "basics", Tasks: &tasks}); err != nil {
		t.Fatal(err)
	}
	run, err := a.RunSuite(ctx, "basics", "")
	if err != nil {
		t.Fatal(err)
	}
	events, err := a.RunEvents(ctx, run.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := runner.New(runner.Config{Node: "n", Interval: time.Hour, TaskTimeout: ample, Batch: 1, CardsEvery: time.Hour, Observer: tel},
		store, prober, hub, a.RefreshStaleCards, time.Now, log)
	working, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(working) }()
	for range events { // until the run has ended
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := tracing.Stop(); err != nil {
		t.Fatal(err)
	}

	part, calls := collector.one(t, "run part"), collector.named("call agent")
	if len(calls) != 2 || len(part.ParentSpanId) != 0 {
		t.Fatalf("%d calls", len(calls))
	}
	for _, c := range calls {
		if !bytes.Equal(c.TraceId, part.TraceId) || !bytes.Equal(c.ParentSpanId, part.SpanId) {
			t.Error("a call is not within its part")
		}
		if got := attributesOf(c); got["server.address"] != strings.TrimPrefix(agent.URL, "http://") || got["assay.error"] != "none" {
			t.Errorf("call: %v", got)
		}
	}
	if got := attributesOf(part); got["assay.run.id"] != run.ID || got["assay.suite.key"] != "basics" {
		t.Errorf("part: %v", got)
	}
	mu.Lock()
	defer mu.Unlock()
	if all := strings.Join(heard, " "); all == "" || strings.Contains(all, "trace") || strings.Contains(all, "baggage") {
		t.Errorf("the agent heard %s", all)
	}
	w := httptest.NewRecorder()
	tel.metrics.serve("").ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{`assay_results_recorded_total{outcome="passed"} 2`, `assay_agent_calls_total{error="none",fault="none"} 2`, "assay_run_parts_under_way 0"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	if tel.Load() != (app.Load{}) {
		t.Errorf("load %+v", tel.Load())
	}
}

func TestTracingIsOffUnlessAskedFor(t *testing.T) {
	const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
	for _, env := range []map[string]string{
		{},
		{endpoint: "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "true"},
		{endpoint: "http://127.0.0.1:4318", "OTEL_TRACES_EXPORTER": "none"},
	} {
		if tracing, err := NewTracing(t.Context(), func(k string) string { return env[k] }, "v1"); tracing != nil || err != nil {
			t.Errorf("%v: %v, %v", env, tracing, err)
		}
	}
	for _, env := range []map[string]string{
		{endpoint: "http://127.0.0.1:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
		{endpoint: "collector:4318"},
	} {
		if tracing, err := NewTracing(t.Context(), func(k string) string { return env[k] }, "v1"); tracing != nil || err == nil || !strings.HasPrefix(err.Error(), "OTEL_EXPORTER_OTLP_") {
			t.Errorf("%v: %v, %v", env, tracing, err)
		}
	}
	var off *Tracing
	ctx, span := off.begin(t.Context(), "x")
	if ctx != t.Context() || span.IsRecording() || off.Stop() != nil {
		t.Error("tracing that is off does something")
	}
}
