package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/app/probe"
	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// SetCredentials says what an agent gets to see with each call: exactly one of Bearer, APIKey and OAuth2.
type SetCredentials struct {
	DID    string
	Bearer *eval.Secret
	APIKey *APIKeyCredential
	OAuth2 *OAuth2Credential
}

// APIKeyCredential is an API key. In (header, query or cookie) and Name are as the agent's card says when left empty.
type APIKeyCredential struct {
	In, Name string
	Value    eval.Secret
}

// OAuth2Credential is a client that fetches tokens. TokenURL is as the agent's card says when left empty.
type OAuth2Credential struct {
	TokenURL, ClientID string
	ClientSecret       eval.Secret
	Scopes             []string
}

const (
	maxSecret = 8192 // bytes
	maxScopes = 50
)

// SetAgentCredentials keeps what an agent gets to see with each call, sealed, in place of what it had. It is bound to the origin of the
// endpoint the agent has now: should that move, it is not sent until it is set again. Who registered it, or ManageAgents.
func (a *App) SetAgentCredentials(ctx context.Context, in SetCredentials) (agent eval.Agent, err error) {
	act := a.begin(ctx, "setAgentCredentials", "", in.DID, in)
	defer act.end(ctx, &err)
	known, err := a.changeable(ctx, act, in.DID)
	if err != nil {
		return agent, err
	}
	if a.config.Vault == nil {
		return agent, fault.New(fault.Conflict, "no_secret_key", "this registry keeps no credentials: its operator sets ASSAY_SECRET_KEY or ASSAY_SECRET_KEY_FILE first")
	}
	now := a.now()
	err = act.write(ctx, func(tx *store.Tx) error {
		if agent, err = lockChangeable(ctx, tx, known.DID); err != nil {
			return err
		}
		c, err := in.read(agent)
		if err != nil {
			return err
		}
		c.AgentID, c.SetAt = agent.ID, now
		if u := Caller(ctx).User; u != nil {
			c.SetBy = u.ID
		}
		if err := a.putCredentials(ctx, tx, c); err != nil {
			return err
		}
		agent.UpdatedAt = now
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentUpdated, "", "credentials set"))
	})
	return agent, err
}

func (a *App) putCredentials(ctx context.Context, tx *store.Tx, c eval.Credentials) error {
	bound, err := store.Placement(c.Placement)
	if err != nil {
		return err
	}
	sealed, err := a.config.Vault.Seal(c.Secret, c.AgentID, string(c.Kind), bound)
	if err != nil {
		return err
	}
	return tx.PutCredentials(ctx, store.SealedCredentials{Credentials: c, Sealed: sealed, Bound: bound})
}

// RemoveAgentCredentials forgets an agent's credentials; removing none is no error. Who registered it, or ManageAgents.
func (a *App) RemoveAgentCredentials(ctx context.Context, did string) (agent eval.Agent, err error) {
	act := a.begin(ctx, "removeAgentCredentials", "", did, did)
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
		had, err := tx.DropCredentials(ctx, agent.ID)
		if err != nil || !had {
			return err
		}
		agent.UpdatedAt = now
		return tx.PutAgent(ctx, agent, event(agent, now, eval.AgentUpdated, "", "credentials removed"))
	})
	return agent, err
}

// AgentCredentials gives what is no secret of agents' credentials, by agent id; agents without any, and those the caller may not change, are
// left out. For batching.
func (a *App) AgentCredentials(ctx context.Context, agentIDs []string) (map[string]eval.Credentials, error) {
	if !Caller(ctx).Known() {
		return nil, nil
	}
	kept, err := a.store.Credentials(ctx, agentIDs...)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	byAgent := make(map[string]eval.Credentials, len(kept))
	for _, k := range kept {
		byAgent[k.AgentID] = k.Credentials
	}
	agents, err := a.store.AgentsByID(ctx, slices.Collect(maps.Keys(byAgent)))
	out := make(map[string]eval.Credentials, len(agents))
	for _, agent := range agents {
		if !mayChangeAgent(ctx, agent) {
			continue
		}
		c := byAgent[agent.ID]
		if at := agent.Origin(); at != c.Placement.Origin {
			c.Elsewhere = orNone(at)
		}
		out[agent.ID] = c
	}
	return out, err
}

