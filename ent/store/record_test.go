package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"assay/ent/store"
	"assay/eval"
	"assay/internal/dbtest"
)

// scene is a suite, agents and a run of it whose work one node has claimed.
type scene struct {
	suite   eval.Suite
	agents  []eval.Agent
	run     eval.Run
	parts   []store.NewPart
	claimer *store.Claimer
	claims  map[string]store.Claim // by run agent id
}

func newScene(t *testing.T, s *store.Store, agents, tasks int, trial bool) *scene {
	t.Helper()
	sc := &scene{claims: map[string]store.Claim{}}
	names := make([]string, tasks)
	for i := range names {
		names[i] = fmt.Sprint("t", i)
	}
	sc.suite = suite(fmt.Sprint("suite-", store.NewID("x", noon)), names...)
	run := eval.Run{ID: store.NewID(eval.RunID, noon), SuiteID: sc.suite.ID, SuiteKey: sc.suite.Key, Version: 1, Digest: "d",
		Trigger: eval.TriggerManual, Trial: trial, CreatedAt: noon, Progress: eval.RunProgress{Total: agents * tasks}}
	write(t, s, func(tx *store.Tx) error {
		if err := tx.PutSuite(t.Context(), sc.suite); err != nil {
			return err
		}
		for i := range agents {
			a := agent(fmt.Sprintf("did:web:%s-%d.example", run.ID, i))
			sc.agents = append(sc.agents, a)
			sc.parts = append(sc.parts, store.NewPart{RunAgent: eval.RunAgent{ID: store.NewID(eval.RunAgentID, noon), AgentID: a.ID, AgentDID: a.DID}})
			if err := tx.PutAgent(t.Context(), a); err != nil {
				return err
			}
		}
		var err error
		sc.run, err = tx.CreateRun(t.Context(), run, sc.parts, "")
		return err
	})
	var err error
	sc.claimer, err = s.NewClaimer(t.Context(), "node-"+run.ID, func() time.Duration { return 0 })
	if err != nil {
		t.Fatal(err)
	}
	claims, err := sc.claimer.Claim(t.Context(), runAgents(1000))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		sc.claims[c.Subject] = c
	}
	return sc
}

func (sc *scene) result(part, task int, score *float64, code eval.ErrorCode, at time.Time) store.Entry {
	p := sc.parts[part]
	r := eval.Result{ID: store.NewID(eval.ResultID, at), RunID: sc.run.ID, RunAgentID: p.ID, SuiteID: sc.suite.ID, AgentID: p.AgentID,
		TaskID: sc.suite.Tasks[task].ID, TaskIndex: task, Trial: sc.run.Trial, Score: score, Passed: score != nil && *score == 1,
		Error: code, Attempts: 1, At: at}
	return store.Entry{Claim: sc.claims[p.ID], Result: &r, Body: []byte(`{"exchanges":null,"body":null}`)}
}

func (sc *scene) start(part int) store.Entry {
	p := sc.parts[part]
	return store.Entry{Claim: sc.claims[p.ID], Start: &store.PartStart{RunID: sc.run.ID, RunAgentID: p.ID, Fingerprint: "f", At: noon}}
}

func (sc *scene) finish(part int, score *float64, at time.Time) store.Entry {
	p := sc.parts[part]
	return store.Entry{Claim: sc.claims[p.ID], Finish: &store.PartFinish{RunID: sc.run.ID, RunAgentID: p.ID, SuiteID: sc.suite.ID,
		AgentID: p.AgentID, Trial: sc.run.Trial, SuiteScore: score, At: at}}
}

func runAgents(limit int) store.Want {
	return store.Want{Kind: store.ClaimRunAgent, Now: noon.UnixMilli(), Limit: limit}
}

func (sc *scene) working() []string {
	var ids []string
	for _, c := range sc.claims {
		ids = append(ids, c.ID)
	}
	return ids
}

func record(t *testing.T, s *store.Store, sc *scene, entries ...store.Entry) []string {
	t.Helper()
	lost, err := s.Record(t.Context(), sc.claimer.Holder(), entries)
	if err != nil {
		t.Fatal(err)
	}
	return lost
}

