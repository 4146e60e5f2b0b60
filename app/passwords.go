package app

import (
	"context"
	"encoding/base64"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// HashCost is what it costs to try a password. The zero value is the cost for production: 19 MiB, 2 passes.
type HashCost struct {
	MemoryKiB uint32
	Passes    uint32
}

// passwords hashes with argon2id. A few hashes are made at a time; who comes meanwhile waits.
type passwords struct {
	params argon2id.Params
	slots  slots
	nobody string // a hash that no password has
}

func newPasswords(c HashCost) *passwords {
	if c == (HashCost{}) {
		c = HashCost{MemoryKiB: 19 << 10, Passes: 2}
	}
	p := &passwords{slots: make(slots, max(2, runtime.GOMAXPROCS(0))),
		params: argon2id.Params{Memory: c.MemoryKiB, Iterations: c.Passes, Parallelism: 1, SaltLength: 16, KeyLength: 32}}
	random := func() string { return base64.RawStdEncoding.EncodeToString([]byte(newToken())[:32]) }
	p.nobody = fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", c.MemoryKiB, c.Passes, random(), random())
	return p
}

// hash gives what is kept of a password.
func (p *passwords) hash(ctx context.Context, password eval.Secret) (string, error) {
	free, err := p.slots.take(ctx)
	if err != nil {
		return "", err
	}
	defer free()
	return argon2id.CreateHash(normal(password), &p.params)
}

// check reports whether a password has this hash, and whether the hash is of today's cost. An empty hash takes as long and is nobody's.
func (p *passwords) check(ctx context.Context, password eval.Secret, hash string) (right, dated bool, err error) {
	free, err := p.slots.take(ctx)
	if err != nil {
		return false, false, err
	}
	defer free()
	known := hash != ""
	if !known {
		hash = p.nobody
	}
	right, params, err := argon2id.CheckHash(normal(password), hash)
	if err != nil {
		return false, false, err
	}
	return right && known, *params != p.params, nil
}

// normal spells a password in one way, however a keyboard composed it.
func normal(password eval.Secret) string { return norm.NFC.String(password.Reveal()) }

// Lengths of a password in characters.
const (
	shortestPassword = 12
	longestPassword  = 200
)

// commonPasswords are the long ones that are tried first, in lower case.
var commonPasswords = []string{
	"123456789012", "1234567890123", "12345678901234", "123456789012345", "1234567890123456", "012345678901", "0123456789012", "123123123123",
	"123412341234", "qwertyuiopas", "qwertyuiop[]", "qwertyuiopasdf", "qwertyuiopasdfghjkl", "qwertyqwerty", "1q2w3e4r5t6y", "1qaz2wsx3edc",
	"1qaz2wsx3edc4rfv", "q1w2e3r4t5y6", "zaq12wsxcde3", "asdfghjkl123", "asdfasdfasdf", "abcdefghijkl", "abcdefghijklm", "abcd12345678",
	"abc123abc123", "passwordpassword", "password1234", "password12345", "password123456", "password2026", "passw0rd1234", "p@ssw0rd1234",
	"p@ssword1234", "mypassword123", "newpassword1", "newpassword123", "changeme1234", "changemechangeme", "letmeinletmein", "welcome12345",
	"welcome123456", "administrator", "administrator1", "adminadminadmin", "admin1234567", "admin12345678", "iloveyou1234", "iloveyouiloveyou",
	"correcthorsebatterystaple", "correct horse battery staple", "trustno1trustno1", "sunshine1234", "princess1234", "football1234",
	"baseball1234", "superman1234", "monkey123456", "dragon123456", "master123456", "secretsecret", "testtesttest", "test12345678",
	"defaultdefault",
}

// checkPassword refuses what is too short, too long or the first to be guessed.
func checkPassword(password eval.Secret, u eval.User) error {
	text := strings.ToLower(normal(password))
	local, _, _ := strings.Cut(u.Email, "@")
	distinct := slices.Compact(slices.Sorted(slices.Values([]rune(text))))
	switch n := utf8.RuneCountInString(text); {
	case n < shortestPassword || n > longestPassword:
		return fault.Bad("password", "must have from %d to %d characters, not %d", shortestPassword, longestPassword, n)
	case text == u.Email || text == local || text == strings.ToLower(u.Name):
		return fault.Bad("password", "must not be the address or the name itself")
	case len(distinct) < 4 || slices.Contains(commonPasswords, text):
		return fault.Bad("password", "is among the first that anyone would try; take several words, or let a program make one")
	}
	return nil
}

// ChangePassword sets the caller's password; their other sessions and their reset links end. current may be empty for one who has none.
// Needs a session.
func (a *App) ChangePassword(ctx context.Context, current, password eval.Secret) (err error) {
	act := a.begin(ctx, "changePassword", "", "", map[string]any{"current": current, "password": password})
	defer act.end(ctx, &err)
	user, err := requireSession(ctx)
	if err != nil {
		return err
	}
	act.about("", user.ID)
	was, err := a.store.PasswordHash(ctx, user.ID)
	if err != nil {
		return err
	}
	if was != "" {
		passed, err := a.tries.enter(account(user.Email))
		if err != nil {
			return err
		}
		switch right, _, err := a.passwords.check(ctx, current, was); {
		case err != nil:
			return err
		case !right:
			return fault.Bad("current", "is not the present password")
		}
		passed()
	}
	if err := checkPassword(password, user); err != nil {
		return err
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return err
	}
	return act.write(ctx, func(tx *store.Tx) error {
		if err := unchanged(ctx, tx, user.ID, was); err != nil {
			return err
		}
		return a.setPassword(ctx, tx, user.ID, hash, Caller(ctx).Session)
	})
}

// unchanged locks a user and refuses when their password is another one by now.
func unchanged(ctx context.Context, tx *store.Tx, userID, hash string) error {
	if _, err := tx.LockUser(ctx, userID); err != nil {
		return err
	}
	switch now, err := tx.PasswordHash(ctx, userID); {
	case err != nil:
		return err
	case now != hash:
		return fault.New(fault.Conflict, "password_changed", "the password was changed at the same moment; try again")
	}
	return nil
}

// setPassword sets a password; reset links and all sessions but one (empty: all) end with the old one.
func (a *App) setPassword(ctx context.Context, tx *store.Tx, userID, hash, butSession string) error {
	if err := tx.SetPassword(ctx, userID, hash); err != nil {
		return err
	}
	if err := tx.UsePasswordResets(ctx, userID, a.now()); err != nil {
		return err
	}
	_, err := tx.EndSessions(ctx, userID, butSession)
	return err
}

// resetFor is how long a link for a new password is good.
const resetFor = 24 * time.Hour

// ResetLink is a one-time link with which somebody sets a new password.
type ResetLink struct {
	URL       eval.Secret
	ExpiresAt time.Time
}

// IssuePasswordReset makes such a link; earlier ones are worthless then. Whoever holds it becomes the user, so the caller must rank no
// lower in every workspace of theirs and manage people in one of them, or be a platform admin; of a platform admin, only the latter. Not
// for keys.
func (a *App) IssuePasswordReset(ctx context.Context, userID string) (link ResetLink, err error) {
	act := a.begin(ctx, "issuePasswordReset", "", userID, userID)
	defer act.end(ctx, &err)
	if err := requireKnown(ctx); err != nil {
		return link, err
	}
	if err := refuseKey(ctx, "issue password resets"); err != nil {
		return link, err
	}
	err = act.write(ctx, func(tx *store.Tx) error {
		user, err := resettable(ctx, tx, userID)
		if err == nil {
			link, err = a.addReset(ctx, tx, user)
		}
		return err
	})
	return link, err
}

// IssuePasswordResetFor is IssuePasswordReset by address. Command line only.
func (a *App) IssuePasswordResetFor(ctx context.Context, email string) (link ResetLink, err error) {
	act := a.begin(ctx, "issuePasswordReset", "", "", email)
	defer act.end(ctx, &err)
	if !Caller(ctx).CommandLine {
		return link, fault.New(fault.Forbidden, "forbidden", "this is for the command line; use issuePasswordReset")
	}
	user, err := a.store.UserByEmail(ctx, strings.ToLower(strings.TrimSpace(email)))
	if err == nil && user == nil {
		err = fault.Missing("user", email)
	}
	if err != nil {
		return link, err
	}
	act.about("", user.ID)
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		link, err = a.addReset(ctx, tx, *user)
		return err
	})
	return link, err
}

