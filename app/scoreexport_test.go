package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"assay/app"
	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/eval/verify"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// clears clears the texts of a receipt, as an owner.
func (w *office) clears(hash string) app.Receipt {
	w.t.Helper()
	r, _, err := w.App.ClearReceiptText(w.ada.Context(), hash)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// Exports of scores wait for each other, not for what strangers ask for, and are refused when they would be too large.
func TestExportsOfScoresAreBounded(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to := w.agent("them")
		w.good(to, classscore.Code, 2)
		export := func(ctx context.Context) error {
			_, err := w.App.ExportScore(ctx, to.DID, "code", false)
			return err
		}
		strangers := app.TakeWork(w.App)
		if err := export(w.Admin()); err != nil {
			t.Errorf("strangers keep all there is busy: %v", err)
		}
		strangers()
		other := app.TakeExport(w.App)
		gone, cancel := context.WithCancel(w.Admin())
		cancel()
		if err := export(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("another export is made, and the caller is gone: %v", err)
		}
		other()
		if err := export(w.Admin()); err != nil {
			t.Errorf("the other export is over: %v", err)
		}

		hashes := []receipt.Hash{w.score(to, classscore.Code).Receipt}
		if found, err := app.ExportedReceipts(w.Admin(), w.App, hashes, app.MaxScoreExport); err != nil || len(found) != 1 {
			t.Errorf("%v, %v", found, err)
		}
		_, err := app.ExportedReceipts(w.Admin(), w.App, hashes, 10)
		wantCode(t, "larger than it may be", err, fault.Conflict, "export_too_large")
	})
}

// Cleared texts leave everything verifiable that can be; what cannot is refused by name.
func TestExportsOfClearedTexts(t *testing.T) {
	eachOffice(t, func(t *testing.T, w *office) {
		to, peer := w.agent("them"), w.agent("peers")
		w.good(peer, classscore.Writing, 12)
		endorser := w.score(peer, classscore.Writing)
		work := w.ended(to, classscore.Code, false)
		w.good(to, classscore.Code, 1)
		w.says(w.as(peer), work.ID, down)
		s := w.score(to, classscore.Code)
		holds := func(what string, cleared int) {
			t.Helper()
			for _, pool := range []bool{true, false} {
				if r := w.checked(to, classscore.Code, pool); !r.OK || r.Cleared != cleared {
					t.Errorf("%s, pool %t: %+v", what, pool, r)
				}
			}
		}
		holds("whole", 0)
		w.clears(w.outcome(work.ID).Verdict.Receipt.String())
		holds("the texts of an outcome", 1)
		w.clears(s.Receipt.String())
		if now := w.score(to, classscore.Code); now.ID != s.ID || now.Document == nil {
			t.Errorf("a current score lost its numbers: %+v", now)
		}
		holds("the document of the score", 1)
		w.clears(endorser.Receipt.String())
		holds("the document of the endorser, current", 1)
		w.good(peer, classscore.Writing, 1)
		for _, pool := range []bool{true, false} {
			_, err := w.App.ExportScore(w.Admin(), to.DID, "code", pool)
			wantCode(t, "the document of the endorser, replaced", err, fault.Conflict, "endorser_state_cleared")
		}
		history, err := w.App.ScoreHistory(w.Admin(), *w.score(peer, classscore.Writing), 3)
		if err != nil || len(history) != 3 || history[1].Document == nil || history[2].Document != nil || history[2].ID != endorser.ID {
			t.Errorf("%+v, %v", history, err)
		}
		w.good(to, classscore.Code, 1)
		holds("computed anew", 1)
		// A score that was replaced before is forgotten when its text is cleared.
		w.clears(s.Receipt.String())
		if history, err = w.App.ScoreHistory(w.Admin(), *w.score(to, classscore.Code), 100); err != nil {
			t.Fatal(err)
		}
		kept := slices.ContainsFunc(history, func(h eval.ClassScore) bool { return h.ID == s.ID && h.Document != nil })
		first := history[len(history)-1]
		if kept || first.Document == nil {
			t.Errorf("%+v", history)
		}
		w.clears(first.Receipt.String())
		if history, err = w.App.ScoreHistory(w.Admin(), history[0], 100); err != nil || history[len(history)-1].Document != nil {
			t.Errorf("%+v, %v", history, err)
		}
	})
}

