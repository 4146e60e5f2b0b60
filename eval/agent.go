package eval

import (
	"net/url"
	"time"
)

// Binding is the way an agent is spoken to.
type Binding string

// The bindings Assay speaks.
const (
	BindingHTTP     Binding = "HTTP"      // plain HTTP
	BindingJSONRPC  Binding = "JSONRPC"   // A2A over JSON-RPC
	BindingHTTPJSON Binding = "HTTP+JSON" // A2A over HTTP+JSON
)

// Agent is a live agent: homed at this registry, or mirrored from another one.
type Agent struct {
	ID              string
	DID             string
	Name            string
	Owner           string
	CardURL         string // where the card was read; empty for an inline card or a bare endpoint
	Card            []byte // the card's bytes as published; nil for a bare endpoint
	Fingerprint     string // see AgentFingerprint
	ProtocolVersion string // A2A version of the chosen interface; empty for plain HTTP
	Endpoint        string // empty: the card names no interface that we speak
	Binding         Binding
	Active          bool
	HomeRegistry    string // empty: homed here. Mirrors are never evaluated
	TestAgent       bool   // evaluated, and kept off the board
	RegisteredAt    time.Time
	UpdatedAt       time.Time
	CardRefreshedAt time.Time // zero: never
	CardProblem     string    // why the last reading of the card failed; empty: it went well
	RemovedAt       time.Time // zero: not removed
	WorkspaceID     string    // whose it is; empty for a mirror
	RegisteredBy    string    // a user, or a key that belongs to none; empty: the platform-admin credential
	Proof           Proof
	OptedOutAt      time.Time // when its operator asked not to be called; zero: they did not
	ScoresPublished bool      // everybody may see what its work earned it
}

// Homed reports whether the agent belongs to this registry rather than being a mirror.
func (a Agent) Homed() bool { return a.HomeRegistry == "" }

// Removed reports whether the agent was taken off targets and board.
func (a Agent) Removed() bool { return !a.RemovedAt.IsZero() }

// Target reports whether a run may call the agent, and if not, why: removed, mirror, opted out, inactive,
// or unproven.
func (a Agent) Target() (ok bool, reason string) {
	switch {
	case a.Removed():
		return false, "removed"
	case !a.Homed():
		return false, "mirror"
	case !a.OptedOutAt.IsZero():
		return false, "opted out"
	case !a.Active:
		return false, "inactive"
	}
	if p := a.ProofState(); p != Trusted && p != Proven {
		return false, "unproven"
	}
	return true, ""
}

// Host is the host and port of the agent's endpoint; empty when it has none.
func (a Agent) Host() string {
	u, err := url.Parse(a.Endpoint)
	if err != nil {
		return ""
	}
	return u.Host
}

// Validate refuses names that could not be stored or shown on one line.
func (a Agent) Validate() error {
	for _, line := range []struct {
		field, text string
		optional    bool
	}{{"name", a.Name, false}, {"owner", a.Owner, true}, {"home_registry", a.HomeRegistry, true}, {"card", a.ProtocolVersion, true}} {
		if line.text == "" && line.optional {
			continue
		}
		if err := checkName(line.field, line.text); err != nil {
			return err
		}
	}
	return nil
}

// AgentEventKind names a change of an agent.
type AgentEventKind string

// The kinds of change.
const (
	AgentRegistered  AgentEventKind = "REGISTERED"
	AgentCardChanged AgentEventKind = "CARD_CHANGED"
	AgentUpdated     AgentEventKind = "UPDATED"
	AgentDeactivated AgentEventKind = "DEACTIVATED"
	AgentActivated   AgentEventKind = "ACTIVATED"
	AgentRemoved     AgentEventKind = "REMOVED"
	AgentProven      AgentEventKind = "PROVEN"
	AgentOptedOut    AgentEventKind = "OPTED_OUT"
	AgentOptedIn     AgentEventKind = "OPTED_IN"
)

// AgentEvent is a dated change in an agent's history.
type AgentEvent struct {
	Seq                 int64 // rises from event to event
	AgentID             string
	At                  time.Time
	Kind                AgentEventKind
	Detail              string // in words
	Fingerprint         string // after the change
	PreviousFingerprint string // empty: unchanged
}
