package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
)

const (
	deliveriesAtOnce = 8
	deliveryTimeout  = 10 * time.Second
)

// deliveryPauses is how long to wait after an attempt to deliver that failed; after the last one the delivery has failed.
var deliveryPauses = []time.Duration{5 * time.Second, 30 * time.Second}

// Messenger brings a message to an agent.
type Messenger interface {
	Do(ctx context.Context, c probe.Call) probe.Outcome
}

// Deliver sends work that is to be pushed, and is due, to its assignees' endpoints as an A2A message. Three attempts that fail are a failed
// delivery, which the workspace's own system states. What an agent answers only shows that it has the task: its result comes by submitResult.
// One node at a time calls it.
func (a *App) Deliver(ctx context.Context, by Messenger) error {
	for {
		due, err := a.store.DueDeliveries(ctx, a.now(), deliveriesAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		errs := make([]error, len(due))
		var all sync.WaitGroup
		for i, w := range due {
			all.Go(func() { errs[i] = a.deliver(ctx, by, w) })
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
}

func (a *App) deliver(ctx context.Context, by Messenger, w eval.Work) error {
	problem, err := a.bring(ctx, by, w)
	if err != nil || ctx.Err() != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		now, err := lockWork(ctx, tx, w)
		if err != nil || now.Status.Final() || !now.DeliverAt.Equal(w.DeliverAt) {
			return err // it ended, or somebody else delivered it
		}
		now.Attempts++
		switch {
		case problem == "":
			now.DeliverAt = time.Time{}
			return moveOn(ctx, tx, &now, eval.WorkEvent{Kind: eval.WorkDelivered, At: a.now(), By: systemVoice})
		case now.Attempts <= len(deliveryPauses):
			now.DeliverAt = a.now().Add(deliveryPauses[now.Attempts-1])
			return tx.SaveWork(ctx, &now)
		case now.Status == eval.WorkWaiting: // it reached the assignee by another way, or nobody could ask for an approval
			now.DeliverAt = time.Time{}
			return tx.SaveWork(ctx, &now)
		}
		return a.systemEnds(ctx, tx, &now, eval.DeliveryFailed, fmt.Sprintf("attempt %d of %d: %s", now.Attempts, now.Attempts, problem))
	})
}

// bring makes one attempt to deliver, and says what was wrong; empty: nothing was.
func (a *App) bring(ctx context.Context, by Messenger, w eval.Work) (problem string, err error) {
	agents, err := a.store.AgentsByID(ctx, []string{w.ToAgentID, w.FromAgentID})
	if err != nil {
		return "", err
	}
	byID := map[string]eval.Agent{}
	for _, agent := range agents {
		byID[agent.ID] = agent
	}
	to := byID[w.ToAgentID]
	if ok, reason := to.Target(); !ok {
		return "the agent is " + reason, nil
	}
	message, err := deliveryMessage(w, byID[w.FromAgentID].DID)
	if err != nil {
		return "", err
	}
	call := probe.Call{TaskType: eval.A2AMessage, Endpoint: to.Endpoint, Binding: to.Binding, ProtocolVersion: to.ProtocolVersion, Card: to.Card,
		Input: message, Timeout: deliveryTimeout}
	if call.Credentials, err = a.CallCredentials(ctx, to.ID); err != nil {
		return "its credentials cannot be read", nil
	}
	outcome := by.Do(ctx, call)
	if outcome.Observation.Error != eval.NoError {
		return strings.TrimSpace(string(outcome.Observation.Error) + " " + outcome.Detail), nil
	}
	if outcome.Observation.Status >= 400 {
		return fmt.Sprintf("HTTP %d", outcome.Observation.Status), nil
	}
	return "", nil
}

// deliveryMessage is the text that an assignee gets: the task for people and models, and one line of JSON for programs.
func deliveryMessage(w eval.Work, from string) (string, error) {
	envelope := map[string]any{"assay_task": w.ID, "from": from, "work_class": w.Class}
	if !w.Deadline.IsZero() {
		envelope["deadline"] = w.Deadline.UTC().Format(time.RFC3339)
	}
	line, err := json.Marshal(envelope)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(w.Title+"\n\n"+w.Brief) + "\n\n" + string(line), nil
}
