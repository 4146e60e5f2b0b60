package app_test

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/verify"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

// everyRule stores a suite with a task for every rule.
func everyRule(t *testing.T, e *testenv.Env, key string, enabled bool) {
	t.Helper()
	tasks := []app.TaskInput{
		{Name: "up", Input: "/", Scorer: "status_ok", Weight: 0.1},
		{Name: "exact", Input: "/word", Scorer: "exact", Expected: "pong", Weight: 0.7},
		{Name: "says", Input: "/word", Scorer: "contains", Expected: "on", Weight: 0.3},
		{Name: "pattern", Input: "/word", Scorer: "regex", Expected: "^p.n.$", Weight: 3},
		{Name: "quick", Input: "/", Scorer: "latency_under_ms", Expected: "60000", Weight: 1},
		{Name: "missing", Input: "/missing", Scorer: "status_ok", Weight: 1},
	}
	if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: key, Enabled: app.Optional[bool]{Set: true, Value: enabled}, Tasks: &tasks}); err != nil {
		t.Fatal(err)
	}
}

func pong(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/missing" {
		w.WriteHeader(http.StatusNotFound)
	}
	_, _ = w.Write([]byte("pong\n"))
}

func exported(t *testing.T, text []byte) verify.ResultsExport {
	t.Helper()
	e, err := verify.ReadResults(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return e
}

// What the registry exports of a real run holds, before it is in the log, when it is, and when the evidence is gone.
func TestExportedResultsHold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		clock := dbtest.NewClock(time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC))
		e := testenv.New(t, s, testenv.Options{Now: clock.Now, Change: func(c *app.Config) { c.Retention = 24 * time.Hour }})
		e.Serve("did:web:a.example", pong)
		e.Serve("did:web:b.example", onlyRoot)
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:mute.example", Endpoint: "http://127.0.0.1:9"}); err != nil {
			t.Fatal(err)
		}
		everyRule(t, e, "rules", true)
		everyRule(t, e, "draft", false)
		stop := e.Start()
		run, trial := e.Wait(e.Run("rules").ID), e.Wait(e.Run("draft").ID)
		stop()

		text, err := e.App.ExportResults(e.Stranger(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		x := exported(t, text)
		if r := verify.Results(x); !r.OK || r.Removed != 0 || len(x.Results) != 18 || len(x.Agents) != 3 || len(x.Board) != 3 || x.Log != nil {
			t.Errorf("%+v of\n%s", r, text)
		}
		if best := x.Board[0]; best.Agent != "did:web:a.example" || best.Standing.Rank != 1 || best.Tally.Count != 6 || best.Tally.Passed != 4 {
			t.Errorf("%+v, %+v", best, best.Standing)
		}

		if err := e.App.OpenLog(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := e.App.SequenceReceipts(t.Context()); err != nil {
			t.Fatal(err)
		}
		key := theLog(t, e).Keys[0].Key
		clock.Add(24*time.Hour + time.Millisecond)
		if err := e.App.ClearOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err = e.App.ExportResults(e.Stranger(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := verify.Any(text, key); err != nil || !r.OK || !r.Anchored || r.Removed < 12 {
			t.Errorf("%+v, %v", r, err)
		}
		if changed := strings.Replace(string(text), `"passed":false,"score":0`, `"passed":true,"score":1`, 1); changed == string(text) {
			t.Error("there is nothing to change")
		} else if r, err := verify.Any([]byte(changed), key); err != nil || r.OK {
			t.Errorf("changed, it holds: %+v, %v", r, err)
		}

		// A trial is for those who see drafts, and adds nothing to the board.
		if _, err := e.App.ExportResults(e.Stranger(), trial.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger exports a trial: %v", err)
		}
		text, err = e.App.ExportResults(e.Admin(), trial.ID)
		if err != nil {
			t.Fatal(err)
		}
		if r := verify.Results(exported(t, text)); !r.OK || len(exported(t, text).Board) != 0 {
			t.Errorf("trial: %+v", r)
		}
	})
}

func TestRunsThatCannotBeExported(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		s := dbtest.Open(t, url)
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("basics", true, "/")
		run := e.Run("basics")
		refused := func(name, id string, kind fault.Kind, code string) {
			t.Helper()
			_, err := e.App.ExportResults(e.Stranger(), id)
			if f := fault.As(err); f == nil || f.Kind != kind || f.Code != code {
				t.Errorf("%s: %v", name, err)
			}
		}
		refused("none", "run_none", fault.NotFound, "not_found")
		refused("under way", run.ID, fault.Conflict, "run_not_over")
		stop := e.Start()
		e.Wait(run.ID)
		stop()

		if _, err := e.App.ExportResults(e.Stranger(), run.ID); err != nil {
			t.Error(err)
		}

		// As an earlier version left it.
		driver, name := "postgres", url
		if file, isFile := strings.CutPrefix(url, "sqlite:"); isFile {
			driver, name = "sqlite", file
		}
		db, err := sql.Open(driver, name)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.ExecContext(t.Context(), "DELETE FROM receipts WHERE subject = $1", run.ID); err != nil {
			t.Fatal(err)
		}
		refused("not sealed", run.ID, fault.Conflict, "not_sealed")
	})
}

// An export that is too large is refused before its evidence is read.
func TestLargeExportsAreRefused(t *testing.T) {
	s := dbtest.OpenSQLite(t)
	e := testenv.New(t, s, testenv.Options{})
	e.Serve("did:web:a.example", ok)
	e.Suite("basics", true, "/")
	run := e.Run("basics")
	claimer, err := s.NewClaimer(t.Context(), "node", func() time.Duration { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	claims, err := claimer.Claim(t.Context(), store.Want{Kind: store.ClaimRunAgent, Now: time.Now().UnixMilli() + 1000, Limit: 1})
	if err != nil || len(claims) != 1 {
		t.Fatal(claims, err)
	}
	parts, err := s.RunAgentsByID(t.Context(), []string{claims[0].Subject})
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(eval.Evidence{Body: make([]byte, 36<<20)}) // of which base64 in base64 makes 64 MiB
	if err != nil {
		t.Fatal(err)
	}
	p, at := parts[0], time.Now().UTC()
	_, err = s.Record(t.Context(), "node", []store.Entry{
		{Claim: claims[0], Start: &store.PartStart{RunID: run.ID, RunAgentID: p.ID, At: at}},
		{Claim: claims[0], Body: body, Result: &eval.Result{ID: store.NewID(eval.ResultID, at), RunID: run.ID, RunAgentID: p.ID, SuiteID: run.SuiteID,
			AgentID: p.AgentID, Score: new(1.0), Passed: true, At: at, Evidence: eval.EvidenceHash(body)}},
		{Claim: claims[0], Finish: &store.PartFinish{RunID: run.ID, RunAgentID: p.ID, SuiteID: run.SuiteID, AgentID: p.AgentID, SuiteScore: new(1.0), At: at}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.App.ExportResults(e.Stranger(), run.ID)
	if f := fault.As(err); f == nil || f.Code != "export_too_large" || !strings.Contains(f.Message, "about 64 MiB; at most 64") {
		t.Errorf("%v", err)
	}
}
