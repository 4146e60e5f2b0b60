package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/internal/testenv"
)

func (w *office) works() []eval.Work {
	w.t.Helper()
	page, err := w.App.Works(w.ada.Context(), app.WorkFilter{}, eval.PageArgs{First: new(100)})
	if err != nil {
		w.t.Fatal(err)
	}
	return page.Items
}

// events gives what happened to work, and checks that the numbers count up by one from 1.
func (w *office) events(id string) string {
	w.t.Helper()
	all, err := w.App.WorkEvents(w.ada.Context(), []string{id})
	if err != nil {
		w.t.Fatal(err)
	}
	words := []string{}
	for i, e := range all[id] {
		if e.Seq != int64(i+1) {
			w.t.Errorf("event %d of %s has seq %d", i+1, id, e.Seq)
		}
		words = append(words, strings.TrimSpace(fmt.Sprintf("%s by %s", e.Kind, e.By.Kind)+" "+e.Detail))
	}
	work, err := w.App.Work(w.ada.Context(), id)
	if err != nil || work == nil || work.LastSeq != int64(len(words)) {
		w.t.Errorf("%+v, %v after %d events", work, err, len(words))
	}
	return strings.Join(words, ", ")
}

func TestSendTask(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		in := app.SendTask{To: to.DID, WorkClass: "research", Title: "Find out", Brief: "What is it?", Deadline: noon.Add(time.Hour)}
		sent, err := w.App.SendTask(w.as(w.sender), in)
		want := eval.Work{ID: sent.ID, WorkspaceID: eval.DefaultWorkspace, FromAgentID: w.sender.ID, ToAgentID: to.ID, Class: classscore.Research, Title: in.Title,
			Brief: in.Brief, Status: eval.WorkSent, Delivery: eval.DeliveryPull, Deadline: in.Deadline, SentAt: noon, LastSeq: 1}
		if err != nil || sent != want || eval.IDKind(sent.ID) != eval.WorkID {
			t.Errorf("%+v, %v, want %+v", sent, err, want)
		}
		if kept, err := w.App.Work(w.ada.Context(), sent.ID); err != nil || kept == nil || *kept != want {
			t.Errorf("kept %+v, %v", kept, err)
		}
		named := in
		named.From, named.WorkClass, named.Deadline = w.sender.DID, "", time.Time{}
		for who, ctx := range map[string]context.Context{"a person": w.ada.Context(), "the agent, named": w.as(w.sender)} {
			if sent, err := w.App.SendTask(ctx, named); err != nil || sent.FromAgentID != w.sender.ID || sent.Class != classscore.Other || !sent.Deadline.IsZero() {
				t.Errorf("by %s: %+v, %v", who, sent, err)
			}
		}
		if got := w.events(sent.ID); got != "SENT by agent" {
			t.Error(got)
		}
	})
}

