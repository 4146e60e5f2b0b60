package eval

import "time"

// Scope is a part of what an API key may do. A key does what its role and one of its scopes both allow.
type Scope string

// The scopes.
const (
	ScopeRead  Scope = "READ"  // what its role may read beyond the public record
	ScopeRun   Scope = "RUN"   // start and cancel runs
	ScopeAgent Scope = "AGENT" // register and change agents; of an agent's own key: act as it
	ScopeAdmin Scope = "ADMIN" // suites, people, keys, audit, operations
)

// Scopes lists the scopes.
var Scopes = []Scope{ScopeRead, ScopeRun, ScopeAgent, ScopeAdmin}

// APIKey lets a program act in a workspace. Its token is shown once, when it is made; what is kept is a hash.
type APIKey struct {
	ID          string
	Prefix      string // the token's first characters, by which it is recognised
	WorkspaceID string
	Name        string
	Role        Role // at most what its maker has; should that shrink, so does the key
	Scopes      []Scope
	AgentID     string // the agent it acts as, and can do nothing besides; empty: it is no agent's
	CreatedBy   string // a user; empty: the platform-admin credential
	CreatedAt   time.Time
	ExpiresAt   time.Time // zero: never
	UsedAt      time.Time // zero: never; kept to the minute
	RevokedAt   time.Time // zero: it was not
}

// Live reports whether the key is good at an instant.
func (k APIKey) Live(now time.Time) bool {
	return k.RevokedAt.IsZero() && (k.ExpiresAt.IsZero() || now.Before(k.ExpiresAt))
}
