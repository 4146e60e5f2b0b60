package app_test

import (
	"net/http"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"assay/app"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/internal/dbtest"
	"assay/internal/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }

func onlyRoot(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		w.WriteHeader(http.StatusNotFound)
	}
}

func TestRunScoresEveryTaskOfEveryTarget(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Serve("did:web:b.example", onlyRoot)
		e.Suite("basics", true, "/", "/missing")
		defer e.Start()()
		run := e.Wait(e.Run("basics").ID)
		want := eval.RunProgress{Agents: 2, AgentsFinished: 2, Total: 4, Recorded: 4, Passed: 3, Failed: 1}
		if run.Status != eval.RunCompleted || run.Progress != want {
			t.Fatalf("run %+v", run)
		}
		for _, r := range e.Results(run.ID) {
			wantPass := r.AgentDID == "did:web:a.example" || r.TaskIndex == 0
			if r.Passed != wantPass || r.Error != "" || r.Attempts != 1 || r.LatencyMS == nil || r.Fingerprint == "" || r.Timings.Total <= 0 {
				t.Errorf("result %+v", r)
			}
			evidence, err := e.App.Evidence(t.Context(), r)
			if err != nil || evidence == nil || len(evidence.Exchanges) != 1 {
				t.Fatalf("evidence %+v, %v", evidence, err)
			}
			encoded, _ := evidence.Encode()
			if eval.EvidenceHash(encoded) != r.Evidence {
				t.Error("the stored evidence does not have the recorded hash")
			}
			verdict, err := e.App.Verdict(t.Context(), r)
			if err != nil || verdict.Passed != r.Passed || verdict.Score != *r.Score || verdict.Reason == "" {
				t.Errorf("verdict %+v, %v of %+v", verdict, err, r)
			}
		}
		board, err := e.App.Leaderboard(e.Stranger(), app.LeaderboardQuery{}, eval.PageArgs{})
		if err != nil || len(board.Items) != 2 {
			t.Fatalf("board %+v, %v", board, err)
		}
		first, second := board.Items[0], board.Items[1]
		if first.AgentDID != "did:web:a.example" || first.MeanScore != 1 || second.MeanScore != 0.5 || first.Runs != 2 || first.SuiteRuns != 1 || !first.SmallSample {
			t.Errorf("board %+v", board.Items)
		}
		parts, err := e.App.RunAgents(t.Context(), run.ID, eval.PageArgs{})
		if err != nil || len(parts.Items) != 2 || *parts.Items[0].SuiteScore != 1 || *parts.Items[1].SuiteScore != 0.5 {
			t.Errorf("parts %+v, %v", parts.Items, err)
		}
	})
}

func TestAgentWithoutEndpointScoresZero(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		card := `{"name":"Only gRPC","description":"d","version":"1","supportedInterfaces":[{"url":"https://x.example","protocolBinding":"GRPC","protocolVersion":"1.0"}],"capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}`
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:x.example", Card: []byte(card)}); err != nil {
			t.Fatal(err)
		}
		e.Suite("basics", true, "/", "/b")
		defer e.Start()()
		for _, r := range e.Results(e.Wait(e.Run("basics").ID).ID) {
			if r.Error != eval.ErrNoEndpoint || *r.Score != 0 || r.Fault() != eval.FaultAgent || r.LatencyMS != nil || r.Attempts != 0 {
				t.Errorf("result %+v", r)
			}
		}
	})
}

func TestTrialOfADraftStaysOutOfThePublicRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		e.Suite("draft", false, "/")
		defer e.Start()()
		run := e.Wait(e.Run("draft").ID)
		if !run.Trial || run.Status != eval.RunCompleted || run.Progress.Passed != 1 {
			t.Fatalf("trial %+v", run)
		}
		if len(e.Results(run.ID)) != 1 {
			t.Error("an admin does not see the trial's results")
		}
		stranger := e.Stranger()
		if r, err := e.App.Run(stranger, run.ID); r != nil || err != nil {
			t.Errorf("a stranger sees the trial: %v, %v", r, err)
		}
		if page, err := e.App.Runs(stranger, app.RunFilter{}, eval.PageArgs{}); len(page.Items) != 0 || err != nil {
			t.Errorf("a stranger lists the trial: %v, %v", page.Items, err)
		}
		if _, err := e.App.RunEvents(stranger, run.ID, nil); !fault.Is(err, fault.NotFound) {
			t.Errorf("a stranger follows the trial: %v", err)
		}
		if page, err := e.App.Results(e.Admin(), app.ResultFilter{}, eval.PageArgs{}); len(page.Items) != 0 || err != nil {
			t.Errorf("public results hold the trial: %v, %v", page.Items, err)
		}
		if page, err := e.App.Leaderboard(stranger, app.LeaderboardQuery{}, eval.PageArgs{}); len(page.Items) != 0 || err != nil {
			t.Errorf("the board holds the trial: %v, %v", page.Items, err)
		}
		suite, err := e.App.Suite(e.Admin(), "draft")
		if err != nil || suite.TrialCount != 1 || suite.RunCount != 0 {
			t.Errorf("suite %+v, %v", suite, err)
		}
	})
}

