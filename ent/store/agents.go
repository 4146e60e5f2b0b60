package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/sqlgraph"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/agent"
	"assay/ent/internal/entdb/agentevent"
	"assay/ent/internal/entdb/predicate"
	"assay/eval"
)

// AgentFilter narrows a list of agents. Zero: all that are not removed.
type AgentFilter struct {
	Search         string // part of name, DID or owner, case-insensitive
	Active         *bool
	WorkspaceID    string
	IncludeRemoved bool
}

// Agent gives the agent with this DID, removed ones too; nil when there is none.
func (c conn) Agent(ctx context.Context, did string) (*eval.Agent, error) {
	return one(toAgent)(c.db.Agent.Query().Where(agent.Did(did)).Only(ctx))
}

// AgentsByID gives agents by id in any order, unknown ids left out.
func (c conn) AgentsByID(ctx context.Context, ids []string) ([]eval.Agent, error) {
	return many(toAgent)(c.db.Agent.Query().Where(agent.IDIn(ids...)).All(ctx))
}

// AgentsByDID gives agents by DID in any order, unknown DIDs left out.
func (c conn) AgentsByDID(ctx context.Context, dids []string) ([]eval.Agent, error) {
	return many(toAgent)(c.db.Agent.Query().Where(agent.DidIn(dids...)).All(ctx))
}

// Targets gives the agents a suite without explicit targets is aimed at, by DID: those of which eval.Agent.Target says so.
func (c conn) Targets(ctx context.Context) ([]eval.Agent, error) {
	q := c.db.Agent.Query().Where(agent.Active(true), agent.HomeRegistry(""), agent.RemovedAt(0), agent.OptedOutAt(0),
		agent.ProofIn(string(eval.Trusted), string(eval.Proven))).Order(agent.ByDid())
	agents, err := many(toAgent)(q.All(ctx))
	return slices.DeleteFunc(agents, func(a eval.Agent) bool { ok, _ := a.Target(); return !ok }), err // lapsed proofs
}

// Agents gives a page of agents by DID.
func (c conn) Agents(ctx context.Context, f AgentFilter, args eval.PageArgs) (eval.Page[eval.Agent], error) {
	where := f.where()
	scope := fmt.Sprintf("agents %q %v %s%s", f.Search, f.IncludeRemoved, maybe(f.Active), f.WorkspaceID)
	fetch := func(w window) ([]eval.Agent, error) {
		q := c.db.Agent.Query().Where(where...).Where(w.in(agent.FieldDid, false, asText))
		return many(toAgent)(q.Order(w.order(agent.FieldDid, false)).Limit(w.limit).All(ctx))
	}
	page, err := paginate(args, scope, fetch, func(a eval.Agent) string { return a.DID })
	page.Total = func(ctx context.Context) (int, error) { return c.db.Agent.Query().Where(where...).Count(ctx) }
	return page, err
}

func (f AgentFilter) where() []predicate.Agent {
	var where []predicate.Agent
	if f.Search != "" {
		where = append(where, agent.SearchContains(strings.ToLower(f.Search)))
	}
	if f.Active != nil {
		where = append(where, agent.Active(*f.Active))
	}
	if f.WorkspaceID != "" {
		where = append(where, agent.WorkspaceID(f.WorkspaceID))
	}
	if !f.IncludeRemoved {
		where = append(where, agent.RemovedAt(0))
	}
	return where
}

// NoTargets gives those of these agents that no run may call as they are now.
func (c conn) NoTargets(ctx context.Context, ids []string) ([]string, error) {
	q := c.db.Agent.Query().Where(agent.IDIn(ids...)).Select(agent.FieldEndpoint, agent.FieldActive, agent.FieldHomeRegistry, agent.FieldRemovedAt,
		agent.FieldOptedOutAt, agent.FieldProof, agent.FieldProvenOrigin) // without the cards
	agents, err := many(toAgent)(q.All(ctx))
	var out []string
	for _, a := range agents {
		if ok, _ := a.Target(); !ok {
			out = append(out, a.ID)
		}
	}
	return out, err
}

// OptedOutAt gives the DID of an agent with exactly this endpoint whose operator asked that it be called no more; empty when there is
// none.
func (c conn) OptedOutAt(ctx context.Context, endpoint string) (string, error) {
	dids, err := c.db.Agent.Query().Where(agent.Endpoint(endpoint), agent.OptedOutAtNEQ(0)).Order(agent.ByDid()).Limit(1).Select(agent.FieldDid).Strings(ctx)
	if err != nil || len(dids) == 0 {
		return "", err
	}
	return dids[0], nil
}

// StaleCards gives up to limit agents with a card URL whose card was last read (or tried) before the instant, oldest first.
func (c conn) StaleCards(ctx context.Context, before int64, limit int) ([]eval.Agent, error) {
	q := c.db.Agent.Query().Where(agent.CardURLNEQ(""), agent.RemovedAt(0), agent.HomeRegistry(""), agent.CardRefreshedAtLT(before))
	return many(toAgent)(q.Order(agent.ByCardRefreshedAt()).Limit(limit).All(ctx))
}

// AgentHistory gives an agent's events, newest first: those whose Seq is below before (nil: all).
func (c conn) AgentHistory(ctx context.Context, agentID string, limit int, before *int64) ([]eval.AgentEvent, error) {
	q := c.db.AgentEvent.Query().Where(agentevent.AgentID(agentID)).Order(agentevent.ByID(entsql.OrderDesc())).Limit(limit)
	if before != nil {
		q.Where(agentevent.IDLT(*before))
	}
	return many(toAgentEvent)(q.All(ctx))
}

