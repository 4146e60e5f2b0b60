package server

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"assay/app"
	"assay/app/live"
	"assay/app/probe"
	"assay/eval"
	"assay/graph"
	"assay/internal/dbtest"
)

// scrape gives the series that a server tells, by name and labels.
func scrape(t *testing.T, h http.Handler) map[string]string {
	t.Helper()
	w := send(h, "GET /metrics")
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Fatalf("%d %s %s", w.Code, w.Header(), w.Body)
	}
	series := map[string]string{}
	for line := range strings.Lines(w.Body.String()) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !strings.HasPrefix(line, "#") {
			if at := strings.LastIndex(line, "} "); at > 0 { // label values may have spaces
				name, value = line[:at+1], strings.TrimSpace(line[at+2:])
			}
			series[name] = value
		}
	}
	return series
}

func (f *fixture) withTelemetry(tracing *Tracing) *Telemetry {
	t := NewTelemetry("v1", tracing, f.Clock)
	f.Telemetry = t
	return t
}

func expect(t *testing.T, got map[string]string, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
}

func TestRequestsAreCounted(t *testing.T) {
	f := newFixture()
	f.withTelemetry(nil)
	f.Console = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.now = f.now.Add(30 * time.Millisecond)
		if r.URL.Path == "/panic" {
			panic("oh")
		}
		w.WriteHeader(http.StatusNotFound)
	})
	h := New(f.Options)
	for _, line := range []string{"GET /api/v1/evals/suites", "POST /graphql", "GET /healthz", "GET /readyz", "GET /suites/a", "GET /suites/b", "BREW /coffee", "GET /panic"} {
		send(h, line)
	}
	got := scrape(t, h)
	expect(t, got, map[string]string{
		`assay_http_requests_total{method="GET",route="rest",status="2xx"}`:      "1",
		`assay_http_requests_total{method="POST",route="graphql",status="2xx"}`:  "1",
		`assay_http_requests_total{method="GET",route="health",status="2xx"}`:    "2",
		`assay_http_requests_total{method="GET",route="console",status="4xx"}`:   "2",
		`assay_http_requests_total{method="other",route="console",status="4xx"}`: "1",
		`assay_http_requests_total{method="GET",route="console",status="5xx"}`:   "1",
		`assay_http_request_duration_seconds_sum{route="console"}`:               "0.12",
		`assay_http_request_duration_seconds_bucket{route="console",le="0.025"}`: "0",
		`assay_http_request_duration_seconds_bucket{route="console",le="0.05"}`:  "4",
	})
	for name := range got {
		for _, word := range []string{"suites/a", "coffee", "BREW"} {
			if strings.Contains(name, word) {
				t.Errorf("%s holds what a caller sent", name)
			}
		}
	}
	expect(t, scrape(t, h), map[string]string{`assay_http_requests_total{method="GET",route="metrics",status="2xx"}`: "1"})
}

