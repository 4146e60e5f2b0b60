package app

import (
	"time"

	"assay/eval"
)

// InvitationPreview is what the holder of an invitation's link sees.
type InvitationPreview struct {
	WorkspaceName string
	Role          eval.Role
	Email         string // empty: whoever holds the link
	State         eval.InvitationState
	ExpiresAt     time.Time
}
