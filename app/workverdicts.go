package app

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
	"assay/eval/receipt"
)

// VerdictTarget is what sort of thing a verdict is about.
type VerdictTarget string

// The targets.
const (
	TargetTask     VerdictTarget = "TASK"     // the result of work
	TargetApproval VerdictTarget = "APPROVAL" // a call that waited for a person
)

// RecordVerdict is a verdict to be recorded.
type RecordVerdict struct {
	Kind      VerdictTarget
	TargetID  string
	Reaction  eval.Reaction // empty: take back what one has said
	Comment   string
	Signature *SignatureInput // of an agent; nil: none

	IdempotencyKey string `json:"-"`
}

// SignatureInput is an agent's signature over its verdict.
type SignatureInput struct {
	Key   string // verification method; empty: any of its DID
	Value string // base64 or base64url, 64 bytes
}

// RecordVerdict records what the caller says of finished work, or of a decided approval: as the agent of its key, or in person. Who takes
// back what they have not said changes nothing and gets nil. An agent may sign, and judge work that it may not see: w is empty then. Persons
// need JudgeWork.
func (a *App) RecordVerdict(ctx context.Context, in RecordVerdict) (v *eval.WorkVerdict, w eval.Work, err error) {
	act := a.begin(ctx, "recordVerdict", "", in.TargetID, RecordVerdict{Kind: in.Kind, TargetID: in.TargetID, Reaction: in.Reaction})
	defer act.end(ctx, &err)
	p, err := a.target(ctx, act, in.Kind, in.TargetID)
	if err != nil {
		return nil, w, err
	}
	s, err := a.saying(ctx, in, p)
	if err != nil {
		return nil, w, err
	}
	call, err := newCall(ctx, "recordVerdict", in.IdempotencyKey, in)
	if err != nil {
		return nil, w, err
	}
	if in.Signature != nil { // a repeat needs no key of the DID any more
		_, made, err := call.before(ctx, a.store)
		if err == nil && !made {
			s.signature, err = a.verdictSignature(ctx, s.voice.ID, in)
		}
		if err != nil {
			return nil, w, err
		}
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		if w, err = lockWork(ctx, tx, p.work); err != nil {
			return err
		}
		if id, made, err := call.before(ctx, tx); err != nil || made {
			if err == nil && id != "" {
				v, err = tx.VerdictByID(ctx, id)
			}
			return err
		}
		if p.work = w; p.approval != nil {
			if err := sameApproval(ctx, tx, p.approval.ID, p.approval, nil); err != nil {
				return err
			}
		}
		if in.Comment != "" && !w.ClearedAt.IsZero() {
			f := fault.New(fault.Conflict, "work_cleared", "the texts of this work were cleared: no comment can be added")
			f.Field = "comment"
			return f
		}
		if !p.judgeable() {
			return fault.New(fault.Conflict, "work_unfinished", "it can be judged when it is finished: it is %s", p.state())
		}
		s.at = a.now()
		if v, err = a.judge(ctx, tx, p, s); err != nil {
			return err
		}
		if v == nil {
			return call.note(ctx, a, tx, "")
		}
		return call.note(ctx, a, tx, v.ID)
	})
	if err != nil {
		return nil, eval.Work{}, call.taken(err)
	}
	if !mayReadWork(ctx, w) {
		w = eval.Work{}
	}
	return v, w, nil
}

// target gives the piece of work that a verdict is about.
func (a *App) target(ctx context.Context, act *act, kind VerdictTarget, id string) (p piece, err error) {
	switch kind {
	case TargetTask:
		p.work, err = a.readable(ctx, act, id)
	case TargetApproval:
		var approval eval.Approval
		approval, p.work, err = a.readableApproval(ctx, act, id)
		p.approval = &approval
	default:
		err = fault.Bad("kind", "%q is no target of a verdict: task and approval are", kind)
	}
	return p, err
}

// saying is what the caller says, and as whom.
func (a *App) saying(ctx context.Context, in RecordVerdict, p piece) (s said, err error) {
	if s.value, err = in.Reaction.Value(); err != nil {
		return s, err
	}
	if err := eval.ValidateComment(in.Comment); err != nil {
		return s, err
	}
	s.comment = in.Comment
	if Caller(ctx).Agent() == "" {
		user, err := a.requireJudge(ctx, p.work.WorkspaceID)
		if err == nil && in.Signature != nil {
			err = fault.Bad("signature", "only an agent's own key can bring a signature")
		}
		s.voice = classscore.Voice{Kind: classscore.Person, ID: user.ID}
		return s, err
	}
	agent, err := a.ownAgent(ctx)
	if err != nil {
		return s, err
	}
	if err := require(ctx, p.work.WorkspaceID, SendTasks); err != nil {
		return s, err
	}
	s.voice = agentVoice(agent.ID)
	return s, nil
}