func TestTasksThatAreNotSent(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, gone := w.agent("them"), w.agent("them")
		blue := team(t, w.Env, "blue")
		elsewhere := register(w.Admin(), t, w.Env, app.RegisterAgent{Endpoint: "https://blue.example", Workspace: blue.Key})
		w.as(gone)
		if _, err := w.App.RemoveAgent(w.ada.Context(), gone.DID); err != nil {
			t.Fatal(err)
		}
		member := w.Join("", eval.RoleMember, "bob@example.com")
		viewer := w.Join("", eval.RoleViewer, "eve@example.com")
		outsider := w.Join(blue.Key, eval.RoleOwner, "oscar@example.com")
		_, reads := w.ada.Key("", eval.RoleMember, eval.ScopeRead)
		_, acts := w.ada.Key("", eval.RoleMember, eval.ScopeAgent)
		good := app.SendTask{From: w.sender.DID, To: to.DID, Title: "Do it"}
		for _, c := range []struct {
			what   string
			who    context.Context
			change func(*app.SendTask)
			kind   fault.Kind
			field  string
			says   string
		}{
			{"another agent's key", w.as(to), nil, fault.Forbidden, "", "this key acts as " + to.DID},
			{"the key of an agent that was removed", w.as(gone), func(in *app.SendTask) { in.From = "" }, fault.Forbidden, "", "was removed"},
			{"a stranger", w.Stranger(), nil, fault.Unauthenticated, "", ""},
			{"an outsider", outsider.Context(), nil, fault.Forbidden, "", ""},
			{"a viewer", viewer.Context(), nil, fault.Forbidden, "", "MEMBER"},
			{"a member who may not change the sender", member.Context(), nil, fault.Forbidden, "", ""},
			{"a key without the scope", w.Bearer(reads), nil, fault.Forbidden, "", "AGENT"},
			{"a key that is no agent's", w.Bearer(acts), func(in *app.SendTask) { in.From = "" }, fault.Invalid, "from", ""},
			{"to another workspace", w.ada.Context(), func(in *app.SendTask) { in.To = elsewhere.DID }, fault.Invalid, "to", ""},
			{"to itself", w.ada.Context(), func(in *app.SendTask) { in.To = in.From }, fault.Invalid, "to", ""},
			{"to nobody", w.ada.Context(), func(in *app.SendTask) { in.To = "did:web:nobody.example" }, fault.NotFound, "to", ""},
			{"to what is no DID", w.ada.Context(), func(in *app.SendTask) { in.To = "Bob" }, fault.Invalid, "to", ""},
			{"to an agent that was removed", w.ada.Context(), func(in *app.SendTask) { in.To = gone.DID }, fault.NotFound, "to", ""},
			{"from an agent that was removed", w.ada.Context(), func(in *app.SendTask) { in.From = gone.DID }, fault.NotFound, "from", ""},
			{"of an unknown kind", w.ada.Context(), func(in *app.SendTask) { in.WorkClass = "Cooking" }, fault.Invalid, "work_class",
				"code, research, writing, analysis, operations, support and other are"},
			{"with a deadline that went by", w.ada.Context(), func(in *app.SendTask) { in.Deadline = noon }, fault.Invalid, "deadline", ""},
			{"with a deadline within the millisecond", w.ada.Context(), func(in *app.SendTask) { in.Deadline = noon.Add(time.Microsecond) }, fault.Invalid, "deadline", ""},
			{"without a title", w.ada.Context(), func(in *app.SendTask) { in.Title = " " }, fault.Invalid, "title", ""},
			{"with a long title", w.ada.Context(), func(in *app.SendTask) { in.Title = strings.Repeat("x", 201) }, fault.Invalid, "title", ""},
			{"with a long brief", w.ada.Context(), func(in *app.SendTask) { in.Brief = strings.Repeat("x", 100_001) }, fault.Invalid, "brief", ""},
			{"with NUL", w.ada.Context(), func(in *app.SendTask) { in.Brief = "a\x00b" }, fault.Invalid, "brief", ""},
			{"by another way", w.ada.Context(), func(in *app.SendTask) { in.Delivery = "POST" }, fault.Invalid, "delivery", ""},
			{"under a long key", w.ada.Context(), func(in *app.SendTask) { in.IdempotencyKey = strings.Repeat("k", 201) }, fault.Invalid, "idempotency_key", ""},
			{"under a key of two lines", w.ada.Context(), func(in *app.SendTask) { in.IdempotencyKey = "a\nb" }, fault.Invalid, "idempotency_key", ""},
		} {
			in := good
			if c.change != nil {
				c.change(&in)
			}
			_, err := w.App.SendTask(c.who, in)
			if f := fault.As(err); f == nil || f.Kind != c.kind || f.Field != c.field || !strings.Contains(f.Message, c.says) {
				t.Errorf("%s: %#v", c.what, err)
			}
		}
		if works := w.works(); len(works) > 0 {
			t.Errorf("sent: %+v", works)
		}
	})
}

func TestAttestedHandoffs(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		_, err := w.App.AttestHandoffs(w.person("bob"), eval.DefaultWorkspaceKey, true)
		wants(t, "a member's", err, fault.Forbidden)
		if ws, err := w.App.AttestHandoffs(w.ada.Context(), eval.DefaultWorkspaceKey, true); err != nil || !ws.AttestedHandoffs {
			t.Fatalf("%+v, %v", ws, err)
		}
		in := app.SendTask{To: to.DID, WorkClass: "other", Title: "Do it", IdempotencyKey: "one"}
		_, err = w.App.SendTask(w.as(w.sender), in)
		wantCode(t, "of a kind", err, fault.Conflict, "work_class_unavailable")
		if works := w.works(); len(works) > 0 {
			t.Errorf("sent: %+v", works)
		}
		in.WorkClass = ""
		if sent, err := w.App.SendTask(w.as(w.sender), in); err != nil || sent.Class != classscore.Other {
			t.Errorf("of no kind, under the key of what was refused: %+v, %v", sent, err)
		}
		if ws, err := w.App.AttestHandoffs(w.ada.Context(), eval.DefaultWorkspaceKey, false); err != nil || ws.AttestedHandoffs {
			t.Fatalf("%+v, %v", ws, err)
		}
		if sent := w.send(to, classscore.Code); sent.Class != classscore.Code {
			t.Errorf("%+v", sent)
		}
	})
}

