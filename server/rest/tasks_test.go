package rest

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

// worker is a scripted app with work.
type worker struct {
	scripted
	record   app.WorkRecord
	approval eval.Approval
	verdict  *eval.WorkVerdict
	judged   app.Judged
	known    app.AgentRecord
	missing  bool // there is no work
}

func (w *worker) SendTask(_ context.Context, in app.SendTask) (eval.Work, error) {
	w.asked = in
	return w.record.Work, w.err
}

func (w *worker) SubmitResult(_ context.Context, in app.SubmitResult) (eval.Work, error) {
	w.asked = in
	return w.record.Work, w.err
}

func (w *worker) RequestApproval(_ context.Context, in app.RequestApproval) (eval.Approval, error) {
	w.asked = in
	return w.approval, w.err
}

func (w *worker) Works(_ context.Context, f app.WorkFilter, p eval.PageArgs) (eval.Page[eval.Work], error) {
	w.asked = asked{f, *p.First}
	if w.missing {
		return eval.Page[eval.Work]{}, w.err
	}
	return eval.Page[eval.Work]{Items: []eval.Work{w.record.Work}}, w.err
}

func (w *worker) Work(_ context.Context, id string) (*eval.Work, error) {
	w.asked = id
	if w.missing {
		return nil, w.err
	}
	return &w.record.Work, w.err
}

func (w *worker) WorkRecords(_ context.Context, works []eval.Work) ([]app.WorkRecord, error) {
	records := make([]app.WorkRecord, len(works))
	for i := range works {
		records[i] = w.record
	}
	return records, nil
}

func (w *worker) RecordVerdict(_ context.Context, in app.RecordVerdict) (*eval.WorkVerdict, eval.Work, error) {
	w.asked = in
	return w.verdict, w.record.Work, w.err
}

func (w *worker) Judged(_ context.Context, ids []string) (map[string]app.Judged, error) {
	return map[string]app.Judged{ids[0]: w.judged}, nil
}

func (w *worker) AgentRecord(_ context.Context, agent string) (app.AgentRecord, error) {
	w.asked = agent
	return w.known, w.err
}

func (w *worker) ExportScore(_ context.Context, agent, class string, pool bool) ([]byte, error) {
	w.asked = asked{agent, class, pool}
	return w.export, w.err
}

func (s *scripted) SendTask(context.Context, app.SendTask) (w eval.Work, err error) { return w, s.err }
func (s *scripted) SubmitResult(context.Context, app.SubmitResult) (w eval.Work, err error) {
	return w, s.err
}
func (s *scripted) RequestApproval(context.Context, app.RequestApproval) (p eval.Approval, err error) {
	return p, s.err
}
func (s *scripted) Works(context.Context, app.WorkFilter, eval.PageArgs) (p eval.Page[eval.Work], err error) {
	return p, s.err
}
func (s *scripted) Work(context.Context, string) (*eval.Work, error) { return nil, s.err }
func (s *scripted) WorkRecords(context.Context, []eval.Work) ([]app.WorkRecord, error) {
	return nil, s.err
}
func (s *scripted) RecordVerdict(context.Context, app.RecordVerdict) (v *eval.WorkVerdict, w eval.Work, err error) {
	return v, w, s.err
}
func (s *scripted) Judged(context.Context, []string) (map[string]app.Judged, error) {
	return nil, s.err
}
func (s *scripted) AgentRecord(context.Context, string) (r app.AgentRecord, err error) {
	return r, s.err
}
func (s *scripted) ExportScore(context.Context, string, string, bool) ([]byte, error) {
	return nil, s.err
}

var member = app.Principal{Credential: true, User: &eval.User{ID: "usr_1"}, Session: "ses_1", Roles: map[string]eval.Role{"wsp_other": eval.RoleMember}}

// handed is work that is over, with an approval.
func handed() app.WorkRecord {
	verdict := app.JudgedVerdict{WorkVerdict: eval.WorkVerdict{ID: "vdt_1"}, Decides: true}
	return app.WorkRecord{
		Work: eval.Work{ID: "wrk_1", Class: classscore.Research, Title: "Find it", Result: "Here", Status: eval.WorkSubmitted, Delivery: eval.DeliveryPull,
			SentAt: at, EndedAt: at.Add(time.Second)},
		Workspace: "other", From: "did:web:a.example", To: "did:web:b.example",
		Approvals: []eval.Approval{{ID: "apr_1", WorkID: "wrk_1", Call: "delete it", State: eval.ApprovalGranted, AskedAt: at, DecidedAt: at}},
		Judged:    app.Judged{Verdicts: []app.JudgedVerdict{verdict}, Outcome: &app.Outcome{Outcome: classscore.Outcome{Success: true, At: at, Weight: 0.5}, Verdict: verdict}},
	}
}

var noHash = strings.Repeat("0", 64)