func TestRecordMakesGaplessEventsAndEndsTheRun(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 2, 2, false)
		record(t, s, sc, sc.start(0), sc.result(0, 0, new(1.0), "", noon), sc.start(1), sc.result(1, 0, new(0.0), eval.ErrTimeout, noon))
		record(t, s, sc, sc.start(0), sc.result(0, 1, nil, eval.ErrInternal, noon), sc.finish(0, new(1.0), noon),
			sc.result(1, 1, nil, eval.ErrCancelled, noon), sc.finish(1, new(0.0), noon))

		events, err := s.RunEvents(t.Context(), sc.run.ID, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		var kinds []eval.RunEventKind
		for i, e := range events {
			if e.Seq != int64(i+1) {
				t.Fatalf("event %d has seq %d", i, e.Seq)
			}
			kinds = append(kinds, e.Kind)
		}
		want := []eval.RunEventKind{"RUN_QUEUED", "RUN_STARTED", "AGENT_STARTED", "RESULT_RECORDED", "AGENT_STARTED", "RESULT_RECORDED",
			"RESULT_RECORDED", "AGENT_FINISHED", "RESULT_RECORDED", "AGENT_FINISHED", "RUN_FINISHED"}
		if d := cmp.Diff(want, kinds); d != "" {
			t.Error(d)
		}
		tail, err := s.RunEvents(t.Context(), sc.run.ID, 4, 3)
		if err != nil || len(tail) != 3 || tail[0].Seq != 5 || tail[2].Seq != 7 {
			t.Errorf("events after 4: %v, %v", tail, err)
		}
		run, err := s.Run(t.Context(), sc.run.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantProgress := eval.RunProgress{Agents: 2, AgentsFinished: 2, Total: 4, Recorded: 4, Passed: 1, Failed: 1, Errors: 1,
			Cancelled: 1, ExaminerFaults: 1}
		if run.Progress != wantProgress || run.Status != eval.RunCompleted || run.LastSeq != 11 {
			t.Errorf("run is %+v", run)
		}
		if claims, err := sc.claimer.Beat(t.Context(), sc.working()); err != nil || len(claims) != 0 {
			t.Errorf("finished work is still claimed: %v, %v", claims, err)
		}
	})
}

func TestRunIsFailedWhenOnlyTheExaminerFailed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 1, 1, false)
		record(t, s, sc, sc.start(0), sc.result(0, 0, nil, eval.ErrInternal, noon), sc.finish(0, nil, noon))
		if run, err := s.Run(t.Context(), sc.run.ID); err != nil || run.Status != eval.RunFailed {
			t.Errorf("run is %+v, %v", run, err)
		}
	})
}

func TestWritesOfALostClaimAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 2, 1, false)
		var elapsed time.Duration
		other, err := s.NewClaimer(t.Context(), "other", func() time.Duration { return elapsed })
		if err != nil {
			t.Fatal(err)
		}
		claim := func() []store.Claim {
			t.Helper()
			claims, err := other.Claim(t.Context(), runAgents(1))
			if err != nil {
				t.Fatal(err)
			}
			return claims
		}
		if got := claim(); len(got) != 0 {
			t.Fatalf("took what is held: %v", got)
		}
		elapsed = 7999 * time.Millisecond
		if got := claim(); len(got) != 0 {
			t.Fatalf("took over before 8 s: %v", got)
		}
		if _, err := sc.claimer.Beat(t.Context(), sc.working()); err != nil { // alive: the other starts to watch anew
			t.Fatal(err)
		}
		elapsed = 8001 * time.Millisecond
		if got := claim(); len(got) != 0 {
			t.Fatalf("took over from a holder that beats: %v", got)
		}
		elapsed += 8 * time.Second
		taken := claim()
		if len(taken) != 1 || taken[0].Epoch != 2 || taken[0].Attempts != 2 {
			t.Fatalf("took over %v", taken)
		}

		entries := []store.Entry{sc.start(0), sc.result(0, 0, new(1.0), "", noon), sc.finish(0, new(1.0), noon),
			sc.start(1), sc.result(1, 0, new(1.0), "", noon), sc.finish(1, new(1.0), noon)}
		if lost := record(t, s, sc, entries...); !slices.Equal(lost, []string{taken[0].ID}) {
			t.Errorf("lost %v, want %v", lost, taken[0].ID)
		}
		run, err := s.Run(t.Context(), sc.run.ID)
		if err != nil || run.Progress.Recorded != 1 || run.Status != eval.RunRunning {
			t.Errorf("run is %+v, %v", run, err)
		}
		if err := s.Release(t.Context(), sc.claimer.Holder(), sc.claims[taken[0].Subject], 0); err != nil {
			t.Fatal(err)
		}
		if held, err := other.Beat(t.Context(), []string{taken[0].ID}); err != nil || held[taken[0].ID] != 2 {
			t.Errorf("a zombie released another's claim: %v, %v", held, err)
		}
	})
}

func TestARestartedNodeTakesItsClaimsBackAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 1, 1, false)
		again, err := s.NewClaimer(t.Context(), sc.claimer.Holder(), func() time.Duration { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		claims, err := again.Claim(t.Context(), runAgents(10))
		if err != nil || len(claims) != 1 || claims[0].Epoch != 2 {
			t.Errorf("claims %v, %v", claims, err)
		}
	})
}

func TestAResultIsStoredOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 1, 1, false)
		twice := []store.Entry{sc.result(0, 0, new(1.0), "", noon), sc.result(0, 0, new(1.0), "", noon)}
		if _, err := s.Record(t.Context(), sc.claimer.Holder(), twice); !store.IsUnique(err) {
			t.Errorf("two results of one task: %v", err)
		}
		if page, err := s.Results(t.Context(), store.ResultFilter{}, eval.PageArgs{}); err != nil || len(page.Items) != 0 {
			t.Errorf("half a batch was stored: %v, %v", page.Items, err)
		}
	})
}

// The aggregates, whole and by window, equal what the rows give, whatever the mix of suites, agents, errors and hours.
func TestAggregatesEqualRecomputation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		random := rand.New(rand.NewPCG(1, 2))
		type row struct {
			e     store.Entry
			suite string
		}
		var rows []row
		var runs []row
		for range 4 {
			sc := newScene(t, s, 3, 5, false)
			var entries []store.Entry
			for p := range sc.parts {
				entries = append(entries, sc.start(p))
				for k := range sc.suite.Tasks {
					at := noon.Add(time.Duration(random.IntN(6*3600*1000)) * time.Millisecond)
					e := sc.result(p, k, new(eval.RecordedScore(random.Float64())), "", at)
					switch random.IntN(4) {
					case 0:
						e = sc.result(p, k, new(0.0), eval.ErrTimeout, at)
					case 1:
						e = sc.result(p, k, nil, eval.ErrCancelled, at)
					}
					entries, rows = append(entries, e), append(rows, row{e, sc.suite.ID})
				}
				f := sc.finish(p, new(0.5), noon.Add(time.Duration(random.IntN(6*3600))*time.Second))
				entries, runs = append(entries, f), append(runs, row{f, sc.suite.ID})
			}
			for chunk := range slices.Chunk(entries, 7) {
				record(t, s, sc, chunk...)
			}
		}
		for _, since := range []time.Time{{}, noon, noon.Add(2 * time.Hour), noon.Add(90*time.Minute + 1500*time.Millisecond), noon.Add(99 * time.Hour)} {
			for _, suiteID := range []string{"", rows[0].suite} {
				want := map[string]*eval.Tally{}
				get := func(id string) *eval.Tally {
					if want[id] == nil {
						want[id] = &eval.Tally{AgentID: id}
					}
					return want[id]
				}
				for _, r := range rows {
					if !r.e.Result.At.Before(since) && (suiteID == "" || suiteID == r.suite) {
						get(r.e.Result.AgentID).Add(r.e.Result.Score, r.e.Result.Error, r.e.Result.At)
					}
				}
				for _, r := range runs {
					if !r.e.Finish.At.Before(since) && (suiteID == "" || suiteID == r.suite) {
						get(r.e.Finish.AgentID).SuiteRuns++
					}
				}
				got, err := s.Tallies(t.Context(), suiteID, since)
				if err != nil {
					t.Fatal(err)
				}
				byID := map[string]*eval.Tally{}
				for _, g := range got {
					byID[g.AgentID] = &g
				}
				if d := cmp.Diff(want, byID, cmpopts.IgnoreFields(eval.Tally{}, "AgentDID")); d != "" {
					t.Errorf("suite %q since %v: %s", suiteID, since, d)
				}
			}
		}
	})
}

func TestTrialsStayOutOfThePublicRecord(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 1, 1, true)
		record(t, s, sc, sc.start(0), sc.result(0, 0, new(1.0), "", noon), sc.finish(0, new(1.0), noon))
		ctx := context.Background()
		if page, err := s.Results(ctx, store.ResultFilter{}, eval.PageArgs{}); err != nil || len(page.Items) != 0 {
			t.Errorf("public results %v, %v", page.Items, err)
		}
		if page, err := s.Results(ctx, store.ResultFilter{RunID: sc.run.ID}, eval.PageArgs{}); err != nil || len(page.Items) != 1 {
			t.Errorf("the trial's results %v, %v", page.Items, err)
		}
		if tallies, err := s.Tallies(ctx, "", time.Time{}); err != nil || len(tallies) != 0 {
			t.Errorf("tallies %v, %v", tallies, err)
		}
		if su, err := s.SuiteByID(ctx, sc.suite.ID); err != nil || su.TrialCount != 1 || su.RunCount != 0 {
			t.Errorf("suite %+v, %v", su, err)
		}
	})
}
