package app_test

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/verify"
)

// A score changes when what the agent's work counts as does, and else never; the last outcome takes it along.
func TestWhenScoresAreComputed(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, other := w.agent("them"), w.agent("others")
		work := w.ended(to, classscore.Code, false)
		same := func(what string, was *eval.ClassScore) {
			t.Helper()
			if now := w.score(to, classscore.Code); now == nil || now.ID != was.ID || *now.Document != *was.Document {
				t.Errorf("%s: %+v, was %+v", what, now, was)
			}
		}
		w.clock.Add(time.Hour)
		w.says(w.ada.Context(), work.ID, up)
		was := w.score(to, classscore.Code)
		w.clock.Add(time.Hour)
		w.says(w.as(to), work.ID, down)
		same("outranked", was)
		w.says(w.as(other), work.ID, down)
		same("of somebody who is not established", was)
		w.good(other, classscore.Code, 12)
		same("another agent's outcomes", was)
		if s := w.score(other, classscore.Code); s.State != classscore.Established {
			t.Fatalf("%+v", s)
		}
		peers := w.ended(to, classscore.Code, false)
		before := w.score(to, classscore.Code)
		w.says(w.as(other), peers.ID, down)
		peer := w.score(to, classscore.Code)
		if peer.ID == before.ID || peer.Document.PoolAgents.Count != 2 {
			t.Errorf("an established agent's word: %+v", peer)
		}
		all, err := w.App.Works(w.as(other), app.WorkFilter{Agent: other.DID}, eval.PageArgs{First: new(50)})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range all.Items {
			if x.ToAgentID == other.ID {
				w.says(w.ada.Context(), x.ID, down)
			}
		}
		if s := w.score(other, classscore.Code); s.Document.Score > 20 {
			t.Fatalf("%+v", s)
		}
		same("the endorser's failures", peer)
		// as_of goes back with what is taken back.
		w.clock.Add(time.Hour)
		w.says(w.ada.Context(), peers.ID, up)
		w.clock.Add(time.Hour)
		w.says(w.ada.Context(), peers.ID, back)
		if s := w.score(to, classscore.Code); s.AsOf.After(peer.AsOf) {
			t.Errorf("as of %v, after %v", s.AsOf, peer.AsOf)
		}
		for _, who := range []context.Context{w.as(to), w.as(other)} {
			w.says(who, peers.ID, back)
			w.says(who, work.ID, back)
		}
		w.says(w.ada.Context(), work.ID, back)
		if s := w.score(to, classscore.Code); s != nil {
			t.Errorf("without an outcome: %+v", s)
		}
		_, err = w.App.ExportScore(w.ada.Context(), to.DID, "code", true)
		wants(t, "an export of no score", err, fault.NotFound)
		w.says(w.ada.Context(), work.ID, up)
		if s := w.score(to, classscore.Code); s == nil || s.Document.Outcomes.Count != 1 {
			t.Errorf("%+v", s)
		}
		if r := w.checked(to, classscore.Code, true); !r.OK {
			t.Errorf("%+v", r)
		}
	})
}

// Each score's receipt names the one before, and the newest comes first.
func TestScoreHistory(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		for range 4 {
			w.ended(to, classscore.Code, false)
			w.clock.Add(time.Minute)
		}
		history, err := w.App.ScoreHistory(w.ada.Context(), *w.score(to, classscore.Code), 100)
		if err != nil || len(history) != 4 {
			t.Fatalf("%+v, %v", history, err)
		}
		for i, s := range history {
			r, err := w.App.Receipt(w.ada.Context(), s.Receipt.String())
			if err != nil || r == nil {
				t.Fatal(r, err)
			}
			var facts verify.ScoreFacts
			if err := json.Unmarshal(r.Facts, &facts); err != nil {
				t.Fatal(err)
			}
			previous := ""
			if i < 3 {
				previous = history[i+1].Receipt.String()
			}
			if facts.Previous != previous || s.Current != (i == 0) || s.Document.Outcomes.Count != 4-i || r.Subject != s.ID {
				t.Errorf("score %d: %+v, previous %s", i, s, facts.Previous)
			}
		}
		if few, err := w.App.ScoreHistory(w.ada.Context(), history[0], 2); err != nil || len(few) != 2 || few[0].ID != history[0].ID {
			t.Errorf("%+v, %v", few, err)
		}
		_, err = w.App.ScoreHistory(w.ada.Context(), history[0], 101)
		wants(t, "too many", err, fault.Invalid)
	})
}

func TestTestAgentsNeverCount(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, tester := w.agent("them"), w.agent("them", ofTests)
		w.good(tester, classscore.Code, 2)
		if s := w.score(tester, classscore.Code); s != nil {
			t.Errorf("%+v", s)
		}
		work := w.ended(to, classscore.Code, false)
		w.says(w.as(tester), work.ID, down)
		if s := w.score(to, classscore.Code); s == nil || s.Document.Pool.Count != 1 || s.Document.PoolAgents.Count != 1 || s.Document.Score < 50 {
			t.Errorf("%+v", s)
		}
	})
}