func TestCancelKeepsCallsInFlightAndRecordsTheRest(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Config.Batch = 2 // the third agent has to wait
		arrived, release := make(chan struct{}, 10), make(chan struct{})
		var calls atomic.Int64
		for _, did := range []string{"did:web:a.example", "did:web:b.example", "did:web:c.example"} {
			e.Serve(did, func(http.ResponseWriter, *http.Request) {
				calls.Add(1)
				arrived <- struct{}{}
				<-release
			})
		}
		e.Suite("slow", true, "/1", "/2", "/3")
		defer e.Start()()
		run := e.Run("slow")
		<-arrived
		<-arrived
		cancelled, err := e.App.CancelRun(e.Admin(), run.ID)
		if err != nil || cancelled.Status != eval.RunCancelling {
			t.Fatalf("cancel: %+v, %v", cancelled, err)
		}
		again, err := e.App.CancelRun(e.Admin(), run.ID)
		if err != nil || again.LastSeq < cancelled.LastSeq {
			t.Errorf("cancelling twice: %+v, %v", again, err)
		}
		waitCancelled(t, e, run.ID, 3) // of the agent that waited, although there is no room for it
		close(release)
		ended := e.Wait(run.ID)
		want := eval.RunProgress{Agents: 3, AgentsFinished: 3, Total: 9, Recorded: 9, Passed: 2, Cancelled: 7}
		if ended.Status != eval.RunCancelled || ended.Progress != want || calls.Load() != 2 {
			t.Errorf("run %+v after %d calls", ended, calls.Load())
		}
		for _, r := range e.Results(run.ID) {
			if r.Error == eval.ErrCancelled && (r.Score != nil || r.Fault() != "" || r.Attempts != 0) {
				t.Errorf("cancelled row %+v", r)
			}
		}
		board, err := e.App.Leaderboard(t.Context(), app.LeaderboardQuery{}, eval.PageArgs{})
		if err != nil || len(board.Items) != 2 || board.Items[0].Runs != 1 || board.Items[0].Uncounted != 2 {
			t.Errorf("board %+v, %v", board.Items, err)
		}
		if _, err := e.App.CancelRun(e.Admin(), run.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("cancelling a run that is over: %v", err)
		}
	})
}

// waitCancelled follows the events until n rows are recorded as cancelled, while calls are still in flight.
func waitCancelled(t *testing.T, e *testenv.Env, runID string, n int) {
	t.Helper()
	events, err := e.App.RunEvents(e.Admin(), runID, new(int64(0)))
	if err != nil {
		t.Fatal(err)
	}
	for u := range events {
		if r := u.Event.Result; r != nil && r.Error == eval.ErrCancelled {
			if n--; n == 0 {
				go func() { // let the stream end with the run
					for range events {
					}
				}()
				return
			}
		}
	}
	t.Fatal("the run ended without its cancelled rows")
}

func TestGateDown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		up := testenv.New(t, s, testenv.Options{})
		up.Serve("did:web:a.example", ok)
		up.Suite("basics", true, "/")
		stop := up.Start()
		run := up.Wait(up.Run("basics").ID)
		stop()

		down := testenv.New(t, s, testenv.Options{GateDown: true})
		if _, err := down.App.RunSuite(down.Admin(), "basics", ""); !fault.Is(err, fault.Conflict) {
			t.Errorf("run-now with the gate down: %v", err)
		}
		ctx := down.Stranger()
		if p, err := down.App.Catalog(ctx, eval.PageArgs{}); len(p.Items) != 0 || err != nil {
			t.Errorf("catalog %v, %v", p.Items, err)
		}
		if p, err := down.App.Results(ctx, app.ResultFilter{Agent: "did:web:a.example"}, eval.PageArgs{}); len(p.Items) != 0 || err != nil {
			t.Errorf("results %v, %v", p.Items, err)
		}
		if p, err := down.App.Leaderboard(ctx, app.LeaderboardQuery{}, eval.PageArgs{}); len(p.Items) != 0 || err != nil {
			t.Errorf("board %v, %v", p.Items, err)
		}
		if p, err := down.App.Runs(ctx, app.RunFilter{}, eval.PageArgs{}); len(p.Items) != 0 || err != nil {
			t.Errorf("runs %v, %v", p.Items, err)
		}
		if r, err := down.App.Run(ctx, run.ID); r != nil || err != nil {
			t.Errorf("run %v, %v", r, err)
		}
		if list, err := down.App.AdminSuites(down.Admin()); len(list) != 1 || err != nil {
			t.Errorf("an admin's suites %v, %v", list, err)
		}
	})
}

