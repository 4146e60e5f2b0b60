package runner

import (
	"context"
	"errors"
	"time"

	"assay/app/probe"
	"assay/app/vault"
	"assay/eval"
)

// withdrawParts stops the parts of agents that are no targets any more: removed, switched off, opted out, or no longer proven.
func (r *Runner) withdrawParts(ctx context.Context) {
	parts := map[string][]*part{}
	var ids []string
	r.mu.Lock()
	for _, p := range r.parts {
		if p.agent.ID != "" && !p.finished.Load() {
			parts[p.agent.ID] = append(parts[p.agent.ID], p)
			ids = append(ids, p.agent.ID)
		}
	}
	r.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	none, err := r.store.NoTargets(ctx, ids)
	r.try(ctx, "look for agents that are no targets", err)
	for _, id := range none {
		for _, p := range parts[id] {
			p.stop(errNoTarget)
		}
	}
}

// haveCredentials says which agents get to see something with each call.
func (r *Runner) haveCredentials(ctx context.Context, agentIDs []string) (map[string]bool, error) {
	have := map[string]bool{}
	if r.config.Credentials == nil || len(agentIDs) == 0 {
		return have, nil
	}
	ids, err := r.store.HaveCredentials(ctx, agentIDs)
	for _, id := range ids {
		have[id] = true
	}
	return have, err
}

// call makes one task's call. Credentials that do not open are the examiner's fault; while they cannot be read at all there is no outcome,
// and the part is to be taken up again after a pause.
func (r *Runner) call(p *part, input string) (out probe.Outcome, ok bool) {
	call := probe.Call{
		TaskType: p.kind, Endpoint: p.agent.Endpoint, Binding: p.agent.Binding, ProtocolVersion: p.agent.ProtocolVersion,
		Card: p.agent.Card, Input: input, Timeout: r.config.TaskTimeout,
	}
	if p.credentialed {
		var err error
		call.Credentials, err = r.config.Credentials(p.ctx, p.agent.ID)
		switch {
		case err == nil:
		case p.ctx.Err() != nil:
			return probe.Outcome{Observation: eval.Observation{Error: eval.ErrCancelled}}, true
		case errors.Is(err, vault.ErrUnknownKey) || errors.Is(err, vault.ErrDamaged):
			r.log.Error("runner", "doing", "open credentials", "agent", p.agent.DID, "error", err)
			return probe.Outcome{Observation: eval.Observation{Error: eval.ErrInternal}, Detail: "the examiner cannot open the agent's credentials"}, true
		default:
			r.log.Error("runner", "doing", "read credentials", "agent", p.agent.DID, "error", err)
			p.pause = time.Second
			return out, false
		}
	}
	return r.prober.Do(p.ctx, call), true
}