// What was true when a score was computed and is not now shows in a check.
func TestFactsChanged(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, other := w.agent("them"), w.agent("others")
		w.good(to, classscore.Code, 1)
		w.ended(other, classscore.Code, false)
		w.good(to, classscore.Code, 1)
		failed := func(pool bool) (codes []string) {
			for _, c := range w.checked(to, classscore.Code, pool).Checks {
				if !c.OK {
					codes = append(codes, c.Name+" "+c.Code)
				}
			}
			return codes
		}
		for _, c := range []struct {
			change   app.UpdateAgent
			own, all string
		}{
			{app.UpdateAgent{DID: other.DID, Owner: new("somebody")}, "", "facts facts_changed"},
			{app.UpdateAgent{DID: other.DID, Owner: new("others")}, "", ""},
			{app.UpdateAgent{DID: to.DID, Owner: new("somebody")}, "facts facts_changed", "facts facts_changed"},
			{app.UpdateAgent{DID: to.DID, Owner: new("them")}, "", ""},
		} {
			if _, err := w.App.UpdateAgent(w.ada.Context(), c.change); err != nil {
				t.Fatal(err)
			}
			if own, all := strings.Join(failed(false), ", "), strings.Join(failed(true), ", "); own != c.own || all != c.all {
				t.Errorf("%s of %s: %q alone, %q with the pool", *c.change.Owner, c.change.DID, own, all)
			}
		}
	})
}

// The stream has no snapshot; it tells of each score that was computed, and of none else.
func TestScoreChanged(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, other := w.agent("them"), w.agent("others")
		w.good(to, classscore.Code, 1)
		ctx, cancel := context.WithTimeout(w.viewer().Context(), time.Minute)
		defer cancel()
		changed, err := w.App.ScoreChanged(ctx, to.DID)
		if err != nil {
			t.Fatal(err)
		}
		w.good(other, classscore.Code, 1)
		w.ended(to, classscore.Writing, false)
		if got, want := <-changed, w.score(to, classscore.Writing); got.ID != want.ID || got.Document == nil {
			t.Errorf("%+v, want %+v", got, want)
		}
		w.good(to, classscore.Code, 3)
		for want := w.score(to, classscore.Code); ; {
			if got := <-changed; got.Class != classscore.Code || got.AgentID != to.ID {
				t.Fatalf("%+v", got)
			} else if got.ID == want.ID {
				break
			}
		}
		_, err = w.App.ScoreChanged(w.Stranger(), to.DID)
		wants(t, "a stranger", err, fault.Unauthenticated)
		if _, err := w.App.PublishScores(w.ada.Context(), to.DID, true); err != nil {
			t.Fatal(err)
		}
		public, cancelPublic := context.WithCancel(w.Stranger())
		published, err := w.App.ScoreChanged(public, to.DID)
		if err != nil {
			t.Fatal(err)
		}
		cancelPublic()
		for range published {
			t.Error("a snapshot")
		}
	})
}

func TestWhoSeesScores(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		w.good(to, classscore.Code, 1)
		_, admins := w.ada.Key("", eval.RoleViewer, eval.ScopeAdmin)
		_, reads := w.ada.Key("", eval.RoleOwner, eval.ScopeRead)
		outsider := w.Join(team(t, w.Env, "blue").Key, eval.RoleOwner, "oscar@example.com")
		for _, published := range []bool{false, true} {
			if _, err := w.App.PublishScores(w.ada.Context(), to.DID, published); err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				who     string
				ctx     context.Context
				see     bool
				record  fault.Kind
				exports fault.Kind
			}{
				{"a viewer", w.viewer().Context(), true, "", fault.Forbidden},
				{"an owner", w.ada.Context(), true, "", ""},
				{"a viewer's key of scope ADMIN", w.Bearer(admins), true, "", fault.Forbidden},
				{"a key that reads", w.Bearer(reads), false, fault.Forbidden, fault.Forbidden},
				{"an outsider", outsider.Context(), false, fault.NotFound, fault.NotFound},
				{"a stranger", w.Stranger(), false, fault.Unauthenticated, fault.Unauthenticated},
				{"itself", w.as(to), false, fault.Forbidden, fault.Forbidden},
			} {
				s, err := w.App.Score(c.ctx, to.DID, classscore.Code)
				if err != nil || (s != nil) != (c.see || published) {
					t.Errorf("%s, published %t: %v, %v", c.who, published, s, err)
				}
				if s != nil {
					if x, err := w.App.ExplainScore(c.ctx, *s); err != nil || (x != nil) != c.see {
						t.Errorf("%s, explained: %+v, %v", c.who, x, err)
					}
				}
				_, err = w.App.AgentRecord(c.ctx, to.ID)
				wants(t, c.who+", the record", err, c.record)
				_, err = w.App.ExportScore(c.ctx, to.ID, "code", false)
				wants(t, c.who+", the export", err, c.exports)
			}
		}
		_, err := w.App.PublishScores(w.person("bob"), to.DID, false)
		wants(t, "a member's publishing", err, fault.Forbidden)
	})
}