func (a *App) addReset(ctx context.Context, tx *store.Tx, user eval.User) (ResetLink, error) {
	now, token := a.now(), newToken()
	r := eval.PasswordReset{ID: store.NewID(eval.ResetID, now), UserID: user.ID, CreatedAt: now, ExpiresAt: now.Add(resetFor)}
	if p := Caller(ctx); p.User != nil {
		r.IssuedBy = p.User.ID
	}
	return ResetLink{a.link("/reset", token), r.ExpiresAt}, tx.AddPasswordReset(ctx, r, tokenHash(token))
}

// link is the address of a page with a token in its fragment, which browsers send to nobody: it enters no log.
func (a *App) link(path string, token eval.Secret) eval.Secret {
	return eval.Secret(strings.TrimSuffix(a.config.PublicURL, "/")+path+"#") + token
}

// resettable gives the user whose password the caller may let somebody set. Their workspaces are locked, so that nobody's role changes
// meanwhile.
func resettable(ctx context.Context, tx *store.Tx, userID string) (eval.User, error) {
	none, p := eval.User{}, Caller(ctx)
	teams, err := lockTeamsOf(ctx, tx, userID)
	if err != nil {
		return none, err
	}
	user, err := tx.User(ctx, userID)
	if err != nil {
		return none, err
	}
	admin, err := stillPlatformAdmin(ctx, tx)
	if err != nil {
		return none, err
	}
	shared, manages, outranked := admin, admin, false
	for _, t := range teams {
		rank := t.rank(ctx)
		shared = shared || p.User != nil && t.roles[p.User.ID].Role != ""
		manages = manages || rank.AtLeast(eval.RoleAdmin)
		outranked = outranked || !rank.AtLeast(t.roles[userID].Role)
	}
	switch {
	case user == nil || !shared:
		return none, fault.Missing("user", userID)
	case p.User != nil && p.User.ID == userID:
		return none, fault.New(fault.Conflict, "own_password", "change your own password with changePassword")
	case !manages:
		return none, fault.New(fault.Forbidden, "forbidden", "this needs the role %s or more in a workspace of theirs", eval.RoleAdmin)
	case outranked || user.PlatformAdmin && !admin:
		return none, fault.New(fault.Forbidden, "forbidden", "they rank higher than you somewhere: a platform admin can do this")
	}
	return *user, nil
}

