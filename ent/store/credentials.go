package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/credentials"
	"assay/eval"
)

// SealedCredentials are an agent's credentials as they are kept: the secret is sealed for the agent, the kind and the placement.
type SealedCredentials struct {
	eval.Credentials        // without the secret
	Sealed           []byte // see app/vault
	Bound            string // the placement as it is kept, for which the secret was sealed
}

// Credentials gives the credentials of agents, by the agents' ids, in any order; agents without any are left out.
func (c conn) Credentials(ctx context.Context, agentIDs ...string) ([]SealedCredentials, error) {
	return manyCredentials(c.db.Credentials.Query().Where(credentials.IDIn(agentIDs...)).All(ctx))
}

// AllCredentials gives everybody's, by agent.
func (c conn) AllCredentials(ctx context.Context) ([]SealedCredentials, error) {
	return manyCredentials(c.db.Credentials.Query().Order(credentials.ByID()).All(ctx))
}

// HaveCredentials gives those of these agents that have credentials.
func (c conn) HaveCredentials(ctx context.Context, agentIDs []string) ([]string, error) {
	ids, err := c.db.Credentials.Query().Where(credentials.IDIn(agentIDs...)).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	return ids, nil
}

// Placement is how a placement is kept.
func Placement(p eval.CredentialPlacement) (string, error) {
	text, err := json.Marshal(p)
	return string(text), err
}

// PutCredentials stores an agent's credentials, in place of those it had.
func (tx *Tx) PutCredentials(ctx context.Context, c SealedCredentials) error {
	err := tx.db.Credentials.Create().SetID(c.AgentID).SetKind(string(c.Kind)).SetSealed(c.Sealed).SetPlacement(c.Bound).SetSetBy(c.SetBy).
		SetSetAt(millis(c.SetAt)).OnConflictColumns(credentials.FieldID).UpdateNewValues().Exec(ctx)
	if err != nil {
		return fmt.Errorf("store credentials: %w", err)
	}
	tx.Changed(c.AgentID)
	return nil
}

// Reseal replaces a sealed secret by the same one sealed anew, unless it has changed since it was read.
func (tx *Tx) Reseal(ctx context.Context, was SealedCredentials, sealed []byte) error {
	row, err := tx.db.Credentials.Get(ctx, was.AgentID)
	switch {
	case entdb.IsNotFound(err):
		return nil
	case err != nil:
		return fmt.Errorf("reseal credentials: %w", err)
	case !bytes.Equal(row.Sealed, was.Sealed):
		return nil
	}
	if err := row.Update().SetSealed(sealed).Exec(ctx); err != nil {
		return fmt.Errorf("reseal credentials: %w", err)
	}
	return nil
}

// DropCredentials forgets an agent's credentials and reports whether it had any.
func (tx *Tx) DropCredentials(ctx context.Context, agentID string) (bool, error) {
	n, err := tx.db.Credentials.Delete().Where(credentials.ID(agentID)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("forget credentials: %w", err)
	}
	tx.Changed(agentID)
	return n > 0, nil
}

func manyCredentials(rows []*entdb.Credentials, err error) ([]SealedCredentials, error) {
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	out := make([]SealedCredentials, len(rows))
	for i, r := range rows {
		out[i] = SealedCredentials{Sealed: r.Sealed, Bound: r.Placement, Credentials: eval.Credentials{
			AgentID: r.ID, Kind: eval.CredentialKind(r.Kind), SetBy: r.SetBy, SetAt: instant(r.SetAt),
		}}
		if err := json.Unmarshal([]byte(r.Placement), &out[i].Placement); err != nil {
			return nil, fmt.Errorf("read the credentials of %s: %w", r.ID, err)
		}
	}
	return out, nil
}
