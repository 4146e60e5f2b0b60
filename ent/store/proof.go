package store

import (
	"context"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"assay/ent/internal/entdb"
	"assay/ent/internal/entdb/challenge"
	"assay/eval"
)

// Challenge gives a challenge by id, whatever became of it; nil when there is none.
func (c conn) Challenge(ctx context.Context, id string) (*eval.Challenge, error) {
	return one(toChallenge)(c.db.Challenge.Query().Where(challenge.ID(id)).Only(ctx))
}

// OpenChallenges gives the challenges of an agent for an action that can still be answered, newest first.
func (c conn) OpenChallenges(ctx context.Context, agentID string, action eval.ChallengeAction, now time.Time) ([]eval.Challenge, error) {
	q := c.db.Challenge.Query().Where(challenge.AgentID(agentID), challenge.Action(string(action)), challenge.UsedAt(0), challenge.ExpiresAtGT(millis(now)))
	return many(toChallenge)(q.Order(challenge.ByID(entsql.OrderDesc())).All(ctx))
}

// AddChallenge stores a new challenge, and forgets those of the same agent that ended without an answer.
func (tx *Tx) AddChallenge(ctx context.Context, c eval.Challenge) error {
	_, err := tx.db.Challenge.Delete().Where(challenge.AgentID(c.AgentID), challenge.UsedAt(0), challenge.ExpiresAtLTE(millis(c.CreatedAt))).Exec(ctx)
	if err != nil {
		return fmt.Errorf("forget challenges: %w", err)
	}
	err = tx.db.Challenge.Create().SetID(c.ID).SetAgentID(c.AgentID).SetAction(string(c.Action)).SetToken(c.Token).
		SetCreatedAt(millis(c.CreatedAt)).SetExpiresAt(millis(c.ExpiresAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store challenge: %w", err)
	}
	return nil
}

// UseChallenge marks an open challenge as used and reports whether it was open: of two at once, one is.
func (tx *Tx) UseChallenge(ctx context.Context, id string, at time.Time) (bool, error) {
	n, err := tx.db.Challenge.Update().Where(challenge.ID(id), challenge.UsedAt(0), challenge.ExpiresAtGT(millis(at))).SetUsedAt(millis(at)).Save(ctx)
	if err != nil {
		return false, fmt.Errorf("use challenge: %w", err)
	}
	return n == 1, nil
}

func toChallenge(r *entdb.Challenge) eval.Challenge {
	return eval.Challenge{
		ID: r.ID, AgentID: r.AgentID, Action: eval.ChallengeAction(r.Action), Token: r.Token,
		CreatedAt: instant(r.CreatedAt), ExpiresAt: instant(r.ExpiresAt), UsedAt: instant(r.UsedAt),
	}
}
