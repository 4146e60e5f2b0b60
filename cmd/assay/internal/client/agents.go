package client

import "context"

// Agent is an agent to be registered, by the URL of its card or by a bare endpoint.
type Agent struct {
	DID, Name, Owner  string
	CardURL, Endpoint string // one of them
}

// Endpoint reads where the registry calls an agent; found is false when it knows none with this DID, or one that was removed.
func (c *Client) Endpoint(ctx context.Context, did string) (endpoint string, found bool, err error) {
	var data struct {
		Agent *struct{ Endpoint, RemovedAt *string }
	}
	err = c.ask(ctx, `query Endpoint($did: String!) { agent(did: $did) { endpoint removedAt } }`, map[string]any{"did": did}, &data)
	if err != nil || data.Agent == nil || data.Agent.RemovedAt != nil {
		return "", false, err
	}
	if data.Agent.Endpoint != nil {
		endpoint = *data.Agent.Endpoint
	}
	return endpoint, true, nil
}

// RegisterAgent registers an agent. The error is a Refusal when the registry does not take it.
func (c *Client) RegisterAgent(ctx context.Context, a Agent) error {
	input := a.place()
	input["name"], input["owner"] = a.Name, a.Owner
	return c.change(ctx, `mutation RegisterAgent($input: RegisterAgentInput!) { change: registerAgent(input: $input) { userErrors { code message field } } }`, input)
}

// MoveAgent says where a registered agent is now. The error is a Refusal when the registry does not take it.
func (c *Client) MoveAgent(ctx context.Context, a Agent) error {
	return c.change(ctx, `mutation MoveAgent($input: UpdateAgentInput!) { change: updateAgent(input: $input) { userErrors { code message field } } }`, a.place())
}

func (a Agent) place() map[string]any {
	if a.CardURL != "" {
		return map[string]any{"did": a.DID, "cardUrl": a.CardURL}
	}
	return map[string]any{"did": a.DID, "endpoint": a.Endpoint}
}

func (c *Client) change(ctx context.Context, mutation string, input map[string]any) error {
	var data struct {
		Change struct{ UserErrors Refusal }
	}
	if err := c.ask(ctx, mutation, map[string]any{"input": input}, &data); err != nil {
		return err
	}
	if len(data.Change.UserErrors) > 0 {
		return data.Change.UserErrors
	}
	return nil
}
