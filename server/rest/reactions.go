package rest

import (
	"encoding/json"
	"net/http"

	"assay/app"
	"assay/eval"
	"assay/eval/fault"
)

// reactionRow is what was said, and what the piece of work counts as since.
type reactionRow struct {
	Target  targetRow   `json:"target"`
	Verdict *verdictRow `json:"verdict"` // null: there was nothing to take back
	Outcome *outcomeRow `json:"outcome"` // null: nothing counts
}

type targetRow struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// verdictRow is what one voice says of a piece of work.
type verdictRow struct {
	ID          string   `json:"id"`
	Voice       voiceRow `json:"voice"`
	Reaction    *string  `json:"reaction"` // null: taken back
	Comment     string   `json:"comment"`
	At          string   `json:"at"`
	Stands      bool     `json:"stands"`
	Decides     bool     `json:"decides"`
	Standing    string   `json:"standing"`
	Signed      bool     `json:"signed"`
	ReceiptHash string   `json:"receipt_hash"`
}

type voiceRow struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// outcomeRow is what a piece of work counts as.
type outcomeRow struct {
	Success     bool    `json:"success"`
	At          string  `json:"at"`
	Weight      float64 `json:"weight"`
	Verified    bool    `json:"verified"`
	ReceiptHash string  `json:"receipt_hash"` // of the verdict that decides
}

func (d *door) react(r *request) (answer, error) {
	in := r.reaction()
	if r.err != nil {
		return answer{}, r.err
	}
	v, _, err := d.app.RecordVerdict(r.Context(), in)
	if err != nil {
		return answer{}, unstored(err)
	}
	judged, err := d.app.Judged(r.Context(), []string{in.TargetID})
	if err != nil {
		return answer{}, err
	}
	return respond(http.StatusOK, newReactionRow(in, v, judged[in.TargetID])), nil
}

// reaction binds a verdict. A reaction that is left out is no null: it takes nothing back.
func (r *request) reaction() (in app.RecordVerdict) {
	var mutation string
	var signature app.SignatureInput
	seen := map[string]bool{}
	see := func(read func(*request, string, json.RawMessage)) func(*request, string, json.RawMessage) {
		return func(r *request, name string, raw json.RawMessage) {
			seen[name] = true
			read(r, name, raw)
		}
	}
	r.object(fields{
		"target": nested(fields{
			"kind": see(word(&in.Kind, app.TargetTask, app.TargetApproval)),
			"id":   see(value(&in.TargetID)),
		}),
		"reaction": see(func(r *request, name string, raw json.RawMessage) {
			if string(raw) != "null" {
				word(&in.Reaction, eval.ThumbsUp, eval.ThumbsDown)(r, name, raw)
			}
		}),
		"comment":            value(&in.Comment),
		"client_mutation_id": value(&mutation),
		"signature":          see(nested(fields{"key": value(&signature.Key), "value": value(&signature.Value)})),
	})
	for _, name := range []string{"target.kind", "target.id", "reaction"} {
		if !seen[name] {
			r.refuse(bad("invalid", name, "%s is left out", name))
		}
	}
	if in.IdempotencyKey = r.idempotencyKey(mutation); in.IdempotencyKey == "" {
		r.refuse(bad("invalid", "client_mutation_id", "client_mutation_id is left out"))
	}
	if seen["signature"] {
		in.Signature = &signature
	}
	return in
}

// unstored makes of a fault of the store an answer of its own: what was sent is good, and may be sent again.
func unstored(err error) error {
	if _, internal := translate(err); !internal || fault.As(err) != nil {
		return err
	}
	return &problem{status: http.StatusServiceUnavailable, code: "reactions_unavailable",
		message: "verdicts cannot be stored now; send it again, with the same client_mutation_id", cause: err}
}

func newReactionRow(in app.RecordVerdict, v *eval.WorkVerdict, judged app.Judged) reactionRow {
	row := reactionRow{Target: targetRow{lower(in.Kind), in.TargetID}, Outcome: newOutcomeRow(judged.Outcome)}
	for _, j := range judged.Verdicts {
		if v != nil && j.ID == v.ID {
			row.Verdict = new(newVerdictRow(j))
		}
	}
	return row
}

func newVerdictRow(v app.JudgedVerdict) verdictRow {
	row := verdictRow{ID: v.ID, Voice: voiceRow{string(v.Voice.Kind), v.Voice.ID}, Comment: v.Comment, At: millis(v.At), Stands: v.Stands,
		Decides: v.Decides, Standing: v.Standing, Signed: v.Signature != nil, ReceiptHash: v.Receipt.String()}
	if reaction := eval.ReactionOf(v.Value); reaction != eval.TakeBack {
		row.Reaction = new(lower(reaction))
	}
	return row
}

func newOutcomeRow(o *app.Outcome) *outcomeRow {
	if o == nil {
		return nil
	}
	return &outcomeRow{Success: o.Success, At: millis(o.At), Weight: o.Weight, Verified: o.Verified, ReceiptHash: o.Verdict.Receipt.String()}
}
