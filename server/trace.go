package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// Tracing sends spans by OTLP over HTTP. Nil is tracing that is off, and costs nothing.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// NewTracing makes the tracing that OpenTelemetry's standard environment variables ask for; nil when OTEL_EXPORTER_OTLP_ENDPOINT (or
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) is not set, or OTEL_SDK_DISABLED is true, or OTEL_TRACES_EXPORTER is none. Headers, timeouts,
// certificates and the sampler come from the environment of the process, as the variables of OpenTelemetry say.
func NewTracing(ctx context.Context, env func(string) string, version string) (*Tracing, error) {
	endpoint := env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := env("OTEL_EXPORTER_OTLP_ENDPOINT"); endpoint == "" && base != "" {
		endpoint = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if endpoint == "" || strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") || env("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	protocol := cmp.Or(env("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), env("OTEL_EXPORTER_OTLP_PROTOCOL"), "http/protobuf")
	if protocol != "http/protobuf" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: %q is not spoken here; use http/protobuf, whose port is commonly 4318", protocol)
	}
	if !strings.HasPrefix(endpoint, "http://") && !strings.HasPrefix(endpoint, "https://") {
		return nil, errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: write a web address, such as http://127.0.0.1:4318")
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(endpoint))
	if err != nil {
		return nil, fmt.Errorf("OpenTelemetry: %w", err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "assay"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("OpenTelemetry: %w", err), exporter.Shutdown(ctx))
	}
	p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	return &Tracing{provider: p, tracer: p.Tracer("assay")}, nil
}

// stopTracingWithin bounds the sending of the last spans.
const stopTracingWithin = 5 * time.Second

// Stop sends what is left.
func (t *Tracing) Stop() error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTracingWithin)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last spans: %w", err)
	}
	return nil
}

var noSpan trace.Span = noop.Span{}

// begin begins a span within the one of ctx.
func (t *Tracing) begin(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, trace.Span) {
	if t == nil {
		return ctx, noSpan
	}
	return t.tracer.Start(ctx, name, trace.WithAttributes(about...))
}

// callers reads the W3C traceparent of requests. Nothing is written: agents under measurement hear of no trace.
var callers propagation.TraceContext

// traceRequest begins the span of a request, within its caller's if it names one.
func (t *Telemetry) traceRequest(r *http.Request, method, route string) (*http.Request, trace.Span) {
	if t.tracing == nil || route == routeHealth || route == routeMetrics {
		return r, noSpan
	}
	ctx := callers.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracing.tracer.Start(ctx, method+" "+route, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", method), attribute.String("http.route", route), attribute.String("url.path", r.URL.Path),
		attribute.String("assay.request.id", RequestID(r.Context()))))
	return r.WithContext(ctx), span
}

// short bounds a word that a caller chose.
func short(word string) string {
	const most = 64
	if len(word) > most {
		return strings.ToValidUTF8(word[:most], "")
	}
	return word
}

// TraceLog gives lines that are written while something is traced the ids of trace and span.
func TraceLog(h slog.Handler) slog.Handler { return traceLog{h} }

type traceLog struct{ slog.Handler }

func (h traceLog) Handle(ctx context.Context, r slog.Record) error {
	if s := trace.SpanContextFromContext(ctx); s.IsValid() {
		r.AddAttrs(slog.String("trace_id", s.TraceID().String()), slog.String("span_id", s.SpanID().String()))
	}
	return h.Handler.Handle(ctx, r)
}

func (h traceLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return traceLog{h.Handler.WithAttrs(attrs)}
}
func (h traceLog) WithGroup(name string) slog.Handler { return traceLog{h.Handler.WithGroup(name)} }
