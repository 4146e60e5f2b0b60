package app

import (
	"context"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
)

// ErrNoLog is what is said of the log before the registry first started.
var ErrNoLog = fault.New(fault.NotFound, "not_found", "there is no log yet: it begins when the registry first starts")

// Log describes the log of receipts; nil while there is none. Public, as all reads of it are.
func (a *App) Log(ctx context.Context) (*eval.Log, error) {
	keys, err := a.store.LogKeys(ctx)
	if err != nil {
		return nil, err
	}
	waiting, err := a.store.CountWaiting(ctx)
	if err != nil {
		return nil, err
	}
	head, err := a.store.LogHead(ctx)
	if err != nil || head == nil {
		return nil, err
	}
	checkpoint, err := a.Checkpoint(ctx)
	if err != nil {
		return nil, err
	}
	log := &eval.Log{Origin: head.Origin, Size: head.Size, Root: head.Root.String(), Waiting: waiting, Checkpoint: checkpoint}
	for _, k := range keys {
		log.Keys = append(log.Keys, k.LogKey)
	}
	return log, nil
}

// Checkpoint gives the newest checkpoint, which is of the whole log; nil while there is none.
func (a *App) Checkpoint(ctx context.Context) (*eval.Checkpoint, error) {
	newest, err := a.store.Checkpoints(ctx, 1)
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	return &newest[0], nil
}

// Checkpoints gives the newest checkpoints, newest first: 1 to 100.
func (a *App) Checkpoints(ctx context.Context, first int) ([]eval.Checkpoint, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	return a.store.Checkpoints(ctx, first)
}

// NewestLogged gives the newest receipts in the log, newest first: 1 to 100.
func (a *App) NewestLogged(ctx context.Context, first int) ([]eval.LoggedReceipt, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	head, err := a.store.LogHead(ctx)
	if err != nil || head == nil {
		return nil, err
	}
	return a.store.NewestLogged(ctx, head.Size, first)
}

// LogTile gives a tile of the log (C2SP tlog-tiles): hashes of 32 bytes, or entries. NotFound while the log is not that long.
func (a *App) LogTile(ctx context.Context, t receipt.Tile) ([]byte, error) {
	data, err := a.store.LogTile(ctx, t)
	if err == nil && data == nil {
		err = fault.Missing("tile", t.Path())
	}
	return data, err
}

// Inclusion shows that a receipt, named by its hash in hex, is in the log. NotFound where there is none, or it is not in it yet.
func (a *App) Inclusion(ctx context.Context, hash string) (entry eval.LogEntry, err error) {
	r, err := a.PublicReceipt(ctx, hash)
	if err != nil {
		return entry, err
	}
	if r.Entry == nil {
		return entry, fault.New(fault.NotFound, "not_found", "the receipt %q is not in the log yet: it is taken up within seconds", hash)
	}
	return *r.Entry, nil
}

// LogEntry is LogEntries for one receipt; nil when it is not in the log.
func (a *App) LogEntry(ctx context.Context, hash receipt.Hash) (*eval.LogEntry, error) {
	entries, err := a.LogEntries(ctx, []receipt.Hash{hash})
	if e, ok := entries[hash]; ok {
		return &e, err
	}
	return nil, err
}

// LogEntries shows of receipts, by hash, that they are in the log, all for its newest checkpoint; those that are not are left out. For
// batching.
func (a *App) LogEntries(ctx context.Context, hashes []receipt.Hash) (map[receipt.Hash]eval.LogEntry, error) {
	if len(hashes) == 0 {
		return nil, nil
	}
	places, err := a.store.Places(ctx, hashes)
	if err != nil || len(places) == 0 {
		return nil, err
	}
	head, err := a.store.LogHead(ctx) // after the places: it is at least as new
	if err != nil || head == nil {
		return nil, err
	}
	checkpoint, err := a.Checkpoint(ctx) // and this is of that head, or of a longer one
	if err != nil || checkpoint == nil {
		return nil, err
	}
	keys, err := a.store.LogKeys(ctx)
	if err != nil {
		return nil, err
	}
	public := make([]string, len(keys))
	for i, k := range keys {
		public[i] = k.Key
	}
	list, leaves := make([]receipt.Hash, 0, len(places)), make([]int64, 0, len(places))
	for hash, leaf := range places {
		list, leaves = append(list, hash), append(leaves, leaf)
	}
	proofs, err := a.store.InclusionProofs(ctx, checkpoint.Size, leaves)
	if err != nil {
		return nil, err
	}
	out := make(map[receipt.Hash]eval.LogEntry, len(list))
	for i, hash := range list {
		out[hash] = eval.LogEntry{Origin: head.Origin, Keys: public, Index: leaves[i], Proof: hexes(proofs[i]), Checkpoint: *checkpoint}
	}
	return out, nil
}

// Consistency proves that the log of the size `to` begins with the one of the size `from`, 1 to its present size: hashes in hex.
func (a *App) Consistency(ctx context.Context, from, to int64) ([]string, error) {
	head, err := a.store.LogHead(ctx)
	if err != nil {
		return nil, err
	}
	size := int64(0)
	if head != nil {
		size = head.Size
	}
	switch {
	case to < 1 || to > size:
		return nil, fault.Bad("to", "must be from 1 to the size of the log, which is %d", size)
	case from < 1 || from > to:
		return nil, fault.Bad("from", "must be from 1 to %d, the later size", to)
	}
	proof, err := a.store.ConsistencyProof(ctx, from, to)
	return hexes(proof), err
}

func hexes(hashes []receipt.Hash) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = h.String()
	}
	return out
}

// PublicReceipt is what everybody may see of a receipt.
type PublicReceipt struct {
	Hash    string // hex
	Kind    receipt.Kind
	At      time.Time
	Cleared bool           // a text of it was
	Entry   *eval.LogEntry // nil: it is not in the log yet
}

// PublicReceipt says that there is a receipt with this hash, in hex, of what kind, since when, and where it is in the log. NotFound where there
// is none.
func (a *App) PublicReceipt(ctx context.Context, hash string) (out PublicReceipt, err error) {
	h, err := receipt.ParseHash(hash)
	if err != nil {
		return out, fault.Bad("hash", "%v", err)
	}
	found, err := a.store.ReceiptsByHash(ctx, []receipt.Hash{h})
	if err != nil {
		return out, err
	}
	r, ok := found[h]
	if !ok {
		return out, fault.Missing("receipt", hash)
	}
	entry, err := a.LogEntry(ctx, h)
	return PublicReceipt{Hash: hash, Kind: r.Kind, At: r.At, Cleared: cleared(r), Entry: entry}, err
}

func cleared(r store.StoredReceipt) bool {
	for _, t := range r.Texts {
		if t.Cleared {
			return true
		}
	}
	return false
}