const handedRow = `{"id":"wrk_1","workspace":"other","from":"did:web:a.example","to":"did:web:b.example","work_class":"research","title":"Find it",` +
	`"brief":"","result":"Here","cleared":false,"status":"submitted","delivery":"pull","deadline":null,"sent_at":"2026-12-01T09:14:05.250Z",` +
	`"ended_at":"2026-12-01T09:14:06.250Z","approvals":[{"id":"apr_1","task":"wrk_1","call":"delete it","state":"granted",` +
	`"asked_at":"2026-12-01T09:14:05.250Z","decided_at":"2026-12-01T09:14:05.250Z"}],"outcome":{"success":true,"at":"2026-12-01T09:14:05.250Z","weight":0.5,` +
	`"verified":false,"receipt_hash":"0000000000000000000000000000000000000000000000000000000000000000"}}`

func TestTaskRequests(t *testing.T) {
	w := &worker{record: handed(), approval: handed().Approvals[0]}
	c := newCaller(t, w, member)
	for _, tc := range []struct {
		line, body string
		headers    []string
		status     int
		asked      any
	}{
		{"POST /api/tasks", `{"to": "did:web:b.example", "title": "Find it"}`, nil, 201, app.SendTask{To: "did:web:b.example", Title: "Find it"}},
		{"POST /api/tasks", `{"from": "did:web:a.example", "to": "did:web:b.example", "work_class": "code", "title": "T", "brief": "B", ` +
			`"deadline": "2026-12-02T10:00:00+01:00", "delivery": "push", "client_mutation_id": "k"}`, nil, 201,
			app.SendTask{From: "did:web:a.example", To: "did:web:b.example", WorkClass: "code", Title: "T", Brief: "B",
				Deadline: time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC), Delivery: eval.DeliveryPush, IdempotencyKey: "k"}},
		{"POST /api/tasks", `{"to": "did:web:b.example", "title": "T"}`, []string{"Idempotency-Key: k"}, 201,
			app.SendTask{To: "did:web:b.example", Title: "T", IdempotencyKey: "k"}},
		{"POST /api/tasks/wrk_1/result", `{"result": "Here"}`, nil, 200, app.SubmitResult{WorkID: "wrk_1", Result: "Here"}},
		{"POST /api/tasks/wrk_1/result", `{"failed": true, "client_mutation_id": "k"}`, nil, 200, app.SubmitResult{WorkID: "wrk_1", Failed: true, IdempotencyKey: "k"}},
		{"POST /api/tasks/wrk_1/approvals", `{"call": "delete it", "client_mutation_id": "k"}`, nil, 201, app.RequestApproval{WorkID: "wrk_1", Call: "delete it", IdempotencyKey: "k"}},
		{"GET /api/tasks/wrk_1", "", nil, 200, "wrk_1"},
		{"GET /api/tasks", "", nil, 200, asked{app.WorkFilter{}, 20}},
		{"GET /api/tasks?workspace=other&agent=did:web:a.example&status=waiting&limit=3", "", nil, 200,
			asked{app.WorkFilter{Workspace: "other", Agent: "did:web:a.example", Statuses: []eval.WorkStatus{eval.WorkWaiting}}, 3}},
	} {
		row := handedRow
		switch {
		case strings.Contains(tc.line, "approvals"):
			_, row, _ = strings.Cut(handedRow, `"approvals":[`)
			row, _, _ = strings.Cut(row, `]`)
		case tc.line == "GET /api/tasks" || strings.Contains(tc.line, "?"):
			row = "[" + handedRow + "]"
		}
		w.asked = nil
		c.expect(t, tc.line, tc.body, tc.status, row, tc.headers...)
		if diff := cmp.Diff(tc.asked, w.asked); diff != "" {
			t.Errorf("%s %s (-want +asked)\n%s", tc.line, tc.body, diff)
		}
	}
	w.missing = true
	c.expect(t, "GET /api/tasks", "", 200, `[]`)
	c.expect(t, "GET /api/tasks/wrk_2", "", 404, `{"error":{"code":"not_found","message":"there is no work \"wrk_2\"","field":null,"request_id":"req-1"}}`)
}

// What was cleared, and what is not yet, is null.
func TestTasksWithoutTexts(t *testing.T) {
	for _, tc := range []struct {
		change func(*app.WorkRecord)
		want   []string
	}{
		{func(r *app.WorkRecord) {
			r.ClearedAt, r.Title, r.Result = at, "(cleared)", ""
			r.Approvals[0].Call, r.Approvals[0].ClearedAt = "", at
		},
			[]string{`"brief":null,"result":null,"cleared":true`, `"call":null`}},
		{func(r *app.WorkRecord) {
			r.Status, r.Result, r.EndedAt, r.Approvals, r.Judged = eval.WorkSent, "", time.Time{}, nil, app.Judged{}
			r.Deadline = at.Add(time.Hour)
		}, []string{`"brief":"","result":null,"cleared":false,"status":"sent"`, `"deadline":"2026-12-01T10:14:05.250Z"`, `"ended_at":null,"approvals":[],"outcome":null`}},
		{func(r *app.WorkRecord) { r.Status, r.Result = eval.WorkFailed, "" }, []string{`"result":"","cleared":false,"status":"failed"`}},
	} {
		w := &worker{record: handed()}
		tc.change(&w.record)
		got := newCaller(t, w, member).send(t, "GET /api/tasks/wrk_1", "").Body.String()
		for _, want := range tc.want {
			if !strings.Contains(got, want) {
				t.Errorf("no %s in %s", want, got)
			}
		}
	}
}

