package store

import (
	"context"
	"fmt"
	"time"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/node"
	"assay/eval"
)

// Nodes gives the processes that serve this database, or did in the last day, by name.
func (c conn) Nodes(ctx context.Context) ([]eval.Node, error) {
	return many(toNode)(c.db.Node.Query().Order(node.ByID()).All(ctx))
}

// PutNode stores what a node says of itself.
func (tx *Tx) PutNode(ctx context.Context, n eval.Node) error {
	err := tx.insert(ctx, "nodes", []string{"id", "version", "started_at", "seen_at", "stopped_at", "streams", "calls", "parts"},
		[][]any{{n.Name, n.Version, millis(n.StartedAt), millis(n.SeenAt), millis(n.StoppedAt), n.Streams, n.Calls, n.Parts}},
		" ON CONFLICT (id) DO UPDATE SET version = excluded.version, started_at = excluded.started_at, seen_at = excluded.seen_at,"+
			" stopped_at = excluded.stopped_at, streams = excluded.streams, calls = excluded.calls, parts = excluded.parts")
	if err != nil {
		return fmt.Errorf("store node: %w", err)
	}
	return nil
}

// ForgetNodes removes the nodes that were last seen before an instant.
func (tx *Tx) ForgetNodes(ctx context.Context, before time.Time) error {
	if _, err := tx.db.Node.Delete().Where(node.SeenAtLT(millis(before))).Exec(ctx); err != nil {
		return fmt.Errorf("forget nodes: %w", err)
	}
	return nil
}

func toNode(r *entdb.Node) eval.Node {
	return eval.Node{
		Name: r.ID, Version: r.Version, StartedAt: instant(r.StartedAt), SeenAt: instant(r.SeenAt), StoppedAt: instant(r.StoppedAt),
		Streams: r.Streams, Calls: r.Calls, Parts: r.Parts,
	}
}
