package rest

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

const suites = "/api/v1/admin/evals/suites"

func errorBody(code, message, field string) string {
	if field == "" {
		field = "null"
	} else {
		field = `"` + field + `"`
	}
	return `{"error":{"code":"` + code + `","message":"` + message + `","field":` + field + `,"request_id":"req-1"}}`
}

// Strangers and wrong keys are told so before anything else is looked at.
func TestAdminNeedsTheKey(t *testing.T) {
	for _, line := range []string{"GET " + suites, "POST " + suites, "POST " + suites + "/x/tasks", "POST " + suites + "/x/run", "DELETE " + suites + "/x"} {
		for _, body := range []string{"", "{", `{"key":"x"}`} {
			uses := &scripted{}
			w := newCaller(t, uses, stranger).send(t, line, body)
			if w.Code != 401 || w.Header().Get("WWW-Authenticate") != `Bearer realm="assay"` || !strings.Contains(w.Body.String(), `"code":"unauthenticated"`) {
				t.Errorf("%s as a stranger: %d %s", line, w.Code, w.Body)
			}
			w = newCaller(t, uses, intruder).send(t, line, body)
			if w.Code != 403 || !strings.Contains(w.Body.String(), `"code":"forbidden"`) {
				t.Errorf("%s with a wrong key: %d %s", line, w.Code, w.Body)
			}
			if uses.asked != nil {
				t.Errorf("%s: the use case was asked", line)
			}
		}
	}
}

func TestAdminSuites(t *testing.T) {
	uses := &scripted{suites: []eval.Suite{
		{ID: "ste_1", Key: "a", Name: "A", TaskType: eval.HTTPProbe, IntervalMinutes: 5, RewardAmount: 9007199254740993, ReputationSignal: true,
			TargetDIDs: []string{"did:web:example.com"}, Enabled: true, Tasks: make([]eval.Task, 3), NextRunAt: noon},
		{ID: "ste_2", Key: "b", Name: "B", TaskType: eval.A2AMessage},
	}}
	newCaller(t, uses, admin).expect(t, "GET "+suites, "", 200, `[`+
		`{"id":"ste_1","key":"a","name":"A","description":"","task_type":"http_probe","interval_minutes":5,"pays":true,"target_dids":["did:web:example.com"],`+
		`"reward_amount":9007199254740993,"reputation_signal":true,"enabled":true,"task_count":3,"next_run_at":"2026-07-16T09:14:02+00:00"},`+
		`{"id":"ste_2","key":"b","name":"B","description":"","task_type":"a2a_message","interval_minutes":null,"pays":false,"target_dids":null,`+
		`"reward_amount":0,"reputation_signal":false,"enabled":false,"task_count":0,"next_run_at":null}]`)
}

func set[T any](v T) app.Optional[T] { return app.Optional[T]{Set: true, Value: v} }

func TestPutSuiteSaysWhichFieldsWereSent(t *testing.T) {
	for _, tc := range []struct {
		body string
		want app.PutSuite
	}{
		{`{"key": "a"}`, app.PutSuite{Key: "a"}},
		{`{"key": "a", "name": "", "enabled": false, "reward_amount": 0}`,
			app.PutSuite{Key: "a", Name: set(""), Enabled: set(false), RewardAmount: set(int64(0))}},
		{`{"key": "a", "interval_minutes": null, "target_dids": null}`,
			app.PutSuite{Key: "a", IntervalMinutes: app.Optional[int]{Set: true, Null: true}, TargetDIDs: app.Optional[[]string]{Set: true, Null: true}}},
		{`{"key": "a", "target_dids": []}`, app.PutSuite{Key: "a", TargetDIDs: set([]string{})}},
		{`{"key": "ü\ud83d\ude00\\ud83d", "name": "N", "description": "D", "task_type": "a2a_message", "interval_minutes": 5, "target_dids": ["did:web:a", "did:web:b"],
		   "reward_amount": 9007199254740993, "reputation_signal": true, "enabled": true}`,
			app.PutSuite{Key: `ü😀\ud83d`, Name: set("N"), Description: set("D"), TaskType: set(eval.A2AMessage), IntervalMinutes: set(5),
				TargetDIDs: set([]string{"did:web:a", "did:web:b"}), RewardAmount: set(int64(9007199254740993)), ReputationSignal: set(true), Enabled: set(true)}},
	} {
		uses := &scripted{change: app.SuiteChange{Suite: eval.Suite{ID: "ste_1", Key: "a", TaskType: eval.HTTPProbe}}}
		if w := newCaller(t, uses, admin).send(t, "POST "+suites, tc.body); w.Code != 200 {
			t.Errorf("%s: %d %s", tc.body, w.Code, w.Body)
		}
		if diff := cmp.Diff(tc.want, uses.asked); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tc.body, diff)
		}
	}
}

