package graph

import (
	"context"
	"encoding/base64"
	"maps"
	"slices"
	"strings"

	"assay/app"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
	"assay/graph/internal/model"
)

// What work, approvals, verdicts and scores refer to.

func (r *records) noteWork(w eval.Work) {
	r.workspaces.want(w.WorkspaceID)
	r.agents.want(w.FromAgentID)
	r.agents.want(w.ToAgentID)
	r.workEvents.want(w.ID)
	r.approvalsOf.want(w.ID)
	r.judged.want(w.ID)
}

func (r *records) noteWorkEvent(e eval.WorkEvent) {
	r.noteVoice(e.By)
	if e.ApprovalID != "" {
		r.approvals.want(e.ApprovalID)
	}
}

func (r *records) noteApproval(p eval.Approval) {
	r.works.want(p.WorkID)
	r.judged.want(p.ID)
	if p.DecidedBy != "" {
		r.users.want(p.DecidedBy)
	}
}

func (r *records) noteJudged(j app.Judged) {
	for _, v := range j.Verdicts {
		r.works.want(v.WorkID)
		r.noteVoice(v.Voice)
	}
}

func (r *records) noteScore(s eval.ClassScore) { r.agents.want(s.AgentID) }

func (r *records) noteVoice(v classscore.Voice) {
	switch v.Kind {
	case classscore.Person:
		r.users.want(v.ID)
	case classscore.AgentVoice:
		r.agents.want(v.ID)
	}
}

func (r *records) noteCounted(c app.CountedOutcome) {
	r.noteVoice(c.Verdict.Voice)
	if id := c.Outcome.Work; eval.IDKind(id) == eval.ApprovalID {
		r.approvals.want(id)
	} else {
		r.works.want(id)
	}
}

// pieceApproval gives the approval that a piece of work is; nil for the result of work, and where the caller may not see the work.
func (r *records) pieceApproval(ctx context.Context, pieceID string) (*eval.Approval, error) {
	p, _, err := r.piece(ctx, pieceID)
	return p, err
}

// pieceWork gives the work that a piece of work belongs to; nil where the caller may not see it.
func (r *records) pieceWork(ctx context.Context, pieceID string) (*eval.Work, error) {
	_, w, err := r.piece(ctx, pieceID)
	return w, err
}

func (r *records) piece(ctx context.Context, pieceID string) (*eval.Approval, *eval.Work, error) {
	if eval.IDKind(pieceID) != eval.ApprovalID {
		w, err := r.works.get(ctx, pieceID)
		return nil, w, err
	}
	p, err := r.approvals.get(ctx, pieceID)
	if p == nil {
		return nil, nil, err
	}
	w, err := r.works.get(ctx, p.WorkID)
	if w == nil {
		return nil, nil, err
	}
	return p, w, nil
}

// verdict gives a verdict with what becomes of it.
func (r *records) verdict(ctx context.Context, v eval.WorkVerdict) (*app.JudgedVerdict, error) {
	judged, err := r.judged.get(ctx, v.PieceID)
	for _, j := range or(judged).Verdicts {
		if j.ID == v.ID {
			return &j, nil
		}
	}
	return nil, err
}

// ofDocument gives a number of a score; null when it was cleared.
func ofDocument[T any](s *eval.ClassScore, of func(classscore.Document) T) *T {
	if s.Document == nil {
		return nil
	}
	v := of(*s.Document)
	return &v
}

// itself gives what a stream sends as it is.
func itself[T any](v T) *T { return &v }

// voiceID is the id of a voice of that kind; empty for one of another.
func voiceID(v classscore.Voice, kind classscore.VoiceKind) string {
	if v.Kind != kind {
		return ""
	}
	return v.ID
}

// sourceName is a source as it is shown: own, system or agent.
func sourceName(name string) string {
	word, _, _ := strings.Cut(name, ":")
	return word
}

// sourceAgent is the id of the agent that a source is; empty for another.
func sourceAgent(name string) string {
	id, ok := strings.CutPrefix(name, "agent:")
	if !ok {
		return ""
	}
	return id
}

func recordStatus(code string) model.RecordStatus {
	if code != "" {
		return model.RecordStatusDegraded
	}
	return model.RecordStatusOk
}

func signatureInput(in *model.VerdictSignatureInput) *app.SignatureInput {
	if in == nil {
		return nil
	}
	return &app.SignatureInput{Key: or(in.Key), Value: in.Value}
}

func hashWords(hashes []receipt.Hash) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = h.String()
	}
	return out
}

// sealedText gives the sealed bytes of a receipt to those who may see them.
func sealedText(may bool, r app.Receipt) (*string, error) {
	if !may {
		return nil, nil
	}
	b, err := r.Sealed()
	text := string(b)
	return &text, err
}

// receiptTexts gives the texts of a receipt, by name, to those who may see them.
func receiptTexts(may bool, r app.Receipt) []model.ReceiptText {
	if !may {
		return nil
	}
	out := []model.ReceiptText{}
	for _, name := range slices.Sorted(maps.Keys(r.Texts)) {
		t := r.Texts[name]
		text := model.ReceiptText{Name: name, Hash: t.Hash.String()}
		if !t.Cleared {
			salt := base64.StdEncoding.EncodeToString(t.Salt)
			text.Salt, text.Text = &salt, &t.Text
		}
		out = append(out, text)
	}
	return out
}
