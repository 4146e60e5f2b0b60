package eval

import (
	"net/url"
	"strings"
	"time"
)

// ProofState says whether who registered an agent controls its endpoint.
type ProofState string

// The states. Only the first two are evaluated.
const (
	Trusted  ProofState = "TRUSTED"  // the platform admin registered it
	Proven   ProofState = "PROVEN"   // control of the endpoint was shown
	Unproven ProofState = "UNPROVEN" // not yet
	Lapsed   ProofState = "LAPSED"   // it was, for an endpoint elsewhere
)

// ProofMethod is how control of an endpoint is shown.
type ProofMethod string

// The methods.
const (
	ProofWellKnown ProofMethod = "WELL_KNOWN" // the challenge stands at ChallengePath on the endpoint's origin
	ProofSignature ProofMethod = "SIGNATURE"  // the challenge is signed with the agent's DID key, and the DID is bound to the endpoint
)

// Proof is what is known of who controls an agent's endpoint.
type Proof struct {
	State  ProofState  // as it was stored: Trusted, Proven or Unproven
	Method ProofMethod // empty: none was needed
	Origin string      // scheme, host and port the proof is good for
	At     time.Time   // zero: never
}

// ProofState says whether the agent's proof holds for the endpoint it has now.
func (a Agent) ProofState() ProofState {
	if a.Proof.State == Proven && a.Proof.Origin != a.Origin() {
		return Lapsed
	}
	if a.Proof.State == "" {
		return Unproven
	}
	return a.Proof.State
}

// Origin is the scheme, host and port of the agent's endpoint; empty when it has none.
func (a Agent) Origin() string { return OriginOf(a.Endpoint) }

// OriginOf is the scheme, host and port of a URL, in lower case, the scheme's default port left out; empty when there is no host.
func OriginOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.Host == "" {
		return ""
	}
	origin := strings.ToLower(u.Scheme + "://" + u.Host)
	switch u.Scheme {
	case "https":
		return strings.TrimSuffix(origin, ":443")
	case "http":
		return strings.TrimSuffix(origin, ":80")
	}
	return origin
}

// ChallengeAction is what a challenge is for.
type ChallengeAction string

// The actions.
const (
	ChallengeProve  ChallengeAction = "PROVE"
	ChallengeOptOut ChallengeAction = "OPT_OUT" // the agent is called no more
	ChallengeOptIn  ChallengeAction = "OPT_IN"  // it is again
)

// ChallengePath is where an endpoint's operator publishes challenges, one a line.
const ChallengePath = "/.well-known/assay-challenge"

// Challenge is a one-time text with which control of an agent's endpoint is shown.
type Challenge struct {
	ID        string
	AgentID   string
	Action    ChallengeAction
	Token     string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: not yet
}

// Line is what stands at ChallengePath, and what is signed: `assay ACTION REGISTRY-DID AGENT-DID TOKEN`.
func (c Challenge) Line(registryDID, agentDID string) string {
	return strings.Join([]string{"assay", strings.ToLower(string(c.Action)), registryDID, agentDID, c.Token}, " ")
}

// Open reports whether the challenge can still be answered at an instant.
func (c Challenge) Open(now time.Time) bool { return c.UsedAt.IsZero() && now.Before(c.ExpiresAt) }
