package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// RegisterAgent is what is known of an agent to be registered. At most one of CardURL, Card and Endpoint is set; with none of them,
// DID is a did:web that is resolved, or, for a mirror, taken as it is.
type RegisterAgent struct {
	DID, Name, Owner, CardURL string
	Card                      []byte
	Endpoint, HomeRegistry    string
	TestAgent                 bool
}

// UpdateAgent changes the fields that are not nil.
type UpdateAgent struct {
	DID                            string
	Name, Owner, CardURL, Endpoint *string
	Active, TestAgent              *bool
}

// AgentFilter narrows a list of agents. Zero: all that are not removed.
type AgentFilter = store.AgentFilter

// RegisterAgent registers an agent. Of a bare endpoint or an inline card nothing is called. Registering a removed agent again brings
// it back with its record. Admin.
func (a *App) RegisterAgent(ctx context.Context, in RegisterAgent) (eval.Agent, error) {
	var none eval.Agent
	if err := Require(ctx, RegisterAgents); err != nil {
		return none, err
	}
	now := a.now()
	in.DID = strings.TrimSpace(in.DID)
	agent := eval.Agent{
		Name: strings.TrimSpace(in.Name), Owner: strings.TrimSpace(in.Owner), HomeRegistry: in.HomeRegistry, TestAgent: in.TestAgent, Active: true,
		WorkspaceID: eval.DefaultWorkspace, Proof: eval.Proof{State: eval.Trusted},
		RegisteredAt: now, UpdatedAt: now,
	}
	if in.DID != "" {
		did, err := a.agentDID(in.DID)
		if err != nil {
			return none, err
		}
		agent.DID = did
	}
	how, err := a.readSource(ctx, in, &agent)
	if err != nil {
		return none, err
	}
	if agent.DID, err = a.agentDID(agent.DID); err != nil {
		return none, err
	}
	if agent.Name == "" {
		agent.Name = agent.DID
	}
	if err := agent.Validate(); err != nil {
		return none, err
	}
	agent.Fingerprint = eval.AgentFingerprint(agent.Card, agent.ProtocolVersion, agent.Endpoint)
	previous := ""
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		known, err := tx.Agent(ctx, agent.DID)
		switch {
		case err != nil:
			return err
		case known != nil && !known.Removed():
			return fault.New(fault.Conflict, "agent_exists",
				"%s is registered already, as %q; give another did, or refresh its card", agent.DID, known.Name)
		case known != nil:
			agent.ID, how = known.ID, how+", again"
			if known.Fingerprint != agent.Fingerprint {
				previous = known.Fingerprint
			}
		default:
			agent.ID = store.NewID(eval.AgentID, now)
		}
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentRegistered, previous, how))
	})
	if store.IsUnique(err) {
		return none, fault.New(fault.Conflict, "agent_exists", "%s was registered at the same moment", agent.DID)
	}
	return agent, err
}

// readSource fills in what the agent's source says of it, and says how it was registered.
func (a *App) readSource(ctx context.Context, in RegisterAgent, agent *eval.Agent) (how string, err error) {
	sources := 0
	for _, given := range []bool{in.CardURL != "", len(in.Card) > 0, in.Endpoint != ""} {
		if given {
			sources++
		}
	}
	if sources > 1 {
		return "", fault.Bad("", "give one of cardUrl, card and endpoint, not %d of them", sources)
	}
	var card probe.Card
	switch {
	case in.CardURL != "":
		if card, err = a.fetchCard(ctx, in.CardURL); err != nil {
			return "", err
		}
		agent.CardURL = card.URL // the old well-known path, where that is the one there
		how = "registered by its card at " + card.URL
		setDefault(&agent.DID, eval.WebDIDOfURL(card.URL))
	case len(in.Card) > 0:
		if card, err = probe.ParseCard(in.Card, ""); err != nil {
			return "", err
		}
		how = "registered by an inline card"
		setDefault(&agent.DID, eval.WebDIDOfURL(card.Endpoint))
	case in.Endpoint != "":
		url, err := probe.ParseEndpoint(in.Endpoint)
		if err != nil {
			return "", fault.Under("endpoint", err)
		}
		agent.Endpoint, agent.Binding = url, eval.BindingHTTP
		setDefault(&agent.DID, eval.WebDIDOfURL(url))
		return "registered by its endpoint", nil
	case in.HomeRegistry != "" && agent.DID != "":
		return "mirrored from " + in.HomeRegistry, nil
	case strings.HasPrefix(agent.DID, "did:web:"):
		if card, agent.CardURL, err = a.prober.ResolveDID(ctx, agent.DID); err != nil {
			return "", fault.Under("did", err)
		}
		how = "registered by its DID, whose card is at " + agent.CardURL
	default:
		return "", fault.Bad("did", "give a cardUrl, a card, an endpoint, or a did:web that can be resolved")
	}
	setDefault(&agent.Name, card.Name)
	agent.CardRefreshedAt = a.now()
	takeCard(agent, card)
	for _, w := range card.Warnings {
		how += "; " + w
	}
	return how, nil
}

