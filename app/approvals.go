package app

import (
	"context"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

// RequestApproval is a call that an assignee wants to make.
type RequestApproval struct {
	WorkID string
	Call   string // in words

	IdempotencyKey string `json:"-"`
}

// RequestApproval makes work wait until a person has decided on a call. The assignee's key, or who may change the assignee.
func (a *App) RequestApproval(ctx context.Context, in RequestApproval) (p eval.Approval, err error) {
	act := a.begin(ctx, "requestApproval", "", in.WorkID, in.WorkID) // not the text, see SendTask
	defer act.end(ctx, &err)
	known, err := a.assigned(ctx, act, in.WorkID)
	if err != nil {
		return p, err
	}
	call, err := newCall(ctx, "requestApproval", in.IdempotencyKey, in)
	if err != nil {
		return p, err
	}
	now := a.now()
	p = eval.Approval{ID: store.NewID(eval.ApprovalID, now), WorkspaceID: known.WorkspaceID, WorkID: known.ID, Call: in.Call,
		State: eval.ApprovalPending, AskedAt: now}
	if err := p.Validate(); err != nil {
		return p, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		w, err := lockWork(ctx, tx, known)
		if err != nil {
			return err
		}
		if id, made, err := call.before(ctx, tx); err != nil || made {
			return sameApproval(ctx, tx, id, &p, err)
		}
		if err := tx.AddApproval(ctx, p); err != nil {
			return err
		}
		e := eval.WorkEvent{Kind: eval.ApprovalRequested, At: now, By: agentVoice(w.ToAgentID), ApprovalID: p.ID}
		if err := moveOn(ctx, tx, &w, e); err != nil {
			return err
		}
		return call.note(ctx, a, tx, p.ID)
	})
	return p, call.taken(err)
}

func sameApproval(ctx context.Context, tx *store.Tx, id string, p *eval.Approval, err error) error {
	if err != nil {
		return err
	}
	known, err := tx.Approval(ctx, id)
	if err == nil && known == nil {
		err = fault.Missing("approval", id)
	}
	if err == nil {
		*p = *known
	}
	return err
}

// DecideApproval is a person's decision.
type DecideApproval struct {
	ApprovalID string
	Granted    bool
	Comment    string

	IdempotencyKey string `json:"-"`
}

// DecideApproval grants or rejects a call: a person's verdict on it. The work goes on. Needs JudgeWork, in person.
func (a *App) DecideApproval(ctx context.Context, in DecideApproval) (p eval.Approval, err error) {
	act := a.begin(ctx, "decideApproval", "", in.ApprovalID, DecideApproval{ApprovalID: in.ApprovalID, Granted: in.Granted})
	defer act.end(ctx, &err)
	known, work, err := a.readableApproval(ctx, act, in.ApprovalID)
	if err != nil {
		return p, err
	}
	user, err := a.requireJudge(ctx, work.WorkspaceID)
	if err != nil {
		return p, err
	}
	call, err := newCall(ctx, "decideApproval", in.IdempotencyKey, in)
	if err != nil {
		return p, err
	}
	if err := eval.ValidateComment(in.Comment); err != nil {
		return p, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		w, err := lockWork(ctx, tx, work)
		if err != nil {
			return err
		}
		if err := sameApproval(ctx, tx, known.ID, &p, nil); err != nil {
			return err
		}
		if _, made, err := call.before(ctx, tx); err != nil || made {
			return err
		}
		switch {
		case p.Decided():
			return fault.New(fault.Conflict, "approval_decided", "somebody decided already: it was %s", p.State)
		case p.State == eval.ApprovalLapsed:
			return fault.New(fault.Conflict, "approval_lapsed", "the work ended before anybody decided")
		}
		p.State, p.DecidedAt, p.DecidedBy = eval.ApprovalRejected, a.now(), user.ID
		value := classscore.Failure
		if in.Granted {
			p.State, value = eval.ApprovalGranted, classscore.Success
		}
		if err := tx.SaveApproval(ctx, p); err != nil {
			return err
		}
		by := classscore.Voice{Kind: classscore.Person, ID: user.ID}
		e := eval.WorkEvent{Kind: eval.ApprovalDecided, At: p.DecidedAt, By: by, ApprovalID: p.ID}
		if err := moveOn(ctx, tx, &w, e); err != nil {
			return err
		}
		if _, err := a.judge(ctx, tx, piece{work: w, approval: &p}, said{voice: by, value: value, at: p.DecidedAt, comment: in.Comment}); err != nil {
			return err
		}
		return call.note(ctx, a, tx, p.ID)
	})
	return p, call.taken(err)
}

// readableApproval gives an approval that the caller may see, with its work, and tells the act whose it is; NotFound for others.
func (a *App) readableApproval(ctx context.Context, act *act, id string) (eval.Approval, eval.Work, error) {
	if err := requireKnown(ctx); err != nil {
		return eval.Approval{}, eval.Work{}, err
	}
	p, err := a.store.Approval(ctx, id)
	if err != nil {
		return eval.Approval{}, eval.Work{}, err
	}
	if p == nil || !visible(ctx, p.WorkspaceID) {
		return eval.Approval{}, eval.Work{}, fault.Missing("approval", id)
	}
	w, err := a.readable(ctx, act, p.WorkID)
	act.about(p.WorkspaceID, id)
	return *p, w, err
}

// requireJudge gives the person who judges: signed in, and a member of the workspace or above.
func (a *App) requireJudge(ctx context.Context, workspaceID string) (eval.User, error) {
	if err := require(ctx, workspaceID, JudgeWork); err != nil {
		return eval.User{}, err
	}
	return requireSession(ctx)
}