// acts is a context of an agent's own key, made up: what keys are made of is tested elsewhere.
func acts(e *testenv.Env, agent eval.Agent) context.Context {
	return app.WithPrincipal(e.T.Context(), app.Principal{Credential: true, Scopes: []eval.Scope{eval.ScopeAgent},
		Key:   &eval.APIKey{ID: "key_" + agent.ID, WorkspaceID: agent.WorkspaceID, AgentID: agent.ID, Role: eval.RoleMember},
		Roles: map[string]eval.Role{agent.WorkspaceID: eval.RoleMember}})
}

// history is a workspace with a made-up past.
type history struct {
	*rapid.T
	e       *testenv.Env
	clock   *dbtest.Clock
	agents  []eval.Agent
	persons []context.Context
	pieces  []string // that can be judged
}

var histories int

func newHistory(rt *rapid.T, e *testenv.Env, clock *dbtest.Clock) *history {
	h := &history{T: rt, e: e, clock: clock}
	histories++
	workspace, err := e.App.CreateWorkspace(e.Admin(), fmt.Sprint("history-", histories), "")
	h.try(err)
	for i, a := range []struct {
		owner string
		test  bool
	}{{"ann", false}, {"ann", false}, {"bob", false}, {"", false}, {"", rapid.Bool().Draw(rt, "test")}} {
		agent := eval.Agent{ID: store.NewID(eval.AgentID, clock.Now()), DID: fmt.Sprintf("did:web:a%d-%d.example", i, histories), Owner: a.owner, TestAgent: a.test,
			Active: true, WorkspaceID: workspace.ID, RegisteredAt: clock.Now()}
		agent.Name = agent.DID
		h.try(e.Store.Write(e.T.Context(), func(tx *store.Tx) error { return tx.PutAgent(e.T.Context(), agent) }))
		h.agents = append(h.agents, agent)
	}
	h.persons = []context.Context{asUser(e, "pat", eval.RoleMember, workspace.ID), asUser(e, "quin", eval.RoleAdmin, workspace.ID)}
	return h
}

