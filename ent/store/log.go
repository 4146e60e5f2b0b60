package store

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/checkpoint"
	"assay/ent/internal/entdb/loghead"
	"assay/ent/internal/entdb/logkey"
	"assay/ent/internal/entdb/logtile"
	entreceipt "assay/ent/internal/entdb/receipt"
	"assay/eval"
	"assay/eval/receipt"
)

// TopicLog is heard when the log grew or got another key.
const TopicLog = "log"

// theLog is the id of the one row with the head.
const theLog = 1

// LogHead is the log's name and state.
type LogHead struct {
	Origin string
	receipt.Head
}

// SealedLogKey is a key of the log with its seed as it is kept.
type SealedLogKey struct {
	eval.LogKey
	ID     int64
	Seed   []byte // empty once it is retired
	Sealed bool   // by app/vault
}

// SignHead signs a head of the log with keys.
type SignHead func(head LogHead, keys []SealedLogKey) (checkpoint string, err error)

// LogHead gives the head; nil while there is no log.
func (c conn) LogHead(ctx context.Context) (*LogHead, error) {
	row, err := c.db.LogHead.Get(ctx, theLog)
	switch {
	case entdb.IsNotFound(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the log's head: %w", err)
	case len(row.Root) != len(receipt.Hash{}):
		return nil, fmt.Errorf("read the log's head: its root has %d bytes", len(row.Root))
	}
	return &LogHead{Origin: row.Origin, Head: receipt.Head{Size: row.Size, Root: receipt.Hash(row.Root)}}, nil
}

// MakeLog makes the log, empty, with its first key and its first checkpoint. Where there is one, nothing is done.
func (tx *Tx) MakeLog(ctx context.Context, origin string, key SealedLogKey, now time.Time, sign SignHead) error {
	head := LogHead{Origin: origin, Head: receipt.Head{Root: receipt.EmptyRoot}}
	done, err := tx.db.ExecContext(ctx, "INSERT INTO "+loghead.Table+" (id, origin, size, root) VALUES ($1, $2, 0, $3) ON CONFLICT (id) DO NOTHING",
		theLog, origin, head.Root[:])
	if err != nil {
		return fmt.Errorf("make the log: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 { // another node was first
		return err
	}
	if err := tx.addLogKey(ctx, key); err != nil {
		return err
	}
	return tx.putCheckpoint(ctx, head, now, sign, key)
}

// lockLog locks the log until the transaction ends and gives its head and the key that signs now. Who appends or changes keys does it one
// after the other, whoever holds which claim.
func (tx *Tx) lockLog(ctx context.Context) (head LogHead, key SealedLogKey, err error) {
	if tx.postgres { // SQLite's transaction has locked everything
		if _, err := tx.db.ExecContext(ctx, "SELECT 1 FROM "+loghead.Table+" WHERE id = $1 FOR UPDATE", theLog); err != nil {
			return head, key, fmt.Errorf("lock the log: %w", err)
		}
	}
	found, err := tx.LogHead(ctx)
	if err != nil {
		return head, key, err
	}
	if found == nil {
		return head, key, fmt.Errorf("lock the log: there is none")
	}
	keys, err := tx.LogKeys(ctx)
	if err != nil {
		return head, key, err
	}
	i := slices.IndexFunc(keys, func(k SealedLogKey) bool { return k.RetiredAt.IsZero() })
	if i < 0 {
		return head, key, fmt.Errorf("lock the log: it has no key that signs")
	}
	return *found, keys[i], nil
}

// ReceiptsWait reports whether receipts wait for the log.
func (c conn) ReceiptsWait(ctx context.Context) (bool, error) {
	some, err := c.db.Receipt.Query().Where(entreceipt.LeafIsNil()).Exist(ctx)
	if err != nil {
		return false, fmt.Errorf("look for receipts that wait: %w", err)
	}
	return some, nil
}

// CountWaiting counts the receipts that wait for the log.
func (c conn) CountWaiting(ctx context.Context) (int64, error) {
	n, err := c.db.Receipt.Query().Where(entreceipt.LeafIsNil()).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count receipts that wait: %w", err)
	}
	return int64(n), nil
}

// Sequence takes up to limit of the receipts that wait into the log, in the order of their ids, and signs its new head. It gives how many; of
// none, nothing is signed. Transactions that do it at the same time do it one after the other.
func (tx *Tx) Sequence(ctx context.Context, limit int, now time.Time, sign SignHead) (int, error) {
	head, key, err := tx.lockLog(ctx)
	if err != nil {
		return 0, err
	}
	hashes, err := tx.placeReceipts(ctx, head.Size, limit)
	if err != nil || len(hashes) == 0 {
		return 0, err
	}
	var edge []int64
	for _, t := range receipt.Edge(head.Size) {
		edge = append(edge, t.ID())
	}
	tiles, err := tx.logTiles(ctx, edge)
	if err != nil {
		return 0, err
	}
	grown, changed, err := receipt.Append(head.Size, tiles, hashes)
	if err != nil {
		return 0, fmt.Errorf("append to the log: %w", err)
	}
	var rows [][]any
	for id, data := range changed {
		rows = append(rows, []any{id, data})
	}
	if err := tx.insert(ctx, logtile.Table, []string{"id", "data"}, rows, " ON CONFLICT (id) DO UPDATE SET data = excluded.data"); err != nil {
		return 0, err
	}
	head.Head = grown
	if err := tx.db.LogHead.UpdateOneID(theLog).SetSize(head.Size).SetRoot(head.Root[:]).Exec(ctx); err != nil {
		return 0, fmt.Errorf("append to the log: %w", err)
	}
	return len(hashes), tx.putCheckpoint(ctx, head, now, sign, key)
}

// placeReceipts gives receipts that wait their places from a size on, and their hashes in that order.
func (tx *Tx) placeReceipts(ctx context.Context, size int64, limit int) ([]receipt.Hash, error) {
	rows, err := tx.db.QueryContext(ctx, "WITH placed AS (SELECT id, CAST($1 AS bigint) + ROW_NUMBER() OVER (ORDER BY id) - 1 AS leaf"+
		" FROM (SELECT id FROM receipts WHERE leaf IS NULL ORDER BY id LIMIT $2) AS waiting)"+
		" UPDATE receipts SET leaf = placed.leaf FROM placed WHERE receipts.id = placed.id RETURNING receipts.leaf, receipts.hash", size, limit)
	if err != nil {
		return nil, fmt.Errorf("place receipts: %w", err)
	}
	defer rows.Close()
	placed := map[int64]receipt.Hash{}
	for rows.Next() {
		var leaf int64
		var hash []byte
		if err := rows.Scan(&leaf, &hash); err != nil {
			return nil, fmt.Errorf("place receipts: %w", err)
		}
		if len(hash) != len(receipt.Hash{}) {
			return nil, fmt.Errorf("place receipts: the hash of leaf %d has %d bytes", leaf, len(hash))
		}
		placed[leaf] = receipt.Hash(hash)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("place receipts: %w", err)
	}
	hashes := make([]receipt.Hash, len(placed))
	for i := range hashes {
		hash, ok := placed[size+int64(i)]
		if !ok {
			return nil, fmt.Errorf("place receipts: there is a gap at %d", size+int64(i))
		}
		hashes[i] = hash
	}
	return hashes, nil
}

func (tx *Tx) putCheckpoint(ctx context.Context, head LogHead, now time.Time, sign SignHead, keys ...SealedLogKey) error {
	text, err := sign(head, keys)
	if err != nil {
		return fmt.Errorf("sign the log: %w", err)
	}
	err = tx.insert(ctx, checkpoint.Table, []string{"id", "root", "at", "text"}, [][]any{{head.Size, head.Root[:], millis(now), text}},
		" ON CONFLICT (id) DO UPDATE SET at = excluded.at, text = excluded.text")
	tx.Changed(TopicLog)
	return err
}

// RotateLogKey makes next the key that signs from now on. The head is signed once more, by the key before and by next; then the seed of the one
// before is forgotten.
func (tx *Tx) RotateLogKey(ctx context.Context, next SealedLogKey, now time.Time, sign SignHead) error {
	head, before, err := tx.lockLog(ctx)
	if err != nil {
		return err
	}
	if err := tx.addLogKey(ctx, next); err != nil {
		return err
	}
	if err := tx.putCheckpoint(ctx, head, now, sign, before, next); err != nil {
		return err
	}
	err = tx.db.LogKey.UpdateOneID(before.ID).SetSeed([]byte{}).SetSealed(false).SetRetiredAt(millis(now)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("retire the log's key: %w", err)
	}
	return nil
}

func (tx *Tx) addLogKey(ctx context.Context, k SealedLogKey) error {
	err := tx.db.LogKey.Create().SetPublic(k.Key).SetSeed(k.Seed).SetSealed(k.Sealed).SetCreatedAt(millis(k.CreatedAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store the log's key: %w", err)
	}
	return nil
}

// ResealLogKey keeps the seed of the key that signs in another way, unless it has changed since it was read.
func (tx *Tx) ResealLogKey(ctx context.Context, was SealedLogKey, seed []byte, sealed bool) error {
	_, key, err := tx.lockLog(ctx)
	if err != nil || key.ID != was.ID || !slices.Equal(key.Seed, was.Seed) {
		return err
	}
	if err := tx.db.LogKey.UpdateOneID(was.ID).SetSeed(seed).SetSealed(sealed).Exec(ctx); err != nil {
		return fmt.Errorf("reseal the log's key: %w", err)
	}
	return nil
}

// LogKeys gives the keys that sign or signed the log, newest first.
func (c conn) LogKeys(ctx context.Context) ([]SealedLogKey, error) {
	rows, err := c.db.LogKey.Query().Order(logkey.ByID(entsql.OrderDesc())).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the log's keys: %w", err)
	}
	keys := make([]SealedLogKey, len(rows))
	for i, r := range rows {
		keys[i] = SealedLogKey{ID: r.ID, Seed: r.Seed, Sealed: r.Sealed,
			LogKey: eval.LogKey{Key: r.Public, CreatedAt: instant(r.CreatedAt), RetiredAt: instant(r.RetiredAt)}}
	}
	return keys, nil
}

// Checkpoints gives the newest checkpoints, newest first.
func (c conn) Checkpoints(ctx context.Context, limit int) ([]eval.Checkpoint, error) {
	rows, err := c.db.Checkpoint.Query().Order(checkpoint.ByID(entsql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read checkpoints: %w", err)
	}
	out := make([]eval.Checkpoint, len(rows))
	for i, r := range rows {
		out[i] = eval.Checkpoint{Size: r.ID, Root: hex.EncodeToString(r.Root), At: instant(r.At), Text: r.Text}
	}
	return out, nil
}
