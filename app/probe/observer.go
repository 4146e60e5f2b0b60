package probe

import (
	"context"
	"strings"

	"assay/eval"
)

// Observer hears of the calls that are made. Its methods must not block.
type Observer interface {
	// CallBegan hears of a call to these hosts, which has its slots; end is called with what came of it. Nothing of the context given
	// back goes to the agent.
	CallBegan(ctx context.Context, kind eval.TaskType, hosts string) (_ context.Context, end func(Outcome))
}

// observe tells the observer, if there is one, that a call begins.
func (p *Prober) observe(ctx context.Context, c Call, t target) (_ context.Context, end func(Outcome)) {
	if p.config.Observer == nil {
		return ctx, func(Outcome) {}
	}
	return p.config.Observer.CallBegan(ctx, c.TaskType, strings.Join(t.hosts(), ","))
}
