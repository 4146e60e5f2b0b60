package app_test

import (
	"fmt"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

func TestMissedDeadlines(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		due := map[eval.WorkStatus]eval.Work{}
		for _, s := range []eval.WorkStatus{eval.WorkSent, eval.WorkWaiting, eval.WorkSubmitted} {
			work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "Soon", WorkClass: "support", Deadline: noon.Add(time.Minute)})
			if err != nil {
				t.Fatal(err)
			}
			due[s] = work
		}
		later, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "Later", Deadline: noon.Add(time.Minute + time.Millisecond)})
		if err != nil {
			t.Fatal(err)
		}
		never := w.send(to, classscore.Support)
		p, err := w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: due[eval.WorkWaiting].ID, Call: "may I?"})
		if err == nil {
			_, err = w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: due[eval.WorkSubmitted].ID, Result: "in time"})
		}
		if err != nil {
			t.Fatal(err)
		}
		status := func(id string) eval.WorkStatus {
			work, err := w.App.Work(w.ada.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return work.Status
		}
		for _, c := range []struct {
			after time.Duration
			sent  eval.WorkStatus
			waits eval.WorkStatus
		}{{time.Minute - time.Millisecond, eval.WorkSent, eval.WorkWaiting}, {time.Millisecond, eval.WorkMissed, eval.WorkMissed}, {0, eval.WorkMissed, eval.WorkMissed}} {
			w.clock.Add(c.after)
			if err := w.App.MissDeadlines(t.Context()); err != nil {
				t.Fatal(err)
			}
			if status(due[eval.WorkSent].ID) != c.sent || status(due[eval.WorkWaiting].ID) != c.waits || status(due[eval.WorkSubmitted].ID) != eval.WorkSubmitted ||
				status(later.ID) != eval.WorkSent || status(never.ID) != eval.WorkSent {
				t.Errorf("after %v: %+v", c.after, w.works())
			}
		}
		if got := w.events(due[eval.WorkWaiting].ID); got != "SENT by agent, APPROVAL_REQUESTED by agent, DEADLINE_MISSED by system its deadline was 2026-11-30T12:01:00Z" {
			t.Error(got)
		}
		if lapsed, err := w.App.Approval(w.ada.Context(), p.ID); err != nil || lapsed.State != eval.ApprovalLapsed {
			t.Errorf("%+v, %v", lapsed, err)
		}
		if o := w.outcome(due[eval.WorkSent].ID); o == nil || o.Success || o.Weight != 0.5 || o.Source != "system" {
			t.Errorf("%+v", o)
		}
		if s := w.score(to, classscore.Support); s == nil || s.Document.N != 1.249998 { // two failures and, a minute older, a success
			t.Errorf("%+v", s.Document)
		}
		_, err = w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: due[eval.WorkSent].ID, Result: "late"})
		wantCode(t, "a late result", err, fault.Conflict, "work_ended")
	})
}

// More than are looked up at a time end all.
func TestManyMissedDeadlines(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, deadline := w.agent("them"), noon.Add(time.Minute)
		const count = 205 // more than are looked up at a time
		err := w.Store.Write(t.Context(), func(tx *store.Tx) error {
			for i := range count {
				err := tx.AddWork(t.Context(), eval.Work{ID: fmt.Sprint("wrk_", i), WorkspaceID: eval.DefaultWorkspace, FromAgentID: w.sender.ID, ToAgentID: to.ID,
					Class: classscore.Other, Title: "x", Status: eval.WorkSent, Delivery: eval.DeliveryPull, Deadline: deadline, SentAt: noon})
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		w.clock.Add(time.Minute)
		if err := w.App.MissDeadlines(t.Context()); err != nil {
			t.Fatal(err)
		}
		page, err := w.App.Works(w.ada.Context(), app.WorkFilter{Statuses: []eval.WorkStatus{eval.WorkMissed}}, eval.PageArgs{First: new(1)})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := page.Total(t.Context()); err != nil || n != count {
			t.Errorf("%d missed, %v", n, err)
		}
	})
}
