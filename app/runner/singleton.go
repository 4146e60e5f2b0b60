package runner

import (
	"context"
	"log/slog"
	"time"

	"assay/ent/store"
	"assay/eval"
)

// singleton is work that exactly one node does, at intervals, while it holds the claim. A pass runs beside the runner's loop, which
// must go on beating, and is ended when the claim is lost.
type singleton struct {
	kind  string
	every time.Duration
	pass  func(ctx context.Context, claim store.Claim) error
	log   *slog.Logger

	claim *store.Claim
	last  time.Time // when the last pass began, by this process's clock
	end   context.CancelFunc
	done  chan struct{} // closed when the pass is over; nil: none is under way
}

// check drops the claim when it is not among those held.
func (s *singleton) check(held map[string]int64) {
	if s.claim != nil && held[s.claim.ID] != s.claim.Epoch {
		s.claim = nil
		s.stop()
	}
}

// stop ends the pass under way and waits for it.
func (s *singleton) stop() {
	if s.done != nil {
		s.end()
		<-s.done
		s.done = nil
	}
}

func (s *singleton) step(ctx context.Context, claimer *store.Claimer, now time.Time) error {
	if s.done != nil {
		select {
		case <-s.done:
			s.end()
			s.done = nil
		default:
			return nil // still at it
		}
	}
	if s.claim == nil {
		claims, err := claimer.Claim(ctx, store.Want{Kind: s.kind, Now: now.UnixMilli(), Limit: 1})
		if err != nil || len(claims) == 0 {
			return err
		}
		s.claim, s.last = &claims[0], time.Time{}
	}
	if !s.last.IsZero() && time.Since(s.last) < s.every {
		return nil
	}
	s.last = time.Now()
	ctx, s.end = context.WithCancel(ctx)
	done, claim := make(chan struct{}), *s.claim
	s.done = done
	go func() {
		defer close(done)
		if err := s.pass(ctx, claim); err != nil && ctx.Err() == nil {
			s.log.Error("runner", "doing", s.kind, "error", err)
		}
	}()
	return nil
}

// singletons is what this node would do if it held the claim.
func (r *Runner) singletons() []*singleton {
	var all []*singleton
	if !r.config.Idle {
		all = append(all,
			&singleton{kind: store.ClaimSchedule, every: r.config.Interval, pass: r.startDue, log: r.log},
			&singleton{kind: store.ClaimCards, every: r.config.CardsEvery, pass: r.refresh, log: r.log})
	}
	for _, c := range r.config.Chores {
		pass := func(ctx context.Context, _ store.Claim) error { return c.Do(ctx) }
		all = append(all, &singleton{kind: c.Kind, every: c.Every, pass: pass, log: r.log})
	}
	return all
}

// startDue starts one run of every suite that is due. A tick that was missed is taken up once: the next is an interval after the one
// that was due, or after now when that is past too. While a run of a suite is under way its next one waits.
func (r *Runner) startDue(ctx context.Context, claim store.Claim) error {
	now := r.now()
	due, err := r.store.DueSuites(ctx, now.UnixMilli())
	if err != nil {
		return err
	}
	for _, s := range due {
		if err := r.startOne(ctx, claim, s.ID, now); err != nil {
			r.log.Error("runner", "doing", "start suite", "suite", s.Key, "error", err)
		}
	}
	return nil
}

func (r *Runner) startOne(ctx context.Context, claim store.Claim, suiteID string, now time.Time) error {
	return r.store.Write(ctx, func(tx *store.Tx) error {
		held, err := tx.Holds(ctx, r.config.Node, map[string]int64{claim.ID: claim.Epoch})
		if err != nil || !held[claim.ID] {
			return err
		}
		s, err := tx.LockSuite(ctx, suiteID)
		if err != nil || s == nil || !s.Due(now) || len(s.Tasks) == 0 {
			return err
		}
		underWay, err := tx.SuiteUnderWay(ctx, s.ID)
		if err != nil || underWay {
			return err
		}
		if _, err := Start(ctx, tx, *s, eval.TriggerSchedule, "", now); err != nil {
			return err
		}
		return tx.SetNextRun(ctx, s.ID, s.RunAfter(now).UnixMilli())
	})
}

func (r *Runner) refresh(ctx context.Context, _ store.Claim) error { return r.refreshCards(ctx) }

// Start stores a run of the suite's present version and the work it makes. On a suite that is not enabled it is a trial. key is an
// idempotency key, or empty.
func Start(ctx context.Context, tx *store.Tx, s eval.Suite, trigger eval.RunTrigger, key string, now time.Time) (eval.Run, error) {
	run := eval.Run{
		ID: store.NewID(eval.RunID, now), SuiteID: s.ID, SuiteKey: s.Key, Version: s.Version, Digest: s.Digest, Trigger: trigger,
		Trial: !s.Enabled, CreatedAt: now,
	}
	agents, skipped, err := Targets(ctx, tx, s)
	if err != nil {
		return run, err
	}
	run.Skipped = skipped
	run.Progress.Total = len(agents) * len(s.Tasks)
	parts := make([]store.NewPart, len(agents))
	for i, a := range agents {
		parts[i] = store.NewPart{RunAgent: eval.RunAgent{ID: store.NewID(eval.RunAgentID, now), AgentID: a.ID, AgentDID: a.DID}, Host: a.Host()}
	}
	return tx.CreateRun(ctx, run, parts, key)
}

// Targets gives the agents a suite is aimed at, and the named ones that cannot be, with the reason.
func Targets(ctx context.Context, tx *store.Tx, s eval.Suite) (agents []eval.Agent, skipped []eval.SkippedTarget, err error) {
	if len(s.TargetDIDs) == 0 {
		agents, err = tx.Targets(ctx)
		return agents, nil, err
	}
	found, err := tx.AgentsByDID(ctx, s.TargetDIDs)
	if err != nil {
		return nil, nil, err
	}
	byDID := make(map[string]eval.Agent, len(found))
	for _, a := range found {
		byDID[a.DID] = a
	}
	for _, did := range s.TargetDIDs {
		a, known := byDID[did]
		ok, reason := a.Target()
		switch {
		case !known:
			skipped = append(skipped, eval.SkippedTarget{DID: did, Reason: "unknown"})
		case !ok:
			skipped = append(skipped, eval.SkippedTarget{DID: did, Reason: reason})
		default:
			agents = append(agents, a)
		}
	}
	return agents, skipped, nil
}
