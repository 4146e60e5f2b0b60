package app

import (
	"context"
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
	Workspace                 string // key; empty: default
}

// AgentFilter narrows a list of agents. Zero: all that are not removed.
type AgentFilter struct {
	Search         string // part of name, DID or owner, case-insensitive
	Active         *bool
	Workspace      string // key of a workspace of the caller's
	IncludeRemoved bool
}

// RegisterAgent registers an agent for a workspace. Of a bare endpoint or an inline card nothing is called. What a platform admin registers
// is trusted; all else is evaluated after control of its endpoint was proven. Registering a removed agent again brings it back with its
// record, and, where its operator opted out, with that. Needs RegisterAgents in the workspace; a mirror, and an agent that another
// workspace removed, need a platform admin.
func (a *App) RegisterAgent(ctx context.Context, in RegisterAgent) (agent eval.Agent, err error) {
	act := a.begin(ctx, "registerAgent", "", in.DID, in)
	defer act.end(ctx, &err)
	agent, how, err := a.draftAgent(ctx, act, in)
	if err != nil {
		return agent, err
	}
	previous := ""
	err = act.write(ctx, func(tx *store.Tx) error {
		known, err := tx.Agent(ctx, agent.DID)
		switch {
		case err != nil:
			return err
		case known != nil && !known.Removed():
			return fault.New(fault.Conflict, "agent_exists",
				"%s is registered already, as %q; give another did, or refresh its card", agent.DID, known.Name)
		case known != nil && !a.mayBringBack(ctx, *known, agent.WorkspaceID):
			return fault.New(fault.Forbidden, "forbidden", "another workspace had %s and removed it: only a platform admin can bring it back here", agent.DID)
		case known != nil:
			agent.ID, agent.OptedOutAt, how = known.ID, known.OptedOutAt, how+", again"
			if err := retireScores(ctx, tx, *known, agent.WorkspaceID); err != nil {
				return err
			}
			if known.Fingerprint != agent.Fingerprint {
				previous = known.Fingerprint
			}
		default:
			agent.ID = store.NewID(eval.AgentID, agent.RegisteredAt)
		}
		if err := endpointAllowed(ctx, tx, agent); err != nil {
			return err
		}
		return tx.PutAgent(ctx, agent, event(agent, agent.RegisteredAt, eval.AgentRegistered, previous, how))
	})
	if store.IsUnique(err) {
		err = fault.New(fault.Conflict, "agent_exists", "%s was registered at the same moment", agent.DID)
	}
	return agent, err
}

// draftAgent makes the agent that would be registered, without an id, and says how. It authorises the caller, and tells the act whose
// agent it would be.
func (a *App) draftAgent(ctx context.Context, act *act, in RegisterAgent) (agent eval.Agent, how string, err error) {
	workspaceID := eval.DefaultWorkspace
	if in.Workspace != "" && in.Workspace != eval.DefaultWorkspaceKey {
		w, err := a.workspaceNamed(ctx, in.Workspace)
		if err != nil {
			return agent, "", fault.Under("workspace", err)
		}
		workspaceID = w.ID
	}
	act.about(workspaceID, in.DID)
	if err := require(ctx, workspaceID, RegisterAgents); err != nil {
		return agent, "", err
	}
	now := a.now()
	agent = eval.Agent{
		Name: strings.TrimSpace(in.Name), Owner: strings.TrimSpace(in.Owner), HomeRegistry: in.HomeRegistry, TestAgent: in.TestAgent, Active: true,
		WorkspaceID: workspaceID, RegisteredBy: registrant(ctx), Proof: eval.Proof{State: eval.Unproven}, RegisteredAt: now, UpdatedAt: now,
	}
	if platformAdmin(ctx) {
		agent.Proof.State = eval.Trusted
	}
	if in.HomeRegistry != "" {
		if err := requirePlatformAdmin(ctx); err != nil {
			return agent, "", err
		}
		agent.WorkspaceID, agent.Proof.State = "", eval.Unproven
	}
	if in.DID = strings.TrimSpace(in.DID); in.DID != "" {
		if agent.DID, err = a.agentDID(in.DID); err != nil {
			return agent, "", err
		}
	}
	if how, err = a.readSource(ctx, in, &agent); err != nil {
		return agent, "", err
	}
	if agent.DID, err = a.agentDID(agent.DID); err != nil {
		return agent, "", err
	}
	act.about(agent.WorkspaceID, agent.DID)
	if agent.Name == "" {
		agent.Name = agent.DID
	}
	agent.Fingerprint = eval.AgentFingerprint(agent.Card, agent.ProtocolVersion, agent.Endpoint)
	return agent, how, agent.Validate()
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

// RemoveAgent takes an agent off targets and board, forgets its credentials and revokes its keys; its record stays. Who registered it, or ManageAgents.
func (a *App) RemoveAgent(ctx context.Context, did string) (agent eval.Agent, err error) {
	act := a.begin(ctx, "removeAgent", "", did, did)
	defer act.end(ctx, &err)
	known, err := a.changeable(ctx, act, did)
	if err != nil {
		return agent, err
	}
	now := a.now()
	err = act.write(ctx, func(tx *store.Tx) error {
		if agent, err = lockChangeable(ctx, tx, known.DID); err != nil {
			return err
		}
		if _, err := tx.DropCredentials(ctx, agent.ID); err != nil {
			return err
		}
		if err := tx.RevokeKeysOfAgent(ctx, agent.ID, now); err != nil {
			return err
		}
		agent.RemovedAt, agent.UpdatedAt = now, now
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentRemoved, "", "removed"))
	})
	return agent, err
}

// presentAgent is the agent with this DID; NotFound when there is none or it was removed.
func (a *App) presentAgent(ctx context.Context, did string) (*eval.Agent, error) {
	agent, err := a.Agent(ctx, did)
	if err == nil && (agent == nil || agent.Removed()) {
		err = missingAgent(did)
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

// Agents gives a page of agents by DID. Public, but for whose they are: of a workspace in which the caller is nobody there are none.
func (a *App) Agents(ctx context.Context, f AgentFilter, page eval.PageArgs) (eval.Page[eval.Agent], error) {
	where := store.AgentFilter{Search: f.Search, Active: f.Active, IncludeRemoved: f.IncludeRemoved}
	if f.Workspace != "" {
		w, err := a.Workspace(ctx, f.Workspace)
		if err != nil || w == nil {
			return nothing[eval.Agent](), err
		}
		where.WorkspaceID = w.ID
	}
	return a.store.Agents(ctx, where, page)
}

// AgentsByID gives agents by id, in any order, unknown ids left out. Public; for batching.
func (a *App) AgentsByID(ctx context.Context, ids []string) ([]eval.Agent, error) {
	return a.store.AgentsByID(ctx, ids)
}

// AgentHistory gives an agent's events, newest first, those whose Seq is below before (nil: all); first is 1–100. Public.
func (a *App) AgentHistory(ctx context.Context, agentID string, first int, before *int64) ([]eval.AgentEvent, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	return a.store.AgentHistory(ctx, agentID, first, before)
}

// AgentHistoryCounts gives per agent id how many events it has. Public; for batching.
func (a *App) AgentHistoryCounts(ctx context.Context, agentIDs []string) (map[string]int, error) {
	return a.store.AgentHistoryCounts(ctx, agentIDs)
}

func checkFirst(first int) error {
	if first < 1 || first > 100 {
		return fault.Bad("first", "must be from 1 to 100, not %d", first)
	}
	return nil
}
