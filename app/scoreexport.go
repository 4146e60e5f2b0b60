package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
	"assay/eval/verify"
)

// MaxScoreExport is the most that the facts and texts of an exported score's receipts may have, in bytes: some 300,000 outcomes with short texts.
const MaxScoreExport = 256 << 20

// ExportScore gives the current score of an agent (id or DID) in a kind of work as canonical JSON, with the receipts it was computed from:
// the agent's, and with pool those of all agents in that kind of work. What it says of agents is what is true now, so that a check shows
// where that changed (facts_changed). Refused with endorser_state_cleared where the text of an endorser's score was cleared and a newer
// score took its place; with export_too_large where the receipts have more than MaxScoreExport. One is made at a time. Needs ExportScores in the
// agent's workspace.
func (a *App) ExportScore(ctx context.Context, agent, class string, pool bool) ([]byte, error) {
	found, err := a.recordAgent(ctx, agent)
	if err != nil {
		return nil, err
	}
	if err := require(ctx, found.WorkspaceID, ExportScores); err != nil {
		return nil, err
	}
	kind, err := eval.WorkClass("class", class)
	if err != nil {
		return nil, err
	}
	score, err := a.store.CurrentScore(ctx, found.ID, kind)
	if err != nil {
		return nil, err
	}
	if score == nil {
		return nil, fault.New(fault.NotFound, "not_found", "%s has no score in %s", found.DID, kind)
	}
	free, err := a.exporting.take(ctx)
	if err != nil {
		return nil, err
	}
	defer free()
	e, err := a.scoreExport(ctx, *score, pool)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = e.Write(&out)
	return out.Bytes(), err
}

// recordAgent is the agent with this id or DID when the caller is somebody in its workspace; NotFound for others.
func (a *App) recordAgent(ctx context.Context, agent string) (*eval.Agent, error) {
	if err := requireKnown(ctx); err != nil {
		return nil, err
	}
	found, err := a.agentNamed(ctx, agent)
	if err == nil && (found == nil || found.WorkspaceID == "" || !visible(ctx, found.WorkspaceID)) {
		err = fault.Missing("agent", agent)
	}
	return found, err
}