// verdictSignature checks an agent's signature over its verdict.
func (a *App) verdictSignature(ctx context.Context, agentID string, in RecordVerdict) (*eval.VerdictSignature, error) {
	found, err := a.store.AgentsByID(ctx, []string{agentID})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.Missing("agent", agentID)
	}
	agent := found[0]
	if in.IdempotencyKey == "" {
		return nil, fault.Bad("idempotency_key", "a signed verdict needs one, and signs it")
	}
	signed, err := receipt.Canonical(eval.SignedVerdict{
		Format: eval.SignedVerdictFormat, By: agent.DID, Kind: strings.ToLower(string(in.Kind)), Target: in.TargetID,
		Reaction: strings.ToLower(string(in.Reaction)), Mutation: in.IdempotencyKey,
	})
	if err != nil {
		return nil, err
	}
	value, err := decodeSignature(in.Signature.Value)
	if err != nil {
		return nil, fault.Under("signature", bare(err))
	}
	keys, err := a.prober.Keys(ctx, agent.DID)
	if err != nil {
		return nil, fault.Under("signature", bare(err))
	}
	tried := 0
	for _, k := range keys {
		_, fragment, _ := strings.Cut(k.ID, "#")
		if in.Signature.Key != "" && in.Signature.Key != k.ID && strings.TrimPrefix(in.Signature.Key, "#") != fragment {
			continue
		}
		if tried++; ed25519.Verify(k.Public, signed, value) {
			return &eval.VerdictSignature{Key: k.ID, Value: value, Signed: string(signed)}, nil
		}
	}
	if tried == 0 {
		return nil, fault.Bad("signature.key", "%s has no Ed25519 key %q that may authenticate or assert for it", agent.DID, in.Signature.Key)
	}
	return nil, fault.Bad("signature", "is not one by a key of %s over %s", agent.DID, signed)
}

// piece is a piece of work: the result of work, or a call that waited for a person.
type piece struct {
	work     eval.Work
	approval *eval.Approval // nil: the result
}

func (p piece) id() string {
	if p.approval != nil {
		return p.approval.ID
	}
	return p.work.ID
}

func (p piece) judgeable() bool {
	if p.approval != nil {
		return p.approval.Decided()
	}
	return p.work.Status.Final()
}

func (p piece) state() string {
	if p.approval != nil {
		return string(p.approval.State)
	}
	return string(p.work.Status)
}

// texts are what the receipt of a verdict on it seals, so that it shows what was judged. Of cleared ones there is nothing.
func (p piece) texts(s said) map[string]string {
	texts := map[string]string{}
	if p.work.ClearedAt.IsZero() {
		texts["task"] = strings.TrimSpace(p.work.Title + "\n\n" + p.work.Brief)
		if p.work.Result != "" && p.approval == nil {
			texts["result"] = p.work.Result
		}
		if p.approval != nil {
			texts["call"] = p.approval.Call
		}
	}
	if s.comment != "" {
		texts["comment"] = s.comment
	}
	if s.signature != nil {
		b, err := json.Marshal(map[string]string{"key": s.signature.Key, "signed": s.signature.Signed, "value": base64.StdEncoding.EncodeToString(s.signature.Value)})
		if err != nil { // of strings
			panic(err)
		}
		texts["signature"] = string(b)
	}
	return texts
}

// said is what a voice says.
type said struct {
	voice     classscore.Voice
	value     classscore.Value
	at        time.Time
	comment   string
	signature *eval.VerdictSignature
}

// judge records what a voice says of a piece of work, whose workspace is locked, seals it, and computes the score anew when it changes what
// the piece counts as. Taking back what was not said gives nil. Where the clock was set back, the verdict has the time of the one
// before it, so that what is said later always counts as later.
func (a *App) judge(ctx context.Context, tx *store.Tx, p piece, s said) (*eval.WorkVerdict, error) {
	known, err := tx.VerdictsOn(ctx, []string{p.id()})
	if err != nil {
		return nil, err
	}
	verdicts := known[p.id()]
	var takesBack string
	for _, v := range verdicts {
		if v.At.After(s.at) {
			s.at = v.At
		}
		if v.Voice == s.voice && v.Stands && v.Value != classscore.TakenBack {
			takesBack = v.ID
		}
	}
	if s.value == classscore.TakenBack && takesBack == "" {
		return nil, nil
	}
	w := p.work
	v := eval.WorkVerdict{ID: store.NewID(eval.VerdictID, s.at), WorkspaceID: w.WorkspaceID, Class: w.Class, AgentID: w.ToAgentID, WorkID: w.ID,
		PieceID: p.id(), Voice: s.voice, Value: s.value, At: s.at, Stands: true, Comment: s.comment, Signature: s.signature}
	if v.Receipt, err = tx.Seal(ctx, sealed(p, v, s, takesBack)); err != nil {
		return nil, err
	}
	if v.Seq, err = tx.AddVerdict(ctx, v); err != nil {
		return nil, err
	}
	tx.Changed(w.ID)
	changed, err := outcomeChanged(ctx, tx, w, verdicts, v)
	if err != nil || !changed {
		return &v, err
	}
	return &v, a.rescore(ctx, tx, w.WorkspaceID, w.ToAgentID, w.Class)
}

// sealed is what the receipt of a verdict says.
func sealed(p piece, v eval.WorkVerdict, s said, takesBack string) store.NewReceipt {
	r := store.NewReceipt{Kind: receipt.OutcomeRecorded, At: v.At, WorkspaceID: v.WorkspaceID, Subject: v.PieceID, WorkID: v.WorkID, Texts: p.texts(s)}
	at := v.At.UTC().Format(receipt.TimeLayout)
	if v.Value == classscore.TakenBack {
		r.Kind = receipt.VerdictTakenBack
		r.Facts = classscore.TakenBackFacts{Agent: v.AgentID, Class: v.Class, Work: v.PieceID, Task: v.WorkID, Verdict: v.ID, TakesBack: takesBack,
			Voice: classscore.VoiceID(v.Voice), At: at}
		return r
	}
	r.Facts = classscore.Facts{Agent: v.AgentID, Class: v.Class, Work: v.PieceID, Task: v.WorkID, Verdict: v.ID,
		Voice: classscore.VoiceID(v.Voice), Value: v.Value, At: at}
	return r
}