// AgentHistoryCounts gives per agent id how many events it has.
func (c conn) AgentHistoryCounts(ctx context.Context, agentIDs []string) (map[string]int, error) {
	var rows []struct {
		AgentID string `json:"agent_id"`
		Count   int    `json:"count"`
	}
	q := c.db.AgentEvent.Query().Where(agentevent.AgentIDIn(agentIDs...)).GroupBy(agentevent.FieldAgentID).Aggregate(entdb.Count())
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("count events: %w", err)
	}
	out := make(map[string]int, len(rows))
	for _, r := range rows {
		out[r.AgentID] = r.Count
	}
	return out, nil
}

// LockAgent locks an agent's row until the transaction ends and gives it as it stands then.
func (tx *Tx) LockAgent(ctx context.Context, did string) (*eval.Agent, error) {
	q := tx.db.Agent.Query().Where(agent.Did(did))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toAgent)(q.Only(ctx))
}

// PutAgent stores an agent under its id, new or changed, with the events that led there.
func (tx *Tx) PutAgent(ctx context.Context, a eval.Agent, events ...eval.AgentEvent) error {
	err := tx.db.Agent.Create().SetID(a.ID).SetDid(a.DID).SetName(a.Name).SetOwner(a.Owner).SetSearch(strings.ToLower(a.Name + "\n" + a.DID + "\n" + a.Owner)).SetCardURL(a.CardURL).
		SetCard(a.Card).SetFingerprint(a.Fingerprint).SetProtocolVersion(a.ProtocolVersion).SetEndpoint(a.Endpoint).
		SetBinding(string(a.Binding)).SetActive(a.Active).SetHomeRegistry(a.HomeRegistry).SetTestAgent(a.TestAgent).
		SetRegisteredAt(millis(a.RegisteredAt)).SetUpdatedAt(millis(a.UpdatedAt)).SetCardRefreshedAt(millis(a.CardRefreshedAt)).
		SetCardProblem(a.CardProblem).SetRemovedAt(millis(a.RemovedAt)).
		SetWorkspaceID(a.WorkspaceID).SetRegisteredBy(a.RegisteredBy).SetProof(string(a.Proof.State)).SetProofMethod(string(a.Proof.Method)).
		SetProvenOrigin(a.Proof.Origin).SetProvenAt(millis(a.Proof.At)).SetOptedOutAt(millis(a.OptedOutAt)).SetScoresPublished(a.ScoresPublished).
		OnConflictColumns(agent.FieldID).UpdateNewValues().Exec(ctx)
	if err != nil {
		return fmt.Errorf("store agent: %w", err)
	}
	for _, e := range events {
		err := tx.db.AgentEvent.Create().SetAgentID(a.ID).SetAt(millis(e.At)).SetKind(string(e.Kind)).SetDetail(e.Detail).
			SetFingerprint(e.Fingerprint).SetPreviousFingerprint(e.PreviousFingerprint).Exec(ctx)
		if err != nil {
			return fmt.Errorf("store agent event: %w", err)
		}
	}
	tx.Changed(a.ID)
	return nil
}

func toAgent(r *entdb.Agent) eval.Agent {
	a := eval.Agent{
		ID: r.ID, DID: r.Did, Name: r.Name, Owner: r.Owner, CardURL: r.CardURL, Fingerprint: r.Fingerprint,
		ProtocolVersion: r.ProtocolVersion, Endpoint: r.Endpoint, Binding: eval.Binding(r.Binding), Active: r.Active,
		HomeRegistry: r.HomeRegistry, TestAgent: r.TestAgent, RegisteredAt: instant(r.RegisteredAt), UpdatedAt: instant(r.UpdatedAt),
		CardRefreshedAt: instant(r.CardRefreshedAt), CardProblem: r.CardProblem, RemovedAt: instant(r.RemovedAt),
		WorkspaceID: r.WorkspaceID, RegisteredBy: r.RegisteredBy, OptedOutAt: instant(r.OptedOutAt), ScoresPublished: r.ScoresPublished,
		Proof: eval.Proof{State: eval.ProofState(r.Proof), Method: eval.ProofMethod(r.ProofMethod), Origin: r.ProvenOrigin, At: instant(r.ProvenAt)},
	}
	if len(r.Card) > 0 {
		a.Card = r.Card
	}
	return a
}

func toAgentEvent(r *entdb.AgentEvent) eval.AgentEvent {
	return eval.AgentEvent{
		Seq: r.ID, AgentID: r.AgentID, At: instant(r.At), Kind: eval.AgentEventKind(r.Kind), Detail: r.Detail,
		Fingerprint: r.Fingerprint, PreviousFingerprint: r.PreviousFingerprint,
	}
}

// maybe is an optional flag in a page's scope.
func maybe(b *bool) string {
	if b == nil {
		return "any"
	}
	return strconv.FormatBool(*b)
}

// one turns a query's single row into a value; a missing row is nil, not an error.
func one[R, V any](convert func(*R) V) func(*R, error) (*V, error) {
	return func(row *R, err error) (*V, error) {
		switch {
		case entdb.IsNotFound(err):
			return nil, nil
		case err != nil:
			return nil, fmt.Errorf("read: %w", err)
		}
		v := convert(row)
		return &v, nil
	}
}

// many turns rows into values.
func many[R, V any](convert func(*R) V) func([]*R, error) ([]V, error) {
	return func(rows []*R, err error) ([]V, error) {
		if err != nil {
			return nil, fmt.Errorf("read: %w", err)
		}
		out := make([]V, len(rows))
		for i, r := range rows {
			out[i] = convert(r)
		}
		return out, nil
	}
}

// IsUnique reports whether err says that a unique value is taken.
func IsUnique(err error) bool { return sqlgraph.IsUniqueConstraintError(err) }
