package app

import (
	"context"
	"time"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/classscore"
	"assay/eval/fault"
)

// SendTask is a task to be handed over.
type SendTask struct {
	From      string // DID; empty: the agent of the key
	To        string // DID
	WorkClass string // empty: other
	Title     string
	Brief     string
	Deadline  time.Time // zero: none
	Delivery  eval.Delivery

	IdempotencyKey string `json:"-"`
}

// withoutTexts is what the audit log keeps a digest of: one of a short text could be guessed after the text was cleared.
func (in SendTask) withoutTexts() SendTask {
	in.Title, in.Brief = "", ""
	return in
}

// SendTask hands a task from one agent to another of the same workspace. With an agent's own key it is that agent's; others name the
// sender, which must be an agent they may change. Where handoffs are attested elsewhere a kind of work is refused (work_class_unavailable),
// and nothing is sent. Needs SendTasks.
func (a *App) SendTask(ctx context.Context, in SendTask) (w eval.Work, err error) {
	act := a.begin(ctx, "sendTask", "", in.To, in.withoutTexts())
	defer act.end(ctx, &err)
	from, err := a.sender(ctx, act, in)
	if err != nil {
		return w, err
	}
	call, err := newCall(ctx, "sendTask", in.IdempotencyKey, in)
	if err != nil {
		return w, err
	}
	w, refused := a.draftWork(ctx, *from, in)
	if refused != nil && call.id == "" {
		return eval.Work{}, refused
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		workspace, err := tx.LockWorkspace(ctx, from.WorkspaceID)
		if err != nil {
			return err
		}
		if id, made, err := call.before(ctx, tx); err != nil || made {
			return a.again(ctx, tx, id, &w, err)
		}
		if refused != nil { // what was sent before is given again though it could not be sent now
			return refused
		}
		if workspace.AttestedHandoffs && in.WorkClass != "" {
			f := fault.New(fault.Conflict, "work_class_unavailable", "handoffs of this workspace are attested: no kind of work can be named. Nothing was sent")
			f.Field = "work_class"
			return f
		}
		w.Status = ""
		if err := tx.AddWork(ctx, w); err != nil {
			return err
		}
		if err := moveOn(ctx, tx, &w, eval.WorkEvent{Kind: eval.WorkWasSent, At: w.SentAt, By: agentVoice(from.ID)}); err != nil {
			return err
		}
		return call.note(ctx, a, tx, w.ID)
	})
	if err != nil {
		return eval.Work{}, call.taken(err)
	}
	return w, nil
}

// again gives what came of a call that was made before.
func (a *App) again(ctx context.Context, tx *store.Tx, workID string, w *eval.Work, err error) error {
	if err != nil {
		return err
	}
	known, err := tx.Work(ctx, workID)
	if err == nil && known == nil {
		err = fault.Missing("work", workID)
	}
	if err == nil {
		*w = *known
	}
	return err
}

// sender gives the agent that sends a task, and tells the act whose it is.
func (a *App) sender(ctx context.Context, act *act, in SendTask) (*eval.Agent, error) {
	if err := requireKnown(ctx); err != nil {
		return nil, err
	}
	if own := Caller(ctx).Agent(); own != "" {
		from, err := a.ownAgent(ctx)
		if err != nil {
			return nil, err
		}
		act.about(from.WorkspaceID, in.To)
		if in.From != "" {
			named, err := a.Agent(ctx, in.From)
			if err != nil || named == nil || named.ID != own {
				return nil, fault.New(fault.Forbidden, "forbidden", "this key acts as %s, and for no other agent", from.DID)
			}
		}
		return from, require(ctx, from.WorkspaceID, SendTasks)
	}
	if in.From == "" {
		return nil, fault.Bad("from", "name the agent that sends it; only an agent's own key may leave it out")
	}
	from, err := a.presentAgent(ctx, in.From)
	if err != nil {
		return nil, fault.Under("from", bare(err))
	}
	act.about(from.WorkspaceID, in.To)
	return from, a.requireActing(ctx, *from)
}

// bare takes the field from a fault, to put another in its place.
func bare(err error) error {
	f := fault.As(err)
	if f == nil {
		return err
	}
	c := *f
	c.Field = ""
	return &c
}

