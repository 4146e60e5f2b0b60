package eval

import (
	"slices"
	"time"
)

// DefaultWorkspace is the workspace that exists from the start. It is the team of the registry itself: its viewers see drafts and trials,
// its members run suites, its admins edit them.
const (
	DefaultWorkspace    = "wsp_default"
	DefaultWorkspaceKey = "default"
)

// Workspace is a team with its agents, keys and, later, its work.
type Workspace struct {
	ID        string
	Key       string // its name for programs and URLs
	Name      string
	CreatedAt time.Time

	AttestedHandoffs bool // its handoffs are attested elsewhere: no kind of work can be named
}

// Role is what somebody is in a workspace. Each role may do all that the ones before it may.
type Role string

// The roles, from least to most.
const (
	RoleViewer Role = "VIEWER" // reads
	RoleMember Role = "MEMBER" // works: runs suites, registers agents
	RoleAdmin  Role = "ADMIN"  // people, keys, suites, audit
	RoleOwner  Role = "OWNER"  // admins and owners too
)

// Roles lists the roles from least to most.
var Roles = []Role{RoleViewer, RoleMember, RoleAdmin, RoleOwner}

// AtLeast reports whether a role includes another. No role includes none.
func (r Role) AtLeast(o Role) bool {
	return slices.Index(Roles, r) >= 0 && slices.Index(Roles, r) >= slices.Index(Roles, o)
}

// Member is a user's role in a workspace.
type Member struct {
	WorkspaceID string
	UserID      string
	Role        Role
	Since       time.Time
}

// InvitationState is where an invitation stands.
type InvitationState string

// The states.
const (
	InvitationOpen     InvitationState = "OPEN"
	InvitationAccepted InvitationState = "ACCEPTED"
	InvitationRevoked  InvitationState = "REVOKED"
	InvitationExpired  InvitationState = "EXPIRED"
)

// Invitation is a one-time link that makes somebody a member.
type Invitation struct {
	ID          string
	WorkspaceID string
	Role        Role
	Email       string // lower case; empty: good for whoever holds the link
	InvitedBy   string // a user; empty: the platform-admin credential
	CreatedAt   time.Time
	ExpiresAt   time.Time
	AcceptedAt  time.Time // zero: not yet
	AcceptedBy  string
	RevokedAt   time.Time // zero: it was not
}

// State says where the invitation stands at an instant.
func (i Invitation) State(now time.Time) InvitationState {
	switch {
	case !i.AcceptedAt.IsZero():
		return InvitationAccepted
	case !i.RevokedAt.IsZero():
		return InvitationRevoked
	case !now.Before(i.ExpiresAt):
		return InvitationExpired
	}
	return InvitationOpen
}
