package app_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// Work is seen by viewers, and by an agent's own key where the agent takes part.
func TestWhoSeesWork(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, other := w.agent("them"), w.agent("others")
		mine, theirs := w.send(to, classscore.Code), w.send(other, classscore.Code)
		outsider := w.Join(team(t, w.Env, "blue").Key, eval.RoleOwner, "oscar@example.com")
		_, reads := w.ada.Key("", eval.RoleViewer, eval.ScopeRead)
		_, runs := w.ada.Key("", eval.RoleOwner, eval.ScopeRun, eval.ScopeAdmin)
		for _, c := range []struct {
			who string
			ctx context.Context
			of  app.WorkFilter
			see int
		}{
			{"a viewer", w.viewer().Context(), app.WorkFilter{}, 2},
			{"a viewer, of an agent", w.viewer().Context(), app.WorkFilter{Agent: to.DID}, 1},
			{"a key that reads", w.Bearer(reads), app.WorkFilter{}, 2},
			{"a key that does not", w.Bearer(runs), app.WorkFilter{}, 0},
			{"an outsider", outsider.Context(), app.WorkFilter{}, 0},
			{"a stranger", w.Stranger(), app.WorkFilter{}, 0},
			{"the sender", w.as(w.sender), app.WorkFilter{}, 2},
			{"the assignee", w.as(to), app.WorkFilter{}, 1},
			{"the assignee, of another", w.as(to), app.WorkFilter{Agent: other.DID}, 0},
			{"the assignee, of the sender", w.as(to), app.WorkFilter{Agent: w.sender.DID}, 0},
		} {
			page, err := w.App.Works(c.ctx, c.of, eval.PageArgs{First: new(10)})
			if err != nil || len(page.Items) != c.see {
				t.Errorf("%s sees %d, %v", c.who, len(page.Items), err)
			}
			if n, err := page.Total(t.Context()); err != nil || n != c.see {
				t.Errorf("%s counts %d, %v", c.who, n, err)
			}
			if c.of.Agent != "" {
				continue
			}
			both, err := w.App.WorksByID(c.ctx, []string{mine.ID, theirs.ID})
			if err != nil || len(both) != c.see {
				t.Errorf("%s gets %d, %v", c.who, len(both), err)
			}
			if one, err := w.App.Work(c.ctx, theirs.ID); err != nil || (one != nil) != (c.see == 2) {
				t.Errorf("%s gets %v, %v", c.who, one, err)
			}
		}
		if _, err := w.App.SubmitResult(w.as(other), app.SubmitResult{WorkID: theirs.ID, Result: "secret"}); err != nil {
			t.Fatal(err)
		}
		// It may judge any, without seeing it.
		v, shown, err := w.App.RecordVerdict(w.as(to), app.RecordVerdict{Kind: app.TargetTask, TargetID: theirs.ID, Reaction: eval.ThumbsUp})
		if err != nil || v == nil || shown != (eval.Work{}) {
			t.Errorf("%+v %+v, %v", v, shown, err)
		}
	})
}

