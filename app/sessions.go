package app

import (
	"context"
	"slices"
	"strings"

	"assay/ent/store"
	"assay/eval"
	"assay/eval/fault"
)

// NewSession is a session that has just begun.
type NewSession struct {
	Token   eval.Secret // for the cookie; nothing else knows it
	Session eval.Session
	Viewer  Principal // who the session stands for; filled once it is stored
}

// maxUserAgent is how many bytes are kept of what a browser calls itself.
const maxUserAgent = 300

// beginSession begins a session of a user in the caller's browser, within the transaction that lets them in. The session that the
// browser had before ends, so no token outlives a sign-in. signedIn follows after the commit.
func (a *App) beginSession(ctx context.Context, tx *store.Tx, user eval.User) (NewSession, error) {
	p, now := Caller(ctx), a.now()
	if p.Session != "" && p.User != nil {
		if _, err := tx.EndSession(ctx, p.User.ID, p.Session); err != nil {
			return NewSession{}, err
		}
	}
	if err := tx.DropSessions(ctx, user.ID, now, now.Add(-a.config.SessionIdle)); err != nil {
		return NewSession{}, err
	}
	begun := NewSession{Token: newToken(), Session: eval.Session{
		ID: store.NewID(eval.SessionID, now), UserID: user.ID, Address: p.Address, UserAgent: plainText(p.UserAgent, maxUserAgent),
		CreatedAt: now, SeenAt: now, ExpiresAt: now.Add(a.config.SessionMax),
	}}
	if err := tx.AddSession(ctx, begun.Session, tokenHash(begun.Token)); err != nil {
		return NewSession{}, err
	}
	return begun, tx.SeeSession(ctx, begun.Session, now)
}

// signedIn fills in who a stored session stands for.
func (a *App) signedIn(ctx context.Context, begun NewSession) (NewSession, error) {
	good, err := a.principals(ctx, []eval.Session{begun.Session}, nil)
	from := Caller(ctx)
	begun.Viewer = good[begun.Session.ID]
	begun.Viewer.Credential = true
	begun.Viewer.Address, begun.Viewer.UserAgent, begun.Viewer.RequestID = from.Address, from.UserAgent, from.RequestID
	return begun, err
}

// plainText cuts foreign text to some bytes of valid UTF-8 without NUL.
func plainText(s string, most int) string {
	if len(s) > most {
		s = s[:most]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "")
}

// SignIn begins a session for who knows the address and the password. Unknown addresses, users without a password and wrong passwords
// get the same answer after the same work; failures are limited per account, whether there is one or not, and per address of the
// caller. Public.
func (a *App) SignIn(ctx context.Context, email string, password eval.Secret) (begun NewSession, err error) {
	act := a.begin(ctx, "signIn", "", "", map[string]any{"email": email, "password": password})
	defer act.end(ctx, &err)
	email = strings.ToLower(strings.TrimSpace(email))
	passed, err := a.tries.enter(account(email), network(ctx))
	if err != nil {
		return begun, err
	}
	user, err := a.store.UserByEmail(ctx, email)
	if err != nil {
		return begun, err
	}
	id := "" // nobody's, which is looked up too: it takes as long
	if user != nil {
		id = user.ID
	}
	act.about("", id)
	hash, err := a.store.PasswordHash(ctx, id)
	if err != nil {
		return begun, err
	}
	right, dated, err := a.passwords.check(ctx, password, hash)
	if err != nil {
		return begun, err
	}
	if !right {
		return begun, fault.New(fault.Invalid, "wrong_password", "the address or the password is wrong")
	}
	passed()
	act.by(*user)
	again := hash
	if dated {
		if again, err = a.passwords.hash(ctx, password); err != nil {
			return begun, err
		}
	}
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		if err = unchanged(ctx, tx, user.ID, hash); err == nil && again != hash {
			err = tx.SetPassword(ctx, user.ID, again)
		}
		if err == nil {
			begun, err = a.beginSession(ctx, tx, *user)
		}
		return err
	})
	if err != nil {
		return NewSession{}, err
	}
	return a.signedIn(ctx, begun)
}

// SignOut ends the session of this request. Without one, nothing happens. Public.
func (a *App) SignOut(ctx context.Context) (err error) {
	act := a.begin(ctx, "signOut", "", "", nil)
	defer act.end(ctx, &err)
	p := Caller(ctx)
	if p.Session == "" {
		return nil
	}
	act.about("", p.User.ID)
	return act.write(ctx, func(tx *store.Tx) error {
		_, err := tx.EndSession(ctx, p.User.ID, p.Session)
		return err
	})
}

// Sessions gives the sessions of the user who is signed in, newest first; nil without a session.
func (a *App) Sessions(ctx context.Context, p Principal) ([]eval.Session, error) {
	if p.Session == "" {
		return nil, nil
	}
	sessions, err := a.store.SessionsOf(ctx, p.User.ID)
	now := a.now()
	sessions = slices.DeleteFunc(sessions, func(s eval.Session) bool { return !s.Live(now, a.config.SessionIdle) })
	for i, s := range sessions {
		sessions[i].ExpiresAt = s.Ends(a.config.SessionIdle)
	}
	return sessions, err
}

// EndSessions ends one of the caller's own sessions, or (empty) all but this one, and says how many. Needs a session.
func (a *App) EndSessions(ctx context.Context, sessionID string) (ended int, err error) {
	act := a.begin(ctx, "endSessions", "", sessionID, sessionID)
	defer act.end(ctx, &err)
	user, err := requireSession(ctx)
	if err != nil {
		return 0, err
	}
	err = act.write(ctx, func(tx *store.Tx) (err error) {
		if sessionID == "" {
			ended, err = tx.EndSessions(ctx, user.ID, Caller(ctx).Session)
			return err
		}
		found, err := tx.EndSession(ctx, user.ID, sessionID)
		if err == nil && !found {
			err = fault.Missing("session", sessionID)
		}
		ended = 1
		return err
	})
	if err != nil {
		return 0, err
	}
	return ended, nil
}

// by notes whose act it turned out to be: of one who signs in, or comes to be. What is done from the command line stays of it.
func (t *act) by(u eval.User) {
	if t.entry.Actor != "command-line" {
		t.entry.Actor, t.entry.ActorName = u.ID, u.Name
	}
}