func setDefault(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

func event(a eval.Agent, at time.Time, kind eval.AgentEventKind, previous, detail string) eval.AgentEvent {
	return eval.AgentEvent{AgentID: a.ID, At: at, Kind: kind, Detail: detail, Fingerprint: a.Fingerprint, PreviousFingerprint: previous}
}

// agentDID reads a DID that an agent may have.
func (a *App) agentDID(s string) (string, error) {
	did, err := eval.ParseDID(s)
	if err != nil {
		return "", fault.Under("did", err)
	}
	if string(did) == a.config.OracleDID || string(did) == a.config.DID {
		return "", fault.Bad("did", "%s is this registry's own", did)
	}
	return string(did), nil
}

// UpdateAgent changes an agent. A card URL is read at once and replaces card and endpoint; only of an agent without a card can the
// endpoint be set. Admin.
func (a *App) UpdateAgent(ctx context.Context, in UpdateAgent) (agent eval.Agent, err error) {
	if err := Require(ctx, RegisterAgents); err != nil {
		return agent, err
	}
	known, err := a.presentAgent(ctx, in.DID)
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
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		current, err := tx.LockAgent(ctx, known.DID)
		if err != nil {
			return err
		}
		agent = *current
		events, err := change(&agent, in, card, now)
		if err != nil {
			return err
		}
		if err := agent.Validate(); err != nil {
			return err
		}
		if len(events) == 0 {
			return nil
		}
		agent.UpdatedAt = now
		return tx.PutAgent(ctx, agent, events...)
	})
	return agent, err
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

func change(agent *eval.Agent, in UpdateAgent, card *probe.Card, now time.Time) (events []eval.AgentEvent, err error) {
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
			note(eval.AgentCardChanged, was.Fingerprint, "endpoint %s → %s", orNone(was.Endpoint), url)
		}
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

// RemoveAgent takes an agent off targets and board; its record stays. Admin.
func (a *App) RemoveAgent(ctx context.Context, did string) (agent eval.Agent, err error) {
	if err := Require(ctx, RegisterAgents); err != nil {
		return agent, err
	}
	known, err := a.presentAgent(ctx, did)
	if err != nil {
		return agent, err
	}
	now := a.now()
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		current, err := tx.LockAgent(ctx, known.DID)
		if err != nil {
			return err
		}
		agent = *current
		agent.RemovedAt, agent.UpdatedAt = now, now
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentRemoved, "", "removed"))
	})
	return agent, err
}

// presentAgent is the agent with this DID; NotFound when there is none or it was removed.
func (a *App) presentAgent(ctx context.Context, did string) (*eval.Agent, error) {
	agent, err := a.Agent(ctx, did)
	if err == nil && (agent == nil || agent.Removed()) {
		err = fault.Missing("agent", did)
		fault.As(err).Field = "did"
	}
	return agent, err
}

// Agent gives the agent with this DID (any spelling of it), removed ones too; nil when there is none. Public.
func (a *App) Agent(ctx context.Context, did string) (*eval.Agent, error) {
	parsed, err := eval.ParseDID(did)
	if err != nil {
		return nil, fault.Under("did", err)
	}
	return a.store.Agent(ctx, string(parsed))
}

// Agents gives a page of agents by DID. Public.
func (a *App) Agents(ctx context.Context, f AgentFilter, page eval.PageArgs) (eval.Page[eval.Agent], error) {
	return a.store.Agents(ctx, f, page)
}

// AgentsByID gives agents by id, in any order, unknown ids left out. Public; for batching.
func (a *App) AgentsByID(ctx context.Context, ids []string) ([]eval.Agent, error) {
	return a.store.AgentsByID(ctx, ids)
}

// AgentHistory gives an agent's events, newest first; first is 1–100. Public.
func (a *App) AgentHistory(ctx context.Context, agentID string, first int) ([]eval.AgentEvent, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	return a.store.AgentHistory(ctx, agentID, first)
}

func checkFirst(first int) error {
	if first < 1 || first > 100 {
		return fault.Bad("first", "must be from 1 to 100, not %d", first)
	}
	return nil
}
