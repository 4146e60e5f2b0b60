package rest

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

func TestReactions(t *testing.T) {
	verdict := eval.WorkVerdict{ID: "vdt_2", Voice: classscore.Voice{Kind: classscore.Person, ID: "usr_1"}, Value: classscore.Failure, At: at, Stands: true, Comment: "no"}
	decides := app.JudgedVerdict{WorkVerdict: verdict, Decides: true, Standing: "Decides."}
	before, after := app.JudgedVerdict{WorkVerdict: eval.WorkVerdict{ID: "vdt_1"}}, app.JudgedVerdict{WorkVerdict: eval.WorkVerdict{ID: "vdt_3"}}
	w := &worker{verdict: &verdict, judged: app.Judged{Verdicts: []app.JudgedVerdict{before, decides, after},
		Outcome: &app.Outcome{Outcome: classscore.Outcome{At: at, Weight: 1, Verified: true}, Verdict: decides}}}
	c := newCaller(t, w, member)
	const line = "POST /api/terminal/reactions"
	said := `"verdict":{"id":"vdt_2","voice":{"kind":"person","id":"usr_1"},"reaction":"thumbs_down","comment":"no","at":"2026-12-01T09:14:05.250Z",` +
		`"stands":true,"decides":true,"standing":"Decides.","signed":false,"receipt_hash":"` + noHash + `"},` +
		`"outcome":{"success":false,"at":"2026-12-01T09:14:05.250Z","weight":1,"verified":true,"receipt_hash":"` + noHash + `"}}`
	c.expect(t, line, `{"target": {"kind": "task", "id": "wrk_1"}, "reaction": "thumbs_down", "comment": "no", "client_mutation_id": "m"}`, 200,
		`{"target":{"kind":"task","id":"wrk_1"},`+said)
	want := app.RecordVerdict{Kind: app.TargetTask, TargetID: "wrk_1", Reaction: eval.ThumbsDown, Comment: "no", IdempotencyKey: "m"}
	if diff := cmp.Diff(want, w.asked); diff != "" {
		t.Error(diff)
	}
	c.expect(t, line, `{"target": {"id": "apr_1", "kind": "approval"}, "reaction": "thumbs_up", "signature": {"key": "#k", "value": "AA"}}`, 200,
		`{"target":{"kind":"approval","id":"apr_1"},`+said, "Idempotency-Key: m")
	want = app.RecordVerdict{Kind: app.TargetApproval, TargetID: "apr_1", Reaction: eval.ThumbsUp, IdempotencyKey: "m", Signature: &app.SignatureInput{Key: "#k", Value: "AA"}}
	if diff := cmp.Diff(want, w.asked); diff != "" {
		t.Error(diff)
	}

	w.verdict.Value, w.verdict.Signature = classscore.TakenBack, &eval.VerdictSignature{}
	w.judged = app.Judged{Verdicts: []app.JudgedVerdict{{WorkVerdict: *w.verdict, Standing: "Taken back."}}}
	c.expect(t, line, `{"target": {"kind": "task", "id": "wrk_1"}, "reaction": null, "client_mutation_id": "m"}`, 200,
		`{"target":{"kind":"task","id":"wrk_1"},"verdict":{"id":"vdt_2","voice":{"kind":"person","id":"usr_1"},"reaction":null,"comment":"no",`+
			`"at":"2026-12-01T09:14:05.250Z","stands":true,"decides":false,"standing":"Taken back.","signed":true,"receipt_hash":"`+noHash+`"},"outcome":null}`)
	want = app.RecordVerdict{Kind: app.TargetTask, TargetID: "wrk_1", IdempotencyKey: "m"}
	if diff := cmp.Diff(want, w.asked); diff != "" {
		t.Error(diff)
	}
	w.verdict, w.judged = nil, app.Judged{}
	c.expect(t, line, `{"target": {"kind": "task", "id": "wrk_1"}, "reaction": null, "client_mutation_id": "m"}`, 200,
		`{"target":{"kind":"task","id":"wrk_1"},"verdict":null,"outcome":null}`)
}

