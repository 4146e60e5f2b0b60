package rest

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scripted answers like an app would and notes what it was asked.
type scripted struct {
	asked   any
	suites  []eval.Suite
	results []eval.Result
	board   []eval.Standing
	change  app.SuiteChange
	task    eval.Task
	run     eval.Run
	entries []eval.AuditEntry
	export  []byte
	refused []string // what was logged as turned away
	err     error
	broken  error // comes after the entries
}

type asked []any

func (s *scripted) Catalog(_ context.Context, p eval.PageArgs) (eval.Page[eval.Suite], error) {
	// Two to a page, whatever is asked for, so that reading on is exercised.
	at := 0
	if p.After != "" {
		_, _ = fmt.Sscan(p.After, &at)
	}
	end := min(at+2, len(s.suites))
	page := eval.Page[eval.Suite]{Items: s.suites[at:end], HasNext: end < len(s.suites)}
	for i := at; i < end; i++ {
		page.Cursors = append(page.Cursors, fmt.Sprint(i+1))
	}
	return page, s.err
}

func (s *scripted) Results(_ context.Context, f app.ResultFilter, p eval.PageArgs) (eval.Page[eval.Result], error) {
	s.asked = asked{f, *p.First}
	return eval.Page[eval.Result]{Items: s.results}, s.err
}

func (s *scripted) Leaderboard(_ context.Context, q app.LeaderboardQuery, p eval.PageArgs) (eval.Page[eval.Standing], error) {
	s.asked = asked{q, *p.First}
	return eval.Page[eval.Standing]{Items: s.board}, s.err
}

func (s *scripted) AdminSuites(context.Context) ([]eval.Suite, error) { return s.suites, s.err }

func (s *scripted) PutSuite(_ context.Context, in app.PutSuite) (app.SuiteChange, error) {
	s.asked = in
	return s.change, s.err
}

func (s *scripted) AddTask(_ context.Context, suite string, t app.TaskInput, position *int) (eval.Task, eval.Suite, error) {
	s.asked = asked{suite, t, position}
	return s.task, eval.Suite{}, s.err
}

func (s *scripted) RunSuite(_ context.Context, suite, key string) (eval.Run, error) {
	s.asked = asked{suite, key}
	return s.run, s.err
}

func (s *scripted) DeleteSuite(_ context.Context, suite string) (eval.Suite, error) {
	s.asked = suite
	return eval.Suite{}, s.err
}

func (s *scripted) ExportAudit(_ context.Context, q app.AuditQuery) (iter.Seq2[eval.AuditEntry, error], error) {
	s.asked = q
	return func(yield func(eval.AuditEntry, error) bool) {
		for _, e := range s.entries {
			if !yield(e, nil) {
				return
			}
		}
		if s.broken != nil {
			yield(eval.AuditEntry{}, s.broken)
		}
	}, s.err
}

func (s *scripted) ExportResults(_ context.Context, runID string) ([]byte, error) {
	s.asked = runID
	return s.export, s.err
}

func (s *scripted) LogRefusal(_ context.Context, action, target string, cause error) {
	f := fault.As(cause)
	if f == nil {
		f = fault.New("FAILED", "internal", "%s", cause)
	}
	s.refused = append(s.refused, fmt.Sprint(action, " ", target, " ", f.Kind, " ", f.Code))
}

// caller sends requests byte for byte as written to the door, and holds every answer against openapi.yaml.
type caller struct {
	door http.Handler
	as   app.Principal
	spec *openapi3.T
	log  *bytes.Buffer
}

var (
	stranger = app.Principal{}
	intruder = app.Principal{Credential: true}
	admin    = app.Principal{Credential: true, PlatformAdmin: true}
)

func newCaller(t *testing.T, uses UseCases, as app.Principal) *caller {
	t.Helper()
	var log bytes.Buffer
	door := Handler(Options{
		App:       uses,
		RequestID: func(context.Context) string { return "req-1" },
		Log:       slog.New(slog.NewTextHandler(&log, nil)),
	})
	return &caller{door, as, loadSpec(t), &log}
}

// send sends a request line such as "GET /api/v1/evals/suites", header lines and a body. A body without a Content-Type is JSON.
func (c *caller) send(t *testing.T, line, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	if body != "" && !strings.Contains(strings.Join(headers, "\n"), "Content-Type") {
		headers = append(headers, "Content-Type: application/json")
	}
	headers = append(headers, "Host: assay.example", fmt.Sprintf("Content-Length: %d", len(body)))
	raw := line + " HTTP/1.1\r\n" + strings.Join(headers, "\r\n") + "\r\n\r\n" + body
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw)))
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	w := httptest.NewRecorder()
	c.door.ServeHTTP(w, r.WithContext(app.WithPrincipal(r.Context(), c.as)))
	c.validate(t, r, w)
	return w
}

// expect sends a request and compares status and body.
func (c *caller) expect(t *testing.T, line, body string, status int, answer string, headers ...string) {
	t.Helper()
	w := c.send(t, line, body, headers...)
	if w.Code != status {
		t.Errorf("%s: status %d, want %d\n%s", line, w.Code, status, w.Body)
	}
	if diff := cmp.Diff(answer, strings.TrimSpace(w.Body.String())); diff != "" {
		t.Errorf("%s (-want +got)\n%s", line, diff)
	}
}

func (c *caller) validate(t *testing.T, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	m, _ := match(r)
	if m == nil || r.Method != m.method {
		if w.Code >= 400 && r.Method != http.MethodHead {
			schema := c.spec.Components.Schemas["Error"].Value
			var v any
			decode(t, w.Body.Bytes(), &v)
			if err := schema.VisitJSON(v); err != nil {
				t.Errorf("%s %s: %v", r.Method, r.URL, err)
			}
		}
		return
	}
	item := c.spec.Paths.Value(m.pattern)
	if item == nil || item.GetOperation(m.method) == nil {
		t.Fatalf("openapi.yaml does not have %s %s", m.method, m.pattern)
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: r, PathParams: m.path,
			Route: &routers.Route{Spec: c.spec, Path: m.pattern, PathItem: item, Method: m.method, Operation: item.GetOperation(m.method)},
		},
		Status: w.Code, Header: w.Header(),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	input.SetBodyBytes(w.Body.Bytes())
	if err := openapi3filter.ValidateResponse(r.Context(), input); err != nil {
		t.Errorf("%s %s: the answer is not what openapi.yaml says: %v", r.Method, r.URL, err)
	}
}