func (h *history) try(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// work hands a task over, with or without an approval, and lets it end.
func (h *history) work(to eval.Agent, ends string) {
	h.Helper()
	from := h.agents[0]
	if to.ID == from.ID {
		from = h.agents[1]
	}
	in := app.SendTask{To: to.DID, Title: "Do it", WorkClass: rapid.SampledFrom([]string{"code", "writing"}).Draw(h.T, "class")}
	if ends == "missed" {
		in.Deadline = h.clock.Now().Add(time.Minute)
	}
	work, err := h.e.App.SendTask(acts(h.e, from), in)
	h.try(err)
	switch ends {
	case "missed":
		h.clock.Add(time.Minute)
		h.try(h.e.App.MissDeadlines(h.e.T.Context()))
	case "approval":
		p, err := h.e.App.RequestApproval(acts(h.e, to), app.RequestApproval{WorkID: work.ID, Call: "may I?"})
		h.try(err)
		_, err = h.e.App.DecideApproval(h.persons[0], app.DecideApproval{ApprovalID: p.ID, Granted: rapid.Bool().Draw(h.T, "granted")})
		h.try(err)
		h.pieces = append(h.pieces, p.ID)
		fallthrough
	default:
		_, err := h.e.App.SubmitResult(acts(h.e, to), app.SubmitResult{WorkID: work.ID, Result: "done", Failed: rapid.Bool().Draw(h.T, "failed")})
		h.try(err)
	}
	h.pieces = append(h.pieces, work.ID)
}

// establish makes a person say of work of an agent that it is good, at once.
func (h *history) establish(agent eval.Agent) {
	h.Helper()
	h.try(h.e.Store.Write(h.e.T.Context(), func(tx *store.Tx) error {
		for range 10 {
			w := eval.Work{ID: store.NewID(eval.WorkID, h.clock.Now()), WorkspaceID: agent.WorkspaceID, FromAgentID: h.agents[0].ID, ToAgentID: agent.ID,
				Class: classscore.Code, Title: "Do it", Status: eval.WorkSubmitted, Delivery: eval.DeliveryPull, SentAt: h.clock.Now(), EndedAt: h.clock.Now()}
			if err := tx.AddWork(h.e.T.Context(), w); err != nil {
				return err
			}
			if err := app.Judge(h.e.T.Context(), h.e.App, tx, w, classscore.Voice{Kind: classscore.Person, ID: "usr_pat"}, classscore.Success); err != nil {
				return err
			}
			h.pieces = append(h.pieces, w.ID)
		}
		return nil
	}))
}

// judge makes somebody say something of one of the newest pieces.
func (h *history) judge() {
	h.Helper()
	who := slices.Clone(h.persons)
	for _, a := range h.agents {
		who = append(who, acts(h.e, a))
	}
	in := app.RecordVerdict{Kind: app.TargetTask, TargetID: rapid.SampledFrom(h.pieces).Draw(h.T, "piece"),
		Reaction: rapid.SampledFrom([]eval.Reaction{up, up, down, back}).Draw(h.T, "says")}
	if eval.IDKind(in.TargetID) == eval.ApprovalID {
		in.Kind = app.TargetApproval
	}
	_, _, err := h.e.App.RecordVerdict(rapid.SampledFrom(who).Draw(h.T, "who"), in)
	h.try(err)
}

// check checks that all scores are in their bounds, that their exports hold, and that their explanations add up.
func (h *history) check() (scores int) {
	h.Helper()
	for _, a := range h.agents {
		current, err := h.e.App.ScoresOf(h.e.Admin(), []string{a.ID})
		h.try(err)
		for _, s := range current[a.ID] {
			scores++
			d := *s.Document
			for _, x := range []float64{d.HalfWidth, d.N, d.V, d.PoolRate} {
				if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
					h.Errorf("%+v", d)
				}
			}
			if d.Score < d.Range[0] || d.Score > d.Range[1] || d.Range[0] < 0 || d.Range[1] > 100 || a.TestAgent {
				h.Errorf("%+v", d)
			}
			x, err := h.e.App.ExplainScore(h.e.Admin(), s)
			h.try(err)
			explained(h.T, x, s)
			for _, pool := range []bool{true, false} {
				text, err := h.e.App.ExportScore(h.e.Admin(), a.ID, string(s.Class), pool)
				h.try(err)
				e, err := verify.ReadScore(text)
				h.try(err)
				if r := verify.Score(e); !r.OK {
					h.Errorf("%s, pool %t: %+v", s.ID, pool, r)
				}
			}
		}
	}
	return scores
}

// The export of any state holds, whoever said what in which order, and wherever the clock went.
func TestEveryExportHolds(t *testing.T) {
	t.Parallel()
	// A history takes a hundred transactions, so a run of the tests has 30 on each database, unless it asks for more (-rapid.checks).
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		if err := checks.Value.Set("30"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = checks.Value.Set(checks.DefValue) })
	}
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(noon)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		scores, established := 0, 0
		rapid.Check(t, func(rt *rapid.T) {
			h := newHistory(rt, e, clock)
			if rapid.IntRange(0, 2).Draw(rt, "peer") > 0 { // so that there are words of established agents
				h.establish(h.agents[2])
				established++
			}
			for range rapid.IntRange(1, 9).Draw(rt, "steps") {
				clock.Add(time.Duration(rapid.SampledFrom([]int64{0, 0, 1, 3600_000, -1800_000, 20 * 24 * 3600_000}).Draw(rt, "clock")) * time.Millisecond)
				if len(h.pieces) > 0 && rapid.IntRange(0, 2).Draw(rt, "act") > 0 {
					h.judge()
					continue
				}
				h.work(rapid.SampledFrom(h.agents).Draw(rt, "to"), rapid.SampledFrom([]string{"result", "approval", "missed"}).Draw(rt, "ends"))
			}
			scores += h.check()
		})
		t.Logf("%d scores of %d workspaces, %d with an established agent", scores, histories, established)
	})
}

