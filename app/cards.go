package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// RefreshAgentCard reads an agent's card again and reports whether the fingerprint changed. A card that cannot be read leaves the agent
// as it was, with the problem noted. Who registered it, or ManageAgents.
func (a *App) RefreshAgentCard(ctx context.Context, did string) (agent eval.Agent, changed bool, err error) {
	act := a.begin(ctx, "refreshAgentCard", "", did, did)
	defer act.end(ctx, &err)
	known, err := a.changeable(ctx, act, did)
	if err != nil {
		return agent, false, err
	}
	if known.CardURL == "" {
		return agent, false, fault.New(fault.Conflict, "no_card_url", "%s has no card URL: it was registered by an inline card or an endpoint", known.DID)
	}
	return a.refreshCard(ctx, *known, act.write)
}

// RefreshStaleCards reads the cards that are older than Config.CardRefresh again, a few at a time. The runner calls it.
func (a *App) RefreshStaleCards(ctx context.Context) error {
	if a.config.CardRefresh <= 0 {
		return nil
	}
	const few = 20
	stale, err := a.store.StaleCards(ctx, a.now().Add(-a.config.CardRefresh).UnixMilli(), few)
	if err != nil {
		return err
	}
	var errs []error
	for _, agent := range stale { // one that cannot be read or stored must not keep the others from it
		if _, _, err := a.refreshCard(ctx, agent, a.store.Write); err != nil && fault.As(err) == nil {
			errs = append(errs, fmt.Errorf("%s: %w", agent.DID, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}

// refreshCard reads an agent's card and stores what came of it: through write what changes, by itself what is wrong with it.
func (a *App) refreshCard(ctx context.Context, known eval.Agent, write func(context.Context, func(*store.Tx) error) error) (agent eval.Agent, changed bool, err error) {
	card, problem := a.prober.FetchCard(ctx, known.CardURL)
	if problem != nil && fault.As(problem) == nil {
		return agent, false, problem
	}
	now := a.now()
	if problem == nil {
		err = write(ctx, func(tx *store.Tx) error {
			agent, changed, err = takeRefreshed(ctx, tx, known.DID, card, now)
			return err
		})
		if problem = err; fault.As(err) == nil {
			return agent, changed, err
		}
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		current, err := tx.LockAgent(ctx, known.DID)
		if err != nil || current == nil {
			return err
		}
		agent = *current
		agent.CardRefreshedAt, agent.CardProblem = now, fault.As(problem).Message
		return tx.PutAgent(ctx, agent)
	})
	if err == nil {
		err = problem
	}
	return agent, false, err
}

// takeRefreshed stores a card that was read again. What is wrong with it comes as a fault.
func takeRefreshed(ctx context.Context, tx *store.Tx, did string, card probe.Card, now time.Time) (agent eval.Agent, changed bool, err error) {
	current, err := tx.LockAgent(ctx, did)
	if err != nil || current == nil {
		return agent, false, err
	}
	agent = *current
	agent.CardRefreshedAt = now
	takeCard(&agent, card)
	if err := agent.Validate(); err != nil {
		return *current, false, fault.Under("card", err)
	}
	agent.Fingerprint = eval.AgentFingerprint(agent.Card, agent.ProtocolVersion, agent.Endpoint)
	if agent.Fingerprint == current.Fingerprint {
		return agent, false, tx.PutAgent(ctx, agent)
	}
	if agent.Endpoint != current.Endpoint {
		if err := endpointAllowed(ctx, tx, agent); err != nil {
			return *current, false, err
		}
	}
	moved, err := movedEvents(ctx, tx, *current, agent, now)
	if err != nil {
		return agent, false, err
	}
	agent.UpdatedAt = now
	events := []eval.AgentEvent{event(agent, now, eval.AgentCardChanged, current.Fingerprint, describeChange(*current, agent))}
	return agent, true, tx.PutAgent(ctx, agent, append(events, moved...)...)
}

// fetchCard reads the card at a URL that a caller gave.
func (a *App) fetchCard(ctx context.Context, address string) (probe.Card, error) {
	url, err := probe.ParseEndpoint(address)
	if err != nil {
		return probe.Card{}, fault.Under("card_url", err)
	}
	card, err := a.prober.FetchCard(ctx, url)
	return card, fault.Under("card_url", err)
}

func describeChange(old, new eval.Agent) string {
	what := "the card changed"
	if old.Endpoint != new.Endpoint {
		what += fmt.Sprintf("; endpoint %s → %s", orNone(old.Endpoint), orNone(new.Endpoint))
	}
	if old.ProtocolVersion != new.ProtocolVersion {
		what += fmt.Sprintf("; protocol version %s → %s", orNone(old.ProtocolVersion), orNone(new.ProtocolVersion))
	}
	return what
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func takeCard(agent *eval.Agent, card probe.Card) {
	agent.Card, agent.Endpoint, agent.Binding, agent.ProtocolVersion = card.Raw, card.Endpoint, card.Binding, card.ProtocolVersion
	agent.CardProblem = ""
}
