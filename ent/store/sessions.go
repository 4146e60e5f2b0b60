package store

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/session"
	"assay/ent/internal/entdb/user"
	"assay/eval"
)

// SessionByToken gives the session of a token's hash; nil when there is none.
func (c conn) SessionByToken(ctx context.Context, tokenHash string) (*eval.Session, error) {
	return one(toSession)(c.db.Session.Query().Where(session.TokenHash(tokenHash)).Only(ctx))
}

// SessionsByID gives sessions by id in any order, those that ended left out.
func (c conn) SessionsByID(ctx context.Context, ids []string) ([]eval.Session, error) {
	return many(toSession)(c.db.Session.Query().Where(session.IDIn(ids...)).All(ctx))
}

// SessionsOf gives a user's sessions, newest first.
func (c conn) SessionsOf(ctx context.Context, userID string) ([]eval.Session, error) {
	q := c.db.Session.Query().Where(session.UserID(userID)).Order(session.ByID(entsql.OrderDesc()))
	return many(toSession)(q.All(ctx))
}

// AddSession stores a session under the hash of its token.
func (tx *Tx) AddSession(ctx context.Context, s eval.Session, tokenHash string) error {
	err := tx.db.Session.Create().SetID(s.ID).SetTokenHash(tokenHash).SetUserID(s.UserID).SetAddress(s.Address).SetUserAgent(s.UserAgent).
		SetCreatedAt(millis(s.CreatedAt)).SetSeenAt(millis(s.SeenAt)).SetExpiresAt(millis(s.ExpiresAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store session: %w", err)
	}
	tx.Changed(s.UserID)
	return nil
}

// SeeSession notes that a session was used, and with it its user.
func (tx *Tx) SeeSession(ctx context.Context, s eval.Session, at time.Time) error {
	err := tx.db.Session.Update().Where(session.ID(s.ID), session.SeenAtLT(millis(at))).SetSeenAt(millis(at)).Exec(ctx)
	if err == nil {
		err = tx.db.User.Update().Where(user.ID(s.UserID), user.SeenAtLT(millis(at))).SetSeenAt(millis(at)).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("note that a session was used: %w", err)
	}
	return nil
}

// EndSession ends one session of a user; false when they have no such session.
func (tx *Tx) EndSession(ctx context.Context, userID, id string) (bool, error) {
	n, err := tx.db.Session.Delete().Where(session.ID(id), session.UserID(userID)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("end session: %w", err)
	}
	if n > 0 {
		tx.Changed(id)
	}
	return n > 0, nil
}

// EndSessions ends all sessions of a user but one (empty: all), and says how many.
func (tx *Tx) EndSessions(ctx context.Context, userID, but string) (int, error) {
	n, err := tx.db.Session.Delete().Where(session.UserID(userID), session.IDNEQ(but)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("end sessions: %w", err)
	}
	tx.Changed(userID)
	return n, nil
}

// DropSessions deletes what is over: whatever ended before now, and the user's sessions that were last used at idleSince or before.
func (tx *Tx) DropSessions(ctx context.Context, userID string, now, idleSince time.Time) error {
	over := session.Or(session.ExpiresAtLTE(millis(now)), session.And(session.UserID(userID), session.SeenAtLTE(millis(idleSince))))
	if _, err := tx.db.Session.Delete().Where(over).Exec(ctx); err != nil {
		return fmt.Errorf("drop sessions: %w", err)
	}
	return nil
}

func toSession(r *entdb.Session) eval.Session {
	return eval.Session{ID: r.ID, UserID: r.UserID, Address: r.Address, UserAgent: r.UserAgent, CreatedAt: instant(r.CreatedAt),
		SeenAt: instant(r.SeenAt), ExpiresAt: instant(r.ExpiresAt)}
}