// An agent's own key can do nothing besides being the agent.
func TestAnAgentsKeyIsNothingElse(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		w.as(w.sender)
		own := app.Caller(w.as(w.sender))
		// Whatever role and scopes it might have been given.
		own.Roles, own.Scopes = map[string]eval.Role{eval.DefaultWorkspace: eval.RoleOwner}, eval.Scopes
		for _, what := range app.Permissions {
			if may := own.May(eval.DefaultWorkspace, what); may != (what == app.SendTasks) {
				t.Errorf("%s: %t", what, may)
			}
		}
		ctx := app.WithPrincipal(t.Context(), own)
		hash := strings.Repeat("0", 64)
		for what, call := range map[string]func() error{
			"makes a key": func() error { _, _, err := w.App.CreateKey(ctx, app.CreateKey{Name: "x"}); return err },
			"changes itself": func() error {
				_, err := w.App.UpdateAgent(ctx, app.UpdateAgent{DID: w.sender.DID, Owner: new("me")})
				return err
			},
			"removes itself": func() error { _, err := w.App.RemoveAgent(ctx, w.sender.DID); return err },
			"registers": func() error {
				_, err := w.App.RegisterAgent(ctx, app.RegisterAgent{Endpoint: "https://x.example"})
				return err
			},
			"publishes":          func() error { _, err := w.App.PublishScores(ctx, w.sender.DID, true); return err },
			"attests":            func() error { _, err := w.App.AttestHandoffs(ctx, "default", true); return err },
			"exports":            func() error { _, err := w.App.ExportScore(ctx, w.sender.DID, "code", false); return err },
			"reads the record":   func() error { _, err := w.App.AgentRecord(ctx, w.sender.DID); return err },
			"hears of work":      func() error { _, err := w.App.WorkChanged(ctx, "default"); return err },
			"hears of scores":    func() error { _, err := w.App.ScoreChanged(ctx, w.sender.DID); return err },
			"proves":             func() error { _, err := w.App.RequestChallenge(ctx, w.sender.DID, eval.ChallengeProve); return err },
			"runs a suite":       func() error { _, err := w.App.RunSuite(ctx, "x", ""); return err },
			"reads the log file": func() error { _, err := w.App.AuditLog(ctx, app.AuditQuery{}, eval.PageArgs{}); return err },
			"acts for another": func() error {
				_, err := w.App.SubmitResult(ctx, app.SubmitResult{WorkID: w.send(w.agent("x"), classscore.Code).ID})
				return err
			},
		} {
			wants(t, what, call(), fault.Forbidden)
		}
		_, _, err := w.App.ClearReceiptText(ctx, hash)
		wants(t, "clears", err, fault.NotFound)
		if s, err := w.App.Score(ctx, w.sender.DID, classscore.Code); err != nil || s != nil {
			t.Errorf("its score: %v, %v", s, err)
		}
		for what, change := range map[string]func(*app.CreateKey){
			"more scopes":     func(in *app.CreateKey) { in.Scopes = append(in.Scopes, eval.ScopeRead) },
			"a viewer's role": func(in *app.CreateKey) { in.Role = eval.RoleViewer },
			"no such agent":   func(in *app.CreateKey) { in.Agent = "did:web:none.example" },
		} {
			in := app.CreateKey{Name: "own", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeAgent}, Agent: w.sender.DID}
			change(&in)
			if _, token, err := w.App.CreateKey(w.ada.Context(), in); fault.As(err) == nil || token != "" {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, _, err = w.App.CreateKey(w.person("bob"), app.CreateKey{Name: "own", Role: eval.RoleMember, Scopes: []eval.Scope{eval.ScopeAgent}, Agent: w.sender.DID})
		wants(t, "a key of an agent that one may not change", err, fault.Forbidden)
	})
}

// The stream of work tells of what was sent or moved on.
func TestWorkChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(noon)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		w := newOffice(t, people{e, clock, e.SetUp()})
		to := w.agent("them")
		ctx, cancel := context.WithTimeout(w.viewer().Context(), time.Minute)
		defer cancel()
		changed, err := w.App.WorkChanged(ctx, eval.DefaultWorkspaceKey)
		if err != nil {
			t.Fatal(err)
		}
		work := w.send(to, classscore.Code)
		if got := <-changed; got.ID != work.ID || got.Status != eval.WorkSent {
			t.Errorf("%+v", got)
		}
		if _, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: "done"}); err != nil {
			t.Fatal(err)
		}
		if got := <-changed; got.ID != work.ID || got.Status != eval.WorkSubmitted {
			t.Errorf("%+v", got)
		}
		cancel()
		for range changed {
			t.Error("something follows")
		}
		_, err = w.App.WorkChanged(w.Stranger(), eval.DefaultWorkspaceKey)
		wants(t, "a stranger", err, fault.Unauthenticated)
	})
}
