package store

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/apikey"
	"assay/ent/internal/entdb/predicate"
	"assay/eval"
)

// KeyByToken gives the API key of a token's hash; nil when there is none.
func (c conn) KeyByToken(ctx context.Context, tokenHash string) (*eval.APIKey, error) {
	return one(toKey)(c.db.APIKey.Query().Where(apikey.TokenHash(tokenHash)).Only(ctx))
}

// KeysByID gives API keys by id in any order, unknown ids left out.
func (c conn) KeysByID(ctx context.Context, ids []string) ([]eval.APIKey, error) {
	return many(toKey)(c.db.APIKey.Query().Where(apikey.IDIn(ids...)).All(ctx))
}

// KeysOf gives the API keys of workspaces, or (not empty) those that a user made: first those that are good now, each newest first, at
// most limit of a workspace.
func (c conn) KeysOf(ctx context.Context, workspaceIDs []string, createdBy string, now time.Time, limit int) ([]eval.APIKey, error) {
	where := apikey.WorkspaceIDIn(workspaceIDs...)
	if createdBy != "" {
		where = apikey.And(where, apikey.CreatedBy(createdBy))
	}
	q := c.db.APIKey.Query().Where(func(s *entsql.Selector) { firstOfEach(s, goodKey(now), limit, where) })
	return many(toKey)(q.All(ctx))
}

// GoodKeys counts the API keys of a workspace that are good now.
func (c conn) GoodKeys(ctx context.Context, workspaceID string, now time.Time) (int, error) {
	n, err := c.db.APIKey.Query().Where(apikey.WorkspaceID(workspaceID), func(s *entsql.Selector) { s.Where(goodKey(now)) }).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count keys: %w", err)
	}
	return n, nil
}

// goodKey is eval.APIKey.Live.
func goodKey(now time.Time) *entsql.Predicate {
	return entsql.ExprP(fmt.Sprintf("revoked_at = 0 AND (expires_at = 0 OR expires_at > %d)", millis(now)))
}

// LockKey locks an API key until the transaction ends and gives it as it stands then; nil when there is none.
func (tx *Tx) LockKey(ctx context.Context, id string) (*eval.APIKey, error) {
	q := tx.db.APIKey.Query().Where(apikey.ID(id))
	if tx.postgres {
		q.ForUpdate()
	}
	return one(toKey)(q.Only(ctx))
}

// AddKey stores an API key under the hash of its token.
func (tx *Tx) AddKey(ctx context.Context, k eval.APIKey, tokenHash string) error {
	scopes := make([]string, len(k.Scopes))
	for i, s := range k.Scopes {
		scopes[i] = string(s)
	}
	err := tx.db.APIKey.Create().SetID(k.ID).SetTokenHash(tokenHash).SetPrefix(k.Prefix).SetWorkspaceID(k.WorkspaceID).SetName(k.Name).
		SetRole(string(k.Role)).SetScopes(scopes).SetAgentID(k.AgentID).SetCreatedBy(k.CreatedBy).SetCreatedAt(millis(k.CreatedAt)).
		SetExpiresAt(millis(k.ExpiresAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store key: %w", err)
	}
	tx.Changed(k.ID)
	return nil
}

// SeeKey notes that a key was used.
func (tx *Tx) SeeKey(ctx context.Context, id string, at time.Time) error {
	err := tx.db.APIKey.Update().Where(apikey.ID(id), apikey.UsedAtLT(millis(at))).SetUsedAt(millis(at)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note that a key was used: %w", err)
	}
	return nil
}

// RevokeKey revokes a key.
func (tx *Tx) RevokeKey(ctx context.Context, id string, at time.Time) error {
	if err := tx.db.APIKey.UpdateOneID(id).SetRevokedAt(millis(at)).Exec(ctx); err != nil {
		return fmt.Errorf("revoke key: %w", err)
	}
	tx.Changed(id)
	return nil
}

// RevokeKeysBy revokes the keys of a workspace (empty: of all) that a user made.
func (tx *Tx) RevokeKeysBy(ctx context.Context, workspaceID, userID string, at time.Time) error {
	q := tx.db.APIKey.Update().Where(apikey.CreatedBy(userID), apikey.RevokedAt(0))
	if workspaceID != "" {
		q.Where(apikey.WorkspaceID(workspaceID))
	}
	if err := q.SetRevokedAt(millis(at)).Exec(ctx); err != nil {
		return fmt.Errorf("revoke keys: %w", err)
	}
	tx.Changed(userID)
	return nil
}

// RevokeKeysOfAgent revokes the keys that act as an agent.
func (tx *Tx) RevokeKeysOfAgent(ctx context.Context, agentID string, at time.Time) error {
	where := []predicate.APIKey{apikey.AgentID(agentID), apikey.RevokedAt(0)}
	ids, err := tx.db.APIKey.Query().Where(where...).IDs(ctx)
	if err == nil {
		err = tx.db.APIKey.Update().Where(where...).SetRevokedAt(millis(at)).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("revoke keys: %w", err)
	}
	tx.Changed(ids...) // open streams end
	return nil
}

func toKey(r *entdb.APIKey) eval.APIKey {
	scopes := make([]eval.Scope, len(r.Scopes))
	for i, s := range r.Scopes {
		scopes[i] = eval.Scope(s)
	}
	return eval.APIKey{ID: r.ID, Prefix: r.Prefix, WorkspaceID: r.WorkspaceID, Name: r.Name, Role: eval.Role(r.Role), Scopes: scopes, AgentID: r.AgentID,
		CreatedBy: r.CreatedBy, CreatedAt: instant(r.CreatedAt), ExpiresAt: instant(r.ExpiresAt), UsedAt: instant(r.UsedAt),
		RevokedAt: instant(r.RevokedAt)}
}
