package rest_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/receipt"
	"assay/eval/verify"
	"assay/internal/dbtest"
)

// A task goes from one agent to another, a person judges its result, and the score says so, the same at every door.
func TestFromTaskToScore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		b := newBureau(t, s)
		const task = `{"to": "did:web:localhost%3A8081", "work_class": "research", "title": "Find it", "brief": "All of it", "deadline": "2026-12-02T10:00:00+01:00", "client_mutation_id": "once"}`
		sent := b.ask(b.by(senderDID), "POST /api/tasks", task, 201)
		id := sent.text("id")
		wantOf(t, "sent", sent, map[string]any{"workspace": "bureau", "from": senderDID, "to": assigneeDID, "work_class": "research", "title": "Find it",
			"brief": "All of it", "result": nil, "status": "sent", "sent_at": "2026-12-01T09:14:05.000Z", "deadline": "2026-12-02T09:00:00.000Z", "outcome": nil})
		if again := b.ask(b.by(senderDID), "POST /api/tasks", task, 201); again.text("id") != id {
			t.Errorf("sent again as %v", again.v)
		}
		other := strings.Replace(task, "Find it", "Find that", 1)
		if refused := b.ask(b.by(senderDID), "POST /api/tasks", other, 409); refused.text("error", "code") != "idempotency_key_taken" {
			t.Errorf("other content: %v", refused.v)
		}
		unknown := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:third.example", "work_class": "cooking", "title": "T"}`, 422)
		if m := unknown.text("error", "message"); unknown.text("error", "field") != "work_class" || !strings.Contains(m, "code, research, writing, analysis, operations, support and other") {
			t.Errorf("an unknown kind of work: %v", unknown.v)
		}

		// The assignee finds it, the sender too, a third agent does not.
		for did, n := range map[string]int{assigneeDID: 1, senderDID: 1, thirdDID: 0} {
			list := b.ask(b.by(did), "GET /api/tasks?status=sent", "", 200)
			if tasks, _ := list.v.([]any); len(tasks) != n || n == 1 && list.text(0, "id") != id {
				t.Errorf("%s has %v", did, list.v)
			}
		}
		b.ask(b.by(thirdDID), "GET /api/tasks/"+id, "", 404)
		if list := b.ask(signedIn(b.viewer), "GET /api/tasks?workspace=bureau&agent="+url.QueryEscape(thirdDID), "", 200); list.at(0).v != nil {
			t.Errorf("of the third agent: %v", list.v)
		}
		if early := b.react(signedIn(b.member), "task", id, `"thumbs_up"`, 409); early.text("error", "code") != "work_unfinished" {
			t.Errorf("too early: %v", early.v)
		}
		if b.ask(b.by(senderDID), "POST /api/tasks/"+id+"/result", `{"result": "Mine"}`, 403); b.earned(signedIn(b.viewer), "research").v != nil {
			t.Error("a score without an outcome")
		}

		b.clock.Add(time.Minute)
		done := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{"result": "Here", "client_mutation_id": "r"}`, 200)
		wantOf(t, "done", done, map[string]any{"status": "submitted", "result": "Here", "ended_at": "2026-12-01T09:15:05.000Z"})
		wantOf(t, "its own word", done.at("outcome"), map[string]any{"success": true, "verified": false, "at": "2026-12-01T09:15:05.000Z"})
		if again := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{"result": "Here", "client_mutation_id": "r"}`, 200); again.text("ended_at") != done.text("ended_at") {
			t.Errorf("submitted again: %v", again.v)
		}
		if late := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{"failed": true}`, 409); late.text("error", "code") != "work_ended" {
			t.Errorf("submitted twice: %v", late.v)
		}
		claimed := b.earned(signedIn(b.viewer), "research")
		wantOf(t, "before a person judged", claimed, map[string]any{"state": "new", "v": 0.0, "as_of": "2026-12-01T09:15:05.000Z"})

		b.clock.Add(time.Minute)
		b.react(signedIn(b.viewer), "task", id, `"thumbs_down"`, 403)
		b.react(signedIn(b.outsider), "task", id, `"thumbs_down"`, 404)
		said := b.ask(signedIn(b.member), "POST /api/terminal/reactions", reactionOf("task", id, `"thumbs_down"`, "mine"), 200)
		wantOf(t, "a person's word", said.at("outcome"), map[string]any{"success": false, "verified": true, "weight": 1.0, "receipt_hash": said.text("verdict", "receipt_hash")})
		wantOf(t, "the verdict", said.at("verdict"), map[string]any{"decides": true, "stands": true, "reaction": "thumbs_down", "at": "2026-12-01T09:16:05.000Z",
			"voice": map[string]any{"kind": "person", "id": b.member.User.ID}})
		if again := b.ask(signedIn(b.member), "POST /api/terminal/reactions", reactionOf("task", id, `"thumbs_down"`, "mine"), 200); !cmp.Equal(again.v, said.v) {
			t.Errorf("said again: %v", again.v)
		}
		if taken := b.ask(signedIn(b.member), "POST /api/terminal/reactions", reactionOf("task", id, `"thumbs_up"`, "mine"), 409); taken.text("error", "code") != "idempotency_key_taken" {
			t.Errorf("other content: %v", taken.v)
		}
		earned := b.earned(signedIn(b.viewer), "research")
		if earned.number("score") >= claimed.number("score") || earned.number("v") != 1 || earned.text("as_of") != "2026-12-01T09:16:05.000Z" ||
			earned.text("newest_outcome_at") != earned.text("as_of") || earned.at("stale").v != false {
			t.Errorf("from %v to %v", claimed.v, earned.v)
		}
		b.sameEverywhere(earned)
		if b.clock.Add(31 * 24 * time.Hour); b.earned(signedIn(b.viewer), "research").at("stale").v != true {
			t.Error("not stale after 31 days")
		}

		// What was said is taken back: the agent's own word counts again, as before.
		back := b.react(signedIn(b.member), "task", id, "null", 200)
		wantOf(t, "taken back", back.at("verdict"), map[string]any{"reaction": nil, "decides": false})
		if now := b.earned(signedIn(b.viewer), "research"); now.number("score") != claimed.number("score") || now.text("receipt_hash") == claimed.text("receipt_hash") {
			t.Errorf("taken back: %v, before %v", now.v, claimed.v)
		}
		wantOf(t, "nothing to take back", b.react(signedIn(b.member), "task", id, "null", 200), map[string]any{"verdict": nil})
		if b.log.Len() > 0 && strings.Contains(b.log.String(), "level=ERROR") {
			t.Error(b.log.String())
		}
	})
}

// sameEverywhere holds a score in the assignee's record against GraphQL, and against the exports, which must hold.
func (b *bureau) sameEverywhere(earned object) {
	b.t.Helper()
	query, err := json.Marshal(map[string]string{"query": fmt.Sprintf(
		`{score(agent: %q, workClass: RESEARCH) {state stale score low high halfWidth n v asOf receiptHash}}`, assigneeDID)})
	if err != nil {
		b.t.Fatal(err)
	}
	graphQL := b.ask(signedIn(b.viewer), "POST /graphql", string(query), 200).at("data", "score")
	wantOf(b.t, "GraphQL", graphQL, map[string]any{"state": strings.ToUpper(earned.text("state")), "stale": earned.at("stale").v, "score": earned.at("score").v,
		"low": earned.at("range", 0).v, "high": earned.at("range", 1).v, "halfWidth": earned.at("half_width").v, "n": earned.at("n").v, "v": earned.at("v").v,
		"asOf": earned.text("as_of"), "receiptHash": earned.text("receipt_hash")})
	if _, ok := earned.at("score").v.(float64); !ok {
		b.t.Errorf("no score: %v", earned.v)
	}

	for query, pool := range map[string]bool{"": false, "?pool=1": true} {
		text := b.bytes(signedIn(b.owner), "GET /api/agent-record/"+b.assignee.ID+"/score/research"+query, "", 200)
		e, err := verify.ReadScore(text)
		if err != nil {
			b.t.Fatalf("%v in %s", err, text)
		}
		if report := verify.Score(e); !report.OK || e.Pool != pool {
			b.t.Errorf("pool %v: %+v", e.Pool, report)
		}
		if canonical, err := receipt.Canonical(e); err != nil || !bytes.Equal(canonical, text) {
			b.t.Errorf("not canonical: %s, %v", text, err)
		}
		var sealed object
		document, err := json.Marshal(e.Document)
		if err == nil {
			err = json.Unmarshal(document, &sealed.v)
		}
		if err != nil {
			b.t.Fatal(err)
		}
		wantOf(b.t, "the export", sealed, map[string]any{"state": earned.at("state").v, "score": earned.at("score").v, "range": earned.at("range").v,
			"half_width": earned.at("half_width").v, "n": earned.at("n").v, "v": earned.at("v").v, "as_of": earned.at("as_of").v, "class": "research"})
		if e.Score.Hash != earned.text("receipt_hash") {
			b.t.Errorf("the export is of %s", e.Score.Hash)
		}
	}
}

// Who may read and export: sessions by their role, keys by the scope ADMIN; an agent's own key neither.
func TestWhoReadsScores(t *testing.T) {
	b := newBureau(t, dbtest.OpenSQLite(t))
	id := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T"}`, 201).text("id")
	b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{}`, 200)
	key := func(scope eval.Scope) func(*http.Request) {
		_, token := b.owner.Key("bureau", eval.RoleOwner, scope)
		return bearer(token)
	}
	record, export := "GET /api/agent-record/did:web:localhost%253A8081", "GET /api/agent-record/"+b.assignee.ID+"/score/other"
	for what, c := range map[string]struct {
		as             func(*http.Request)
		record, export int
	}{
		"owner": {signedIn(b.owner), 200, 200}, "viewer": {signedIn(b.viewer), 200, 403}, "outsider": {signedIn(b.outsider), 404, 404},
		"admin key": {key(eval.ScopeAdmin), 200, 200}, "read key": {key(eval.ScopeRead), 403, 403}, "agent": {b.by(assigneeDID), 403, 403},
		"stranger": {func(*http.Request) {}, 401, 401},
	} {
		t.Run(what, func(t *testing.T) {
			b.t = t
			b.bytes(c.as, record, "", c.record)
			b.bytes(c.as, export, "", c.export)
		})
	}
	b.t = t
	unknown := b.ask(signedIn(b.owner), "GET /api/agent-record/"+b.assignee.ID+"/score/cooking", "", 422)
	if m := unknown.text("error", "message"); !strings.Contains(m, "code, research, writing, analysis, operations, support and other") {
		t.Error(m)
	}
	b.ask(signedIn(b.owner), "GET /api/agent-record/"+b.assignee.ID+"/score/code", "", 404)
	b.ask(signedIn(b.owner), "GET /api/agent-record/did:web:nobody.example", "", 404)
	b.ask(signedIn(b.owner), "GET /api/agent-record/agt_nothing", "", 404)
}

// A call waits for a person; the decision is a verdict on it, and the task says what became of it.
func TestApprovalsOverREST(t *testing.T) {
	b := newBureau(t, dbtest.OpenSQLite(t))
	id := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T"}`, 201).text("id")
	const call = `{"call": "delete it", "client_mutation_id": "c"}`
	asked := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/approvals", call, 201)
	wantOf(t, "asked", asked, map[string]any{"task": id, "call": "delete it", "state": "pending", "decided_at": nil})
	if again := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/approvals", call, 201); !cmp.Equal(again.v, asked.v) {
		t.Errorf("asked again: %v", again.v)
	}
	if waits := b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{}`, 409); waits.text("error", "code") != "work_waits" {
		t.Errorf("it waits: %v", waits.v)
	}
	approval := asked.text("id")
	if early := b.react(signedIn(b.member), "approval", approval, `"thumbs_up"`, 409); early.text("error", "code") != "work_unfinished" {
		t.Errorf("undecided: %v", early.v)
	}
	if _, err := b.App.DecideApproval(b.member.Context(), app.DecideApproval{ApprovalID: approval}); err != nil {
		t.Fatal(err)
	}
	task := b.ask(b.by(assigneeDID), "GET /api/tasks/"+id, "", 200)
	wantOf(t, "goes on", task, map[string]any{"status": "sent", "outcome": nil})
	wantOf(t, "the call", task.at("approvals", 0), map[string]any{"id": approval, "state": "rejected"})
	said := b.react(signedIn(b.owner), "approval", approval, `"thumbs_up"`, 200)
	wantOf(t, "the call's outcome", said.at("outcome"), map[string]any{"success": true, "verified": true})
	wantOf(t, "the target", said, map[string]any{"target": map[string]any{"kind": "approval", "id": approval}})
}

// Where handoffs are attested, naming a kind of work sends nothing.
func TestAttestedHandoffs(t *testing.T) {
	b := newBureau(t, dbtest.OpenSQLite(t))
	if _, err := b.App.AttestHandoffs(b.owner.Context(), "bureau", true); err != nil {
		t.Fatal(err)
	}
	refused := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T", "work_class": "code", "client_mutation_id": "k"}`, 409)
	wantOf(t, "refused", refused.at("error"), map[string]any{"code": "work_class_unavailable", "field": "work_class"})
	if list := b.ask(b.by(assigneeDID), "GET /api/tasks", "", 200); list.at(0).v != nil {
		t.Errorf("sent: %v", list.v)
	}
	sent := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T", "client_mutation_id": "k"}`, 201)
	wantOf(t, "without a kind", sent, map[string]any{"work_class": "other", "status": "sent"})
}

