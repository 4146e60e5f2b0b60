package store

import (
	"context"
	"errors"
	"fmt"

	"assay/ent/internal/entdb/evidence"
	"assay/eval"
	"assay/eval/receipt"
	"assay/eval/verify"
)

// sealRun seals that a run ended, with what is stored of it by now. Evidence is not read: results carry its hash.
func (tx *Tx) sealRun(ctx context.Context, r *eval.Run) error {
	results, err := tx.ResultFacts(ctx, r.ID)
	if err != nil {
		return err
	}
	agents, err := tx.RunAgentFacts(ctx, r.ID)
	if err != nil {
		return err
	}
	facts, err := verify.SealRun(*r, results, agents)
	if err != nil {
		return fmt.Errorf("seal run %s: %w", r.ID, err)
	}
	_, err = tx.Seal(ctx, NewReceipt{Kind: receipt.RunCompleted, At: r.FinishedAt, Subject: r.ID, Facts: facts})
	return err
}

// ResultFacts gives what is sealed of a run's results, agent by agent in the order of the tasks. It is one query.
func (c conn) ResultFacts(ctx context.Context, runID string) ([]verify.ResultFacts, error) {
	rows, err := c.db.QueryContext(ctx, "SELECT r.id, p.agent_did, r.task_index, r.score, r.passed, r.error, r.latency_ms, r.attempts, r.at, "+
		"r.evidence_hash, r.fingerprint FROM results r JOIN run_agents p ON p.id = r.run_agent_id WHERE r.run_id = $1 ORDER BY p.position, r.task_index", runID)
	if err != nil {
		return nil, fmt.Errorf("read results of run: %w", err)
	}
	defer rows.Close()
	all := []verify.ResultFacts{}
	for rows.Next() {
		var f verify.ResultFacts
		var at int64
		if err := rows.Scan(&f.ID, &f.Agent, &f.Task, &f.Score, &f.Passed, &f.Error, &f.LatencyMS, &f.Attempts, &at, &f.Evidence, &f.Fingerprint); err != nil {
			return nil, fmt.Errorf("read results of run: %w", err)
		}
		f.At = verify.Instant(instant(at))
		all = append(all, f)
	}
	return all, rows.Err()
}

// RunAgentFacts gives what is sealed of a run's agents, in order.
func (c conn) RunAgentFacts(ctx context.Context, runID string) ([]verify.RunAgentFacts, error) {
	rows, err := c.db.QueryContext(ctx, "SELECT agent_did, fingerprint, suite_score FROM run_agents WHERE run_id = $1 ORDER BY position", runID)
	if err != nil {
		return nil, fmt.Errorf("read agents of run: %w", err)
	}
	defer rows.Close()
	all := []verify.RunAgentFacts{}
	for rows.Next() {
		var f verify.RunAgentFacts
		if err := rows.Scan(&f.Agent, &f.Fingerprint, &f.SuiteScore); err != nil {
			return nil, fmt.Errorf("read agents of run: %w", err)
		}
		all = append(all, f)
	}
	return all, rows.Err()
}

// EvidenceSize is how many bytes of evidence are stored of a run.
func (c conn) EvidenceSize(ctx context.Context, runID string) (size int64, err error) {
	rows, err := c.db.QueryContext(ctx, "SELECT COALESCE(SUM(LENGTH(e.body)), 0) FROM results r JOIN evidences e ON e.id = r.id WHERE r.run_id = $1", runID)
	if err != nil {
		return 0, fmt.Errorf("measure evidence of run: %w", err)
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&size)
	}
	return size, errors.Join(err, rows.Err())
}

// EvidenceOf gives the stored evidence of results, encoded, by their ids; those that have none are left out.
func (c conn) EvidenceOf(ctx context.Context, resultIDs []string) (map[string][]byte, error) {
	rows, err := c.db.Evidence.Query().Where(evidence.IDIn(resultIDs...)).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read evidence: %w", err)
	}
	out := make(map[string][]byte, len(rows))
	for _, r := range rows {
		out[r.ID] = r.Body
	}
	return out, nil
}