// stillResets refuses a link whose issuer could not issue it any more: they rank lower by now, or the user higher.
func (a *App) stillResets(ctx context.Context, tx *store.Tx, r eval.PasswordReset) error {
	if r.IssuedBy == "" { // on the machine itself, or with the platform-admin credential
		return nil
	}
	users, roles, err := a.standing(ctx, []string{r.IssuedBy})
	if err != nil {
		return err
	}
	issuer := users[r.IssuedBy]
	_, err = resettable(WithPrincipal(ctx, Principal{User: &issuer, PlatformAdmin: issuer.PlatformAdmin, Roles: roles[r.IssuedBy]}), tx, r.UserID)
	if fault.As(err) != nil {
		return fault.Bad("token", "who issued this link may no longer do so: ask for a new one")
	}
	return err
}

// ResetPassword sets a new password by a link's token; all sessions of the user end and a new one begins. The link is good only while who
// issued it could still issue it. Public; wrong tokens are limited per address of the caller.
func (a *App) ResetPassword(ctx context.Context, token, password eval.Secret) (begun NewSession, err error) {
	act := a.begin(ctx, "resetPassword", "", "", map[string]any{"token": token, "password": password})
	defer act.end(ctx, &err)
	passed, err := a.tries.enter(network(ctx))
	if err != nil {
		return begun, err
	}
	r, err := a.store.PasswordReset(ctx, tokenHash(token))
	if err != nil {
		return begun, err
	}
	spent := fault.Bad("token", "this link is not good, or not any more: ask for a new one")
	if r == nil || !r.Open(a.now()) {
		return begun, spent
	}
	user, err := a.store.User(ctx, r.UserID)
	if err != nil {
		return begun, err
	}
	if user == nil {
		return begun, spent
	}
	passed()
	act.by(*user)
	act.about("", user.ID)
	if err := checkPassword(password, *user); err != nil {
		return begun, err
	}
	hash, err := a.passwords.hash(ctx, password)
	if err != nil {
		return begun, err
	}
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		r, err := tx.LockPasswordReset(ctx, tokenHash(token))
		switch {
		case err != nil:
			return err
		case r == nil || !r.Open(a.now()):
			return spent
		}
		if err := a.stillResets(ctx, tx, *r); err != nil {
			return err
		}
		if err := a.setPassword(ctx, tx, user.ID, hash, ""); err != nil {
			return err
		}
		begun, err = a.beginSession(ctx, tx, *user)
		return err
	})
	if err != nil {
		return NewSession{}, err
	}
	return a.signedIn(ctx, begun)
}