// An idempotency key is known for a month. After that a repeat is a call of its own.
func TestRepeatsAreKnownForAMonth(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		send := func(key string) string {
			t.Helper()
			sent, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "Do it", IdempotencyKey: key})
			if err != nil {
				t.Fatal(err)
			}
			return sent.ID
		}
		old := send("old")
		w.clock.Add(time.Millisecond)
		young := send("young")
		w.clock.Add(app.RepeatsKnown)
		if err := w.App.ClearOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if send("young") != young || send("old") == old {
			t.Error("keys were forgotten too early or too late")
		}
	})
}

// What is sent again under its key has its effect once, also when it could not be sent any more.
func TestRepeatedCalls(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		in := app.SendTask{To: to.DID, Title: "Do it", Deadline: noon.Add(time.Minute), IdempotencyKey: "key"}
		first, err := w.App.SendTask(w.as(w.sender), in)
		if err != nil {
			t.Fatal(err)
		}
		other := in
		other.Brief = "now"
		_, err = w.App.SendTask(w.as(w.sender), other)
		wantCode(t, "other content", err, fault.Conflict, "idempotency_key_taken")
		theirs := in
		theirs.From = w.sender.DID
		if sent, err := w.App.SendTask(w.ada.Context(), theirs); err != nil || sent.ID == first.ID {
			t.Errorf("somebody else's key: %s, %v", sent.ID, err)
		}
		asked, err := w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: first.ID, Call: "pay", IdempotencyKey: "key"})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: first.ID, Call: "pay", IdempotencyKey: "key"}); err != nil || again != asked {
			t.Errorf("asked again: %+v, %v", again, err)
		}
		decide := app.DecideApproval{ApprovalID: asked.ID, Granted: true, IdempotencyKey: "key"}
		decided, err := w.App.DecideApproval(w.ada.Context(), decide)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.App.DecideApproval(w.ada.Context(), decide); err != nil || again != decided {
			t.Errorf("decided again: %+v, %v", again, err)
		}
		decide.Granted = false
		_, err = w.App.DecideApproval(w.ada.Context(), decide)
		wantCode(t, "decided otherwise", err, fault.Conflict, "idempotency_key_taken")
		give := app.SubmitResult{WorkID: first.ID, Result: "done", IdempotencyKey: "key"}
		given, err := w.App.SubmitResult(w.as(to), give)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := w.App.SubmitResult(w.as(to), give); err != nil || again != given {
			t.Errorf("given again: %+v, %v", again, err)
		}
		give.Failed = true
		_, err = w.App.SubmitResult(w.as(to), give)
		wantCode(t, "given otherwise", err, fault.Conflict, "idempotency_key_taken")
		say := app.RecordVerdict{Kind: app.TargetTask, TargetID: first.ID, Reaction: eval.ThumbsDown, Comment: "no", IdempotencyKey: "key"}
		said, _, err := w.App.RecordVerdict(w.ada.Context(), say)
		if err != nil {
			t.Fatal(err)
		}
		w.says(w.person("bob"), first.ID, eval.ThumbsUp)
		if again, work, err := w.App.RecordVerdict(w.ada.Context(), say); err != nil || again == nil || again.ID != said.ID || work.ID != first.ID {
			t.Errorf("said again: %+v, %v", again, err)
		}
		if o := w.outcome(first.ID); !o.Success {
			t.Error("said again counts as newer")
		}
		otherwise := say
		otherwise.Comment = "yes"
		_, _, err = w.App.RecordVerdict(w.ada.Context(), otherwise)
		wantCode(t, "said otherwise", err, fault.Conflict, "idempotency_key_taken")

		w.clock.Add(time.Hour) // now its deadline could not be set, and its assignee is gone
		if _, err := w.App.RemoveAgent(w.ada.Context(), to.DID); err != nil {
			t.Fatal(err)
		}
		if again, err := w.App.SendTask(w.as(w.sender), in); err != nil || again.ID != first.ID || again.Status != eval.WorkSubmitted {
			t.Errorf("sent again: %+v, %v", again, err)
		}
		if n := len(w.works()); n != 2 {
			t.Errorf("%d works", n)
		}
	})
}

