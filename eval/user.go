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
