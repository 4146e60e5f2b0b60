package app

import (
	"context"
	"encoding/json"
	"time"

	"assay/eval"
	"assay/eval/fault"
)

// AgentRecord is what is known of an agent: what it claims, what was measured, what its work earned it, who trusts it. Each part can fail
// alone.
type AgentRecord struct {
	Agent     eval.Agent
	Workspace string // key
	Claimed   RecordPart[Claim]
	Measured  RecordPart[[]MeasuredSuite]
	Earned    RecordPart[[]EarnedScore]
	Trust     RecordPart[struct{}]

	Model         string // by which scores are computed
	ParamsVersion int
}

// RecordPart is a part of a record, or why it could not be read.
type RecordPart[T any] struct {
	Code  string // empty: it could
	Value T
}

// Claim is what an agent says of itself.
type Claim struct {
	Card   json.RawMessage // as published; nil: it has none
	ReadAt time.Time       // when it was read; zero: never
}

// MeasuredSuite is how an agent does on a suite.
type MeasuredSuite struct {
	Suite    string // key
	Standing eval.Standing
}

// EarnedScore is a score with whether it is stale now.
type EarnedScore struct {
	eval.ClassScore
	Stale bool
}

// recordSuites is how many suites a record shows at most.
const recordSuites = 100

// AgentRecord gives the record of an agent (id or DID). Needs ReadScores in its workspace: viewers, or a key with the scope ADMIN.
func (a *App) AgentRecord(ctx context.Context, agent string) (AgentRecord, error) {
	found, err := a.recordAgent(ctx, agent)
	if err != nil {
		return AgentRecord{}, err
	}
	if err := require(ctx, found.WorkspaceID, ReadScores); err != nil {
		return AgentRecord{}, err
	}
	workspaces, err := a.store.WorkspacesByID(ctx, []string{found.WorkspaceID})
	if err == nil && len(workspaces) == 0 {
		err = fault.Missing("workspace", found.WorkspaceID)
	}
	if err != nil {
		return AgentRecord{}, err
	}
	r := AgentRecord{Agent: *found, Workspace: workspaces[0].Key, Model: params.Model, ParamsVersion: params.Version,
		Claimed: RecordPart[Claim]{Value: Claim{Card: found.Card, ReadAt: found.CardRefreshedAt}}}
	if len(found.Card) == 0 {
		r.Claimed.Code = "no_card"
	}
	r.Measured = recordPart(ctx, a, "measured_unavailable", func() ([]MeasuredSuite, error) { return a.measuredSuites(ctx, *found) })
	if !a.config.EvalsEnabled {
		r.Measured = RecordPart[[]MeasuredSuite]{Code: "evals_disabled"}
	}
	r.Earned = recordPart(ctx, a, "scores_unavailable", func() ([]EarnedScore, error) { return a.earned(ctx, *found) })
	r.Trust.Code = "not_computed" // nobody computes it yet
	return r, nil
}

// recordPart reads a part of a record; when it cannot be read, the log says why and the part has the code.
func recordPart[T any](ctx context.Context, a *App, code string, read func() (T, error)) (p RecordPart[T]) {
	value, err := read()
	if err != nil {
		a.log.ErrorContext(ctx, "a part of an agent's record cannot be read", "part", code, "request_id", Caller(ctx).RequestID, "error", err)
		return RecordPart[T]{Code: code}
	}
	return RecordPart[T]{Value: value}
}

func (a *App) measuredSuites(ctx context.Context, agent eval.Agent) ([]MeasuredSuite, error) {
	page, err := a.AgentStandings(ctx, agent, eval.PageArgs{First: new(recordSuites)})
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(page.Items))
	for i, standing := range page.Items {
		ids[i] = standing.SuiteID
	}
	suites, err := a.store.SuitesByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	keys := map[string]string{}
	for _, s := range suites {
		keys[s.ID] = s.Key
	}
	out := []MeasuredSuite{}
	for _, standing := range page.Items {
		out = append(out, MeasuredSuite{keys[standing.SuiteID], standing})
	}
	return out, nil
}

func (a *App) earned(ctx context.Context, agent eval.Agent) ([]EarnedScore, error) {
	found, err := a.store.CurrentScores(ctx, []string{agent.ID})
	if err != nil {
		return nil, err
	}
	out := []EarnedScore{}
	for _, s := range found[agent.ID] {
		out = append(out, EarnedScore{s, s.Stale(a.now())})
	}
	return out, nil
}

// EarnedRecord is what an agent's work earned it, as far as it could be read.
type EarnedRecord struct {
	Code          string // why it could not be read; empty: it could
	Model         string
	ParamsVersion int
	Published     bool
	Classes       []eval.ClassScore
}

// Earned gives what an agent's work earned it; nil when the caller may not see it. What cannot be read is said by code.
func (a *App) Earned(ctx context.Context, agent eval.Agent, scores func() ([]eval.ClassScore, error)) *EarnedRecord {
	if !mayReadScores(ctx, agent) {
		return nil
	}
	p := recordPart(ctx, a, "scores_unavailable", scores)
	return &EarnedRecord{Code: p.Code, Model: params.Model, ParamsVersion: params.Version, Published: agent.ScoresPublished, Classes: p.Value}
}

// Stale reports whether a score is stale now.
func (a *App) Stale(s eval.ClassScore) bool { return s.Stale(a.now()) }
