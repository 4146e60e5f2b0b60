package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"assay/eval"
)

// Entry is one thing to be recorded under a claim: that an agent's part of a run began, a result, or that the part ended.
type Entry struct {
	Claim  Claim
	Start  *PartStart
	Result *eval.Result // Seq is given by Record
	Body   []byte       // the result's encoded evidence; nil: nothing was called
	Finish *PartFinish
}

// PartStart says that an agent's part of a run began. Repeating it, after a takeover, changes nothing.
type PartStart struct {
	RunID, RunAgentID, Fingerprint string
	At                             time.Time
}

// PartFinish says that an agent's part of a run ended. It ends the claim, and with the last part the run.
type PartFinish struct {
	RunID, RunAgentID string
	SuiteID, AgentID  string
	Trial             bool
	SuiteScore        *float64 // nil: nothing was scored
	Recorded, Passed  int
	At                time.Time
}

func (e Entry) runID() string {
	switch {
	case e.Start != nil:
		return e.Start.RunID
	case e.Result != nil:
		return e.Result.RunID
	}
	return e.Finish.RunID
}

// Record stores entries in their order, in one transaction: results with their evidence, the runs' events with gapless seq, progress
// and aggregates. Entries whose claim holder has lost are left out, and the ids of those claims returned: another node does their work.
func (s *Store) Record(ctx context.Context, holder string, entries []Entry) (lost []string, err error) {
	err = s.Write(ctx, func(tx *Tx) error {
		epochs := map[string]int64{}
		for _, e := range entries {
			epochs[e.Claim.ID] = e.Claim.Epoch
		}
		held, err := tx.Holds(ctx, holder, epochs)
		if err != nil {
			return err
		}
		lost = lost[:0]
		for id := range epochs {
			if !held[id] {
				lost = append(lost, id)
			}
		}
		kept := entries
		if len(lost) > 0 {
			kept = slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return !held[e.Claim.ID] })
		}
		if len(kept) == 0 {
			return nil
		}
		return tx.record(ctx, kept)
	})
	return lost, err
}

// batch gathers the rows of one Record.
type batch struct {
	runs                      map[string]*eval.Run
	results, evidence, events [][]any
	tallies                   tallies
	finished                  []string // claims
	ended                     []*eval.Run
}

func (tx *Tx) record(ctx context.Context, entries []Entry) error {
	ids := map[string]bool{}
	for _, e := range entries {
		ids[e.runID()] = true
	}
	runs, err := tx.lockRuns(ctx, slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return err
	}
	b := &batch{runs: runs, tallies: newTallies()}
	for _, e := range entries {
		r := runs[e.runID()]
		if r == nil {
			return fmt.Errorf("no run %s for a claim that is held", e.runID())
		}
		switch {
		case e.Start != nil:
			err = tx.start(ctx, b, r, *e.Start)
		case e.Result != nil:
			b.result(r, *e.Result, e.Body)
		case e.Finish != nil:
			err = tx.finish(ctx, b, r, e.Claim.ID, *e.Finish)
		}
		if err != nil {
			return err
		}
	}
	return tx.store(ctx, b)
}