func TestTaskRefusals(t *testing.T) {
	const ok = `{"to": "did:web:b.example", "title": "T"`
	for _, tc := range []struct {
		line, body string
		status     int
		code       string
		field      string
	}{
		{"POST /api/tasks", ok + `, "work_kind": "code"}`, 400, "unknown_field", "work_kind"},
		{"POST /api/tasks", ok + `, "title": "T"}`, 400, "duplicate_field", "title"},
		{"POST /api/tasks", ok + `, "deadline": "tomorrow"}`, 400, "invalid", "deadline"},
		{"POST /api/tasks", ok + `, "deadline": "9999-12-31T23:59:59-01:00"}`, 400, "invalid", "deadline"},
		{"POST /api/tasks", ok + `, "deadline": null}`, 400, "invalid", "deadline"},
		{"POST /api/tasks", ok + `, "delivery": "PUSH"}`, 422, "invalid", "delivery"},
		{"POST /api/tasks", ok + `, "delivery": ""}`, 422, "invalid", "delivery"},
		{"POST /api/tasks", ok + `, "delivery": 7}`, 400, "invalid", "delivery"},
		{"POST /api/tasks", ok + `, "client_mutation_id": "a b"}`, 400, "invalid", "idempotency_key"},
		{"POST /api/tasks", `[]`, 400, "malformed", ""},
		{"POST /api/tasks/wrk_1/result", `{"failed": "yes"}`, 400, "invalid", "failed"},
		{"POST /api/tasks/%00/result", `{}`, 404, "not_found", ""},
		{"POST /api/tasks/%ff/approvals", `{"call": "c"}`, 404, "not_found", ""},
		{"GET /api/tasks/%00", "", 404, "not_found", ""},
		{"GET /api/tasks?status=done", "", 400, "invalid", "status"},
		{"GET /api/tasks?status=", "", 400, "invalid", "status"},
		{"GET /api/tasks?status=SENT", "", 400, "invalid", "status"},
		{"GET /api/tasks?limit=0", "", 400, "invalid", "limit"},
		{"GET /api/tasks?class=code", "", 400, "unknown_field", "class"},
		{"GET /api/tasks?agent=%00", "", 400, "invalid", "agent"},
	} {
		w := &worker{}
		refused(t, w, tc.line, tc.body, tc.status, tc.code, tc.field)
	}
	c := newCaller(t, &worker{}, member)
	if got := c.send(t, "POST /api/tasks", ok+"}", "Content-Type: text/plain"); got.Code != http.StatusUnsupportedMediaType {
		t.Errorf("as a form sends it: %d", got.Code)
	}
}

// refused sends what must be refused before it reaches a use case.
func refused(t *testing.T, w *worker, line, body string, status int, code, field string) {
	t.Helper()
	answer := newCaller(t, w, member).send(t, line, body)
	var got struct {
		Error struct {
			Code  string
			Field string
		}
	}
	decode(t, answer.Body.Bytes(), &got)
	if answer.Code != status || got.Error.Code != code || got.Error.Field != field || w.asked != nil {
		t.Errorf("%s %s: %d %s, asked %v", line, body, answer.Code, answer.Body, w.asked)
	}
	if changes := strings.HasPrefix(line, "POST"); changes != (len(w.refused) == 1) {
		t.Errorf("%s: the audit log has %v", line, w.refused)
	}
}

// Strangers learn nothing from how a body is judged, and what they ask for is logged.
func TestStrangersReachNoWork(t *testing.T) {
	for line, action := range map[string]string{
		"POST /api/tasks": "sendTask", "POST /api/tasks/wrk_1/result": "submitResult", "POST /api/tasks/wrk_1/approvals": "requestApproval",
		"POST /api/terminal/reactions": "recordVerdict", "GET /api/tasks": "", "GET /api/tasks/wrk_1": "",
		"GET /api/agent-record/agt_1": "", "GET /api/agent-record/agt_1/score/code": "",
	} {
		for who, as := range map[string]app.Principal{"stranger": stranger, "intruder": intruder} {
			w := &worker{}
			body := ""
			if action != "" {
				body = `{`
			}
			answer := newCaller(t, w, as).send(t, line, body)
			status, kind := http.StatusUnauthorized, fault.Unauthenticated
			if who == "intruder" {
				status, kind = http.StatusForbidden, fault.Forbidden
			}
			if answer.Code != status || w.asked != nil || answer.Header().Get("Cache-Control") != "no-store" || answer.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s as %s: %d %s, %v", line, who, answer.Code, answer.Body, answer.Header())
			}
			if action != "" && (len(w.refused) != 1 || !strings.HasPrefix(w.refused[0], action+" ") || !strings.Contains(w.refused[0], string(kind))) {
				t.Errorf("%s as %s: the audit log has %v", line, who, w.refused)
			}
		}
	}
}
