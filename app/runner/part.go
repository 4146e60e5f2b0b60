package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/scorer"
)

// part is one agent's part of a run, under way on this node.
type part struct {
	claim    store.Claim
	ctx      context.Context // ends when no further call may begin; the cause says why
	stop     context.CancelCauseFunc
	ended    chan struct{}
	finished atomic.Bool // its end is recorded: the claim is gone because the work is done

	unstored   sync.WaitGroup // entries handed to the recorder
	unstorable atomic.Bool    // some of them were given up

	runID  string // set under the runner's lock
	run    eval.Run
	kind   eval.TaskType
	self   eval.RunAgent
	agent  eval.Agent
	tasks  []eval.Task
	scores []*float64 // by task
	stored []bool     // by task: recorded by an earlier holder
	passed int
}

func newPart(c store.Claim) *part {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &part{claim: c, ctx: ctx, stop: cancel, ended: make(chan struct{})}
}

// execute does a part: it calls for every task that has no result yet, in order and one at a time, so that how much is measured at once
// never decides a latency; records each, and ends the part. What cannot be loaded is given back and tried again later.
func (r *Runner) execute(p *part) {
	if err := r.load(p); err != nil {
		r.log.Error("runner", "doing", "load part", "part", p.claim.Subject, "error", err)
		r.release(p, time.Second)
		return
	}
	if target, _ := p.agent.Target(); !target { // removed or switched off since the run began
		p.stop(errNoTarget)
	}
	if p.run.Status == eval.RunCancelling {
		p.stop(errRunCancelled)
	}
	r.recorder.add(p, store.Entry{Claim: p.claim, Start: &store.PartStart{
		RunID: p.run.ID, RunAgentID: p.self.ID, Fingerprint: p.agent.Fingerprint, At: r.now(),
	}})
	for i := range p.tasks {
		if !p.stored[i] && !r.fire(p, i) {
			r.release(p, 0)
			return
		}
	}
	p.finished.Store(true)
	weights := make([]float64, len(p.tasks))
	for i, t := range p.tasks {
		weights[i] = t.Weight
	}
	r.recorder.add(p, store.Entry{Claim: p.claim, Finish: &store.PartFinish{
		RunID: p.run.ID, RunAgentID: p.self.ID, SuiteID: p.run.SuiteID, AgentID: p.agent.ID, Trial: p.run.Trial,
		SuiteScore: eval.SuiteScore(p.scores, weights), Recorded: len(p.tasks), Passed: p.passed, At: r.now(),
	}})
	if r.recorder.wait(p); p.unstorable.Load() {
		r.release(p, time.Second)
	}
}

// release gives the part back once everything recorded of it is stored, to be taken up after a pause that grows with the attempts.
func (r *Runner) release(p *part, pause time.Duration) {
	r.recorder.wait(p)
	if errors.Is(context.Cause(p.ctx), errClaimLost) {
		return
	}
	if p.unstorable.Load() {
		pause = time.Second
	}
	from := r.now().Add(pause * time.Duration(min(p.claim.Attempts, 30)))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := r.store.Release(ctx, r.config.Node, p.claim, from.UnixMilli()); err != nil {
		r.log.Error("runner", "doing", "release part", "part", p.claim.Subject, "error", err)
	}
}

// load reads what the part needs, results of an earlier holder included. The claim was taken before, so nothing can be added to them
// by anyone else.
func (r *Runner) load(p *part) error {
	ctx := p.ctx
	self, err := r.store.RunAgent(ctx, p.claim.Subject)
	if err != nil {
		return err
	}
	if self == nil {
		return fmt.Errorf("no part %s", p.claim.Subject)
	}
	run, err := r.store.Run(ctx, self.RunID)
	if err != nil {
		return err
	}
	agents, err := r.store.AgentsByID(ctx, []string{self.AgentID})
	if err != nil {
		return err
	}
	if run == nil || len(agents) != 1 {
		return fmt.Errorf("part %s has no run or agent", self.ID)
	}
	p.self, p.run, p.agent = *self, *run, agents[0]
	r.mu.Lock()
	p.runID = run.ID
	r.mu.Unlock()
	version, err := r.store.SuiteVersion(ctx, run.SuiteID, run.Version)
	if err != nil {
		return err
	}
	if version == nil {
		return fmt.Errorf("run %s pins version %d, which is gone", run.ID, run.Version)
	}
	if p.kind, p.tasks, err = version.Content(); err != nil {
		return err
	}
	p.scores, p.stored = make([]*float64, len(p.tasks)), make([]bool, len(p.tasks))
	earlier, err := r.store.ResultsByRunAgent(ctx, []string{self.ID})
	if err != nil {
		return err
	}
	for _, v := range earlier[self.ID] {
		p.scores[v.TaskIndex], p.stored[v.TaskIndex] = v.Score, true
		if v.Passed {
			p.passed++
		}
	}
	return nil
}

// fire makes one task's call and records its result. It reports false when the task was not done and is left for later.
func (r *Runner) fire(p *part, i int) bool {
	task := p.tasks[i]
	out := probe.Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}}
	if p.ctx.Err() == nil {
		out = r.prober.Do(p.ctx, probe.Call{
			TaskType: p.kind, Endpoint: p.agent.Endpoint, Binding: p.agent.Binding, ProtocolVersion: p.agent.ProtocolVersion,
			Card: p.agent.Card, Input: task.Input, Timeout: r.config.TaskTimeout,
		})
	}
	cause := context.Cause(p.ctx)
	if out.Observation.Error == eval.ErrCancelled && !errors.Is(cause, errRunCancelled) && !errors.Is(cause, errNoTarget) {
		return false // stopping, or taken over: another holder will call
	}
	if errors.Is(cause, errNoTarget) && out.Detail == "" {
		out.Detail = errNoTarget.Error()
	}
	v := r.result(p, i, out)
	entry := store.Entry{Claim: p.claim, Result: &v}
	if out.Evidence != nil {
		body, err := out.Evidence.Encode()
		if err != nil { // bytes and text always encode
			r.log.Error("runner", "doing", "encode evidence", "error", err)
		}
		entry.Body, v.Evidence = body, eval.EvidenceHash(body)
	}
	p.scores[i] = v.Score
	if v.Passed {
		p.passed++
	}
	r.recorder.add(p, entry)
	return true
}

func (r *Runner) result(p *part, i int, out probe.Outcome) eval.Result {
	now, o := r.now(), out.Observation
	v := eval.Result{
		ID: store.NewID(eval.ResultID, now), RunID: p.run.ID, RunAgentID: p.self.ID, SuiteID: p.run.SuiteID, AgentID: p.agent.ID,
		TaskID: p.tasks[i].ID, TaskIndex: i, Trial: p.run.Trial, Error: o.Error, ErrorDetail: out.Detail, Attempts: out.Attempts,
		Fingerprint: p.agent.Fingerprint, At: now, Timings: out.Timings,
	}
	if out.Evidence != nil {
		v.LatencyMS = &o.LatencyMS
	}
	if p.agent.Endpoint != "" && o.Error != eval.ErrTargetBlocked {
		// Holders before this one were killed and may each have made the call already, unseen.
		v.Attempts += p.claim.Attempts - 1
	}
	if o.Error.Counts() {
		verdict := scorer.Score(p.tasks[i].Scorer, p.tasks[i].Expected, o)
		v.Score, v.Passed = new(eval.RecordedScore(verdict.Score)), verdict.Passed
	}
	return v
}
