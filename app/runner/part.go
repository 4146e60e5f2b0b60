package runner

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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

	run    eval.Run
	kind   eval.TaskType
	self   eval.RunAgent
	agent  eval.Agent
	tasks  []eval.Task
	scores []*float64 // by task
	stored []bool     // by task: recorded by an earlier holder
	passed int

	credentialed bool          // the agent gets to see something with each call
	pause        time.Duration // before the part is taken up again
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
			r.release(p, p.pause)
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

// readParts reads which agent and run the parts are about, all at once.
func (r *Runner) readParts(ctx context.Context, parts []*part) error {
	ids := make([]string, len(parts))
	for i, p := range parts {
		ids[i] = p.claim.Subject
	}
	selves, err := r.store.RunAgentsByID(ctx, ids)
	if err != nil {
		return err
	}
	runIDs, agentIDs := map[string]bool{}, map[string]bool{}
	for _, s := range selves {
		runIDs[s.RunID], agentIDs[s.AgentID] = true, true
	}
	runs, err := r.store.RunsByID(ctx, slices.Collect(maps.Keys(runIDs)))
	if err != nil {
		return err
	}
	ids = slices.Collect(maps.Keys(agentIDs))
	agents, err := r.store.AgentsByID(ctx, ids)
	if err != nil {
		return err
	}
	credentialed, err := r.haveCredentials(ctx, ids)
	if err != nil {
		return err
	}
	self, run, agent := byID(selves, func(v eval.RunAgent) string { return v.ID }),
		byID(runs, func(v eval.Run) string { return v.ID }), byID(agents, func(v eval.Agent) string { return v.ID })
	for _, p := range parts {
		p.self = self[p.claim.Subject]
		p.run, p.agent, p.credentialed = run[p.self.RunID], agent[p.self.AgentID], credentialed[p.self.AgentID]
	}
	return nil
}

func byID[T any](list []T, id func(T) string) map[string]T {
	m := make(map[string]T, len(list))
	for _, v := range list {
		m[id(v)] = v
	}
	return m
}

// load reads what else the part needs, results of an earlier holder included. The claim was taken before, so nothing can be added to
// them by anyone else.
func (r *Runner) load(p *part) error {
	ctx := p.ctx
	if p.run.ID == "" || p.agent.ID == "" {
		return errors.New("it has no run or no agent, or they could not be read")
	}
	if err := r.content(ctx, p); err != nil {
		return err
	}
	p.scores, p.stored = make([]*float64, len(p.tasks)), make([]bool, len(p.tasks))
	if p.claim.Attempts == 1 && p.self.Status == eval.RunAgentWaiting {
		return nil // nobody was at it before
	}
	earlier, err := r.store.ResultsByRunAgent(ctx, []string{p.self.ID})
	if err != nil {
		return err
	}
	for _, v := range earlier[p.self.ID] {
		p.scores[v.TaskIndex], p.stored[v.TaskIndex] = v.Score, true
		if v.Passed {
			p.passed++
		}
	}
	return nil
}

// content reads what the run's suite version measures. All parts of a run share it.
func (r *Runner) content(ctx context.Context, p *part) error {
	if c, ok := r.contents.Get(p.run.ID); ok {
		p.kind, p.tasks = c.kind, c.tasks
		return nil
	}
	version, err := r.store.SuiteVersion(ctx, p.run.SuiteID, p.run.Version)
	if err != nil {
		return err
	}
	if version == nil {
		return fmt.Errorf("run %s pins version %d, which is gone", p.run.ID, p.run.Version)
	}
	if p.kind, p.tasks, err = version.Content(); err != nil {
		return err
	}
	r.contents.Add(p.run.ID, content{p.kind, p.tasks})
	return nil
}

// fire makes one task's call and records its result. It reports false when the task was not done and is left for later.
func (r *Runner) fire(p *part, i int) bool {
	task := p.tasks[i]
	out := probe.Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}}
	if p.ctx.Err() == nil {
		var ok bool
		if out, ok = r.call(p, task.Input); !ok {
			return false
		}
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