// An agent that goes to another workspace leaves its scores, and what they were computed from, behind.
func TestScoresStayInTheirWorkspace(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		w.good(to, classscore.Code, 12)
		work := w.ended(to, classscore.Code, false)
		blue := team(t, w.Env, "blue")
		owner := w.Join(blue.Key, eval.RoleOwner, "oscar@example.com")
		if _, err := w.App.RemoveAgent(w.ada.Context(), to.DID); err != nil {
			t.Fatal(err)
		}
		moved, err := w.App.RegisterAgent(w.ada.Context(), app.RegisterAgent{DID: to.DID, Owner: to.Owner, Card: []byte(card("moved", to.Endpoint)), Workspace: blue.Key})
		if err != nil || moved.ID != to.ID || moved.WorkspaceID != blue.ID {
			t.Fatalf("%+v, %v", moved, err)
		}
		none := func(what string) {
			t.Helper()
			s, err := w.App.Score(owner.Context(), to.DID, classscore.Code)
			if err != nil || s != nil {
				t.Errorf("%s: %+v, %v", what, s, err)
			}
			_, err = w.App.ExportScore(owner.Context(), to.DID, "code", true)
			wants(t, what, err, fault.NotFound)
			record, err := w.App.AgentRecord(owner.Context(), to.ID)
			if err != nil || len(record.Earned.Value) > 0 {
				t.Errorf("%s: %+v, %v", what, record.Earned, err)
			}
		}
		none("moved")
		w.says(w.ada.Context(), work.ID, up) // of the workspace it left
		none("judged where it was")
		mate := w.agent("them", func(in *app.RegisterAgent) { in.Workspace = blue.Key })
		ada := w.ada.Context()
		sent, err := w.App.SendTask(ada, app.SendTask{From: mate.DID, To: to.DID, Title: "Here", WorkClass: "code"})
		if err == nil {
			_, err = w.App.SubmitResult(ada, app.SubmitResult{WorkID: sent.ID, Failed: true})
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := w.App.Score(owner.Context(), to.DID, classscore.Code)
		if err != nil || s == nil || s.WorkspaceID != blue.ID || s.Document.Outcomes.Count != 1 {
			t.Fatalf("%+v, %v", s, err)
		}
		if history, err := w.App.ScoreHistory(owner.Context(), *s, 100); err != nil || len(history) != 1 {
			t.Errorf("%+v, %v", history, err)
		}
	})
}

// Verdicts at one moment are all counted.
func TestVerdictsAtTheSameMoment(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		agents := []eval.Agent{w.agent("them"), w.agent("others")}
		const each = 6
		var works [2][]eval.Work
		for range each {
			for i, a := range agents {
				works[i] = append(works[i], w.ended(a, classscore.Code, true))
			}
		}
		who := w.ada.Context()
		var all sync.WaitGroup
		for i := range agents {
			for _, work := range works[i] {
				all.Go(func() {
					if _, err := w.judge(who, work.ID, up); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		whole := 0
		for _, a := range agents {
			s := w.score(a, classscore.Code)
			if s == nil || s.Document.V != each || s.Document.Outcomes.Count != each || s.Document.Score < 80 {
				t.Errorf("%+v", s)
			}
			if s.Document.PoolRate == float64(2*each+1)/float64(2*each+2) {
				whole++
			}
			if r := w.checked(a, classscore.Code, true); !r.OK {
				t.Errorf("%+v", r)
			}
			history, err := w.App.ScoreHistory(who, *s, 100)
			if err != nil || len(history) != 2*each || history[0].ID != s.ID {
				t.Errorf("%d scores, %v", len(history), err)
			}
		}
		if whole == 0 { // the last one computed knows all
			t.Error("no score knows the whole pool")
		}
	})
}

// The explanation of a score adds up to it.
func explained(t interface {
	Helper()
	Errorf(string, ...any)
}, x *app.ScoreExplanation, s eval.ClassScore) {
	t.Helper()
	if x == nil {
		t.Errorf("%s is not explained", s.ID)
		return
	}
	good, bad := 0.0, 0.0
	for _, o := range x.Outcomes {
		if o.Success {
			good += o.Counted
		} else {
			bad += o.Counted
		}
	}
	if math.Abs(good-x.Successes) > 1e-9 || math.Abs(bad-x.Failures) > 1e-9 || math.Abs(good+bad-s.Document.N) > 1e-6 || len(x.Outcomes) != s.Document.Outcomes.Count {
		t.Errorf("%s: %v and %v of %d outcomes, not %v and %v, n %v of %d", s.ID, good, bad, len(x.Outcomes), x.Successes, x.Failures, s.Document.N, s.Document.Outcomes.Count)
	}
}
