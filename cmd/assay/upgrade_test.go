package main

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/app"
	"assay/eval"
	"assay/internal/dbtest"
)

// A database of schema version 1, left behind by a process that was killed in the middle of a run, is brought up to date and its run
// ended: nothing is lost, nothing doubled, and the agents that were registered stay evaluated.
func TestUpgradeWithARunHalfDone(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		agents, node := newCalled(t), "dead" // SQLite has one node, which comes back
		dialect, driver, source := "sqlite", "sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")
		if !strings.HasPrefix(url, "sqlite:") {
			dialect, driver, source, node = "postgres", "postgres", url, "another" // takes over what the dead one held
		}
		db, err := sql.Open(driver, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{"../../ent/migrations/" + dialect + "/0001_init.sql", "testdata/upgrade/" + dialect + ".sql"} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for statement := range strings.SplitSeq(agents.redirect(string(text)), ";\n") {
				if _, err := db.ExecContext(t.Context(), statement); err != nil {
					t.Fatalf("%s: %v\n%s", file, err, statement)
				}
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}

		n, _, _ := launch(t, url, node, func(*config) {})
		page, err := n.use.Runs(asAdmin(t), app.RunFilter{}, eval.PageArgs{First: new(10)})
		if err != nil || len(page.Items) != 2 {
			t.Fatalf("%d runs, %v", len(page.Items), err)
		}
		run, results := follow(t, n, page.Items[0].ID)
		if want := (eval.RunProgress{Agents: 3, AgentsFinished: 3, Total: 9, Recorded: 9, Passed: 8, Failed: 1}); run.Status != eval.RunCompleted || run.Progress != want {
			t.Errorf("%s, %+v", run.Status, run.Progress)
		}
		if len(run.Skipped) != 1 || run.Skipped[0].DID != "did:web:gone.example" {
			t.Errorf("skipped %+v", run.Skipped)
		}
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprintf("%s %d %v %d", strings.TrimSuffix(strings.TrimPrefix(r.AgentDID, "did:web:"), ".example"), r.TaskIndex, r.Passed, r.Attempts))
			evidence, err := n.use.Evidence(t.Context(), r)
			if err != nil || evidence == nil {
				t.Fatalf("evidence %v, %v", evidence, err)
			}
			encoded, err := evidence.Encode()
			if err != nil || eval.EvidenceHash(encoded) != r.Evidence {
				t.Errorf("the evidence of %s has another hash, %v", r.ID, err)
			}
			if verdict, err := n.use.Verdict(t.Context(), r); err != nil || verdict.Passed != r.Passed {
				t.Errorf("verdict %+v, %v", verdict, err)
			}
		}
		slices.Sort(got)
		// What came before the kill has one attempt; of what b lacked, the killed process may have called each once already.
		want := []string{"a 0 true 1", "a 1 true 1", "a 2 true 1", "b 0 true 1", "b 1 true 2", "b 2 false 2", "c 0 true 1", "c 1 true 1", "c 2 true 1"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("results (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(map[string]int{"b/two": 1, "b/three": 1, "c/one": 1, "c/two": 1, "c/three": 1}, agents.calls()); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}

		board, err := n.use.Leaderboard(t.Context(), app.LeaderboardQuery{}, eval.PageArgs{})
		if err != nil {
			t.Fatal(err)
		}
		got = nil
		for _, s := range board.Items {
			got = append(got, fmt.Sprintf("%s %.3f of %d in %d", s.AgentDID, s.MeanScore, s.Runs, s.SuiteRuns))
		}
		if diff := cmp.Diff([]string{"did:web:a.example 1.000 of 6 in 2", "did:web:c.example 1.000 of 6 in 2", "did:web:b.example 0.667 of 6 in 2"}, got); diff != "" {
			t.Errorf("board (-want +got):\n%s", diff)
		}
		registered, err := n.use.Agents(asAdmin(t), app.AgentFilter{}, eval.PageArgs{First: new(100)})
		if err != nil || len(registered.Items) < 3 {
			t.Fatalf("%d agents, %v", len(registered.Items), err)
		}
		for _, a := range registered.Items {
			if a.WorkspaceID != eval.DefaultWorkspace || a.ProofState() != eval.Trusted {
				t.Errorf("%s is %s in %q", a.DID, a.ProofState(), a.WorkspaceID)
			}
		}

		// Life goes on: a change, which the audit log has, and a run.
		tasks := []app.TaskInput{{Name: "one", Input: "/one", Scorer: "status_ok", Weight: 1}}
		if _, err := n.use.PutSuite(asAdmin(t), app.PutSuite{Key: "draft", Enabled: app.Optional[bool]{Set: true, Value: true}, Tasks: &tasks}); err != nil {
			t.Fatal(err)
		}
		if head, err := n.use.VerifyAudit(asAdmin(t)); err != nil || head.Seq == 0 {
			t.Errorf("audit log: %+v, %v", head, err)
		}
		next, err := n.use.RunSuite(asAdmin(t), "draft", "")
		if err != nil {
			t.Fatal(err)
		}
		if run, _ := follow(t, n, next.ID); run.Status != eval.RunCompleted || run.Progress.Passed != 4 { // the test agent is measured too
			t.Errorf("the next run is %s, %+v", run.Status, run.Progress)
		}
	})
}

// called are the agents of the old database, at addresses of today.
type called struct {
	addresses map[string]string // by those they had

	mu    sync.Mutex
	count map[string]int // by agent and path
}

func newCalled(t *testing.T) *called {
	c := &called{addresses: map[string]string{}, count: map[string]int{}}
	for name, old := range map[string]string{"a": "127.0.0.1:45991", "b": "127.0.0.1:45992", "c": "127.0.0.1:45993", "test": "127.0.0.1:45994"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.count[name+r.URL.Path]++
			if name == "b" && r.URL.Path == "/three" {
				w.WriteHeader(http.StatusNotFound)
			}
		}))
		t.Cleanup(server.Close)
		c.addresses[old] = server.Listener.Addr().String()
	}
	return c
}

func (c *called) redirect(text string) string {
	for old, now := range c.addresses {
		text = strings.ReplaceAll(text, old, now)
	}
	return text
}

func (c *called) calls() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.count)
}