// agentNamed is the agent with this id or DID; nil when there is none.
func (a *App) agentNamed(ctx context.Context, agent string) (*eval.Agent, error) {
	if eval.IDKind(agent) != eval.AgentID {
		return a.namedAgent(ctx, agent)
	}
	found, err := a.store.AgentsByID(ctx, []string{agent})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func (a *App) scoreExport(ctx context.Context, s eval.ClassScore, pool bool) (e verify.ScoreExport, err error) {
	inputs, err := a.store.ScoreInputs(ctx, s.ID)
	if err != nil {
		return e, err
	}
	if s.Document == nil || len(inputs.Own) == 0 {
		return e, fault.New(fault.Conflict, "score_changed", "the score was computed anew at this moment; ask again")
	}
	e = verify.ScoreExport{Format: verify.ScoreFormat, Document: *s.Document, Pool: pool, Endorsers: []verify.Endorser{}}
	seqs := inputs.Own
	if pool {
		seqs = slices.Concat(inputs.Own, inputs.Others)
		slices.Sort(seqs)
	}
	verdicts, err := a.store.VerdictsBySeq(ctx, seqs)
	if err != nil {
		return e, err
	}
	hashes := []receipt.Hash{s.Receipt}
	for _, v := range verdicts {
		hashes = append(hashes, v.Receipt)
	}
	if e.Agents, err = a.agentsOf(ctx, verdicts, inputs.Agents); err != nil {
		return e, err
	}
	standing, err := endorsements(e.Agents)
	if err != nil {
		return e, err
	}
	found, err := a.exportedReceipts(ctx, slices.Concat(hashes, standing), MaxScoreExport)
	if err != nil {
		return e, err
	}
	if e.Score, err = exported(found, s.Receipt); err != nil {
		return e, err
	}
	e.Outcomes = make([]verify.Sealed, len(verdicts))
	for i, v := range verdicts {
		if e.Outcomes[i], err = exported(found, v.Receipt); err != nil {
			return e, err
		}
	}
	for _, h := range standing {
		endorser, err := a.endorser(ctx, found, h)
		if err != nil {
			return e, err
		}
		e.Endorsers = append(e.Endorsers, endorser)
	}
	e.Log, err = a.anchor(ctx, s.Receipt)
	return e, err
}

// exportedReceipts gives receipts by hash, as long as their facts and texts have no more than so many bytes together.
func (a *App) exportedReceipts(ctx context.Context, hashes []receipt.Hash, most int) (map[receipt.Hash]store.StoredReceipt, error) {
	const piece = 1000
	all, size := make(map[receipt.Hash]store.StoredReceipt, len(hashes)), 0
	for part := range slices.Chunk(hashes, piece) {
		found, err := a.store.ReceiptsByHash(ctx, part)
		if err != nil {
			return nil, err
		}
		for h, r := range found {
			all[h] = r
			size += len(r.Facts)
			for _, t := range r.Texts {
				size += len(t.Text)
			}
		}
		if size > most {
			return nil, fault.New(fault.Conflict, "export_too_large", "the receipts of this export have more than %d MiB, and no more are exported at once: export it without the pool", most>>20)
		}
	}
	return all, nil
}

func exported(found map[receipt.Hash]store.StoredReceipt, h receipt.Hash) (verify.Sealed, error) {
	r, ok := found[h]
	if !ok {
		return verify.Sealed{}, fmt.Errorf("the receipt %s is gone", h)
	}
	return verify.Export(r.Receipt)
}

// agentsOf describes the agents that verdicts mention: owner and test as they are now, established as it was taken for true.
func (a *App) agentsOf(ctx context.Context, verdicts []eval.WorkVerdict, taken []classscore.AgentFacts) ([]classscore.AgentFacts, error) {
	ids := map[string]bool{}
	for _, v := range verdicts {
		ids[v.AgentID] = true
		if v.Voice.Kind == classscore.AgentVoice {
			ids[v.Voice.ID] = true
		}
	}
	now, err := a.store.AgentFacts(ctx, slices.Sorted(maps.Keys(ids)))
	if err != nil {
		return nil, err
	}
	out := []classscore.AgentFacts{}
	for _, t := range taken {
		if !ids[t.ID] {
			continue
		}
		f := now[t.ID]
		f.ID, f.Established = t.ID, t.Established
		out = append(out, f)
	}
	return out, nil
}

// endorsements are the receipts that show agents established, each once, in order.
func endorsements(agents []classscore.AgentFacts) ([]receipt.Hash, error) {
	words := map[string]bool{}
	for _, f := range agents {
		if f.Established != "" {
			words[f.Established] = true
		}
	}
	var out []receipt.Hash
	for _, w := range slices.Sorted(maps.Keys(words)) {
		h, err := receipt.ParseHash(w)
		if err != nil {
			return nil, err
		}
		out = append(out, h)
	}
	return out, nil
}

// endorser gives the receipt of a score that shows an agent established, with its document: from the receipt's own text, or, when that was
// cleared, from the score while it is the current one.
func (a *App) endorser(ctx context.Context, found map[receipt.Hash]store.StoredReceipt, h receipt.Hash) (e verify.Endorser, err error) {
	if e.Score, err = exported(found, h); err != nil {
		return e, err
	}
	if t := found[h].Texts[documentText]; !t.Cleared {
		return e, json.Unmarshal([]byte(t.Text), &e.Document)
	}
	var facts verify.ScoreFacts
	if err := json.Unmarshal(found[h].Facts, &facts); err != nil {
		return e, err
	}
	s, err := a.store.ScoreOfReceipt(ctx, facts.Agent, h)
	if err != nil {
		return e, err
	}
	if s == nil || !s.Current || s.Document == nil {
		f := fault.New(fault.Conflict, "endorser_state_cleared",
			"that an endorser was established stands in the receipt %s, whose text was cleared, and a newer score has taken its place: the score cannot be exported before it is computed anew", h)
		return e, f
	}
	e.Document = *s.Document
	return e, nil
}