// Calls under one key at one moment have one effect; of other content they are refused, in whatever workspace.
func TestCallsAtTheSameMoment(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		const calls = 8
		at := func(f func(i int) (eval.Work, error)) (works [calls]eval.Work, errs [calls]error) {
			var all sync.WaitGroup
			for i := range calls {
				all.Go(func() { works[i], errs[i] = f(i) })
			}
			all.Wait()
			return works, errs
		}
		own := w.as(w.sender)
		works, errs := at(func(int) (eval.Work, error) {
			return w.App.SendTask(own, app.SendTask{To: to.DID, Title: "Once", IdempotencyKey: "once"})
		})
		for i := range calls {
			if errs[i] != nil || works[i].ID != works[0].ID {
				t.Errorf("call %d: %s, %v, not %s", i, works[i].ID, errs[i], works[0].ID)
			}
		}
		if n := len(w.works()); n != 1 {
			t.Errorf("%d works", n)
		}
		// In two workspaces nothing but the key itself is in common.
		team(t, w.Env, "blue")
		var from, other [2]eval.Agent
		for i, workspace := range []string{"", "blue"} {
			from[i] = w.agent("us", func(in *app.RegisterAgent) { in.Workspace = workspace })
			other[i] = w.agent("us", func(in *app.RegisterAgent) { in.Workspace = workspace })
		}
		ada := w.ada.Context()
		works, errs = at(func(i int) (eval.Work, error) {
			return w.App.SendTask(ada, app.SendTask{From: from[i%2].DID, To: other[i%2].DID, Title: "Here or there", IdempotencyKey: "where"})
		})
		sent := map[string]bool{}
		for i := range calls {
			if errs[i] == nil {
				sent[works[i].ID] = true
				continue
			}
			wantCode(t, fmt.Sprint("call ", i), errs[i], fault.Conflict, "idempotency_key_taken")
		}
		if len(sent) != 1 {
			t.Errorf("%d were sent", len(sent))
		}
	})
}

func TestResults(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, other := w.agent("them"), w.agent("others")
		work := w.send(to, classscore.Code)
		outsider := w.Join(team(t, w.Env, "blue").Key, eval.RoleOwner, "oscar@example.com")
		for _, c := range []struct {
			what string
			who  context.Context
			kind fault.Kind
		}{
			{"a stranger", w.Stranger(), fault.Unauthenticated},
			{"an outsider", outsider.Context(), fault.NotFound},
			{"the sender", w.as(w.sender), fault.Forbidden},
			{"another agent, which does not see it", w.as(other), fault.NotFound},
			{"who may not change the assignee", w.person("bob"), fault.Forbidden},
		} {
			_, err := w.App.SubmitResult(c.who, app.SubmitResult{WorkID: work.ID, Result: "mine"})
			wants(t, c.what, err, c.kind)
		}
		for what, result := range map[string]string{"a long result": strings.Repeat("x", 100_001), "NUL": "\x00", "no text": "\xff"} {
			_, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: result})
			if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != "result" {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: "wrk_none"})
		wants(t, "of no work", err, fault.NotFound)
		w.clock.Add(time.Second)
		given, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "done"})
		if err != nil || given.Status != eval.WorkSubmitted || given.Result != "done" || !given.EndedAt.Equal(noon.Add(time.Second)) {
			t.Errorf("%+v, %v", given, err)
		}
		if o := w.outcome(work.ID); o == nil || !o.Success || o.Weight != 0.25 || o.Verdict.Voice != (classscore.Voice{Kind: classscore.AgentVoice, ID: to.ID}) {
			t.Errorf("%+v", o)
		}
		_, err = w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "again"})
		wantCode(t, "once more", err, fault.Conflict, "work_ended")
		if got := w.events(work.ID); got != "SENT by agent, RESULT_SUBMITTED by agent" {
			t.Error(got)
		}
		failed := w.ended(to, classscore.Code, true)
		if o := w.outcome(failed.ID); failed.Status != eval.WorkFailed || o == nil || o.Success || o.Weight != 0.5 {
			t.Errorf("%+v %+v", failed, o)
		}
		byHand, err := w.App.SubmitResult(w.ada.Context(), app.SubmitResult{WorkID: w.send(to, classscore.Code).ID, Result: "by hand"})
		if o := w.outcome(byHand.ID); err != nil || o == nil || o.Verified || o.Source != "own" {
			t.Errorf("by who may change it, but the agent's word: %+v, %v", o, err)
		}
		left := w.send(to, classscore.Code)
		if _, err := w.App.RemoveAgent(w.ada.Context(), to.DID); err != nil {
			t.Fatal(err)
		}
		_, err = w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: left.ID, Result: "late"})
		wants(t, "an agent that was removed", err, fault.Forbidden)
	})
}

