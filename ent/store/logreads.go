package store

import (
	"context"
	"fmt"
	"slices"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb/logtile"
	entreceipt "assay/ent/internal/entdb/receipt"
	"assay/eval"
	"assay/eval/receipt"
)

// LogTile gives a tile of the log as C2SP tlog-tiles has it; nil while it is not that wide.
func (c conn) LogTile(ctx context.Context, t receipt.Tile) ([]byte, error) {
	if t.Entries {
		return c.entryTile(ctx, t)
	}
	tiles, err := c.logTiles(ctx, []int64{t.ID()})
	data, size := tiles[t.ID()], t.Width*len(receipt.Hash{})
	if err != nil || len(data) < size {
		return nil, err
	}
	return data[:size], nil
}

func (c conn) entryTile(ctx context.Context, t receipt.Tile) ([]byte, error) {
	from := t.Index * receipt.TileWidth
	rows, err := c.logged(ctx, from, from+int64(t.Width))
	if err != nil || len(rows) < t.Width {
		return nil, err
	}
	hashes := make([]receipt.Hash, len(rows))
	for i, r := range rows {
		if hashes[i], err = receipt.ParseHash(r.Hash); err != nil {
			return nil, err
		}
	}
	return receipt.EntryTile(hashes), nil
}

// logTiles gives tiles by id, as wide as they are; those that are not there are left out.
func (c conn) logTiles(ctx context.Context, ids []int64) (map[int64][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out := make(map[int64][]byte, len(ids))
	for part := range slices.Chunk(ids, maxIn) {
		rows, err := c.db.LogTile.Query().Where(logtile.IDIn(part...)).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read tiles of the log: %w", err)
		}
		for _, r := range rows {
			out[r.ID] = r.Data
		}
	}
	return out, nil
}

// InclusionProofs proves of leaves that they are in the log of a size it had, which must be above each of them. It is one query, however many
// there are.
func (c conn) InclusionProofs(ctx context.Context, size int64, leaves []int64) ([][]receipt.Hash, error) {
	return receipt.ProveInclusion(size, leaves, func(ids []int64) (map[int64][]byte, error) { return c.logTiles(ctx, ids) })
}

// ConsistencyProof proves that the log of a size it had, to, begins with the log of the size from, which is at least 1.
func (c conn) ConsistencyProof(ctx context.Context, from, to int64) ([]receipt.Hash, error) {
	return receipt.ProveConsistency(from, to, func(ids []int64) (map[int64][]byte, error) { return c.logTiles(ctx, ids) })
}

// Places gives the places of receipts in the log, by hash; those that are not in it are left out.
func (c conn) Places(ctx context.Context, hashes []receipt.Hash) (map[receipt.Hash]int64, error) {
	out := make(map[receipt.Hash]int64, len(hashes))
	for part := range slices.Chunk(hashes, maxIn) {
		keys := make([][]byte, len(part))
		for i := range part {
			keys[i] = part[i][:]
		}
		rows, err := c.db.Receipt.Query().Where(entreceipt.HashIn(keys...), entreceipt.LeafNotNil()).
			Select(entreceipt.FieldHash, entreceipt.FieldLeaf).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read places in the log: %w", err)
		}
		for _, r := range rows {
			out[receipt.Hash(r.Hash)] = *r.Leaf
		}
	}
	return out, nil
}

// NewestLogged gives the newest receipts in the log, newest first.
func (c conn) NewestLogged(ctx context.Context, size int64, limit int) ([]eval.LoggedReceipt, error) {
	rows, err := c.logged(ctx, max(0, size-int64(limit)), size)
	slices.Reverse(rows)
	return rows, err
}

// logged gives the receipts of a range of the log.
func (c conn) logged(ctx context.Context, from, to int64) ([]eval.LoggedReceipt, error) {
	rows, err := c.db.Receipt.Query().Where(entreceipt.LeafGTE(from), entreceipt.LeafLT(to)).
		Order(entreceipt.ByLeaf(entsql.OrderAsc())).
		Select(entreceipt.FieldLeaf, entreceipt.FieldHash, entreceipt.FieldKind, entreceipt.FieldAt).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read receipts of the log: %w", err)
	}
	out := make([]eval.LoggedReceipt, len(rows))
	for i, r := range rows {
		if len(r.Hash) != len(receipt.Hash{}) {
			return nil, fmt.Errorf("read receipts of the log: the hash of leaf %d has %d bytes", *r.Leaf, len(r.Hash))
		}
		out[i] = eval.LoggedReceipt{Index: *r.Leaf, Hash: receipt.Hash(r.Hash).String(), Kind: receipt.Kind(r.Kind), At: instant(r.At)}
	}
	return out, nil
}