// What was cleared is nowhere in the database; all hashes, and what they seal, are.
func TestClearedTextsAreGone(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		clock := dbtest.NewClock(noon)
		s := dbtest.Open(t, url)
		e := testenv.New(t, s, testenv.Options{Now: clock.Now})
		w := newOffice(t, people{e, clock, e.SetUp()})
		to := w.agent("them")
		secret := func(what string) string { return "the word of " + what + strings.Repeat(" qwertz", 900) }
		work, err := w.App.SendTask(w.as(w.sender), app.SendTask{To: to.DID, Title: "a titled word", Brief: secret("brief"), WorkClass: "code", IdempotencyKey: "k"})
		if err != nil {
			t.Fatal(err)
		}
		p, err := w.App.RequestApproval(w.as(to), app.RequestApproval{WorkID: work.ID, Call: secret("call")})
		if err != nil {
			t.Fatal(err)
		}
		said, err := w.App.DecideApproval(w.ada.Context(), app.DecideApproval{ApprovalID: p.ID, Granted: true, Comment: "a word of the decision"})
		if err != nil {
			t.Fatal(err)
		}
		early := w.outcome(said.ID).Verdict.Receipt.String()
		_, _, err = w.App.ClearReceiptText(w.ada.Context(), early)
		wantCode(t, "while the work goes on", err, fault.Conflict, "work_unfinished")
		if _, err := w.App.SubmitResult(w.as(to), app.SubmitResult{WorkID: work.ID, Result: secret("result")}); err != nil {
			t.Fatal(err)
		}
		for _, who := range []context.Context{w.ada.Context(), w.person("bob"), w.as(w.sender)} {
			for _, in := range []app.RecordVerdict{{Kind: app.TargetTask, TargetID: work.ID}, {Kind: app.TargetApproval, TargetID: p.ID}} {
				in.Reaction, in.Comment = up, "a word of a comment"
				if _, _, err := w.App.RecordVerdict(who, in); err != nil {
					t.Fatal(err)
				}
			}
		}
		undelivered := w.push(to, time.Time{})
		word := refused()
		word.Detail = "a word of the wire"
		by := &courier{answers: []probe.Outcome{word, word, word}}
		for range 3 {
			w.deliver(by)
			w.clock.Add(time.Minute)
		}
		other := w.ended(to, classscore.Code, false) // stays
		outcome := w.outcome(work.ID).Verdict.Receipt.String()

		admin := w.Join("", eval.RoleAdmin, "admin@example.com")
		outsider := w.Join(team(t, w.Env, "blue").Key, eval.RoleOwner, "oscar@example.com")
		for what, c := range map[string]struct {
			who  context.Context
			kind fault.Kind
		}{"an admin": {admin.Context(), fault.Forbidden}, "an outsider": {outsider.Context(), fault.NotFound}, "a stranger": {w.Stranger(), fault.Unauthenticated}} {
			_, _, err := w.App.ClearReceiptText(c.who, outcome)
			wants(t, what, err, c.kind)
		}
		_, _, err = w.App.ClearReceiptText(w.ada.Context(), strings.Repeat("0", 64))
		wants(t, "no receipt", err, fault.NotFound)
		_, _, err = w.App.ClearReceiptText(w.ada.Context(), "x")
		wants(t, "no hash", err, fault.Invalid)

		before, err := w.Store.ReceiptsOfWork(t.Context(), work.ID)
		if err != nil || len(before) != 8 {
			t.Fatalf("%d receipts, %v", len(before), err)
		}
		texts := []string{"the word of", "a titled word", "a word of"}
		for _, text := range texts {
			if found := holding(t, url, text); len(found) == 0 {
				t.Fatalf("%q is nowhere", text)
			}
		}
		_, cleared, err := w.App.ClearReceiptText(w.ada.Context(), outcome)
		if err != nil || len(cleared) != len(before) {
			t.Errorf("%d of %d cleared, %v", len(cleared), len(before), err)
		}
		w.clears(w.outcome(undelivered.ID).Verdict.Receipt.String())
		for _, text := range texts {
			if found := holding(t, url, text); len(found) > 0 {
				t.Errorf("%q is left in %v", text, found)
			}
			if inFile(t, url, text) {
				t.Errorf("%q is left in the file, where nothing refers to it", text)
			}
		}
		after, err := w.Store.ReceiptsOfWork(t.Context(), work.ID)
		if err != nil || len(after) != len(before) {
			t.Fatalf("%d receipts, %v", len(after), err)
		}
		for i, r := range after {
			if h, err := r.Receipt.Hash(); err != nil || h != before[i].Hash || r.Hash != h {
				t.Errorf("%s is sealed by %s now, %v", before[i].Hash, h, err)
			}
			for name, text := range r.Texts {
				if !text.Cleared || text.Hash != before[i].Texts[name].Hash {
					t.Errorf("%s: %+v", name, text)
				}
			}
		}
		if got := w.work(work.ID); got.Title != "(cleared)" || got.Brief != "" || got.Result != "" || got.ClearedAt.IsZero() {
			t.Errorf("%+v", got)
		}
		if got := w.work(other.ID); got.Title == "(cleared)" || !got.ClearedAt.IsZero() {
			t.Errorf("other work: %+v", got)
		}
		if r := w.checked(to, classscore.Code, true); !r.OK || r.Cleared != 3 {
			t.Errorf("%+v", r)
		}
		if again, cleared, err := w.App.ClearReceiptText(w.ada.Context(), outcome); err != nil || len(cleared) > 0 || again.Hash.String() != outcome {
			t.Errorf("cleared again: %v, %v", cleared, err)
		}
		// What is said afterwards brings nothing back.
		w.says(w.ada.Context(), work.ID, down)
		for _, text := range texts {
			if found := holding(t, url, text); len(found) > 0 {
				t.Errorf("%q is back in %v", text, found)
			}
		}
	})
}