func TestReactionRefusals(t *testing.T) {
	const target = `"target": {"kind": "task", "id": "wrk_1"}`
	for _, tc := range []struct {
		body   string
		status int
		code   string
		field  string
	}{
		{target + `, "client_mutation_id": "m"`, 400, "invalid", "reaction"}, // left out is no null
		{target + `, "reaction": "", "client_mutation_id": "m"`, 422, "invalid", "reaction"},
		{target + `, "reaction": "heart", "client_mutation_id": "m"`, 422, "invalid", "reaction"},
		{target + `, "reaction": "THUMBS_UP", "client_mutation_id": "m"`, 422, "invalid", "reaction"},
		{target + `, "reaction": false, "client_mutation_id": "m"`, 400, "invalid", "reaction"},
		{target + `, "reaction": null`, 400, "invalid", "client_mutation_id"},
		{target + `, "reaction": null, "client_mutation_id": ""`, 400, "invalid", "client_mutation_id"},
		{`"reaction": null, "client_mutation_id": "m"`, 400, "invalid", "target.kind"},
		{`"target": {"kind": "task"}, "reaction": null, "client_mutation_id": "m"`, 400, "invalid", "target.id"},
		{`"target": {"id": "wrk_1"}, "reaction": null, "client_mutation_id": "m"`, 400, "invalid", "target.kind"},
		{`"target": {"kind": "run", "id": "run_1"}, "reaction": null, "client_mutation_id": "m"`, 422, "invalid", "target.kind"},
		{`"target": {"kind": "task", "id": "a", "id": "b"}, "reaction": null, "client_mutation_id": "m"`, 400, "duplicate_field", "target.id"},
		{`"target": {"kind": "task", "id": "a", "x": 1}, "reaction": null, "client_mutation_id": "m"`, 400, "unknown_field", "target.x"},
		{`"target": null, "reaction": null, "client_mutation_id": "m"`, 400, "invalid", "target"},
		{`"target": ["task"], "reaction": null, "client_mutation_id": "m"`, 400, "invalid", "target"},
		{target + `, "reaction": null, "client_mutation_id": "m", "signature": null`, 400, "invalid", "signature"},
		{target + `, "reaction": null, "client_mutation_id": "m", "signature": {"value": 1}`, 400, "invalid", "signature.value"},
	} {
		refused(t, &worker{}, "POST /api/terminal/reactions", "{"+tc.body+"}", tc.status, tc.code, tc.field)
	}
}

// What keeps a verdict from being stored is for the log; a conflict, or a caller who left, is not.
func TestReactionsUnavailable(t *testing.T) {
	const line, body = "POST /api/terminal/reactions", `{"target": {"kind": "task", "id": "wrk_1"}, "reaction": null, "client_mutation_id": "m"}`
	w := &worker{scripted: scripted{err: errors.New("disk full of hunter2")}}
	c := newCaller(t, w, member)
	c.expect(t, line, body, 503, `{"error":{"code":"reactions_unavailable","message":"verdicts cannot be stored now; send it again, with the same client_mutation_id",`+
		`"field":null,"request_id":"req-1"}}`)
	if log := c.log.String(); !strings.Contains(log, "hunter2") || !strings.Contains(log, "req-1") {
		t.Errorf("log: %s", log)
	}
	for err, status := range map[error]int{
		fault.New(fault.Conflict, "work_unfinished", "not yet"): 409, fault.New(fault.Forbidden, "forbidden", "no"): 403, fault.Missing("work", "wrk_1"): 404,
	} {
		c.log.Reset()
		w.err = err
		if got := c.send(t, line, body); got.Code != status || c.log.Len() > 0 {
			t.Errorf("%v: %d %s, log %s", err, got.Code, got.Body, c.log)
		}
	}
}
