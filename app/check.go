package app

import (
	"context"

	"assay/app/probe"
	"assay/eval"
	"assay/eval/fault"
)

// CheckedAgent is an agent as it would be registered.
type CheckedAgent struct {
	DID, Name       string
	CardURL         string // empty: no card was fetched
	Endpoint        string // empty: the card names no interface that we speak
	Binding         eval.Binding
	ProtocolVersion string
	Fingerprint     string
	SecuritySchemes []probe.SecurityScheme
	Registered      bool   // an agent of this DID is registered already
	Reachable       bool   // the endpoint took a connection
	ConnectMS       *int64 // nil: it took none
	Problem         string // why it could not be reached; empty: it could, or was not tried
}

// CheckAgent reads what RegisterAgent would read, and tries whether the endpoint takes a connection; no request is sent there. Nothing is
// stored. Needs RegisterAgents in the workspace.
func (a *App) CheckAgent(ctx context.Context, in RegisterAgent) (checked CheckedAgent, err error) {
	act := a.begin(ctx, "checkAgent", "", in.DID, in)
	defer act.end(ctx, &err)
	agent, _, err := a.draftAgent(ctx, act, in)
	if err != nil {
		return checked, err
	}
	known, err := a.store.Agent(ctx, agent.DID)
	if err != nil {
		return checked, err
	}
	checked = CheckedAgent{
		DID: agent.DID, Name: agent.Name, CardURL: agent.CardURL, Endpoint: agent.Endpoint, Binding: agent.Binding,
		ProtocolVersion: agent.ProtocolVersion, Fingerprint: agent.Fingerprint, SecuritySchemes: probe.SecuritySchemes(agent.Card),
		Registered: known != nil && !known.Removed(),
	}
	if agent.Endpoint == "" {
		return checked, nil
	}
	took, unreachable := a.prober.Reach(ctx, agent.Endpoint)
	switch f := fault.As(unreachable); {
	case unreachable == nil:
		checked.Reachable, checked.ConnectMS = true, new(max(1, took.Milliseconds()))
	case f == nil:
		return checked, unreachable
	default:
		checked.Problem = f.Message
	}
	return checked, nil
}
