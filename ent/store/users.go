package store

import (
	"context"
	"fmt"
	"time"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/passwordreset"
	"assay/ent/internal/entdb/user"
	"assay/eval"
)

// User gives a user by id; nil when there is none.
func (c conn) User(ctx context.Context, id string) (*eval.User, error) {
	return one(toUser)(c.db.User.Query().Where(user.ID(id)).Only(ctx))
}

// UserByEmail gives the user who signs in with this address, in lower case; nil when there is none.
func (c conn) UserByEmail(ctx context.Context, email string) (*eval.User, error) {
	return one(toUser)(c.db.User.Query().Where(user.Email(email)).Only(ctx))
}

// UserByIdentity gives the user whom an identity provider knows by this identity; nil when there is none.
func (c conn) UserByIdentity(ctx context.Context, identity string) (*eval.User, error) {
	return one(toUser)(c.db.User.Query().Where(user.Identity(identity)).Only(ctx))
}

// UsersByID gives users by id in any order, unknown ids left out.
func (c conn) UsersByID(ctx context.Context, ids []string) ([]eval.User, error) {
	return many(toUser)(c.db.User.Query().Where(user.IDIn(ids...)).All(ctx))
}

// AnyUser reports whether there is a user at all.
func (c conn) AnyUser(ctx context.Context) (bool, error) {
	found, err := c.db.User.Query().Exist(ctx)
	if err != nil {
		return false, fmt.Errorf("look for a user: %w", err)
	}
	return found, nil
}

// PasswordHash gives what is kept of a user's password; empty when they have none, or are unknown.
func (c conn) PasswordHash(ctx context.Context, userID string) (string, error) {
	hash, err := one(func(r *entdb.User) string { return r.Password })(c.db.User.Query().Where(user.ID(userID)).Only(ctx))
	if hash == nil {
		return "", err
	}
	return *hash, err
}

// PlatformAdmins gives who is platform admin, in any order.
func (c conn) PlatformAdmins(ctx context.Context) ([]eval.User, error) {
	return many(toUser)(c.db.User.Query().Where(user.PlatformAdmin(true)).All(ctx))
}

// LockPlatformAdmins keeps others from changing who is platform admin until the transaction ends, and gives them.
func (tx *Tx) LockPlatformAdmins(ctx context.Context) ([]eval.User, error) {
	q := tx.db.User.Query().Where(user.PlatformAdmin(true)).Order(user.ByID())
	if tx.postgres {
		q.ForUpdate()
	}
	return many(toUser)(q.All(ctx))
}

// LockUser locks a user's row until the transaction ends and gives it as it stands then; nil when there is none.
func (tx *Tx) LockUser(ctx context.Context, id string) (*eval.User, error) {
	q := tx.db.User.Query().Where(user.ID(id))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toUser)(q.Only(ctx))
}

// PutUser stores a user under their id, new or changed; a password stays as it is. IsUnique of its error: the address or the identity is
// taken.
func (tx *Tx) PutUser(ctx context.Context, u eval.User) error {
	var identity *string
	if u.Identity != "" {
		identity = &u.Identity
	}
	err := tx.db.User.Create().SetID(u.ID).SetEmail(u.Email).SetName(u.Name).SetNillableIdentity(identity).SetPlatformAdmin(u.PlatformAdmin).
		SetCreatedAt(millis(u.CreatedAt)).SetSeenAt(millis(u.SeenAt)).OnConflictColumns(user.FieldID).
		Update(func(up *entdb.UserUpsert) {
			up.UpdateEmail().UpdateName().UpdateIdentity().UpdatePlatformAdmin()
		}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store user: %w", err)
	}
	tx.Changed(u.ID)
	return nil
}

// SetPassword stores what is kept of a user's password.
func (tx *Tx) SetPassword(ctx context.Context, userID, hash string) error {
	if err := tx.db.User.UpdateOneID(userID).SetPassword(hash).Exec(ctx); err != nil {
		return fmt.Errorf("store password: %w", err)
	}
	tx.Changed(userID)
	return nil
}

// AddPasswordReset stores a reset under the hash of its token. The user's earlier links are worthless from then on.
func (tx *Tx) AddPasswordReset(ctx context.Context, r eval.PasswordReset, tokenHash string) error {
	if err := tx.UsePasswordResets(ctx, r.UserID, r.CreatedAt); err != nil {
		return err
	}
	err := tx.db.PasswordReset.Create().SetID(r.ID).SetTokenHash(tokenHash).SetUserID(r.UserID).SetIssuedBy(r.IssuedBy).
		SetCreatedAt(millis(r.CreatedAt)).SetExpiresAt(millis(r.ExpiresAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store password reset: %w", err)
	}
	return nil
}

// LockPasswordReset locks the reset of a token's hash until the transaction ends; nil when there is none.
func (tx *Tx) LockPasswordReset(ctx context.Context, tokenHash string) (*eval.PasswordReset, error) {
	q := tx.db.PasswordReset.Query().Where(passwordreset.TokenHash(tokenHash))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toPasswordReset)(q.Only(ctx))
}

// PasswordReset gives the reset of a token's hash; nil when there is none.
func (c conn) PasswordReset(ctx context.Context, tokenHash string) (*eval.PasswordReset, error) {
	return one(toPasswordReset)(c.db.PasswordReset.Query().Where(passwordreset.TokenHash(tokenHash)).Only(ctx))
}

// UsePasswordResets makes all links of a user worthless.
func (tx *Tx) UsePasswordResets(ctx context.Context, userID string, at time.Time) error {
	err := tx.db.PasswordReset.Update().Where(passwordreset.UserID(userID), passwordreset.UsedAt(0)).SetUsedAt(millis(at)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("use password resets: %w", err)
	}
	return nil
}

func toUser(r *entdb.User) eval.User {
	u := eval.User{ID: r.ID, Email: r.Email, Name: r.Name, PlatformAdmin: r.PlatformAdmin, HasPassword: r.Password != "",
		CreatedAt: instant(r.CreatedAt), SeenAt: instant(r.SeenAt)}
	if r.Identity != nil {
		u.Identity = *r.Identity
	}
	return u
}

func toPasswordReset(r *entdb.PasswordReset) eval.PasswordReset {
	return eval.PasswordReset{ID: r.ID, UserID: r.UserID, IssuedBy: r.IssuedBy, CreatedAt: instant(r.CreatedAt),
		ExpiresAt: instant(r.ExpiresAt), UsedAt: instant(r.UsedAt)}
}
