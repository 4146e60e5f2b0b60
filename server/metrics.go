package server

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"assay/app"
)

// metrics are the figures of one node, in a registry of their own. Labels come from closed lists: no name, id or address of anyone.
type metrics struct {
	registry *prometheus.Registry

	requests      *prometheus.CounterVec   // by route, method and class of status
	requestTime   *prometheus.HistogramVec // by route; streams are not timed
	operations    *prometheus.CounterVec   // by kind and outcome
	operationTime *prometheus.HistogramVec // by kind; subscriptions are not timed
	calls         *prometheus.CounterVec   // by error and fault class
	callTime      *prometheus.HistogramVec
	results       *prometheus.CounterVec
	mutations     *prometheus.CounterVec

	websockets, eventStreams, subscriptions, callsNow, parts atomic.Int64
}

// Buckets of time, in seconds. Calls may take as long as a task.
var (
	requestBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
	callBuckets    = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120}
)

func newMetrics(version string) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "assay_http_requests_total",
			Help: "Requests that were answered, by route, method and class of status."}, []string{"route", "method", "status"}),
		requestTime: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "assay_http_request_duration_seconds",
			Help: "Time to answer requests, streams apart.", Buckets: requestBuckets}, []string{"route"}),
		operations: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "assay_graphql_operations_total",
			Help: "GraphQL operations that ended or were refused, by kind, and ok or the code of their first error."}, []string{"kind", "outcome"}),
		operationTime: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "assay_graphql_operation_duration_seconds",
			Help: "Time to run queries and mutations.", Buckets: requestBuckets}, []string{"kind"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "assay_agent_calls_total",
			Help: "Calls to agents that ended, by error code (none: it answered) and whose fault it is."}, []string{"error", "fault"}),
		callTime: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "assay_agent_call_duration_seconds",
			Help: "Time of calls to agents to the last byte, retries included.", Buckets: callBuckets}, []string{"task_type"}),
		results: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "assay_results_recorded_total",
			Help: "Results that this node stored: passed, failed, error (no answer that could be judged), uncounted (no score)."}, []string{"outcome"}),
		mutations: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "assay_mutations_total",
			Help: "Changes asked for at any door, by the mutation's name, and what became of them, as in the audit log."}, []string{"action", "outcome"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "assay_build_info", Help: "1, with what runs here.",
		ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()}})
	build.Set(1)
	m.registry.MustRegister(build, m.requests, m.requestTime, m.operations, m.operationTime, m.calls, m.callTime, m.results, m.mutations,
		gauge("assay_streams", "Websockets and event streams that are open.", &m.websockets, "websocket"),
		gauge("assay_streams", "Websockets and event streams that are open.", &m.eventStreams, "events"),
		gauge("assay_graphql_subscriptions", "Subscriptions that are open.", &m.subscriptions, ""),
		gauge("assay_agent_calls_in_flight", "Calls to agents in flight.", &m.callsNow, ""),
		gauge("assay_run_parts_under_way", "Agents' parts of runs that this node works on.", &m.parts, ""),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func gauge(name, help string, of *atomic.Int64, kind string) prometheus.Collector {
	opts := prometheus.GaugeOpts{Name: name, Help: help}
	if kind != "" {
		opts.ConstLabels = prometheus.Labels{"kind": kind}
	}
	return prometheus.NewGaugeFunc(opts, func() float64 { return float64(of.Load()) })
}

// serve answers in Prometheus's text format. With a token, it wants it as Authorization: Bearer TOKEN.
func (m *metrics) serve(token string) http.Handler {
	answer := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError})
	if token == "" {
		return answer
	}
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, sent, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(strings.TrimSpace(sent)))
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			plain(w, http.StatusUnauthorized, "send ASSAY_METRICS_TOKEN as Authorization: Bearer TOKEN\n")
			return
		}
		answer.ServeHTTP(w, r)
	})
}

// backlogWithin is how long counting the work may take when metrics are asked for.
const backlogWithin = 2 * time.Second

var (
	describeClaims = prometheus.NewDesc("assay_claims", "Claimed work in the database: free and due, free and due later, held by a node.", []string{"kind", "state"}, nil)
	describeOldest = prometheus.NewDesc("assay_claims_oldest_waiting_seconds", "For how long the oldest work that waits has been due.", []string{"kind"}, nil)
	describeRuns   = prometheus.NewDesc("assay_runs_under_way", "Runs in the database that are not over.", nil, nil)
	describeUp     = prometheus.NewDesc("assay_database_up", "Whether the database answered in time.", nil, nil)
)

// backlogCollector reads the work of the whole registry when metrics are asked for; every node tells the same.
type backlogCollector struct {
	read func(context.Context) (app.Backlog, error)
	now  func() time.Time
}

func (c backlogCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{describeClaims, describeOldest, describeRuns, describeUp} {
		ch <- d
	}
}

func (c backlogCollector) Collect(ch chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), backlogWithin)
	defer cancel()
	b, err := c.read(ctx)
	if err != nil {
		tell(describeUp, 0)
		return
	}
	tell(describeUp, 1)
	tell(describeRuns, float64(b.Runs))
	for _, j := range b.Jobs {
		tell(describeClaims, float64(j.Waiting), j.Kind, "waiting")
		tell(describeClaims, float64(j.Later), j.Kind, "later")
		tell(describeClaims, float64(j.Held), j.Kind, "held")
		waited := 0.0
		if !j.OldestAt.IsZero() {
			waited = max(0, c.now().Sub(j.OldestAt).Seconds())
		}
		tell(describeOldest, waited, j.Kind)
	}
}

var (
	describePool = prometheus.NewDesc("assay_database_connections", "Connections to the database.", []string{"pool", "state"}, nil)
	describeMost = prometheus.NewDesc("assay_database_connections_max", "Connections to the database at most.", []string{"pool"}, nil)
	describeWait = prometheus.NewDesc("assay_database_wait_seconds_total", "Time spent waiting for a connection.", []string{"pool"}, nil)
)

// poolCollector reads the statistics of connection pools, by name.
type poolCollector func() map[string]sql.DBStats

func (c poolCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{describePool, describeMost, describeWait} {
		ch <- d
	}
}

func (c poolCollector) Collect(ch chan<- prometheus.Metric) {
	for pool, s := range c() {
		ch <- prometheus.MustNewConstMetric(describePool, prometheus.GaugeValue, float64(s.InUse), pool, "used")
		ch <- prometheus.MustNewConstMetric(describePool, prometheus.GaugeValue, float64(s.Idle), pool, "idle")
		ch <- prometheus.MustNewConstMetric(describeMost, prometheus.GaugeValue, float64(s.MaxOpenConnections), pool)
		ch <- prometheus.MustNewConstMetric(describeWait, prometheus.CounterValue, s.WaitDuration.Seconds(), pool)
	}
}