func TestIdempotencyKeyGivesTheSameRun(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Suite("one", true, "/")
		e.Suite("two", true, "/")
		first, err := e.App.RunSuite(e.Admin(), "one", "k")
		if err != nil {
			t.Fatal(err)
		}
		second, err := e.App.RunSuite(e.Admin(), "one", "k")
		if err != nil || second.ID != first.ID {
			t.Errorf("the same key gave %v, %v", second.ID, err)
		}
		if _, err := e.App.RunSuite(e.Admin(), "two", "k"); !fault.Is(err, fault.Conflict) {
			t.Errorf("the key for another suite: %v", err)
		}
		if suite, err := e.App.Suite(e.Admin(), "one"); err != nil || suite.RunCount != 1 {
			t.Errorf("suite %+v, %v", suite, err)
		}
	})
}

func TestNamedTargetsThatCannotBeRunAreSaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		e.Serve("did:web:a.example", ok)
		gone := e.Serve("did:web:gone.example", ok)
		off := e.Serve("did:web:off.example", ok)
		if _, err := e.App.RemoveAgent(e.Admin(), gone.DID); err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.UpdateAgent(e.Admin(), app.UpdateAgent{DID: off.DID, Active: new(false)}); err != nil {
			t.Fatal(err)
		}
		if _, err := e.App.RegisterAgent(e.Admin(), app.RegisterAgent{DID: "did:web:far.example", HomeRegistry: "https://far.example"}); err != nil {
			t.Fatal(err)
		}
		e.Suite("named", true, "/")
		dids := []string{"did:web:A.example", "did:web:gone.example", "did:web:off.example", "did:web:far.example", "did:web:nobody.example"}
		if _, err := e.App.PutSuite(e.Admin(), app.PutSuite{Key: "named", TargetDIDs: app.Optional[[]string]{Set: true, Value: dids}}); err != nil {
			t.Fatal(err)
		}
		defer e.Start()()
		run := e.Wait(e.Run("named").ID)
		got := map[string]string{}
		for _, k := range run.Skipped {
			got[k.DID] = k.Reason
		}
		if len(got) != 4 || got["did:web:gone.example"] != "removed" || got["did:web:off.example"] != "inactive" ||
			got["did:web:far.example"] != "mirror" || got["did:web:nobody.example"] != "unknown" || run.Progress.Passed != 1 {
			t.Errorf("skipped %v of %+v", got, run)
		}
	})
}

// did:web:host:8080 is what did:web:host%3A8080 becomes when it is decoded once too often: it names that agent where it names none.
func TestDIDWithItsPortDecodedIsMatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		e := testenv.New(t, s, testenv.Options{})
		agent := e.Serve("did:web:host.example%3A8080", ok)
		e.Suite("basics", true, "/")
		defer e.Start()()
		e.Wait(e.Run("basics").ID)
		for did, want := range map[string]int{"did:web:host.example%3A8080": 1, "did:web:host.example%3a8080": 1, "did:web:host.example:8080": 1, "did:web:host.example:8081": 0, "did:web:host.example": 0} {
			page, err := e.App.Results(e.Stranger(), app.ResultFilter{Agent: did}, eval.PageArgs{})
			if err != nil || len(page.Items) != want {
				t.Errorf("%s: %d results, %v", did, len(page.Items), err)
			}
		}
		path := e.Serve("did:web:host.example:8080", ok) // registered itself, it is another agent
		page, err := e.App.Results(e.Stranger(), app.ResultFilter{Agent: path.DID}, eval.PageArgs{})
		if err != nil || len(page.Items) != 0 || path.ID == agent.ID {
			t.Errorf("%d results of the other, %v", len(page.Items), err)
		}
	})
}
