package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"assay/ent/internal/entdb"
	entreceipt "assay/ent/internal/entdb/receipt"
	"assay/ent/internal/entdb/receipttext"
	"assay/eval"
	"assay/eval/receipt"
)

// TopicReceipts is heard when something was sealed and waits for the log.
const TopicReceipts = "receipts"

// NewReceipt is what is to be sealed.
type NewReceipt struct {
	Kind        receipt.Kind
	At          time.Time
	WorkspaceID string // empty: the registry's
	Subject     string // id of the piece of work, score, suite or run it is about
	WorkID      string // of the work it is about; empty: none
	Facts       any    // a struct whose JSON is an object
	Texts       map[string]string
}

// StoredReceipt is a receipt with its place.
type StoredReceipt struct {
	receipt.Receipt
	Hash    receipt.Hash
	Subject string
	WorkID  string
	Leaf    *int64 // place in the log, from 0; nil: not in it yet
}

// Seal seals facts, and stores the receipt with what it may have to forget.
func (tx *Tx) Seal(ctx context.Context, n NewReceipt) (receipt.Hash, error) {
	facts, err := receipt.Canonical(n.Facts)
	if err != nil {
		return receipt.Hash{}, fmt.Errorf("seal: %w", err)
	}
	r := receipt.Receipt{ID: NewID(eval.ReceiptID, n.At), Kind: n.Kind, At: n.At, Workspace: n.WorkspaceID, Facts: facts, Texts: map[string]receipt.Text{}}
	var texts [][]any
	for _, name := range slices.Sorted(maps.Keys(n.Texts)) {
		salt := make([]byte, receipt.SaltSize)
		_, _ = rand.Read(salt) // it never fails
		t, err := receipt.NewText(salt, n.Texts[name])
		if err != nil {
			return receipt.Hash{}, fmt.Errorf("seal the text %q: %w", name, err)
		}
		r.Texts[name] = t
		texts = append(texts, []any{r.ID, name, salt, n.Texts[name]})
	}
	hash, err := r.Hash()
	if err != nil {
		return hash, fmt.Errorf("seal: %w", err)
	}
	hashes, err := json.Marshal(textHashes(r.Texts))
	if err != nil {
		return hash, fmt.Errorf("seal: %w", err)
	}
	err = tx.insert(ctx, entreceipt.Table, []string{"id", "hash", "kind", "at", "workspace_id", "subject", "about", "facts", "texts"},
		[][]any{{r.ID, hash[:], string(r.Kind), millis(r.At), r.Workspace, n.Subject, n.WorkID, facts, hashes}}, "")
	if err != nil {
		return hash, err
	}
	tx.Changed(TopicReceipts)
	return hash, tx.insert(ctx, receipttext.Table, []string{"receipt_id", "name", "salt", "text"}, texts, "")
}

func textHashes(texts map[string]receipt.Text) map[string]string {
	out := make(map[string]string, len(texts))
	for name, t := range texts {
		out[name] = t.Hash.String()
	}
	return out
}

// ReceiptsByHash gives receipts by hash with the texts that were not cleared, unknown ones left out.
func (c conn) ReceiptsByHash(ctx context.Context, hashes []receipt.Hash) (map[receipt.Hash]StoredReceipt, error) {
	out := make(map[receipt.Hash]StoredReceipt, len(hashes))
	for part := range slices.Chunk(hashes, maxIn) {
		keys := make([][]byte, len(part))
		for i := range part {
			keys[i] = part[i][:]
		}
		found, err := c.receipts(ctx, c.db.Receipt.Query().Where(entreceipt.HashIn(keys...)))
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			out[r.Hash] = r
		}
	}
	return out, nil
}

// maxIn is how many values one statement lists.
const maxIn = 10_000

// ReceiptsAbout gives the receipts about a piece of work or something else that has some (subject), oldest first.
func (c conn) ReceiptsAbout(ctx context.Context, subject string) ([]StoredReceipt, error) {
	return c.receipts(ctx, c.db.Receipt.Query().Where(entreceipt.Subject(subject)).Order(entreceipt.ByID()))
}

// ReceiptsOfWork gives the receipts about work and its approvals, oldest first.
func (c conn) ReceiptsOfWork(ctx context.Context, workID string) ([]StoredReceipt, error) {
	return c.receipts(ctx, c.db.Receipt.Query().Where(entreceipt.About(workID)).Order(entreceipt.ByID()))
}

func (c conn) receipts(ctx context.Context, q *entdb.ReceiptQuery) ([]StoredReceipt, error) {
	rows, err := q.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read receipts: %w", err)
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	texts := map[string]map[string]*entdb.ReceiptText{}
	for part := range slices.Chunk(ids, maxIn) {
		found, err := c.db.ReceiptText.Query().Where(receipttext.ReceiptIDIn(part...)).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read texts of receipts: %w", err)
		}
		for _, t := range found {
			if texts[t.ReceiptID] == nil {
				texts[t.ReceiptID] = map[string]*entdb.ReceiptText{}
			}
			texts[t.ReceiptID][t.Name] = t
		}
	}
	out := make([]StoredReceipt, len(rows))
	for i, r := range rows {
		if out[i], err = toReceipt(r, texts[r.ID]); err != nil {
			return nil, fmt.Errorf("read receipt %s: %w", r.ID, err)
		}
	}
	return out, nil
}

func toReceipt(r *entdb.Receipt, texts map[string]*entdb.ReceiptText) (StoredReceipt, error) {
	s := StoredReceipt{Subject: r.Subject, WorkID: r.About, Leaf: r.Leaf, Receipt: receipt.Receipt{
		ID: r.ID, Kind: receipt.Kind(r.Kind), At: instant(r.At), Workspace: r.WorkspaceID, Facts: r.Facts, Texts: map[string]receipt.Text{},
	}}
	if copy(s.Hash[:], r.Hash) != len(r.Hash) || len(r.Hash) != len(s.Hash) {
		return s, fmt.Errorf("its hash has %d bytes", len(r.Hash))
	}
	var sealed map[string]string
	if err := json.Unmarshal(r.Texts, &sealed); err != nil {
		return s, err
	}
	for name, hash := range sealed {
		h, err := receipt.ParseHash(hash)
		if err != nil {
			return s, err
		}
		t := receipt.Text{Hash: h, Cleared: true}
		if kept := texts[name]; kept != nil {
			t = receipt.Text{Hash: h, Salt: kept.Salt, Text: kept.Text}
		}
		s.Texts[name] = t
	}
	return s, nil
}

// ClearTexts forgets the texts of receipts and gives the hashes of those that had some, in order.
func (tx *Tx) ClearTexts(ctx context.Context, receipts []StoredReceipt) (cleared []receipt.Hash, err error) {
	var ids []string
	for _, r := range receipts {
		if slices.ContainsFunc(slices.Collect(maps.Values(r.Texts)), func(t receipt.Text) bool { return !t.Cleared }) {
			ids, cleared = append(ids, r.ID), append(cleared, r.Hash)
		}
	}
	slices.SortFunc(cleared, func(a, b receipt.Hash) int { return cmp.Compare(a.String(), b.String()) })
	for part := range slices.Chunk(ids, maxIn) {
		if _, err := tx.db.ReceiptText.Delete().Where(receipttext.ReceiptIDIn(part...)).Exec(ctx); err != nil {
			return nil, fmt.Errorf("clear texts of receipts: %w", err)
		}
	}
	return cleared, nil
}
