package app

import (
	"context"
	"time"

	"assay/ent/store"
	"assay/eval"
)

const (
	nodeSeenEvery = 5 * time.Second
	nodeKeptFor   = 24 * time.Hour // after it was last seen
	noteWithin    = 5 * time.Second
)

// KeepNode says every 5 seconds, until ctx ends, that this node is there and how busy it is, and what the audit log left out. Where that
// fails, the log has it: the database may come back.
func (a *App) KeepNode(ctx context.Context) {
	started := a.now()
	tick := time.NewTicker(nodeSeenEvery)
	defer tick.Stop()
	for {
		now := a.now()
		if err := a.noteNode(ctx, a.node(started, now), now); err != nil {
			a.log.WarnContext(ctx, "node", "doing", "say that it is there", "error", err)
		}
		if err := a.logLeftOut(ctx, now.Add(-refusalWithin)); err != nil {
			a.log.WarnContext(ctx, "node", "doing", "say what the audit log left out", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// EndNode says that this node has stopped in good order, and what the audit log left out until then.
func (a *App) EndNode(ctx context.Context) error {
	now := a.now()
	if err := a.logLeftOut(ctx, now); err != nil {
		return err
	}
	nodes, err := a.store.Nodes(ctx)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if n.Name == a.config.Node {
			ended := a.node(n.StartedAt, now)
			ended.StoppedAt = now
			return a.noteNode(ctx, ended, now)
		}
	}
	return nil
}

// NodeUp reports whether a node is up now.
func (a *App) NodeUp(n eval.Node) bool { return n.Up(a.now()) }

func (a *App) node(started, now time.Time) eval.Node {
	l := a.load()
	return eval.Node{Name: a.config.Node, Version: a.config.Version, StartedAt: started, SeenAt: now,
		Streams: l.Streams, Calls: l.Calls, Parts: l.Parts}
}

func (a *App) noteNode(ctx context.Context, n eval.Node, now time.Time) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
	defer cancel()
	return a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.PutNode(ctx, n); err != nil {
			return err
		}
		return tx.ForgetNodes(ctx, now.Add(-nodeKeptFor))
	})
}
