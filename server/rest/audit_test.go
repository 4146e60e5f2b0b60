package rest

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

func init() {
	whole := func(r io.Reader, _ http.Header, _ *openapi3.SchemaRef, _ openapi3filter.EncodingFn) (any, error) {
		b, err := io.ReadAll(r)
		return string(b), err
	}
	openapi3filter.RegisterBodyDecoder("application/jsonl", whole)
	openapi3filter.RegisterBodyDecoder("text/csv", whole)
}

func someEntries() []eval.AuditEntry {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	return []eval.AuditEntry{
		{Seq: 1, At: at, Actor: "usr_1", ActorName: "=cmd()", Action: "putSuite", Outcome: eval.AuditDone, Hash: "aa"},
		{Seq: 2, At: at, Actor: "anonymous", Action: "signIn", Outcome: eval.AuditRefused, Code: "forbidden", Previous: "aa", Hash: "bb"},
	}
}

func TestAuditExport(t *testing.T) {
	uses := &scripted{entries: someEntries()}
	c := newCaller(t, uses, admin)
	w := c.send(t, "GET /api/v1/audit?format=csv&workspace=team&actor=usr_1&action=putSuite&outcome=done&search=x%C3%BC&since=2026-11-30T12:00:00Z&until=2026-12-01T00:00:00%2B01:00", "")
	want := "seq,at,actor,actor_name,key_id,workspace_id,address,action,target,input_digest,outcome,code,request_id,previous,hash\r\n" +
		"1,2026-11-30T12:00:00.000Z,usr_1,'=cmd(),,,,putSuite,,,DONE,,,,aa\r\n" +
		"2,2026-11-30T12:00:00.000Z,anonymous,,,,,signIn,,,REFUSED,forbidden,,aa,bb\r\n"
	if w.Code != 200 || w.Body.String() != want {
		t.Errorf("%d %s", w.Code, cmp.Diff(want, w.Body.String()))
	}
	for header, want := range map[string]string{"Content-Type": "text/csv; charset=utf-8; header=present", "Content-Disposition": "attachment; filename=assay-audit.csv",
		"Cache-Control": "no-store", "Access-Control-Allow-Origin": ""} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
	}
	q := app.AuditQuery{Workspace: "team", Actor: "usr_1", Action: "putSuite", Outcome: eval.AuditDone, Search: "xü",
		Since: time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC), Until: time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)}
	if diff := cmp.Diff(q, uses.asked); diff != "" {
		t.Error(diff)
	}
	w = c.send(t, "GET /api/v1/audit", "")
	if w.Code != 200 || strings.Count(w.Body.String(), "\n") != 2 || w.Header().Get("Content-Type") != "application/jsonl" || !strings.Contains(w.Body.String(), `"hash":"bb"`) {
		t.Errorf("%d %s %s", w.Code, w.Header(), w.Body)
	}
	if w = c.send(t, "HEAD /api/v1/audit", ""); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d %s", w.Code, w.Body)
	}
}

func TestAuditExportRefuses(t *testing.T) {
	uses := &scripted{}
	c := newCaller(t, uses, admin)
	for query, field := range map[string]string{"format=xls": "format", "outcome=won": "outcome", "actoin=putSuite": "actoin", "search=x&limit=1": "limit", "since=yesterday": "since", "until=2026": "until",
		"workspace=%ff": "workspace", "search=%00": "search", "actor=a&actor=b": "actor"} {
		if w := c.send(t, "GET /api/v1/audit?"+query, ""); w.Code != 400 || !strings.Contains(w.Body.String(), `"field":"`+field+`"`) {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	const want = `"message":"there is no parameter \"limit\"; there are format, workspace, actor, action, outcome, search, since, until"`
	if w := c.send(t, "GET /api/v1/audit?limit=1", ""); !strings.Contains(w.Body.String(), want) {
		t.Errorf("an unknown parameter: %s", w.Body)
	}
	for _, tc := range []struct {
		as     app.Principal
		status int
	}{{stranger, 401}, {intruder, 403}} {
		if w := newCaller(t, uses, tc.as).send(t, "GET /api/v1/audit?format=xls", ""); w.Code != tc.status {
			t.Errorf("%+v: %d %s", tc.as, w.Code, w.Body)
		}
	}
	if uses.asked != nil {
		t.Errorf("the use case was asked: %v", uses.asked)
	}
	member := app.Principal{User: &eval.User{ID: "usr_1"}, Roles: map[string]eval.Role{"wsp_x": eval.RoleAdmin}}
	if w := newCaller(t, &scripted{err: fault.New(fault.Forbidden, "forbidden", "no")}, member).send(t, "GET /api/v1/audit?workspace=default", ""); w.Code != 403 {
		t.Errorf("the use case refuses: %d %s", w.Code, w.Body)
	}
}

// A stream that breaks off is cut off, so that nobody takes it for a whole one.
func TestAuditExportBreaksOff(t *testing.T) {
	c := newCaller(t, &scripted{entries: someEntries(), broken: errors.New("the disk is gone")}, admin)
	defer func() {
		if p := recover(); p != http.ErrAbortHandler { //nolint:errorlint // it is compared as net/http does
			t.Errorf("recovered %v", p)
		}
		if !strings.Contains(c.log.String(), "the disk is gone") {
			t.Errorf("the log: %s", c.log)
		}
	}()
	c.send(t, "GET /api/v1/audit", "")
	t.Error("it ended in good order")
}

// What changes something and is turned away at this door is logged here; what reached its use case is logged there.
func TestWhatIsTurnedAwayIsLogged(t *testing.T) {
	const suites = "/api/v1/admin/evals/suites"
	for _, tc := range []struct {
		line, body string
		as         app.Principal
		want       string // empty: nothing is logged here
	}{
		{"POST " + suites, `{"key":"a"}`, stranger, "putSuite  UNAUTHENTICATED unauthenticated"},
		{"POST " + suites, `{`, intruder, "putSuite  FORBIDDEN forbidden"},
		{"POST " + suites, `{`, admin, "putSuite  INVALID malformed"},
		{"POST " + suites, `{"kee":"a"}`, admin, "putSuite  INVALID unknown_field"},
		{"POST " + suites + "/x/tasks", `{"name":1}`, admin, "addTask x INVALID invalid"},
		{"POST " + suites + "/x/run", `{"force":true}`, admin, "runSuite x INVALID unknown_field"},
		{"DELETE " + suites + "/x", "", stranger, "deleteSuite x UNAUTHENTICATED unauthenticated"},
		{"DELETE " + suites + "/%ff", "", admin, "deleteSuite \xff NOT_FOUND not_found"},
		{"GET " + suites, "", stranger, ""},
		{"PUT " + suites, "", stranger, ""},
	} {
		uses := &scripted{}
		newCaller(t, uses, tc.as).send(t, tc.line, tc.body)
		if got := strings.Join(uses.refused, "; "); got != tc.want {
			t.Errorf("%s as %+v: logged %q, want %q", tc.line, tc.as, got, tc.want)
		}
	}
}