// A page of another site gets nothing done by a visitor's cookie.
func TestForgedTasksAndReactions(t *testing.T) {
	b := newBureau(t, dbtest.OpenSQLite(t))
	id := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T"}`, 201).text("id")
	forged := func(r *http.Request) {
		signedIn(b.owner)(r)
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	b.ask(forged, "POST /api/tasks", `{"from": "did:web:sender.example", "to": "did:web:localhost%3A8081", "title": "Forged"}`, 403)
	b.ask(forged, "POST /api/tasks/"+id+"/approvals", `{"call": "forged"}`, 403)
	b.ask(forged, "POST /api/tasks/"+id+"/result", `{"result": "forged"}`, 403)
	if list := b.ask(b.by(assigneeDID), "GET /api/tasks", "", 200); list.at(1).v != nil || list.text(0, "status") != "sent" {
		t.Errorf("done: %v", list.v)
	}
	b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{"failed": true}`, 200)
	b.react(forged, "task", id, `"thumbs_up"`, 403)
	if task := b.ask(b.by(assigneeDID), "GET /api/tasks/"+id, "", 200); task.at("outcome", "success").v != false {
		t.Errorf("judged: %v", task.v)
	}
	own := func(r *http.Request) {
		signedIn(b.owner)(r)
		r.Header.Set("Origin", "http://"+r.Host)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	b.react(own, "task", id, `"thumbs_up"`, 200)
}

// While verdicts cannot be stored, reactions say so; the log has the cause, and what was sent can be sent again.
func TestVerdictsThatCannotBeStored(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, at string) {
		b := newBureau(t, dbtest.Open(t, at))
		id := b.ask(b.by(senderDID), "POST /api/tasks", `{"to": "did:web:localhost%3A8081", "title": "T"}`, 201).text("id")
		b.ask(b.by(assigneeDID), "POST /api/tasks/"+id+"/result", `{"result": "Here"}`, 200)
		driver, source := "postgres", at
		if file, isFile := strings.CutPrefix(at, "sqlite:"); isFile {
			driver, source = "sqlite", file
		}
		db, err := sql.Open(driver, source)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		change := func(statement string) {
			if _, err := db.ExecContext(context.WithoutCancel(t.Context()), statement); err != nil {
				t.Fatal(err)
			}
		}
		body := reactionOf("task", id, `"thumbs_up"`, "m")
		change("ALTER TABLE work_verdicts RENAME TO elsewhere")
		failed := b.ask(signedIn(b.member), "POST /api/terminal/reactions", body, 503)
		if failed.text("error", "code") != "reactions_unavailable" || strings.Contains(failed.text(), "work_verdicts") || !strings.Contains(b.log.String(), "work_verdicts") {
			t.Errorf("%v, the log has %s", failed.v, b.log.String())
		}
		change("ALTER TABLE elsewhere RENAME TO work_verdicts")
		wantOf(t, "stored", b.ask(signedIn(b.member), "POST /api/terminal/reactions", body, 200).at("outcome"), map[string]any{"success": true, "verified": true})
	})
}
