package app

import (
	"context"
	"fmt"
	"time"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// UpdateAgent changes the fields that are not nil.
type UpdateAgent struct {
	DID                            string
	Name, Owner, CardURL, Endpoint *string
	Active, TestAgent              *bool
}

// UpdateAgent changes an agent. A card URL is read at once and replaces card and endpoint; only of an agent without a card can the
// endpoint be set. A proof that was for another origin lapses, and credentials for one are not sent any more. Who registered it, or
// ManageAgents.
func (a *App) UpdateAgent(ctx context.Context, in UpdateAgent) (agent eval.Agent, err error) {
	act := a.begin(ctx, "updateAgent", "", in.DID, in)
	defer act.end(ctx, &err)
	known, err := a.changeable(ctx, act, in.DID)
	if err != nil {
		return agent, err
	}
	var card *probe.Card
	if in.CardURL != nil {
		if in.Endpoint != nil {
			return agent, fault.Bad("endpoint", "give the card URL or the endpoint, not both: a card names its endpoint")
		}
		read, err := a.fetchCard(ctx, *in.CardURL)
		if err != nil {
			return agent, err
		}
		card = &read
	}
	now := a.now()
	err = act.write(ctx, func(tx *store.Tx) error {
		current, err := lockChangeable(ctx, tx, known.DID)
		if err != nil {
			return err
		}
		agent = current
		events, err := change(&agent, in, card, platformAdmin(ctx), now)
		if err != nil {
			return err
		}
		if err := agent.Validate(); err != nil {
			return err
		}
		if len(events) == 0 {
			return nil
		}
		if agent.Endpoint != current.Endpoint {
			if err := endpointAllowed(ctx, tx, agent); err != nil {
				return err
			}
		}
		moved, err := movedEvents(ctx, tx, current, agent, now)
		if err != nil {
			return err
		}
		agent.UpdatedAt = now
		return tx.PutAgent(ctx, agent, append(events, moved...)...)
	})
	return agent, err
}

// change does to an agent what was asked for. Trust in who registered it does not reach where somebody else than a platform admin (trusted)
// moves it.
func change(agent *eval.Agent, in UpdateAgent, card *probe.Card, trusted bool, now time.Time) (events []eval.AgentEvent, err error) {
	was := *agent
	note := func(kind eval.AgentEventKind, previous, format string, args ...any) {
		events = append(events, event(*agent, now, kind, previous, fmt.Sprintf(format, args...)))
	}
	if card != nil {
		takeCard(agent, *card)
		agent.CardURL, agent.CardRefreshedAt = card.URL, now
		agent.Fingerprint = eval.AgentFingerprint(agent.Card, agent.ProtocolVersion, agent.Endpoint)
		if agent.CardURL != was.CardURL || agent.Fingerprint != was.Fingerprint {
			note(eval.AgentCardChanged, was.Fingerprint, "card at %s → %s; %s", orNone(was.CardURL), agent.CardURL, describeChange(was, *agent))
		}
	}
	if in.Endpoint != nil {
		if len(agent.Card) > 0 {
			return nil, fault.Bad("endpoint", "this agent's endpoint is in its card; change the card and refresh it")
		}
		url, err := probe.ParseEndpoint(*in.Endpoint)
		if err != nil {
			return nil, fault.Under("endpoint", err)
		}
		if agent.Endpoint = url; url != was.Endpoint {
			agent.Binding = eval.BindingHTTP
			agent.Fingerprint = eval.AgentFingerprint(nil, "", url)
			note(eval.AgentUpdated, was.Fingerprint, "endpoint %s → %s", orNone(was.Endpoint), url)
		}
	}
	if was.Proof.State == eval.Trusted && !trusted && (agent.CardURL != was.CardURL || agent.Origin() != was.Origin()) {
		agent.Proof = eval.Proof{State: eval.Unproven}
		note(eval.AgentUpdated, "", "no longer trusted: somebody other than a platform admin moved it; control of its endpoint must be proven")
	}
	if in.Name != nil && *in.Name != was.Name {
		agent.Name = *in.Name
		note(eval.AgentUpdated, "", "name %q → %q", was.Name, agent.Name)
	}
	if in.Owner != nil && *in.Owner != was.Owner {
		agent.Owner = *in.Owner
		note(eval.AgentUpdated, "", "owner %q → %q", was.Owner, agent.Owner)
	}
	if in.TestAgent != nil && *in.TestAgent != was.TestAgent {
		agent.TestAgent = *in.TestAgent
		note(eval.AgentUpdated, "", "test agent %v → %v", was.TestAgent, agent.TestAgent)
	}
	if in.Active != nil && *in.Active != was.Active {
		agent.Active = *in.Active
		if agent.Active {
			note(eval.AgentActivated, "", "activated")
		} else {
			note(eval.AgentDeactivated, "", "deactivated")
		}
	}
	return events, nil
}

// movedEvents say what does not hold any more when an agent's endpoint moved to another origin.
func movedEvents(ctx context.Context, tx *store.Tx, was, now eval.Agent, at time.Time) ([]eval.AgentEvent, error) {
	if was.Origin() == now.Origin() {
		return nil, nil
	}
	var events []eval.AgentEvent
	note := func(format string, args ...any) {
		events = append(events, event(now, at, eval.AgentUpdated, "", fmt.Sprintf(format, args...)))
	}
	if was.ProofState() == eval.Proven && now.ProofState() == eval.Lapsed {
		note("the proof of control lapsed: it was for %s, and the endpoint is at %s now", now.Proof.Origin, orNone(now.Origin()))
	}
	kept, err := tx.Credentials(ctx, now.ID)
	for _, c := range kept {
		if c.Placement.Origin == was.Origin() {
			note("its credentials are not sent any more: they are for %s, and the endpoint is at %s now", c.Placement.Origin, orNone(now.Origin()))
		}
	}
	return events, err
}

// endpointAllowed refuses an endpoint at which the operator of another agent asked not to be called.
func endpointAllowed(ctx context.Context, tx *store.Tx, agent eval.Agent) error {
	if agent.Endpoint == "" || !agent.Homed() {
		return nil
	}
	did, err := tx.OptedOutAt(ctx, agent.Endpoint)
	if err != nil || did == "" || did == agent.DID {
		return err
	}
	return fault.New(fault.Conflict, "opted_out", "the operator of %s opted out of being evaluated there, as %s", agent.Endpoint, did)
}
