package app

import (
	"context"
	"errors"
	"fmt"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// RefreshAgentCard reads an agent's card again and reports whether the fingerprint changed. A card that cannot be read leaves the agent
// as it was, with the problem noted. Admin.
func (a *App) RefreshAgentCard(ctx context.Context, did string) (agent eval.Agent, changed bool, err error) {
	if err := Require(ctx, RegisterAgents); err != nil {
		return agent, false, err
	}
	known, err := a.presentAgent(ctx, did)
	if err != nil {
		return agent, false, err
	}
	if known.CardURL == "" {
		return agent, false, fault.New(fault.Conflict, "no_card_url", "%s has no card URL: it was registered by an inline card or an endpoint", known.DID)
	}
	return a.refreshCard(ctx, *known)
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
		if _, _, err := a.refreshCard(ctx, agent); err != nil && fault.As(err) == nil {
			errs = append(errs, fmt.Errorf("%s: %w", agent.DID, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}

func (a *App) refreshCard(ctx context.Context, known eval.Agent) (agent eval.Agent, changed bool, err error) {
	card, problem := a.prober.FetchCard(ctx, known.CardURL)
	if problem != nil && fault.As(problem) == nil {
		return agent, false, problem
	}
	now := a.now()
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		current, err := tx.LockAgent(ctx, known.DID)
		if err != nil || current == nil {
			return err
		}
		agent = *current
		agent.CardRefreshedAt = now
		if problem != nil {
			agent.CardProblem = fault.As(problem).Message
			return tx.PutAgent(ctx, agent)
		}
		takeCard(&agent, card)
		if bad := agent.Validate(); bad != nil {
			problem = fault.Under("card", bad)
			agent = *current
			agent.CardRefreshedAt, agent.CardProblem = now, fault.As(bad).Message
			return tx.PutAgent(ctx, agent)
		}
		agent.Fingerprint = eval.AgentFingerprint(agent.Card, agent.ProtocolVersion, agent.Endpoint)
		if changed = agent.Fingerprint != current.Fingerprint; !changed {
			return tx.PutAgent(ctx, agent)
		}
		agent.UpdatedAt = now
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentCardChanged, current.Fingerprint, describeChange(*current, agent)))
	})
	if err == nil && problem != nil {
		err = problem
	}
	return agent, changed, err
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