func (tx *Tx) start(ctx context.Context, b *batch, r *eval.Run, s PartStart) error {
	if r.StartedAt.IsZero() {
		if r.Status == eval.RunQueued { // not asked to stop meanwhile
			r.Status = eval.RunRunning
		}
		r.StartedAt = s.At
		b.event(r, eval.EventRunStarted, "", s.At)
	}
	res, err := tx.db.ExecContext(ctx, "UPDATE run_agents SET status = $1, fingerprint = $2, started_at = $3 WHERE id = $4 AND status = $5",
		string(eval.RunAgentRunning), s.Fingerprint, millis(s.At), s.RunAgentID, string(eval.RunAgentWaiting))
	if err != nil {
		return fmt.Errorf("start part: %w", err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 { // went on after a takeover
		return err
	}
	b.event(r, eval.EventAgentStarted, s.RunAgentID, s.At)
	return nil
}

func (b *batch) result(r *eval.Run, v eval.Result, body []byte) {
	r.LastSeq++
	p := &r.Progress
	p.Recorded++
	switch {
	case v.Error == eval.ErrCancelled:
		p.Cancelled++
	case v.Score == nil:
		p.ExaminerFaults++
	case v.Passed:
		p.Passed++
	default:
		p.Failed++
		if v.Error != eval.NoError {
			p.Errors++
		}
	}
	t := v.Timings
	b.results = append(b.results, []any{v.ID, v.RunID, v.RunAgentID, v.SuiteID, v.AgentID, v.TaskID, v.TaskIndex, 0, r.LastSeq,
		v.Trial, v.Score, v.Passed, v.LatencyMS, string(v.Error), v.ErrorDetail, v.Attempts, v.Fingerprint, millis(v.At), t.DNS,
		t.Connect, t.TLS, t.FirstByte, t.Total, v.Evidence})
	if body != nil {
		b.evidence = append(b.evidence, []any{v.ID, body})
	}
	if !r.Trial {
		b.tallies.add(v)
	}
}

func (tx *Tx) finish(ctx context.Context, b *batch, r *eval.Run, claimID string, f PartFinish) error {
	_, err := tx.db.ExecContext(ctx,
		"UPDATE run_agents SET status = $1, suite_score = $2, recorded = $3, passed = $4, finished_at = $5 WHERE id = $6",
		string(eval.RunAgentFinished), f.SuiteScore, f.Recorded, f.Passed, millis(f.At), f.RunAgentID)
	if err != nil {
		return fmt.Errorf("finish part: %w", err)
	}
	b.finished = append(b.finished, claimID)
	b.event(r, eval.EventAgentFinished, f.RunAgentID, f.At)
	if !r.Trial && f.SuiteScore != nil {
		b.tallies.addRun(f)
	}
	p := &r.Progress
	if p.AgentsFinished++; p.AgentsFinished < p.Agents {
		return nil
	}
	r.FinishedAt = f.At
	switch {
	case r.Status == eval.RunCancelling:
		r.Status = eval.RunCancelled
	case p.ExaminerFaults > 0 && p.Passed+p.Failed == 0:
		r.Status = eval.RunFailed
	default:
		r.Status = eval.RunCompleted
	}
	b.event(r, eval.EventRunFinished, "", f.At)
	b.ended = append(b.ended, r)
	return nil
}

func (b *batch) event(r *eval.Run, kind eval.RunEventKind, runAgentID string, at time.Time) {
	r.LastSeq++
	b.events = append(b.events, []any{r.ID, r.LastSeq, millis(at), string(kind), runAgentID})
}

var (
	eventColumns  = []string{"run_id", "seq", "at", "kind", "run_agent_id"}
	resultColumns = []string{"id", "run_id", "run_agent_id", "suite_id", "agent_id", "task_id", "task_index", "repeat", "seq", "trial",
		"score", "passed", "latency_ms", "error", "error_detail", "attempts", "fingerprint", "at", "dns_us", "connect_us", "tls_us",
		"first_byte_us", "total_us", "evidence_hash"}
)

// store writes a batch. Tables and rows come in one order on every node, so that two nodes never wait for each other in a ring.
func (tx *Tx) store(ctx context.Context, b *batch) error {
	for _, id := range slices.Sorted(maps.Keys(b.runs)) {
		if err := tx.saveRun(ctx, b.runs[id]); err != nil {
			return err
		}
	}
	if err := tx.insert(ctx, "results", resultColumns, b.results, ""); err != nil {
		return err
	}
	if err := tx.insert(ctx, "evidences", []string{"id", "body"}, b.evidence, ""); err != nil {
		return err
	}
	if err := tx.insert(ctx, "run_events", eventColumns, b.events, ""); err != nil {
		return err
	}
	for _, r := range b.ended { // before the tallies, whose rows other runs wait for
		if err := tx.sealRun(ctx, r); err != nil {
			return err
		}
	}
	if err := tx.storeTallies(ctx, b.tallies); err != nil {
		return err
	}
	return tx.deleteClaims(ctx, b.finished)
}
