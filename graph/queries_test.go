package graph

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"assay/app"
	"assay/eval"
)

// selects counts the SELECT statements of each database file.
var selects sync.Map

func init() {
	sqlite.RegisterConnectionHook(func(conn sqlite.ExecQuerierContext, dsn string) error {
		path, _, _ := strings.Cut(strings.TrimPrefix(dsn, "file:"), "?")
		counter, _ := selects.LoadOrStore(filepath.Clean(path), new(atomic.Int64))
		return conn.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(func(action sqlite.AuthorizerActionCode, _, _, _, _ string) sqlite.AuthorizerReturnCode {
			if action == sqlite.AuthSelect {
				counter.(*atomic.Int64).Add(1)
			}
			return sqlite.AuthorizerOK
		})
	})
}

// populate makes agents, suites of two tasks, and two runs of each suite.
func populate(t *testing.T, w *world, agents, suites int) {
	t.Helper()
	host := newAgent(t)
	for i := range agents {
		must(w.app.RegisterAgent(asAdmin(t), app.RegisterAgent{DID: fmt.Sprintf("did:web:a%d.example", i), Endpoint: "http://" + host + "/"}))(t)
	}
	var runs []eval.Run
	for i := range suites {
		key := fmt.Sprintf("s%d", i)
		tasks := []app.TaskInput{
			{Name: "home", Input: "/", Scorer: "contains", Expected: "day", Weight: 1},
			{Name: "page", Input: "/page", Scorer: "status_ok", Weight: 1},
		}
		must(w.app.PutSuite(asAdmin(t), app.PutSuite{Key: key, Tasks: &tasks, Enabled: app.Optional[bool]{Set: true, Value: true}}))(t)
		for range 2 {
			runs = append(runs, must(w.app.RunSuite(asAdmin(t), key, ""))(t))
		}
	}
	for _, run := range runs {
		w.finish(t, run.ID)
	}
}

// TestQueriesDoNotGrowWithRows asks for few rows and for many, through nodes, through edges and through rows of rows, and counts what
// the database is asked.
func TestQueriesDoNotGrowWithRows(t *testing.T) {
	w := newWorld(t, 20)
	populate(t, w, 8, 6)
	w.rest()
	counter, ok := selects.Load(filepath.Clean(w.path))
	if !ok {
		t.Fatal("the database is not counted")
	}
	count := func(document string) (int64, string) {
		before := counter.(*atomic.Int64).Load()
		got := post(t, w.door, document, "")
		if got.Errors != nil {
			t.Fatalf("%s: %+v", document, got.Errors)
		}
		return counter.(*atomic.Int64).Load() - before, string(got.Data)
	}
	for _, document := range []string{
		`{results(first: N) {totalCount nodes {score agent {name} suite {name lastRun {status}} run {status suite {name}} task {name}}}}`,
		`{results(first: N) {edges {node {score agent {name standing {rank}} suite {name} run {status suite {lastRun {id}}} task {name}}}}}`,
		`{results(first: N) {nodes {evidenceCleared}}}`,
		`{leaderboard(first: N) {nodes {rank agent {name}} edges {node {agent {did}}}}}`,
		`{leaderboard(first: N) {nodes {rank trend(days: 7) {results} agent {name}} edges {node {trend(days: 7) {meanScore}}}}}`,
		`{leaderboard(first: N, suite: "s1", search: "a", active: true, orderBy: LATEST) {totalCount nodes {trend(days: 1) {at}}}}`,
		`{agents(first: N) {nodes {standing {trend {results}} ofSuite: standing(suite: "s1") {trend {results}}}}}`,
		`{suites(first: N) {nodes {trend {results} lastRun {suiteVersion {version changes}}}}}`,
		`{results(first: N, passed: false, since: "2026-11-30T12:00:00Z") {totalCount nodes {agent {name} task {name}}}}`,
		`{agents(first: N) {nodes {name standing {rank} ofSuite: standing(suite: "s1") {rank agent {name}}}}}`,
		`{suites(first: N) {nodes {key tasks {name resultCount passRate} lastRun {status suite {key} suiteVersion {version} tasks {name}}}}}`,
		`{runs(first: N) {nodes {id suite {key lastRun {id}} suiteVersion {version} tasks {name}}}}`,
		`{runs(first: 1) {nodes {agents(first: N) {nodes {agent {name} results {score task {name} agent {name}}}}}}}`,
		`{runs(first: 1) {nodes {results(first: N) {nodes {agent {name} run {suite {key}} task {name}}}}}}`,
	} {
		few, many := strings.ReplaceAll(document, "N", "2"), strings.ReplaceAll(document, "N", "64")
		cold, _ := count(many)
		manySelects, manyData := count(many)
		if cold > manySelects+1 { // versions that runs pin never change: they are read together, once
			t.Errorf("%s: %d queries at first, then %d", document, cold, manySelects)
		}
		fewSelects, fewData := count(few)
		if manySelects != fewSelects {
			t.Errorf("%s: %d queries for two rows, %d for many", document, fewSelects, manySelects)
		}
		if fewSelects == 0 || len(manyData) < 2*len(fewData) {
			t.Errorf("%s: %d queries; %s and %s: this shows nothing", document, fewSelects, fewData, manyData)
		}
	}
}