func TestPutSuiteAnswers(t *testing.T) {
	uses := &scripted{change: app.SuiteChange{Created: true, Suite: eval.Suite{ID: "ste_1", Key: "a", Name: "a", TaskType: eval.HTTPProbe}}}
	body := `{"id":"ste_1","key":"a","name":"a","description":"","task_type":"http_probe","interval_minutes":null,"pays":false,"target_dids":null,` +
		`"reward_amount":0,"reputation_signal":false,"enabled":false,"task_count":0,"next_run_at":null}`
	c := newCaller(t, uses, admin)
	c.expect(t, "POST "+suites, `{"key":"a"}`, 201, body)
	uses.change.Created = false
	c.expect(t, "POST "+suites, `{"key":"a"}`, 200, body)
}

// What cannot be read is a 400 that names the field, and nothing is done.
func TestBodiesThatCannotBeRead(t *testing.T) {
	for _, tc := range []struct{ body, code, message, field string }{
		{`{"key":"a","colour":"red"}`, "unknown_field", `there is no field \"colour\"`, "colour"},
		{`{"Key":"a"}`, "unknown_field", `there is no field \"Key\"`, "Key"},
		{`{"key":"a","id":"ste_1"}`, "unknown_field", `there is no field \"id\"`, "id"},
		{`{"key":"a","key":"a"}`, "duplicate_field", `the field \"key\" is given twice`, "key"},
		{`{"key":"a","k\u0065y":"b"}`, "duplicate_field", `the field \"key\" is given twice`, "key"},
		{`{"key":1}`, "invalid", "key must be a string", "key"},
		{`{"key":null}`, "invalid", "key must be a string", "key"},
		{`{"key":"a","name":null}`, "invalid", "name must be a string", "name"},
		{`{"key":"a","task_type":7}`, "invalid", "task_type must be a string", "task_type"},
		{`{"key":"a","interval_minutes":"5"}`, "invalid", "interval_minutes must be a whole number", "interval_minutes"},
		{`{"key":"a","interval_minutes":5.5}`, "invalid", "interval_minutes must be a whole number", "interval_minutes"},
		{`{"key":"a","reward_amount":1e30}`, "invalid", "reward_amount must be a whole number", "reward_amount"},
		{`{"key":"a","enabled":"yes"}`, "invalid", "enabled must be true or false", "enabled"},
		{`{"key":"a","enabled":1}`, "invalid", "enabled must be true or false", "enabled"},
		{`{"key":"a","target_dids":"did:web:a"}`, "invalid", "target_dids must be a list of strings", "target_dids"},
		{`{"key":"a","target_dids":["did:web:a",null]}`, "invalid", "target_dids.1 must be a string", "target_dids.1"},
		{`{"key":"a","name":"\ud800"}`, "invalid", "name holds half a surrogate pair or NUL, which are no text", "name"},
		{`{"key":"a","name":"\udc00\ud800"}`, "invalid", "name holds half a surrogate pair or NUL, which are no text", "name"},
		{`{"key":"a\u0000b"}`, "invalid", "key holds half a surrogate pair or NUL, which are no text", "key"},
		{`["a"]`, "malformed", "the body must be a JSON object", ""},
		{`null`, "malformed", "the body must be a JSON object", ""},
		{"{\"key\":\"\xff\"}", "malformed", "the body is not UTF-8", ""},
		{`{"key":"a"}{"key":"b"}`, "malformed", "the body is not JSON: it is no JSON from byte 12 on, where there is '{'", ""},
		{`{"key":"a",}`, "malformed", "the body is not JSON: it is no JSON from byte 12 on, where there is '}'", ""},
		{`{"key":NaN}`, "malformed", "the body is not JSON: it is no JSON from byte 8 on, where there is 'N'", ""},
		{"\ufeff" + `{"key":"a"}`, "malformed", "the body is not JSON: it is no JSON from byte 1 on, where there is 'ï'", ""},
		{`{"key":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, "malformed", "the body is not JSON: it is nested too deep at byte 10007", ""},
		{" ", "malformed", "the body is not JSON: it ends too early", ""},
	} {
		uses := &scripted{}
		newCaller(t, uses, admin).expect(t, "POST "+suites, tc.body, 400, errorBody(tc.code, tc.message, tc.field))
		if uses.asked != nil {
			t.Errorf("%.80s: the use case was asked", tc.body)
		}
	}
}

func TestBodiesOfOtherKinds(t *testing.T) {
	c := newCaller(t, &scripted{}, admin)
	for _, header := range []string{"Content-Type: text/plain", "Content-Type: application/x-www-form-urlencoded", "Content-Type: application/json; charset=latin1",
		"Content-Type: application/json\r\nContent-Encoding: gzip", "Content-Type: ;"} {
		if w := c.send(t, "POST "+suites, `{"key":"a"}`, header); w.Code != 415 || !strings.Contains(w.Body.String(), `"code":"unsupported_media_type"`) {
			t.Errorf("%s: %d %s", header, w.Code, w.Body)
		}
	}
	if w := c.send(t, "POST "+suites, ""); w.Code != 415 {
		t.Errorf("no body: %d %s", w.Code, w.Body)
	}
	c = newCaller(t, &scripted{change: app.SuiteChange{Suite: eval.Suite{TaskType: eval.HTTPProbe}}}, admin)
	if w := c.send(t, "POST "+suites, `{"key":"a"}`, "Content-Type: application/json; charset=UTF-8"); w.Code != 200 {
		t.Errorf("UTF-8: %d %s", w.Code, w.Body)
	}
	if w := c.send(t, "POST "+suites, `{"key":"`+strings.Repeat("a", maxBody)+`"}`); w.Code != 413 || !strings.Contains(w.Body.String(), `"code":"too_large"`) {
		t.Errorf("too large: %d %s", w.Code, w.Body)
	}
}

func TestAddTask(t *testing.T) {
	uses := &scripted{task: eval.Task{ID: "tsk_1", Name: "home", Input: "/", Scorer: "status_ok", Weight: 1}}
	c := newCaller(t, uses, admin)
	c.expect(t, "POST "+suites+"/http-basics/tasks", `{"name":"home","input":"/","scorer":"status_ok"}`, 201,
		`{"id":"tsk_1","name":"home","input":"/","scorer":"status_ok","expected":"","weight":1}`)
	if diff := cmp.Diff(asked{"http-basics", app.TaskInput{Name: "home", Input: "/", Scorer: "status_ok", Weight: 1}, (*int)(nil)}, uses.asked); diff != "" {
		t.Error(diff)
	}
	c.expect(t, "POST "+suites+"/x/tasks", `{"name":"fast","scorer":"latency_under_ms","expected":200}`, 400, errorBody("invalid", "expected must be a string", "expected"))
	c.expect(t, "POST "+suites+"/x/tasks", `{"name":"fast","weight":"2"}`, 400, errorBody("invalid", "weight must be a number", "weight"))
	c.send(t, "POST "+suites+"/x/tasks", `{"name":"fast","weight":0.5}`)
	if diff := cmp.Diff(asked{"x", app.TaskInput{Name: "fast", Weight: 0.5}, (*int)(nil)}, uses.asked); diff != "" {
		t.Error(diff)
	}
	c.send(t, "POST "+suites+"/%2e%2e/tasks", `{"name":"n"}`)
	if a := uses.asked.(asked); a[0] != ".." {
		t.Errorf("suite asked for: %v", a[0])
	}
}

func TestRunSuite(t *testing.T) {
	uses := &scripted{run: eval.Run{ID: "run_1"}}
	c := newCaller(t, uses, admin)
	for _, tc := range []struct {
		body    string
		headers []string
		key     string
	}{
		{"", nil, ""},
		{"{}", nil, ""},
		{"", []string{"Idempotency-Key: k-1"}, "k-1"},
		{`{"client_mutation_id":"k-2"}`, nil, "k-2"},
		{`{"client_mutation_id":"k-3"}`, []string{"Idempotency-Key: k-3"}, "k-3"},
	} {
		c.expect(t, "POST "+suites+"/ste_1/run", tc.body, 202, `{"run_id":"run_1"}`, tc.headers...)
		if diff := cmp.Diff(asked{"ste_1", tc.key}, uses.asked); diff != "" {
			t.Errorf("%s %v: %s", tc.body, tc.headers, diff)
		}
	}
	uses.asked = nil
	const key = "idempotency_key"
	c.expect(t, "POST "+suites+"/x/run", `{"client_mutation_id":"a"}`, 400, errorBody("invalid", "give one idempotency key", key), "Idempotency-Key: b")
	c.expect(t, "POST "+suites+"/x/run", "", 400, errorBody("invalid", "give one idempotency key", key), "Idempotency-Key: b", "Idempotency-Key: b")
	c.expect(t, "POST "+suites+"/x/run", "", 400, errorBody("invalid", "an idempotency key is 1 to 200 visible ASCII characters", key), "Idempotency-Key: a b")
	c.expect(t, "POST "+suites+"/x/run", `{"force":true}`, 400, errorBody("unknown_field", `there is no field \"force\"`, "force"))
	if uses.asked != nil {
		t.Errorf("the use case was asked: %v", uses.asked)
	}
}

func TestDeleteSuite(t *testing.T) {
	uses := &scripted{}
	newCaller(t, uses, admin).expect(t, "DELETE "+suites+"/http-basics", "", 204, "")
	if uses.asked != "http-basics" {
		t.Errorf("asked for %v", uses.asked)
	}
}

func TestFaultsHaveAStatus(t *testing.T) {
	for _, tc := range []struct {
		err    error
		status int
	}{
		{fault.Bad("key", "too long"), 422},
		{fault.Missing("suite", "x"), 404},
		{fault.New(fault.Conflict, "evals_disabled", "evals are off"), 409},
		{fault.New(fault.Unreachable, "unreachable", "no card"), 422},
		{fault.New(fault.Unauthenticated, "unauthenticated", "who?"), 401},
		{fault.New(fault.Forbidden, "forbidden", "no"), 403},
		{fault.New(fault.TooMany, "rate_limited", "slower"), 429},
	} {
		c := newCaller(t, &scripted{err: tc.err}, admin)
		f := fault.As(tc.err)
		c.expect(t, "POST "+suites+"/x/run", "", tc.status, errorBody(f.Code, strings.ReplaceAll(f.Message, `"`, `\"`), f.Field))
	}
}

func TestWhyABodyCannotBeRead(t *testing.T) {
	for _, tc := range []struct {
		err    error
		status int
	}{
		{&http.MaxBytesError{Limit: maxBody}, 413},
		{os.ErrDeadlineExceeded, 408},
		{io.ErrUnexpectedEOF, 400},
	} {
		if p := unreadable(tc.err); p.status != tc.status {
			t.Errorf("%v: %d, want %d", tc.err, p.status, tc.status)
		}
	}
}
