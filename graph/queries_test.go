package graph

import (
	"context"
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

// populateWork lets agents that are there do work for each other, with calls that people granted and verdicts of people: most of it is of the
// first of them, and of each a little. Every other result is judged by one of two people.
func populateWork(t *testing.T, w *world, agents int) {
	t.Helper()
	did := func(i int) string { return fmt.Sprintf("did:web:a%d.example", i%agents) }
	var people []context.Context
	for i := range 2 {
		_, link, err := w.app.InviteMember(asAdmin(t), app.InviteMember{Role: eval.RoleMember})
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link.Reveal(), "#")
		begun, _, err := w.app.AcceptInvitation(t.Context(), app.AcceptInvitation{Token: eval.Secret(token),
			NewUser: app.NewUser{Email: fmt.Sprintf("judge%d@example.com", i), Name: "Judge", Password: "a password of some length"}})
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, app.WithPrincipal(t.Context(), begun.Viewer))
	}
	for i := range 3 * agents {
		to := max(0, i-2*agents)
		work := must(w.app.SendTask(asAdmin(t), app.SendTask{From: did(to + 1 + i%(agents-1)), To: did(to), WorkClass: "code", Title: "t", Brief: "b"}))(t)
		person := people[i%len(people)]
		p := must(w.app.RequestApproval(asAdmin(t), app.RequestApproval{WorkID: work.ID, Call: "c"}))(t)
		must(w.app.DecideApproval(person, app.DecideApproval{ApprovalID: p.ID, Granted: i%3 != 0, Comment: "said"}))(t)
		must(w.app.SubmitResult(asAdmin(t), app.SubmitResult{WorkID: work.ID, Result: "r"}))(t)
		if i%2 == 0 {
			must2(w.app.RecordVerdict(people[i/2%len(people)], app.RecordVerdict{Kind: app.TargetTask, TargetID: work.ID, Reaction: eval.ThumbsUp, Comment: "said"}))(t)
		}
	}
}

// TestQueriesDoNotGrowWithRows asks for few rows and for many, through nodes, through edges and through rows of rows, and counts what
// the database is asked.
func TestQueriesDoNotGrowWithRows(t *testing.T) {
	w := newWorld(t, 20)
	populate(t, w, 8, 6)
	populateWork(t, w, 8)
	w.rest()
	counter, ok := selects.Load(filepath.Clean(w.path))
	if !ok {
		t.Fatal("the database is not counted")
	}
	count := func(document, credential string) (int64, string) {
		before := counter.(*atomic.Int64).Load()
		got := post(t, w.door, document, credential)
		if got.Errors != nil {
			t.Fatalf("%s: %+v", document, got.Errors)
		}
		return counter.(*atomic.Int64).Load() - before, string(got.Data)
	}
	compare := func(document, credential string) {
		t.Helper()
		few, many := strings.ReplaceAll(document, "N", "2"), strings.ReplaceAll(document, "N", "64")
		cold, _ := count(many, credential)
		manySelects, manyData := count(many, credential)
		if cold > manySelects+1 { // versions that runs pin never change: they are read together, once
			t.Errorf("%s: %d queries at first, then %d", document, cold, manySelects)
		}
		fewSelects, fewData := count(few, credential)
		if manySelects != fewSelects {
			t.Errorf("%s: %d queries for two rows, %d for many", document, fewSelects, manySelects)
		}
		if fewSelects == 0 || len(manyData) < 2*len(fewData) {
			t.Errorf("%s: %d queries; %s and %s: this shows nothing", document, fewSelects, fewData, manyData)
		}
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
		compare(document, "")
	}
	for _, document := range []string{
		`{works(first: N) {nodes {workspace from {name} to {name workspace {key}} events {kind by {user {name} agent {name}} approval {call}}}}}`,
		`{works(first: N) {edges {node {approvals {call decidedBy {name} work {title} verdicts {comment voice {user {name}}} outcome {success verdict {id}}}}}}}`,
		`{works(first: N) {nodes {verdicts {standing comment voice {user {name} agent {name}}} outcome {verified verdict {voice {user {name} agent {name}}}}}}}`,
		`{approvals(first: N) {totalCount nodes {work {title from {name}} decidedBy {name} verdicts {standing voice {user {name}}} outcome {success}}}}`,
		`{agents(first: N) {nodes {earned {status classes {score state stale agent {name}}}}}}`,
		`{score(agent: "did:web:a0.example", workClass: CODE) {explanation {sources {agent {name}} outcomes(first: N) {nodes {
			receiptHash work {title to {name}} approval {call work {title}} voice {user {name} agent {name}}}}}}}`,
		`{score(agent: "did:web:a0.example", workClass: CODE) {history(first: N) {score agent {name} stale}}}`,
	} {
		compare(document, "Bearer admin")
	}
}