// ownAgent is the agent that the caller's key acts as.
func (a *App) ownAgent(ctx context.Context) (*eval.Agent, error) {
	found, err := a.store.AgentsByID(ctx, []string{Caller(ctx).Agent()})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 || found[0].Removed() || found[0].WorkspaceID != Caller(ctx).Key.WorkspaceID {
		return nil, fault.New(fault.Forbidden, "forbidden", "the agent of this key was removed, or is of another workspace now")
	}
	return &found[0], nil
}

// requireActing refuses who may not act for an agent: its own key may, and people who may change it.
func (a *App) requireActing(ctx context.Context, agent eval.Agent) error {
	if own := Caller(ctx).Agent(); own != "" {
		if own != agent.ID {
			return fault.New(fault.Forbidden, "forbidden", "this key acts for another agent than %s", agent.DID)
		}
		if _, err := a.ownAgent(ctx); err != nil {
			return err
		}
		return require(ctx, agent.WorkspaceID, SendTasks)
	}
	if err := require(ctx, agent.WorkspaceID, SendTasks); err != nil {
		return err
	}
	return requireChange(ctx, agent)
}

// draftWork makes the work that would be sent.
func (a *App) draftWork(ctx context.Context, from eval.Agent, in SendTask) (w eval.Work, err error) {
	to, err := a.presentAgent(ctx, in.To)
	if err != nil {
		return w, fault.Under("to", bare(err))
	}
	switch {
	case from.WorkspaceID == "" || to.WorkspaceID != from.WorkspaceID:
		return w, fault.Bad("to", "%s is not of the sender's workspace", to.DID)
	case to.ID == from.ID:
		return w, fault.Bad("to", "an agent hands tasks to another one, not to itself")
	}
	now := a.now()
	class, err := eval.WorkClass("work_class", in.WorkClass)
	if err != nil {
		return w, err
	}
	w = eval.Work{ID: store.NewID(eval.WorkID, now), WorkspaceID: from.WorkspaceID, FromAgentID: from.ID, ToAgentID: to.ID, Class: class,
		Title: in.Title, Brief: in.Brief, Status: eval.WorkSent, Delivery: in.Delivery, Deadline: in.Deadline.UTC().Truncate(time.Millisecond), SentAt: now}
	if w.Delivery == "" {
		w.Delivery = eval.DeliveryPull
	}
	if err := w.Validate(); err != nil {
		return w, err
	}
	if in.Deadline.IsZero() {
		w.Deadline = time.Time{}
	} else if !w.Deadline.After(now) {
		return w, fault.Bad("deadline", "must be in the future")
	}
	if w.Delivery == eval.DeliveryPush {
		if ok, reason := to.Target(); !ok {
			return w, fault.Bad("delivery", "%s cannot be called: it is %s", to.DID, reason)
		}
		if to.Endpoint == "" || to.Binding == eval.BindingHTTP {
			return w, fault.Bad("delivery", "%s has no A2A endpoint to which it could be sent", to.DID)
		}
		w.DeliverAt = now
	}
	return w, nil
}

// moveOn lets an event happen to work that is locked, or refuses it. Work that ends has nothing left to deliver or to decide on.
func moveOn(ctx context.Context, tx *store.Tx, w *eval.Work, e eval.WorkEvent) error {
	next, err := w.Status.After(e.Kind)
	if err != nil {
		return err
	}
	if w.Status = next; next.Final() {
		w.EndedAt, w.DeliverAt = e.At, time.Time{}
		if err := tx.LapseApprovals(ctx, w.ID); err != nil {
			return err
		}
	}
	return tx.SaveWork(ctx, w, e)
}

func agentVoice(id string) classscore.Voice {
	return classscore.Voice{Kind: classscore.AgentVoice, ID: id}
}

// SubmitResult is what an assignee gives.
type SubmitResult struct {
	WorkID string
	Result string
	Failed bool

	IdempotencyKey string `json:"-"`
}

