package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestRunsAreComparedInPairs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		var turn atomic.Bool
		e.Serve("did:web:a.example", func(w http.ResponseWriter, r *http.Request) {
			missing := "/t5"
			if turn.Load() {
				missing = "/t0 /t1 /t2 /t3"
			}
			if strings.Contains(missing, r.URL.Path) {
				w.WriteHeader(http.StatusNotFound)
			}
		})
		inputs := make([]string, 8)
		for i := range inputs {
			inputs[i] = fmt.Sprint("/t", i)
		}
		e.Suite("basics", true, inputs...)
		defer e.Start()()
		first := e.Wait(e.Run("basics").ID)
		turn.Store(true)
		second := e.Wait(e.Run("basics").ID)
		c, err := e.App.CompareRuns(e.Stranger(), first.ID, second.ID)
		if err != nil {
			t.Fatal(err)
		}
		order := ""
		for i, p := range c.Tasks {
			order += p.Task.Name
			if p.A.RunID != first.ID || p.B.RunID != second.ID || p.A.TaskID != p.B.TaskID || p.A.AgentDID != "did:web:a.example" || p.A.SuiteDigest == "" {
				t.Errorf("pair %d: %+v", i, p)
			}
		}
		if order != "/t0/t1/t2/t3/t5/t4/t6/t7" {
			t.Errorf("lost, won, the others: %s", order)
		}
		if c.Pairs != 8 || c.Lost != 4 || c.Won != 1 || c.BothPassed != 3 || c.NeitherPassed != 0 || *c.Difference != -0.375 ||
			c.Verdict != eval.NotSure || c.A.Unpaired != 0 || c.B.Unpaired != 0 || len(c.Notes) != 0 {
			t.Errorf("%+v", c)
		}
		none, err := e.App.CompareRuns(e.Stranger(), first.ID, "run_none")
		if err != nil || none != nil {
			t.Errorf("an unknown run: %+v, %v", none, err)
		}
		same, err := e.App.CompareRuns(e.Stranger(), first.ID, first.ID)
		if err != nil || *same.Difference != 0 || same.Verdict != eval.NotSure || *same.Low >= 0 {
			t.Errorf("with itself: %+v, %v", same, err)
		}
	})
}

func TestTrialsAreComparedByTheTeamOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Serve("did:web:b.example", onlyRoot)
		e.Suite("draft", false, "/", "/b")
		defer e.Start()()
		trial := e.Wait(e.Run("draft").ID)
		if c, err := e.App.CompareRuns(e.Stranger(), trial.ID, trial.ID); c != nil || err != nil {
			t.Errorf("a stranger compares a trial: %+v, %v", c, err)
		}
		c, err := e.App.CompareRuns(e.Admin(), trial.ID, trial.ID)
		if err != nil || c.Pairs != 4 || !slices.ContainsFunc(c.Notes, func(n string) bool { return strings.Contains(n, "a trial") }) {
			t.Errorf("the team: %+v, %v", c, err)
		}
		for _, suite := range []string{"", "draft"} { // agents are compared on the public record
			if c, err := e.App.CompareAgents(e.Admin(), "did:web:a.example", "did:web:b.example", suite); err != nil || c.Pairs != 0 {
				t.Errorf("agents on a trial: %+v, %v", c, err)
			}
		}
	})
}

func TestAgentsAreComparedOnTheNewestCommonRuns(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Serve("did:web:b.example", onlyRoot)
		e.Serve("did:web:c.example", ok)
		targets := func(dids ...string) app.Optional[[]string] { return app.Optional[[]string]{Set: true, Value: dids} }
		change := func(key string, o app.Optional[[]string]) {
			t.Helper()
			if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: key, TargetDIDs: o}); err != nil {
				t.Fatal(err)
			}
		}
		e.Suite("one", true, "/", "/x")
		e.Suite("two", true, "/", "/x", "/y")
		e.Suite("alone", true, "/")
		change("alone", targets("did:web:a.example"))
		defer e.Start()()
		e.Wait(e.Run("one").ID)
		common := e.Wait(e.Run("one").ID)
		two := e.Wait(e.Run("two").ID)
		e.Wait(e.Run("alone").ID)
		change("one", targets("did:web:a.example", "did:web:c.example"))
		e.Wait(e.Run("one").ID) // without b
		c, err := e.App.CompareAgents(e.Stranger(), "did:web:b.example", "did:web:a.example", "")
		if err != nil {
			t.Fatal(err)
		}
		if c.Pairs != 5 || c.Won != 3 || c.BothPassed != 2 || c.A.RunID != "" || c.A.Unpaired+c.B.Unpaired != 0 {
			t.Errorf("%+v", c)
		}
		for _, p := range c.Tasks {
			if p.A.RunID != p.B.RunID || p.A.RunID != common.ID && p.A.RunID != two.ID || p.A.AgentDID != "did:web:b.example" || p.B.AgentDID != "did:web:a.example" {
				t.Errorf("pair %+v", p)
			}
		}
		c, err = e.App.CompareAgents(e.Stranger(), "did:web:a.example", "did:web:b.example", "one")
		if err != nil || c.Pairs != 2 || c.Lost != 1 || c.A.RunID != common.ID || c.B.RunID != common.ID {
			t.Errorf("of one suite: %+v, %v", c, err)
		}
		if c, err := e.App.CompareAgents(e.Stranger(), "did:web:a.example", "did:web:nobody.example", ""); c != nil || err != nil {
			t.Errorf("with nobody: %+v, %v", c, err)
		}
		if _, err := e.App.CompareAgents(e.Stranger(), "did:web:a.example", "b", ""); !fault.Is(err, fault.Invalid) || fault.As(err).Field != "b" {
			t.Errorf("with no DID: %v", err)
		}
	})
}
