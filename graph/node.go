package graph

import (
	"context"

	"assay/eval"
	"assay/eval/fault"
	"assay/graph/internal/relay"
)

// maxNodes is how many ids `nodes` takes.
const maxNodes = 100

// findNode gives the thing with this id: nil when the id's prefix names no kind that can be looked up, when there is no such thing,
// and when the caller may not see it.
func (r *resolver) findNode(ctx context.Context, id string) (relay.Node, error) {
	switch eval.IDKind(id) {
	case eval.AgentID:
		return found(recordsOf(ctx).agents.get(ctx, id))
	case eval.SuiteID:
		return found(recordsOf(ctx).suites.get(ctx, id)) // also one that is no longer in the catalog, as its runs show it
	case eval.RunID:
		return found(r.app.Run(ctx, id))
	case eval.RunAgentID:
		return found(r.app.RunAgent(ctx, id))
	case eval.WorkID:
		return found(recordsOf(ctx).works.get(ctx, id))
	case eval.ApprovalID:
		return found(r.app.Approval(ctx, id))
	case eval.ResultID:
		return found(r.app.Result(ctx, id))
	}
	return nil, nil
}

func (r *resolver) findNodes(ctx context.Context, ids []string) ([]relay.Node, error) {
	if len(ids) > maxNodes {
		return nil, fault.Bad("ids", "at most %d ids at once, not %d", maxNodes, len(ids))
	}
	nodes := make([]relay.Node, len(ids))
	for i, id := range ids {
		var err error
		if nodes[i], err = r.findNode(ctx, id); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// found keeps a nil pointer from becoming a node that is not nil.
func found[T any](v *T, err error) (relay.Node, error) {
	if v == nil || err != nil {
		return nil, err
	}
	return v, nil
}