// SubmitResult ends work with a result, or with a failure that the assignee reports; either is its own word on it. The assignee's key, or
// who may change the assignee.
func (a *App) SubmitResult(ctx context.Context, in SubmitResult) (w eval.Work, err error) {
	act := a.begin(ctx, "submitResult", "", in.WorkID, SubmitResult{WorkID: in.WorkID, Failed: in.Failed}) // not the text, see SendTask
	defer act.end(ctx, &err)
	known, err := a.assigned(ctx, act, in.WorkID)
	if err != nil {
		return w, err
	}
	call, err := newCall(ctx, "submitResult", in.IdempotencyKey, in)
	if err != nil {
		return w, err
	}
	if err := eval.ValidateResult(in.Result); err != nil {
		return w, err
	}
	late := false
	kind, value := eval.ResultSubmitted, classscore.Success
	if in.Failed {
		kind, value = eval.FailureReported, classscore.Failure
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		if w, err = lockWork(ctx, tx, known); err != nil {
			return err
		}
		if _, made, err := call.before(ctx, tx); err != nil || made {
			return err
		}
		now := a.now()
		if late = !w.Status.Final() && !w.Deadline.IsZero() && !w.Deadline.After(now); late {
			return a.systemEnds(ctx, tx, &w, eval.DeadlineMissed, deadlineWas(w))
		}
		w.Result = in.Result
		if err := moveOn(ctx, tx, &w, eval.WorkEvent{Kind: kind, At: now, By: agentVoice(w.ToAgentID)}); err != nil {
			return err
		}
		if _, err := a.judge(ctx, tx, piece{work: w}, said{voice: agentVoice(w.ToAgentID), value: value, at: now}); err != nil {
			return err
		}
		return call.note(ctx, a, tx, w.ID)
	})
	if err == nil && late {
		return w, fault.New(fault.Conflict, "work_ended", "the work has ended (%s): %s", w.Status, deadlineWas(w))
	}
	return w, call.taken(err)
}

// assigned gives work whose assignee the caller may act for, and tells the act whose it is.
func (a *App) assigned(ctx context.Context, act *act, id string) (eval.Work, error) {
	w, err := a.readable(ctx, act, id)
	if err != nil {
		return w, err
	}
	if Caller(ctx).Agent() != "" && !mayReadWork(ctx, w) {
		return w, fault.Missing("work", id)
	}
	agents, err := a.store.AgentsByID(ctx, []string{w.ToAgentID})
	if err != nil {
		return w, err
	}
	if len(agents) == 0 {
		return w, fault.Missing("agent", w.ToAgentID)
	}
	return w, a.requireActing(ctx, agents[0])
}

// readable gives work that the caller may see, and tells the act whose it is; NotFound for others.
func (a *App) readable(ctx context.Context, act *act, id string) (eval.Work, error) {
	if err := requireKnown(ctx); err != nil {
		return eval.Work{}, err
	}
	w, err := a.store.Work(ctx, id)
	if err != nil {
		return eval.Work{}, err
	}
	if w == nil || !visible(ctx, w.WorkspaceID) {
		return eval.Work{}, fault.Missing("work", id)
	}
	act.about(w.WorkspaceID, id)
	return *w, nil
}

// lockWork locks the workspace of work, whose verdicts are recorded one after the other, and then the work.
func lockWork(ctx context.Context, tx *store.Tx, known eval.Work) (eval.Work, error) {
	if _, err := tx.LockWorkspace(ctx, known.WorkspaceID); err != nil {
		return known, err
	}
	w, err := tx.LockWork(ctx, known.ID)
	if err == nil && w == nil {
		err = fault.Missing("work", known.ID)
	}
	if err != nil {
		return known, err
	}
	return *w, nil
}

// AttestHandoffs says whether handoffs of a workspace are attested elsewhere. Needs ManagePeople there.
func (a *App) AttestHandoffs(ctx context.Context, workspace string, attested bool) (w eval.Workspace, err error) {
	act := a.begin(ctx, "attestHandoffs", "", workspace, map[string]any{"workspace": workspace, "attested": attested})
	defer act.end(ctx, &err)
	known, err := a.manage(ctx, act, workspace, workspace)
	if err != nil {
		return w, err
	}
	return w, act.write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockWorkspace(ctx, known.ID)
		if err != nil {
			return err
		}
		w = *now
		w.AttestedHandoffs = attested
		return tx.PutWorkspace(ctx, w)
	})
}