func TestMetricsAreWellFormed(t *testing.T) {
	f := newFixture()
	f.withTelemetry(nil).Watch(func(context.Context) (app.Backlog, error) { return app.Backlog{}, nil },
		func() map[string]sql.DBStats { return map[string]sql.DBStats{"write": {}} })
	w := send(New(f.Options), "GET /metrics")
	for _, name := range []string{"assay_build_info", "assay_database_up", "go_goroutines", "process_open_fds"} {
		if !strings.Contains(w.Body.String(), "# HELP "+name+" ") {
			t.Errorf("%s is not told", name)
		}
	}
	problems, err := promlint.New(strings.NewReader(w.Body.String())).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestMetricsToken(t *testing.T) {
	f := newFixture()
	f.withTelemetry(nil)
	f.MetricsToken = "tell-me"
	for sent, want := range map[string]int{"": 401, "Bearer wrong": 401, "Basic tell-me": 401, "Bearer tell-me": 200, "bearer tell-me": 200} {
		if w := f.send("GET /metrics", "Authorization", sent); w.Code != want {
			t.Errorf("%q: %d", sent, w.Code)
		}
	}
	f.Telemetry = nil
	if w := f.send("GET /metrics"); w.Body.String() != "console" {
		t.Errorf("without telemetry: %s", w.Body)
	}
}

// Several servers in one process do not share figures.
func TestRegistriesAreApart(t *testing.T) {
	a, b := newFixture(), newFixture()
	a.withTelemetry(nil)
	b.withTelemetry(nil)
	first, second := New(a.Options), New(b.Options)
	send(first, "GET /healthz")
	const name = `assay_http_requests_total{method="GET",route="health",status="2xx"}`
	expect(t, scrape(t, first), map[string]string{name: "1"})
	expect(t, scrape(t, second), map[string]string{name: ""})
}

func TestWorkIsCounted(t *testing.T) {
	f := newFixture()
	tel := f.withTelemetry(nil)
	now := f.now
	backlog := app.Backlog{Runs: 3, Jobs: []app.JobKind{{Kind: "run_agent", Waiting: 4, Later: 1, Held: 2, OldestAt: now.Add(-90 * time.Second)}, {Kind: "schedule", Held: 1}}}
	var down error
	tel.Watch(func(context.Context) (app.Backlog, error) { return backlog, down },
		func() map[string]sql.DBStats {
			return map[string]sql.DBStats{"read": {MaxOpenConnections: 4, InUse: 1, Idle: 2, WaitDuration: 1500 * time.Millisecond}}
		})
	h := New(f.Options)

	_, end := tel.CallBegan(t.Context(), eval.A2AMessage, "agent.example:443")
	_, part := tel.PartBegan(t.Context(), eval.Run{}, eval.RunAgent{})
	expect(t, scrape(t, h), map[string]string{"assay_agent_calls_in_flight": "1", "assay_run_parts_under_way": "1"})
	if got := tel.Load(); got != (app.Load{Calls: 1, Parts: 1}) {
		t.Errorf("load %+v", got)
	}
	end(probe.Outcome{Observation: eval.Observation{LatencyMS: 1200}, Evidence: &eval.Evidence{}})
	_, end = tel.CallBegan(t.Context(), eval.A2AMessage, "")
	end(probe.Outcome{Observation: eval.Observation{Error: eval.ErrTimeout, LatencyMS: 30_000}, Evidence: &eval.Evidence{}})
	_, end = tel.CallBegan(t.Context(), eval.HTTPProbe, "")
	end(probe.Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}})
	part()
	one := 1.0
	tel.Recorded([]eval.Result{{Score: &one, Passed: true}, {Score: new(float64)}, {Score: new(float64), Error: eval.ErrTimeout}, {Error: eval.ErrCancelled}})
	tel.Acted("putSuite", eval.AuditRefused)

	expect(t, scrape(t, h), map[string]string{
		"assay_agent_calls_in_flight": "0", "assay_run_parts_under_way": "0",
		`assay_agent_calls_total{error="none",fault="none"}`:                         "1",
		`assay_agent_calls_total{error="timeout",fault="agent"}`:                     "1",
		`assay_agent_calls_total{error="cancelled",fault="none"}`:                    "1",
		`assay_agent_call_duration_seconds_bucket{task_type="a2a_message",le="1"}`:   "0",
		`assay_agent_call_duration_seconds_bucket{task_type="a2a_message",le="2.5"}`: "1",
		`assay_agent_call_duration_seconds_count{task_type="a2a_message"}`:           "2",
		`assay_agent_call_duration_seconds_count{task_type="http_probe"}`:            "", // nothing was called
		`assay_results_recorded_total{outcome="passed"}`:                             "1",
		`assay_results_recorded_total{outcome="failed"}`:                             "1",
		`assay_results_recorded_total{outcome="error"}`:                              "1",
		`assay_results_recorded_total{outcome="uncounted"}`:                          "1",
		`assay_mutations_total{action="putSuite",outcome="refused"}`:                 "1",
		"assay_runs_under_way": "3", "assay_database_up": "1",
		`assay_claims{kind="run_agent",state="waiting"}`:        "4",
		`assay_claims{kind="run_agent",state="later"}`:          "1",
		`assay_claims{kind="run_agent",state="held"}`:           "2",
		`assay_claims_oldest_waiting_seconds{kind="run_agent"}`: "90",
		`assay_claims_oldest_waiting_seconds{kind="schedule"}`:  "0",
		`assay_database_connections{pool="read",state="used"}`:  "1",
		`assay_database_connections{pool="read",state="idle"}`:  "2",
		`assay_database_connections_max{pool="read"}`:           "4",
		`assay_database_wait_seconds_total{pool="read"}`:        "1.5",
		`assay_streams{kind="events"}`:                          "0",
		`assay_streams{kind="websocket"}`:                       "0",
	})
	down = errors.New("gone")
	got := scrape(t, h)
	expect(t, got, map[string]string{"assay_database_up": "0", "assay_runs_under_way": ""})
}