func TestApprovals(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work := w.send(to, classscore.Operations)
		ask := func(who context.Context) (eval.Approval, error) {
			return w.App.RequestApproval(who, app.RequestApproval{WorkID: work.ID, Call: "Delete it"})
		}
		_, err := ask(w.as(w.sender))
		wants(t, "asked by the sender", err, fault.Forbidden)
		_, err = w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: work.ID, Call: " "})
		wants(t, "asked for nothing", err, fault.Invalid)
		for i, granted := range []bool{true, false} {
			p, err := ask(w.as(to))
			if err != nil || p.State != eval.ApprovalPending || p.Call != "Delete it" {
				t.Fatalf("%+v, %v", p, err)
			}
			_, err = ask(w.as(to))
			wantCode(t, "asked twice", err, fault.Conflict, "work_waits")
			_, err = w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "done"})
			wantCode(t, "a result of waiting work", err, fault.Conflict, "work_waits")
			_, err = w.judge(w.ada.Context(), p.ID, eval.ThumbsUp)
			wantCode(t, "judged while it is pending", err, fault.Conflict, "work_unfinished")
			_, key := w.ada.Key("", eval.RoleOwner, eval.Scopes...)
			for what, who := range map[string]context.Context{"the agent": w.as(to), "a viewer": w.viewer().Context(), "a key": w.Bearer(key), "the admin's credential": w.Admin()} {
				_, err := w.App.DecideApproval(who, app.DecideApproval{ApprovalID: p.ID, Granted: true})
				wants(t, what, err, fault.Forbidden)
			}
			decide := app.DecideApproval{ApprovalID: p.ID, Granted: granted, Comment: "because"}
			decided, err := w.App.DecideApproval(w.ada.Context(), decide)
			if err != nil || decided.DecidedBy != w.ada.User.ID || decided.State != []eval.ApprovalState{eval.ApprovalGranted, eval.ApprovalRejected}[i] {
				t.Fatalf("%+v, %v", decided, err)
			}
			if kept, err := w.App.Approval(w.ada.Context(), p.ID); err != nil || *kept != decided {
				t.Errorf("kept %+v, %v", kept, err)
			}
			_, err = w.App.DecideApproval(w.person("bob"), decide)
			wantCode(t, "decided twice", err, fault.Conflict, "approval_decided")
			if o := w.outcome(p.ID); o == nil || o.Success != granted || !o.Verified || o.Weight != 1 || o.Verdict.Comment != "because" {
				t.Errorf("%+v", o)
			}
		}
		last, err := ask(w.as(to))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Failed: true}); err != nil {
			t.Fatalf("a failure of waiting work: %v", err)
		}
		_, err = w.App.DecideApproval(w.ada.Context(), app.DecideApproval{ApprovalID: last.ID, Granted: true})
		wantCode(t, "decided after the end", err, fault.Conflict, "approval_lapsed")
		if p, err := w.App.Approval(w.ada.Context(), last.ID); err != nil || p.State != eval.ApprovalLapsed || w.outcome(last.ID) != nil {
			t.Errorf("%+v, %v", p, err)
		}
		if got := w.events(work.ID); got != "SENT by agent, APPROVAL_REQUESTED by agent, APPROVAL_DECIDED by person, APPROVAL_REQUESTED by agent, "+
			"APPROVAL_DECIDED by person, APPROVAL_REQUESTED by agent, FAILURE_REPORTED by agent" {
			t.Error(got)
		}
		if s := w.score(to, classscore.Operations); s == nil || s.Document.Outcomes.Count != 3 || s.Document.V != 2 {
			t.Errorf("%+v", s)
		}
	})
}

func (w *office) viewer() testenv.Person {
	w.t.Helper()
	if _, ok := w.persons["viewer"]; !ok {
		w.persons["viewer"] = w.Join("", eval.RoleViewer, "viewer@example.com")
	}
	return w.persons["viewer"]
}
