package store_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/receipt"
	"assay/eval/verify"
	"assay/internal/dbtest"
)

// sealOf is the receipt of a run and its facts.
func sealOf(t *testing.T, s *store.Store, runID string) (r store.StoredReceipt, f verify.RunFacts) {
	t.Helper()
	found, err := s.ReceiptsAbout(t.Context(), runID)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 {
		t.Fatalf("run %s has %d receipts", runID, len(found))
	}
	if err := json.Unmarshal(found[0].Facts, &f); err != nil {
		t.Fatal(err)
	}
	return found[0], f
}

// A run is sealed in the transaction that ends it, not before, with what is stored of it.
func TestAnEndedRunIsSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		sc := newScene(t, s, 2, 2, false)
		third := 1.0 / 3
		record(t, s, sc, sc.start(0), sc.result(0, 0, new(1.0), "", noon), sc.result(0, 1, nil, eval.ErrInternal, noon), sc.finish(0, new(1.0), noon))
		if found, err := s.ReceiptsAbout(t.Context(), sc.run.ID); err != nil || len(found) != 0 {
			t.Fatalf("sealed under way: %v, %v", found, err)
		}
		end := noon.Add(1500 * time.Millisecond)
		record(t, s, sc, sc.start(1), sc.result(1, 0, new(third), "", noon), sc.result(1, 1, new(0.0), eval.ErrTimeout, noon), sc.finish(1, new(third/2), end))

		r, f := sealOf(t, s, sc.run.ID)
		if r.Kind != receipt.RunCompleted || r.Workspace != "" || !r.At.Equal(end) || len(r.Texts) != 0 || r.WorkID != "" {
			t.Errorf("sealed %+v", r)
		}
		if hash, err := r.Receipt.Hash(); err != nil || hash != r.Hash {
			t.Errorf("its hash is %s, not %s (%v)", hash, r.Hash, err)
		}
		run, err := s.Run(t.Context(), sc.run.ID)
		if err != nil {
			t.Fatal(err)
		}
		results, err := s.ResultFacts(t.Context(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		agents, err := s.RunAgentFacts(t.Context(), run.ID)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(results) // the order does not matter
		want, err := verify.SealRun(*run, results, agents)
		if err != nil || f != want {
			t.Errorf("sealed %+v, want %+v (%v)", f, want, err)
		}
		if f.Results.Count != 4 || f.Agents.Count != 2 || f.Status != eval.RunCompleted || f.StartedAt != "2026-11-30T12:00:00.000Z" || f.FinishedAt != "2026-11-30T12:00:01.500Z" {
			t.Errorf("sealed %+v", f)
		}
		slices.Reverse(results)
		for i, one := range results {
			stored, err := s.Result(t.Context(), one.ID)
			if err != nil {
				t.Fatal(err)
			}
			same := verify.ResultFacts{ID: stored.ID, Agent: stored.AgentDID, Task: stored.TaskIndex, Score: one.Score, Passed: stored.Passed,
				Error: stored.Error, LatencyMS: one.LatencyMS, Attempts: stored.Attempts, At: verify.Instant(stored.At), Evidence: stored.Evidence,
				Fingerprint: stored.Fingerprint}
			if one != same || (one.Score == nil) != (stored.Score == nil) || one.Score != nil && *one.Score != *stored.Score || one.Task != i%2 {
				t.Errorf("result %d: %+v of %+v", i, one, stored)
			}
		}
		if agents[1].Agent != sc.agents[1].DID || agents[1].Fingerprint != "f" || agents[1].SuiteScore == nil || *agents[1].SuiteScore != third/2 {
			t.Errorf("agent %+v", agents[1])
		}
	})
}

// Trials, cancelled runs and runs of nothing are sealed too, and a batch of another node's lost claim seals nothing.
func TestWhateverEndsIsSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, s *store.Store) {
		trial := newScene(t, s, 1, 1, true)
		record(t, s, trial, trial.start(0), trial.result(0, 0, new(1.0), "", noon), trial.finish(0, new(1.0), noon))
		if _, f := sealOf(t, s, trial.run.ID); !f.Trial || f.Status != eval.RunCompleted {
			t.Errorf("trial: %+v", f)
		}
		empty := newScene(t, s, 0, 1, false)
		if _, f := sealOf(t, s, empty.run.ID); f.Trial || f.Status != eval.RunCompleted || f.Results.Count != 0 || f.Agents.Count != 0 {
			t.Errorf("of nothing: %+v", f)
		}
		cancelled := newScene(t, s, 1, 1, false)
		write(t, s, func(tx *store.Tx) error {
			_, err := tx.RequestCancel(t.Context(), cancelled.run.ID, noon)
			return err
		})
		record(t, s, cancelled, cancelled.start(0), cancelled.result(0, 0, nil, eval.ErrCancelled, noon), cancelled.finish(0, nil, noon))
		if _, f := sealOf(t, s, cancelled.run.ID); f.Status != eval.RunCancelled || f.Results.Count != 1 {
			t.Errorf("cancelled: %+v", f)
		}
		failed := newScene(t, s, 1, 1, false)
		record(t, s, failed, failed.start(0), failed.result(0, 0, nil, eval.ErrInternal, noon), failed.finish(0, nil, noon))
		if _, f := sealOf(t, s, failed.run.ID); f.Status != eval.RunFailed {
			t.Errorf("failed: %+v", f)
		}
	})
}

// What the seal adds to the transaction that ends a run of 10,000 results.
func BenchmarkSealOf10000Results(b *testing.B) {
	all := make([]verify.ResultFacts, 10_000)
	for i := range all {
		all[i] = verify.ResultFacts{ID: store.NewID(eval.ResultID, noon), Agent: "did:web:agent-17.example", Task: i, Score: new(1.0), Passed: true,
			LatencyMS: new(int64(i)), Attempts: 1, At: verify.Instant(noon), Evidence: eval.EvidenceHash([]byte{byte(i)}), Fingerprint: eval.EvidenceHash(nil)}
	}
	for b.Loop() {
		if _, err := verify.SealRun(eval.Run{}, all, nil); err != nil {
			b.Fatal(err)
		}
	}
}
