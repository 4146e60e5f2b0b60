package app

import (
	"context"
	"encoding/json"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
	"assay/eval/receipt"
)

// Receipt is a receipt with its place.
type Receipt struct{ store.StoredReceipt }

// Receipt gives the receipt with this hash; nil when there is none. Public: that it is there, of what kind and when. See MayReadReceipt.
func (a *App) Receipt(ctx context.Context, hash string) (*Receipt, error) {
	h, err := parseHash(hash)
	if err != nil {
		return nil, err
	}
	found, err := a.store.ReceiptsByHash(ctx, []receipt.Hash{h})
	if err != nil {
		return nil, err
	}
	r, ok := found[h]
	if !ok {
		return nil, nil
	}
	return &Receipt{r}, nil
}

func parseHash(hash string) (receipt.Hash, error) {
	h, err := receipt.ParseHash(hash)
	if err != nil {
		return h, fault.Bad("hash", "must be 64 digits 0-9 and a-f")
	}
	return h, nil
}

// MayReadReceipt reports whether the caller may see facts and texts of a receipt: viewers of its workspace; of the registry's everybody, but
// for trials.
func (a *App) MayReadReceipt(ctx context.Context, r Receipt) (bool, error) {
	if r.Workspace != "" {
		return Caller(ctx).May(r.Workspace, ReadScores), nil
	}
	if r.Kind == receipt.RunCompleted {
		run, err := a.Run(ctx, r.Subject)
		return run != nil, err
	}
	if r.Kind == receipt.SuiteVersion {
		suites, err := a.SuitesByID(ctx, []string{r.Subject})
		return len(suites) == 1, err
	}
	return staff(ctx), nil
}

// AgentOfReceipt gives the agent that a receipt is about; nil: it is about none, or the caller may not see it.
func (a *App) AgentOfReceipt(ctx context.Context, r Receipt) (*eval.Agent, error) {
	if r.Workspace == "" {
		return nil, nil
	}
	if may, err := a.MayReadReceipt(ctx, r); err != nil || !may {
		return nil, err
	}
	var facts struct{ Agent string }
	if err := json.Unmarshal(r.Facts, &facts); err != nil {
		return nil, err
	}
	found, err := a.store.AgentsByID(ctx, []string{facts.Agent})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// RunOfReceipt gives the run that a receipt is about; nil: it is about none, or the caller may not see it.
func (a *App) RunOfReceipt(ctx context.Context, r Receipt) (*eval.Run, error) {
	if r.Kind != receipt.RunCompleted {
		return nil, nil
	}
	return a.Run(ctx, r.Subject)
}

// ClearReceiptText forgets the texts of a receipt; its seal and its facts stay. Of an outcome the texts of the whole piece of work go: of
// every receipt about the work, of the work itself, its approvals and the comments on them. Gives the hashes of the receipts whose texts
// went. Needs ClearTexts in its workspace; of the registry's receipts, which have no text, a conflict.
func (a *App) ClearReceiptText(ctx context.Context, hash string) (r Receipt, cleared []receipt.Hash, err error) {
	act := a.begin(ctx, "clearReceiptText", "", hash, hash)
	defer act.end(ctx, &err)
	if err := requireKnown(ctx); err != nil {
		return r, nil, err
	}
	known, err := a.Receipt(ctx, hash)
	if err != nil {
		return r, nil, err
	}
	if known == nil || known.Workspace != "" && !visible(ctx, known.Workspace) {
		return r, nil, fault.Missing("receipt", hash)
	}
	if r = *known; r.Workspace == "" {
		return r, nil, fault.New(fault.Conflict, "no_text", "this receipt has no text that could be cleared")
	}
	act.about(r.Workspace, hash)
	if err := require(ctx, r.Workspace, ClearTexts); err != nil {
		return r, nil, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockWorkspace(ctx, r.Workspace); err != nil {
			return err
		}
		all := []store.StoredReceipt{r.StoredReceipt}
		if r.WorkID != "" {
			if all, err = tx.ReceiptsOfWork(ctx, r.WorkID); err != nil {
				return err
			}
			if err := a.clearWork(ctx, tx, r.WorkID); err != nil {
				return err
			}
		}
		if cleared, err = tx.ClearTexts(ctx, all); err != nil {
			return err
		}
		return tx.ForgetScore(ctx, r.Subject)
	})
	if err != nil {
		return r, nil, err
	}
	now, err := a.Receipt(ctx, hash)
	if err == nil && now != nil {
		r = *now
	}
	return r, cleared, err
}

// clearWork forgets what work says in words: brief, result, calls, comments. Its title stays as a mark that it was there.
func (a *App) clearWork(ctx context.Context, tx *store.Tx, id string) error {
	w, err := tx.LockWork(ctx, id)
	if err != nil || w == nil {
		return err
	}
	if !w.Status.Final() {
		return fault.New(fault.Conflict, "work_unfinished", "the work goes on: its texts can be cleared when it has ended")
	}
	w.Title, w.Brief, w.Result = clearedTitle, "", ""
	if w.ClearedAt.IsZero() {
		w.ClearedAt = a.now()
	}
	if err := tx.SaveWork(ctx, w); err != nil {
		return err
	}
	approvals, err := tx.ApprovalsOf(ctx, []string{id})
	if err != nil {
		return err
	}
	pieces := []string{id}
	for _, p := range approvals[id] {
		pieces = append(pieces, p.ID)
		p.Call, p.ClearedAt = "", w.ClearedAt
		if err := tx.SaveApproval(ctx, p); err != nil {
			return err
		}
	}
	if err := tx.ClearEventDetails(ctx, id); err != nil { // what an agent answered a delivery may say what was in it
		return err
	}
	return tx.ClearComments(ctx, pieces...)
}

// clearedTitle stands where a title was cleared.
const clearedTitle = "(cleared)"
