package eval

import "time"

// User is a person who signs in.
type User struct {
	ID            string
	Email         string // lower case
	Name          string
	PlatformAdmin bool // may do everything, in every workspace
	HasPassword   bool // false: signs in by OIDC only
	Identity      string
	CreatedAt     time.Time
	SeenAt        time.Time // zero: never signed in
}

// Session is a user signed in from one browser.
type Session struct {
	ID        string
	UserID    string
	Address   string // it was begun from
	UserAgent string
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time // absolute end; the idle limit may come sooner
}

// Ends is when the session ends if nobody uses it before, when it may be left idle for so long.
func (s Session) Ends(idle time.Duration) time.Time {
	if at := s.SeenAt.Add(idle); at.Before(s.ExpiresAt) {
		return at
	}
	return s.ExpiresAt
}

// Live reports whether the session is good at an instant, when it may be left idle for so long.
func (s Session) Live(now time.Time, idle time.Duration) bool { return now.Before(s.Ends(idle)) }

// PasswordReset is a one-time link with which a user sets a new password.
type PasswordReset struct {
	ID        string
	UserID    string
	IssuedBy  string // a user; empty: the platform-admin credential, or the command line
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // zero: it was not; also set when a newer link took its place
}

// Open reports whether the link is good at an instant.
func (r PasswordReset) Open(now time.Time) bool { return r.UsedAt.IsZero() && now.Before(r.ExpiresAt) }