// CallCredentials gives what an agent gets to see with a call, the secret with it; nil when nothing. The runner calls it.
func (a *App) CallCredentials(ctx context.Context, agentID string) (*eval.Credentials, error) {
	kept, err := a.store.Credentials(ctx, agentID)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	c, err := a.openCredentials(kept[0])
	if err != nil {
		return nil, err
	}
	return &c, nil
}

func (a *App) openCredentials(k store.SealedCredentials) (c eval.Credentials, err error) {
	c = k.Credentials
	if c.Secret, err = a.config.Vault.Open(k.Sealed, c.AgentID, string(c.Kind), k.Bound); err != nil {
		return c, fmt.Errorf("the credentials of %s do not open: %w", c.AgentID, err)
	}
	return c, nil
}

// CheckCredentials tries to open all credentials, warns in the log of agents whose do not open, and seals anew, with the first key, what
// another key sealed, so that this one can go. A node calls it when it starts.
func (a *App) CheckCredentials(ctx context.Context) error {
	kept, err := a.store.AllCredentials(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, k := range kept {
		c, err := a.openCredentials(k)
		switch {
		case err != nil:
			agents, failed := a.store.AgentsByID(ctx, []string{k.AgentID})
			errs = append(errs, failed)
			for _, agent := range agents {
				a.log.WarnContext(ctx, "an agent's credentials do not open: its calls fail until they are set again or the right ASSAY_SECRET_KEY is given",
					"agent", agent.DID, "error", errors.Unwrap(err))
			}
		case !a.config.Vault.Current(k.Sealed):
			sealed, err := a.config.Vault.Seal(c.Secret, c.AgentID, string(c.Kind), k.Bound)
			if err == nil {
				err = a.store.Write(ctx, func(tx *store.Tx) error { return tx.Reseal(ctx, k, sealed) })
			}
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// read checks what was given and fills in what the agent's card says.
func (in SetCredentials) read(agent eval.Agent) (c eval.Credentials, err error) {
	given := 0
	for _, one := range []bool{in.Bearer != nil, in.APIKey != nil, in.OAuth2 != nil} {
		if one {
			given++
		}
	}
	if given != 1 {
		return c, fault.Bad("", "give exactly one of bearer, apiKey and oauth2, not %d of them", given)
	}
	if agent.Endpoint == "" {
		return c, fault.New(fault.Conflict, "no_endpoint", "%s has no endpoint that credentials could be for", agent.DID)
	}
	schemes := probe.SecuritySchemes(agent.Card)
	switch {
	case in.Bearer != nil:
		c.Kind, c.Secret = eval.CredentialBearer, *in.Bearer
		c.Placement.Scheme = schemeName(schemes, func(s probe.SecurityScheme) bool { return s.Type == "http" && s.Supported })
		err = checkSecret("bearer", c.Secret, " ")
	case in.APIKey != nil:
		err = in.APIKey.read(&c, schemes)
	default:
		err = in.OAuth2.read(&c, schemes)
	}
	c.Placement.Origin = agent.Origin()
	return c, err
}

func (k APIKeyCredential) read(c *eval.Credentials, schemes []probe.SecurityScheme) error {
	c.Kind, c.Secret = eval.CredentialAPIKey, k.Value
	c.Placement.In, c.Placement.Name = k.In, k.Name
	for _, s := range schemes { // the first that fits what was given
		if s.Type == "apiKey" && s.Supported && (k.In == "" || k.In == s.In) && (k.Name == "" || strings.EqualFold(k.Name, s.Parameter)) {
			c.Placement.In, c.Placement.Name, c.Placement.Scheme = s.In, s.Parameter, s.Name
			break
		}
	}
	switch {
	case c.Placement.In == "":
		return fault.Bad("api_key.in", "say where the key goes: the agent's card has no such security scheme")
	case !slices.Contains([]string{"header", "query", "cookie"}, c.Placement.In):
		return fault.Bad("api_key.in", "must be header, query or cookie")
	case c.Placement.Name == "":
		return fault.Bad("api_key.name", "name the %s: the agent's card does not", c.Placement.In)
	}
	problem, not := "", ""
	switch c.Placement.In {
	case "header":
		problem = probe.ParseHeaderName(c.Placement.Name)
	case "cookie":
		not = ` ",;\`
		problem = probe.ParseCookieName(c.Placement.Name)
	default:
		if len(c.Placement.Name) > 100 || !utf8.ValidString(c.Placement.Name) || strings.ContainsFunc(c.Placement.Name, control) {
			problem = "a parameter's name has at most 100 characters, in one line"
		}
	}
	if problem != "" {
		return fault.Bad("api_key.name", "%s", problem)
	}
	return checkSecret("api_key.value", c.Secret, not)
}

func (o OAuth2Credential) read(c *eval.Credentials, schemes []probe.SecurityScheme) error {
	c.Kind, c.Secret = eval.CredentialOAuth2, o.ClientSecret
	c.Placement = eval.CredentialPlacement{TokenURL: o.TokenURL, ClientID: o.ClientID, Scopes: o.Scopes}
	for _, s := range schemes {
		if s.Type == "oauth2" && s.Supported && (o.TokenURL == "" || o.TokenURL == s.TokenURL) {
			c.Placement.TokenURL, c.Placement.Scheme = s.TokenURL, s.Name
			break
		}
	}
	if c.Placement.TokenURL == "" {
		return fault.Bad("oauth2.token_url", "say where tokens are fetched: the agent's card has no oauth2 scheme with client credentials")
	}
	url, err := probe.ParseTokenURL(c.Placement.TokenURL)
	if err != nil {
		return fault.Under("oauth2.token_url", err)
	}
	c.Placement.TokenURL = url
	if o.ClientID == "" || len(o.ClientID) > 500 || !utf8.ValidString(o.ClientID) || strings.ContainsFunc(o.ClientID, control) {
		return fault.Bad("oauth2.client_id", "must have from 1 to 500 characters in one line")
	}
	if len(o.Scopes) > maxScopes {
		return fault.Bad("oauth2.scopes", "has at most %d items", maxScopes)
	}
	for i, s := range o.Scopes {
		if s == "" || len(s) > 200 || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }) {
			return fault.Bad(fmt.Sprintf("oauth2.scopes.%d", i), `has from 1 to 200 printable ASCII characters without spaces, " and \`)
		}
	}
	secret := c.Secret.Reveal()
	if len(secret) < probe.LeastSecret || len(secret) > maxSecret || !utf8.ValidString(secret) || strings.ContainsFunc(secret, control) {
		return fault.Bad("oauth2.client_secret", "must have from %d to %d bytes in one line", probe.LeastSecret, maxSecret)
	}
	return nil
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

// checkSecret checks a secret that goes into a request's head: printable ASCII, without some characters, long enough to be told from what
// is no secret when the agent echoes it.
func checkSecret(field string, secret eval.Secret, not string) error {
	s := secret.Reveal()
	if len(s) < probe.LeastSecret || len(s) > maxSecret {
		return fault.Bad(field, "must have from %d to %d characters", probe.LeastSecret, maxSecret)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) || strings.ContainsAny(s, not) || strings.TrimSpace(s) != s {
		return fault.Bad(field, "has characters that cannot be sent there, such as white space at an end")
	}
	return nil
}

func schemeName(schemes []probe.SecurityScheme, fits func(probe.SecurityScheme) bool) string {
	if i := slices.IndexFunc(schemes, fits); i >= 0 {
		return schemes[i].Name
	}
	return ""
}
