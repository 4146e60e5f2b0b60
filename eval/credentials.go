package eval

import (
	"cmp"
	"strings"
	"time"
)

// CredentialKind is how an agent wants to be shown who calls.
type CredentialKind string

// The kinds.
const (
	CredentialBearer CredentialKind = "BEARER"  // Authorization: Bearer TOKEN
	CredentialAPIKey CredentialKind = "API_KEY" // in a header, a query parameter or a cookie
	CredentialOAuth2 CredentialKind = "OAUTH2"  // client credentials: a token is fetched and sent as a bearer
)

// CredentialPlacement is what of an agent's credentials is no secret.
type CredentialPlacement struct {
	Origin   string   `json:"origin"`              // scheme, host and port they are for: they go nowhere else
	In       string   `json:"in,omitempty"`        // of an API key: header, query or cookie
	Name     string   `json:"name,omitempty"`      // of the header, parameter or cookie
	TokenURL string   `json:"token_url,omitempty"` // of OAuth2
	ClientID string   `json:"client_id,omitempty"`
	Scopes   []string `json:"scopes,omitempty"`
	Scheme   string   `json:"scheme,omitempty"` // name of the card's security scheme it answers; empty: none was named
}

// Credentials is what an agent gets to see with each call.
type Credentials struct {
	AgentID   string
	Kind      CredentialKind
	Placement CredentialPlacement
	Secret    Secret // the token, the key or the client's secret; empty where it was not asked for
	SetBy     string // a user; empty: the platform-admin credential
	SetAt     time.Time
	Elsewhere string // where the agent is called now, when that is another origin: they are not sent there; empty: it is not
}

// Describe says in words what the agent gets to see, without the secret.
func (c Credentials) Describe() string {
	p := c.Placement
	what := "bearer token"
	switch c.Kind {
	case CredentialAPIKey:
		what = strings.Replace(p.In, "query", "query parameter", 1) + " " + p.Name
	case CredentialOAuth2:
		what = "token from " + p.TokenURL + " for client " + p.ClientID
		if len(p.Scopes) > 0 {
			what += ", scope " + strings.Join(p.Scopes, " ")
		}
	}
	if c.Elsewhere != "" {
		what += "; not sent: it is for " + cmp.Or(p.Origin, "no endpoint") + ", and the agent is at " + c.Elsewhere + " now"
	}
	return what
}
