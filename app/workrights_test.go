package app_test

import (
	"context"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

// A stream of scores ends with the right to see them, also a stranger's.
func TestScoresPublishedNoMoreAreStreamedNoMore(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		if _, err := w.App.PublishScores(w.ada.Context(), to.DID, true); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(w.Stranger(), time.Minute)
		defer cancel()
		scores, err := w.App.ScoreChanged(ctx, to.DID)
		if err != nil {
			t.Fatal(err)
		}
		w.ended(to, classscore.Code, false)
		if s, ok := <-scores; !ok || s.Class != classscore.Code {
			t.Fatalf("%+v, %v", s, ok)
		}
		if _, err := w.App.PublishScores(w.ada.Context(), to.DID, false); err != nil {
			t.Fatal(err)
		}
		w.ended(to, classscore.Writing, false)
		if s, ok := <-scores; ok || ctx.Err() != nil {
			t.Errorf("sent %+v, %v", s, ctx.Err())
		}
	})
}

// Whoever registers a removed agent again is not haunted by the keys that others had of it.
func TestRemovedAgentsKeysAreRevoked(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		key, token, err := w.App.CreateKey(w.ada.Context(), app.CreateKey{Name: "own", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeAgent}, Agent: to.DID})
		if err != nil || key.AgentID != to.ID {
			t.Fatalf("%+v, %v", key, err)
		}
		if !app.Caller(w.Bearer(token)).Known() {
			t.Fatal("the key is not good")
		}
		if _, err := w.App.RemoveAgent(w.ada.Context(), to.DID); err != nil {
			t.Fatal(err)
		}
		again, err := w.App.RegisterAgent(w.ada.Context(), app.RegisterAgent{DID: to.DID, Endpoint: "https://elsewhere.example/"})
		if err != nil || again.ID != to.ID {
			t.Fatalf("%+v, %v", again, err)
		}
		if app.Caller(w.Bearer(token)).Known() {
			t.Error("the key is good still")
		}
	})
}

// A result that comes after the deadline is none, whether or not the deadlines were looked at meanwhile.
func TestLateResults(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "Soon", Deadline: w.clock.Now().Add(time.Minute)})
		if err != nil {
			t.Fatal(err)
		}
		w.clock.Add(time.Minute)
		late, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "here it is"})
		if f := fault.As(err); f == nil || f.Code != "work_ended" || late.Status != eval.WorkMissed {
			t.Fatalf("%+v, %v", late, err)
		}
		now := w.work(work.ID)
		if now.Status != eval.WorkMissed || now.Result != "" {
			t.Errorf("%+v", now)
		}
		if o := w.outcome(work.ID); o == nil || o.Success || o.Verdict.Voice.Kind != classscore.System {
			t.Errorf("%+v", o)
		}
	})
}

// No digest is kept by which a text could be guessed after it was cleared.
func TestNoDigestOfTexts(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		work := w.ended(to, classscore.Code, false)
		for _, comment := range []string{"good", "bad"} {
			_, _, err := w.App.RecordVerdict(w.ada.Context(), app.RecordVerdict{Kind: app.TargetTask, TargetID: work.ID, Reaction: up, Comment: comment})
			if err != nil {
				t.Fatal(err)
			}
		}
		log, err := w.App.AuditLog(w.ada.Context(), app.AuditQuery{Action: "recordVerdict"}, eval.PageArgs{})
		if err != nil || len(log.Items) != 2 || log.Items[0].InputDigest != log.Items[1].InputDigest {
			t.Errorf("%+v, %v", log.Items, err)
		}
	})
}