func sendBody(h http.Handler, line, body string) *httptest.ResponseRecorder {
	method, target, _ := strings.Cut(line, " ")
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// The real GraphQL door tells its operations, what it refuses and its subscriptions.
func TestOperationsAreCounted(t *testing.T) {
	hub := &live.Hub{}
	store := dbtest.OpenSQLite(t)
	f := newFixture()
	tel := f.withTelemetry(nil)
	a := app.New(app.Config{Name: "Live", EvalsEnabled: true, AdminKey: key, Acted: tel.Acted}, store, nil, hub, time.Now, slog.New(slog.DiscardHandler))
	f.App, f.Authenticate = a, a.Authenticate
	f.GraphQL = graph.Handler(a, graph.Options{RequestID: RequestID, Log: f.Log, Observer: tel})
	h := New(f.Options)
	for _, body := range []string{`{"query":"{ registry { name } }"}`, `{"query":"{ registry { name } }"}`, `{"query":"{ operations { at } }"}`,
		`{"query":"{ nonsense }"}`, `{"query":"{ "}`, `{}`, `{"query":"mutation { runSuite(input: {key: \"x\"}) { run { id } } }"}`} {
		sendBody(h, "POST /graphql", body)
	}
	got := scrape(t, h)
	expect(t, got, map[string]string{
		`assay_graphql_operations_total{kind="query",outcome="ok"}`:                     "2",
		`assay_graphql_operations_total{kind="query",outcome="unauthenticated"}`:        "1",
		`assay_graphql_operations_total{kind="unknown",outcome="graphql_parse_failed"}`: "1",
		`assay_graphql_operations_total{kind="unknown",outcome="bad_user_input"}`:       "1",
		`assay_graphql_operations_total{kind="mutation",outcome="unauthenticated"}`:     "1",
		`assay_graphql_operation_duration_seconds_count{kind="query"}`:                  "3",
		`assay_mutations_total{action="runSuite",outcome="refused"}`:                    "1",
		`assay_graphql_subscriptions`:                                                   "0",
	})
	if got[`assay_graphql_operations_total{kind="query",outcome="graphql_validation_failed"}`] == "" && got[`assay_graphql_operations_total{kind="unknown",outcome="graphql_validation_failed"}`] == "" {
		t.Error("what is not valid is not counted")
	}

	l := serveLive(t, h, ample)
	dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
	conn, _, err := dialer.Dial("ws"+strings.TrimPrefix(l.url, "http")+"/graphql", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range []string{`{"type":"connection_init"}`, `{"id":"1","type":"subscribe","payload":{"query":"subscription { liveRuns { runs { id } } }"}}`} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := conn.ReadMessage(); err != nil {
			t.Fatal(err)
		}
	}
	if got := tel.Load(); got != (app.Load{Streams: 1, Subscriptions: 1}) {
		t.Errorf("load %+v", got)
	}
	closeQuietly(conn)
	l.stop()
	if err := <-l.done; err != nil {
		t.Error(err)
	}
	for patience := time.Now().Add(10 * time.Second); tel.Load() != (app.Load{}) && time.Now().Before(patience); {
		runtime.Gosched() // a subscription ends once it hears that its socket did
	}
	if got := tel.Load(); got != (app.Load{}) {
		t.Errorf("after it all, load %+v", got)
	}
	expect(t, scrape(t, h), map[string]string{`assay_graphql_operations_total{kind="subscription",outcome="ok"}`: "1",
		`assay_http_requests_total{method="GET",route="stream",status="1xx"}`: "1"})
}

// The alert that docs/operations.md proposes hears of wrong passwords, and of those that were not even tried any more, as they are counted.
func TestWrongPasswordsAlert(t *testing.T) {
	b, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	expression := regexp.MustCompile(`alert: AssayWrongPasswords\n +expr: sum\(rate\(assay_mutations_total\{action="signIn", outcome=~"([a-z|]+)"\}`).FindSubmatch(b)
	if expression == nil {
		t.Fatal("there is no such alert")
	}
	f := newFixture()
	tel := f.withTelemetry(nil)
	a := app.New(app.Config{Acted: tel.Acted, HashCost: app.HashCost{MemoryKiB: 64, Passes: 1}}, dbtest.OpenSQLite(t), nil, &live.Hub{}, f.Clock,
		slog.New(slog.DiscardHandler))
	f.App, f.Authenticate = a, a.Authenticate
	f.GraphQL = graph.Handler(a, graph.Options{SetSession: SetSession, Log: f.Log})
	h := New(f.Options)
	for range 11 { // ten are tried
		sendBody(h, "POST /graphql", `{"query":"mutation { signIn(input: {email: \"ada@example.com\", password: \"a wrong password\"}) { userErrors { code } } }"}`)
	}
	heard := 0
	outcome := regexp.MustCompile(`^assay_mutations_total\{action="signIn",outcome="(` + string(expression[1]) + `)"\}$`)
	for series, value := range scrape(t, h) {
		if n, err := strconv.Atoi(value); err == nil && outcome.MatchString(series) {
			heard += n
		}
	}
	if heard != 11 {
		t.Errorf("of 11 wrong passwords the alert hears of %d", heard)
	}
}

// docs/operations.md has every metric, with its labels, and no other.
func TestMetricsAreDocumented(t *testing.T) {
	f := newFixture()
	tel := f.withTelemetry(nil)
	tel.Watch(func(context.Context) (app.Backlog, error) { return app.Backlog{Jobs: []app.JobKind{{}}}, nil },
		func() map[string]sql.DBStats { return map[string]sql.DBStats{"read": {}} })
	h := New(f.Options)
	send(h, "GET /")
	tel.OperationRefused("query", "ok")
	_, operation := tel.OperationBegan(t.Context(), "query", "")
	operation("ok")
	_, call := tel.CallBegan(t.Context(), eval.HTTPProbe, "")
	call(probe.Outcome{Evidence: &eval.Evidence{}})
	tel.Recorded([]eval.Result{{}})
	tel.Acted("signIn", eval.AuditDone)
	told := map[string][]string{}
	for series := range scrape(t, h) {
		name, labels, _ := strings.Cut(strings.TrimSuffix(series, "}"), "{")
		for _, tail := range []string{"_bucket", "_sum", "_count"} {
			name = strings.TrimSuffix(name, tail)
		}
		if !strings.HasPrefix(name, "assay_") {
			continue
		}
		told[name] = append(told[name], "")
		for _, l := range regexp.MustCompile(`(\w+)="`).FindAllStringSubmatch(labels, -1) {
			if l[1] != "le" {
				told[name] = append(told[name], l[1])
			}
		}
	}
	text, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile("`([a-z_]+)`")
	documented := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if !strings.HasPrefix(line, "| `assay_") {
			continue
		}
		for _, name := range word.FindAllStringSubmatch(cells[1], -1) {
			documented[name[1]] = append(documented[name[1]], "")
			for _, l := range word.FindAllStringSubmatch(cells[2], -1) {
				documented[name[1]] = append(documented[name[1]], l[1])
			}
		}
	}
	for name, labels := range told {
		for _, l := range labels {
			if !slices.Contains(documented[name], l) {
				t.Errorf("docs/operations.md lacks %s with the label %q", name, l)
			}
		}
	}
	for name := range documented {
		if told[name] == nil {
			t.Errorf("docs/operations.md has %s, which is not told", name)
		}
	}
	for _, used := range regexp.MustCompile(`assay_[a-z_]+`).FindAllString(string(text), -1) {
		if told[used] == nil {
			t.Errorf("docs/operations.md uses %s, which is not told", used)
		}
	}
}
