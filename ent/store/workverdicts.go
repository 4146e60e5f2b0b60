package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/workverdict"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/receipt"
)

// AddVerdict records a verdict as the newest of its voice on its piece of work, and gives its number.
func (tx *Tx) AddVerdict(ctx context.Context, v eval.WorkVerdict) (seq int64, err error) {
	err = tx.db.WorkVerdict.Update().SetStands(false).Where(workverdict.PieceID(v.PieceID), workverdict.Stands(true),
		workverdict.VoiceKind(string(v.Voice.Kind)), workverdict.VoiceID(v.Voice.ID)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("store verdict: %w", err)
	}
	create := tx.db.WorkVerdict.Create().SetVerdictID(v.ID).SetWorkspaceID(v.WorkspaceID).SetClass(string(v.Class)).SetAgentID(v.AgentID).
		SetWorkID(v.WorkID).SetPieceID(v.PieceID).SetVoiceKind(string(v.Voice.Kind)).SetVoiceID(v.Voice.ID).SetValue(string(v.Value)).
		SetAt(millis(v.At)).SetComment(v.Comment).SetReceiptHash(v.Receipt[:])
	if s := v.Signature; s != nil {
		create.SetSignatureKey(s.Key).SetSignature(s.Value).SetSigned(s.Signed)
	}
	row, err := create.Save(ctx)
	if err != nil {
		return 0, fmt.Errorf("store verdict: %w", err)
	}
	return row.ID, nil
}

// VerdictsOn gives the verdicts on pieces of work by the piece's id, in the order in which they were recorded.
func (c conn) VerdictsOn(ctx context.Context, pieceIDs []string) (map[string][]eval.WorkVerdict, error) {
	rows, err := many(toVerdict)(c.db.WorkVerdict.Query().Where(workverdict.PieceIDIn(pieceIDs...)).Order(workverdict.ByID()).All(ctx))
	out := make(map[string][]eval.WorkVerdict, len(pieceIDs))
	for _, v := range rows {
		out[v.PieceID] = append(out[v.PieceID], v)
	}
	return out, err
}

// VerdictByID gives a verdict by its id; nil when there is none.
func (c conn) VerdictByID(ctx context.Context, id string) (*eval.WorkVerdict, error) {
	return one(toVerdict)(c.db.WorkVerdict.Query().Where(workverdict.VerdictID(id)).Only(ctx))
}

// ClearComments forgets the comments of the verdicts on pieces of work. Their signatures stay: they sign no text.
func (tx *Tx) ClearComments(ctx context.Context, pieceIDs ...string) error {
	if err := tx.db.WorkVerdict.Update().Where(workverdict.PieceIDIn(pieceIDs...)).SetComment("").Exec(ctx); err != nil {
		return fmt.Errorf("clear comments: %w", err)
	}
	return nil
}

// scoredColumns are what a score is computed from.
const scoredColumns = "id, agent_id, piece_id, voice_kind, voice_id, value, at, receipt_hash"

// VerdictsBySeq gives verdicts by number, in order, with what a score is computed from and nothing else.
func (c conn) VerdictsBySeq(ctx context.Context, seqs []int64) (out []eval.WorkVerdict, err error) {
	for len(seqs) > 0 {
		part := seqs[:min(len(seqs), maxIn)]
		seqs = seqs[len(part):]
		found, err := c.scoredVerdicts(ctx, "id IN ("+placeholders(1, len(part))+") ORDER BY id", anys(part)...)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (c conn) scoredVerdicts(ctx context.Context, where string, args ...any) ([]eval.WorkVerdict, error) {
	rows, err := c.db.QueryContext(ctx, "SELECT "+scoredColumns+" FROM work_verdicts WHERE "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read verdicts: %w", err)
	}
	defer rows.Close()
	var out []eval.WorkVerdict
	var (
		words                        = words{}
		agent, kind, id, value, hash sql.RawBytes
		at                           int64
	)
	for rows.Next() {
		if len(out) == cap(out) { // by half and less at a time, thousands of them would be copied over and over
			out = slices.Grow(out, len(out)+256)
		}
		out = out[:len(out)+1]
		v := &out[len(out)-1]
		if err := rows.Scan(&v.Seq, &agent, &v.PieceID, &kind, &id, &value, &at, &hash); err != nil {
			return nil, fmt.Errorf("read verdicts: %w", err)
		}
		v.AgentID, v.Value = words.of(agent), classscore.Value(words.of(value))
		v.Voice = classscore.Voice{Kind: classscore.VoiceKind(words.of(kind)), ID: words.of(id)}
		v.At = instant(at)
		copy(v.Receipt[:], hash)
	}
	return out, rows.Err()
}

// words keeps one copy of each word of many rows.
type words map[string]string

func (w words) of(b []byte) string {
	if s, ok := w[string(b)]; ok {
		return s
	}
	s := string(b)
	w[s] = s
	return s
}

func toVerdict(r *entdb.WorkVerdict) eval.WorkVerdict {
	v := eval.WorkVerdict{
		Seq: r.ID, ID: r.VerdictID, WorkspaceID: r.WorkspaceID, Class: classscore.Class(r.Class), AgentID: r.AgentID, WorkID: r.WorkID,
		PieceID: r.PieceID, Voice: classscore.Voice{Kind: classscore.VoiceKind(r.VoiceKind), ID: r.VoiceID}, Value: classscore.Value(r.Value),
		At: instant(r.At), Stands: r.Stands, Comment: r.Comment, Receipt: receipt.Hash(r.ReceiptHash),
	}
	if len(r.Signature) > 0 {
		v.Signature = &eval.VerdictSignature{Key: r.SignatureKey, Value: r.Signature, Signed: r.Signed}
	}
	return v
}