// holding names the columns of the database in which a text is found, and the file's pages that nothing refers to any more.
func holding(t *testing.T, url, text string) (found []string) {
	t.Helper()
	path, isSQLite := strings.CutPrefix(url, "sqlite:")
	driver, name := "postgres", url
	if isSQLite {
		driver, name = "sqlite", "file:"+path
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	columns := "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
	if isSQLite {
		columns = "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
	}
	rows, err := db.QueryContext(t.Context(), columns)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all [][2]string
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := rows.Err(); err != nil || len(all) < 100 {
		t.Fatalf("%d columns, %v", len(all), err)
	}
	for _, c := range all {
		as, like := "CAST(%q AS TEXT)", text
		query := fmt.Sprintf("SELECT count(*) FROM %q WHERE instr("+as+", $1) > 0", c[0], c[1])
		if !isSQLite {
			query = fmt.Sprintf("SELECT count(*) FROM %q WHERE position($1::text IN %q::text) > 0 OR position(encode($1::bytea, 'hex') IN %q::text) > 0", c[0], c[1], c[1])
		}
		var n int
		if err := db.QueryRowContext(t.Context(), query, like).Scan(&n); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if n > 0 {
			found = append(found, c[0]+"."+c[1])
		}
	}
	return found
}

// inFile reports whether a text is in the file of an SQLite database or in what stands beside it, also where nothing refers to it.
func inFile(t *testing.T, url, text string) bool {
	t.Helper()
	path, isSQLite := strings.CutPrefix(url, "sqlite:")
	if !isSQLite {
		return false
	}
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(file, []byte(text))
}
